// What players met with the keyboard and with their ears, and must not meet again: one announcement for what is done, a focus
// that stays, answers in sight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */

/** A tablet held upright. */
const TABLET = { hasTouch: true, isMobile: true, viewport: { width: 768, height: 1024 } };
/** The films of moves run. */
const LIVELY = { reducedMotion: /** @type {const} */ ("no-preference") };

stand();

/** @param {Page} page @param {number} moves */
const counted = (page, moves) => page.locator(`.status[data-moves="${moves}"]`).waitFor();

/**
 * Notes from now on what is announced.
 * @param {Page} page
 */
async function listen(page) {
  await page.evaluate(() => {
    const heard = /** @type {any} */ (globalThis).heard = /** @type {string[]} */ ([]);
    const region = /** @type {HTMLElement} */ (document.getElementById("announced"));
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) heard.push((node.textContent ?? "").trim());
    }).observe(region, { childList: true });
  });
}

/** @param {Page} page @returns {Promise<string[]>} what was announced since this was asked last */
const heard = (page) => page.evaluate(() => /** @type {any} */ (globalThis).heard.splice(0));

/** @param {Page} page what has the focus, as a selector of it would begin */
const focused = (page) => page.evaluate(() => {
  const { activeElement: one } = document;
  return `${one?.localName}.${one?.getAttribute("class") ?? ""} ${one?.getAttribute("data-act") ?? ""}`;
});

/**
 * Whether the focus is on something in a part of the page.
 * @param {Page} page
 * @param {string} selector
 */
const isIn = (page, selector) => page.evaluate((selector) => document.activeElement?.closest(selector) !== null, selector);

/**
 * Puts the program together that wins bunny-03, and runs it by the keyboard.
 * @param {Page} page
 */
async function hopToTheEnd(page) {
  const strip = page.locator(".program-strip");
  for (const name of ["a loop", "hop forward", "hop forward", "turn right"]) await strip.getByRole("button", { name: `Put in ${name}`, exact: true }).click();
  await counted(page, 3);
  await strip.getByRole("button", { name: "Run" }).press("Enter");
}

/**
 * Plays a level of Sokoban to a position that is lost.
 * @param {Page} page
 */
async function lose(page) {
  for (const [made, key] of ["ArrowUp", "ArrowLeft", "ArrowDown"].entries()) {
    await page.keyboard.press(key);
    await counted(page, made + 1);
  }
}

test("a tile that is put into a program is told once, and so is the length of the program", () =>
  opened("/play/bunny/bunny-02", async (page) => {
    assert.ok(await isIn(page, ".program-strip"), "a program begins with its tiles");
    await listen(page);
    for (const moves of [1, 2]) {
      await page.keyboard.press("Enter");
      await counted(page, moves);
    }
    const [first, second, ...more] = await heard(page);
    assert.match(first ?? "", /^hop forward\. 1 move\. 1 token: /);
    assert.match(second ?? "", /^hop forward, hop forward\. 2 moves\. 2 tokens: the bunny waits/);
    assert.deepEqual(more, []);
    // A loop in which nothing is yet is no move.
    await page.getByRole("button", { name: "Put in a loop" }).click();
    assert.equal((await heard(page)).length, 1);
  }));

test("the focus goes on from what vanishes at the end of a game, and from there", async () => {
  await opened("/play/bunny/bunny-03", async (page) => {
    await hopToTheEnd(page);
    await page.locator(".status[data-state=won]").waitFor();
    assert.ok(await isIn(page, ".end-panel .accent"), await focused(page));
    await page.locator(".end-panel button").press("Enter");
    await page.locator(".status[data-state=open]").waitFor();
    assert.ok(await isIn(page, ".table .board"), await focused(page));
  });
  await opened("/play/bunny/bunny-03", async (page) => {
    await hopToTheEnd(page);
    await page.locator(".program-strip").waitFor({ state: "hidden" });
    assert.ok(await isIn(page, ".table .board"), `while the film runs: ${await focused(page)}`);
  }, LIVELY);
});

test("a win is told twice at most: when it comes, and when it is known how well it was played", () =>
  opened("/play/toggle/flipper", async (page) => {
    for (const [made, act] of ["1", "3"].entries()) {
      await page.locator(`.board [data-act="${act}"]`).click();
      await counted(page, made + 1);
    }
    await listen(page);
    await page.locator('.board [data-act="4"]').click();
    await page.locator("#announced", { hasText: /Every move was best\.$/ }).waitFor();
    await page.locator(".status", { hasText: "the fewest possible" }).waitFor();
    const told = await heard(page);
    assert.equal(told.length, 2, told.join("\n"));
    assert.match(told[0] ?? "", /^Solved with 3 presses/);
    assert.equal(told[1], "Solved with 3 presses, the fewest possible. Every move was best.");
  }));

test("the way back from a lost position stays through all hints, and its key says where there is none", () =>
  opened("/play/sokoban/first-steps%234", async (page) => {
    await page.keyboard.press("b");
    await page.locator(".feedback", { hasText: /^There is nothing to go back to/ }).waitFor();
    await page.locator("#announced", { hasText: /^There is nothing to go back to/ }).waitFor();
    await lose(page);
    const back = page.locator(".feedback .go-back");
    await page.keyboard.press("h");
    await back.waitFor();
    const first = await page.locator(".feedback").textContent();
    await back.focus();
    await page.keyboard.press("h");
    await page.locator(".feedback[data-kind=impossible]:not([data-step='1'])").waitFor();
    assert.notEqual(await page.locator(".feedback").textContent(), first);
    assert.equal(await back.textContent(), "Go back to before move 2");
    assert.ok(await isIn(page, ".feedback .go-back"), `the button keeps the focus: ${await focused(page)}`);
    await page.keyboard.press("b");
    await counted(page, 1);
    assert.ok(await isIn(page, ".table .board"), await focused(page));
    // The button that is out of sight now is not meant any more.
    await page.keyboard.press("ArrowLeft");
    await counted(page, 2);
    await page.keyboard.press("b");
    await page.locator(".feedback[data-kind=none]").waitFor();
    await counted(page, 2);
  }));

test("an arrow into a wall moves nothing, not even the focus, and says so", () =>
  opened("/play/sokoban/first-steps%234", async (page) => {
    const [board, blocked] = [await focused(page), page.locator("#announced", { hasText: /^Nothing moves that way\.\s*$/ })];
    assert.match(board, /^svg\.board/);
    const ways = await page.locator(".pad [aria-disabled=true]").evaluateAll((all) => all.map((one) => one.getAttribute("data-way") ?? ""));
    const [wall = ""] = ways;
    const key = `Arrow${wall.charAt(0).toUpperCase()}${wall.slice(1)}`;
    await page.keyboard.press(key);
    await blocked.waitFor();
    assert.equal(await focused(page), board);
    await page.keyboard.press("ArrowUp");
    await counted(page, 1);
    assert.equal(await focused(page), board);
    await page.keyboard.press("u");
    await counted(page, 0);
    // Neither does it from a place of the board, nor from elsewhere.
    for (const place of [page.locator('.table .board [tabindex="0"]').first(), page.locator("[data-key=h]")]) {
      await place.focus();
      const there = await focused(page);
      await listen(page);
      await page.keyboard.press(key);
      assert.deepEqual(await heard(page), ["Nothing moves that way."]);
      assert.equal(await focused(page), there);
    }
  }));

test("on a tablet held upright the answer to a hint comes into sight, beside the board", () =>
  opened("/play/sokoban/first-steps%234", async (page) => {
    await lose(page);
    await page.locator("[data-key=h]").tap();
    const back = page.locator(".feedback .go-back");
    await back.waitFor();
    const [button, board] = [await back.boundingBox(), await page.locator(".table .board").boundingBox()];
    assert.ok(button && board && button.y >= 0 && button.y + button.height <= 1024, JSON.stringify(button));
    assert.ok(board.y + board.height > board.height / 2, `most of the board stays in sight: ${JSON.stringify(board)}`);
  }, TABLET));

test("Tab goes from one level to the next, not to its small picture", () =>
  opened("/", async (page) => {
    /** @type {string[]} */
    const warnings = [];
    page.on("console", (message) => message.text().includes("aria-hidden") && warnings.push(message.text()));
    await page.locator(".thumb svg.board").nth(1).waitFor({ state: "attached" });
    const card = page.locator(".thumb:has(svg.board)").first().locator("xpath=ancestor-or-self::a[1]");
    await card.focus();
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press("Tab");
      assert.ok(!(await isIn(page, "[aria-hidden=true]")), await focused(page));
    }
    assert.deepEqual(warnings, []);
  }));
