// Words that people met and did not understand, and must not meet again: on cards, of whose turn it is, in hints, answers and
// judgements; what has tests of its own elsewhere is not repeated here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hinted, hintMore, opened, stand } from "./stand.js";
import { drop, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
const ROOM = "#######\n#@ $ .#\n#######\n";

stand();

/** @param {Page} page */
const status = async (page) => (await page.locator(".status").textContent()) ?? "";

test("no two cards of a family have one title, and what is said of a card is no title and no code", () =>
  opened("/", async (page) => {
    for (const section of await page.locator("section.family").all()) {
      const titles = await section.locator("li strong").allTextContents();
      assert.deepEqual(titles.filter((title, index) => titles.indexOf(title) !== index), []);
      for (const entry of await section.locator("li").all()) {
        const [[title], [about = ""]] = [await entry.locator("strong").allTextContents(), await entry.locator(".about").allTextContents()];
        assert.notEqual(about, title);
        assert.doesNotMatch(`${title} ${about}`, /[`'"“<>{}]|\.\.\.|_|#\d/);
      }
    }
  }));

test("a game of two people says whose turn it is", () =>
  opened("/play/script/nim", async (page) => {
    await page.locator(".roles button", { hasText: "Two people" }).click();
    await page.locator(".roles button[aria-pressed=true]", { hasText: "Two people" }).waitFor();
    assert.match(await status(page), /first|begins|turn/i);
    await page.locator(".board .act").last().click();
    await page.locator('.status[data-moves="1"]').waitFor();
    assert.match(await status(page), /second|turn/i);
  }));

test("a program is told once: the status does not repeat it", () =>
  opened("/play/bunny/bunny-03", async (page) => {
    const strip = page.locator(".program-strip");
    for (const tile of ["a loop", "hop forward", "turn right"]) await strip.getByRole("button", { name: `Put in ${tile}`, exact: true }).tap();
    await page.locator('.status[data-moves="2"]').waitFor();
    assert.doesNotMatch(await status(page), /LOOP|\{/);
  }, PHONE));

test("the levels of a file stand below its title and its author", () =>
  opened("/", async (page) => {
    await drop(page, "walks.sok", `Collection: Warehouse Walks\nAuthor: A. Tester\n\n${ROOM}Title: Doormat\n\n${ROOM}Title: Pantry\n`);
    await page.locator(".cards .new").nth(1).waitFor();
    const lead = await page.locator(".lead").innerText();
    assert.match(lead, /Warehouse Walks/);
    assert.match(lead, /A\. Tester/);
  }));

test("a solution that a Sokoban level states and that does not solve it is told", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, `${ROOM}Title: A\nComment: Par: 4\nSolution: rr\n`);
    await page.getByRole("button", { name: "Check par" }).click();
    await page.locator(".par").waitFor();
    assert.match(`${await page.locator(".par").innerText()} ${await page.locator(".findings").innerText()} ${await page.locator(".problems").innerText()}`, /solution.*(does not|no solution|not solve|wrong)/i);
    // What a level of several states does not go with it, and nothing is said of it.
    await write(page, `${ROOM}Title: A\n\nSolution\nrRR\n\n${ROOM}Title: B\n\nSolution\nrRR\n`);
    await page.locator(".findings", { hasText: /first moves? (that )?loses?/i }).waitFor();
    assert.doesNotMatch(await page.locator(".findings").innerText(), /wrong/);
  }));

test("hints, answers and the end have one word for a level that is solved", () =>
  opened("/play/toggle/flipper", async (page) => {
    const { words } = await hintMore(page);
    await hinted(page);
    assert.doesNotMatch(`${words} ${await page.locator(".feedback").textContent()}`, /\bwon\b/);
  }));

test("an average has no more decimal places than are read", () =>
  opened("/play/pebble/eight", async (page) => {
    await page.locator("[data-question=map]").click();
    await page.locator(".said").waitFor();
    assert.doesNotMatch(await page.locator(".said").innerText(), /\d\.\d{3}/);
  }));

test("a mistake in a game for two is told as players say it", () =>
  opened("/play/script/nim", async (page) => {
    await page.locator(".board .act").last().click();
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.locator("[data-question=judge]").click();
    await page.locator(".judgement .headline").waitFor();
    assert.doesNotMatch(await page.locator(".judgement .headline").innerText(), /what was not lost/);
  }));
