// Games that are played for a cost, by either side: the end beside the best for who played; and what a phone shows of both.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed } from "./games.js";
import { hintMore, mounted, opened, reload, stand } from "./stand.js";
import { drop } from "./writing.js";

/** @import { Page } from "playwright-core" */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
/** Rabbit pays 7 among these walls, and 13 among the best ones. */
const GIVEN = packed("; walls: 1,1\n042\n391\n");

stand();

/**
 * Plays moves by the pad.
 * @param {Page} page
 * @param {string[]} moves
 */
async function walk(page, moves) {
  for (const [made, move] of moves.entries()) {
    await page.keyboard.press(`Arrow${move}`);
    await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
  }
}

/**
 * Plays another side.
 * @param {Page} page
 * @param {string} role
 */
async function side(page, role) {
  await page.locator(`.roles [data-role=${role}]`).click();
  await page.locator(`.roles [data-role=${role}][aria-pressed=true]`).waitFor();
}

test("Rabbit's end among given walls is compared with the cheapest way among them", async () => {
  await opened(`/play/wall/${GIVEN}?v=1&r=rabbit`, async (page) => {
    await walk(page, ["Right", "Right", "Down"]);
    await page.locator(".status", { hasText: "Paid 7, the best possible." }).waitFor();
    await page.locator('.end-panel[data-stars="3"]').waitFor();
  });
  await opened(`/play/wall/${GIVEN}?v=1&r=rabbit`, async (page) => {
    await walk(page, ["Right", "Down"]);
    await page.locator(".status", { hasText: "Paid 13; 7 suffices." }).waitFor();
    await page.locator('.end-panel[data-stars="1"]').waitFor();
  });
});

test("undo goes back to the game that a change of who plays has left", () =>
  opened(`/play/wall/${GIVEN}?v=1&r=rabbit`, async (page) => {
    const undo = page.locator("[data-key=u]");
    const pressed = (/** @type {string} */ role) => page.locator(`.roles [data-role=${role}][aria-pressed=true]`).waitFor();
    await walk(page, ["Right", "Left", "Right"]);
    await side(page, "eel");
    await page.locator('.status[data-moves="0"]').waitFor();
    await side(page, "rabbit");
    assert.equal(await undo.getAttribute("aria-disabled"), "false");
    await undo.click();
    await page.locator('.status[data-moves="3"]').waitFor();
    await pressed("rabbit");
    await page.locator("[data-key=r]").click();
    await page.locator('.status[data-moves="0"]').waitFor();
    await undo.click();
    await page.locator('.status[data-moves="3"]').waitFor();
    // A game that is kept for the next visit can be gone back to, too.
    await side(page, "eel");
    await reload(page);
    await pressed("eel");
    await undo.click();
    await page.locator('.status[data-moves="3"]').waitFor();
    await pressed("rabbit");
  }));

test("where most moves are best those that are not are named, and the best are marked", () =>
  opened("/play/lemmo/seed?v=1&r=lemmo", async (page) => {
    for (let step = 0; step < 4; ) step = (await hintMore(page)).step;
    assert.match((await page.locator(".feedback").textContent()) ?? "", /Best now: any move but 6 left, 7 left, 8 left, 9 left; for instance 1 left\.$/);
    assert.equal(await page.locator(".board .look .cornered").count(), 0, "no place to look at");
    assert.equal(await page.locator(".board .hinted").count(), 20);
  }));

test("hints and judgements take no options that choose another game", () =>
  opened("/play/wall/two-rows", async (page) => {
    await page.locator(".more-options summary").click();
    const names = (/** @type {string} */ question) => page.locator(`fieldset[data-options=${question}] :is(input, select)`).evaluateAll((all) => all.map((one) => one.getAttribute("name")));
    assert.ok((await names("solve")).includes("rule"));
    assert.deepEqual([...(await names("hint")), ...(await names("judge"))], []);
    assert.match((await hintMore(page)).words, /^The end can be reached\./);
  }));

test("a chosen side is kept before the first move", () =>
  opened(`/play/wall/${GIVEN}`, async (page) => {
    await side(page, "rabbit");
    await reload(page);
    await mounted(page);
    await page.locator(".roles [data-role=rabbit][aria-pressed=true]").waitFor();
  }));

test("the pad is there for the side that walks alone", () =>
  opened(`/play/wall/${GIVEN}`, async (page) => {
    await page.locator(".pad").waitFor({ state: "hidden" });
    await side(page, "rabbit");
    await page.locator(".pad").waitFor();
    await side(page, "eel");
    await page.locator(".pad").waitFor({ state: "hidden" });
  }, PHONE));

test("a step of a program is shown on the board", () =>
  opened("/play/bunny/bunny-03", async (page) => {
    for (const [made, move] of ["F", "F", "step"].entries()) {
      await page.locator(`.moves [data-move="${move}"], .moves button:text-is("${move}")`).first().tap();
      await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
    }
    await page.waitForFunction(() => {
      const board = document.querySelector(".board")?.getBoundingClientRect();
      return board !== undefined && board.top >= 0 && board.bottom <= innerHeight + 1;
    });
  }, PHONE));

test("who drops a table of programs is told where scoreboards are", () =>
  opened("/edit/bunny", async (page) => {
    await drop(page, "players.csv", "Ada, F F, LOOP{F F R}\n");
    await page.locator(".refusal", { hasText: "menagerie run @contest --programs players.csv" }).waitFor();
  }));
