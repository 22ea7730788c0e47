// What those who do not see the board are told: names of places, the board line by line, what a move changed; goal and
// rules; and for those who point at a move, what it would change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, opened, server, shipped, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Position } from "../../page/types.js" */

stand();

/**
 * Opens a level and gives the position that the API tells.
 * @param {string} family
 * @param {string} name
 * @param {(page: Page, position: Position) => Promise<void>} act
 */
async function at(family, name, act) {
  const level = await shipped(server.address, family, name);
  /** @type {Position} */
  const { sides: [side] = [] } = await api(server.address, "/play", { family, level, moves: [] });
  /** @type {Position} */
  const position = await api(server.address, "/play", { family, level, moves: [], ...(side ? { role: side.role } : {}) });
  await opened(`/play/${family}/${name}`, (page) => act(page, position));
}

const LEVELS = [["toggle", "flipper"], ["lemmo", "seed"], ["wall", "serpent"], ["pebble", "petersen"], ["bunny", "bunny-04"], ["script", "sokoban"]];
for (const [family = "", name = ""] of LEVELS) {
  test(`${family} ${name} says its board as the API does`, () =>
    at(family, name, async (page, { board, goal, rules, picture }) => {
      const text = (/** @type {{ name: string, words: string }} */ { name, words }) => (name ? `${name}: ${words}` : words);
      await page.locator(".in-words summary").click();
      assert.deepEqual(await page.locator(".lines li").allTextContents(), board.lines.map(text));
      const labels = await page.locator(".board [aria-label]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
      for (const { name, words } of board.places) {
        assert.ok(labels.some((label) => label.startsWith(`${name}: ${words}`)), `${name}: ${words} among ${labels.slice(0, 5).join("; ")}`);
      }
      assert.equal(await page.locator(".goal-words").textContent(), `Goal: ${goal}`);
      assert.equal(await page.locator(".rules p").first().textContent(), rules);
      assert.equal(await page.locator(".legend li").count(), picture.legend.length);
    }));
}

test("a move is announced with the lines that it changed", () =>
  at("toggle", "lights-out-5x5", async (page) => {
    await page.locator('.board [data-act="1"]').click();
    await page.locator('.status[data-moves="1"]').waitFor();
    const announced = (await page.locator("#announced").textContent()) ?? "";
    assert.match(announced, /^1 move\. .*row 1: .*row 2: /);
    assert.doesNotMatch(announced, /row 3: /);
  }));

test("pointing at a move and focusing it marks what it changes", () =>
  at("toggle", "flipper", async (page, { changes }) => {
    const marks = page.locator(".board .changed rect");
    assert.equal(await marks.count(), 0);
    for (const [move, places] of Object.entries(changes ?? {})) {
      await page.locator(`.board [data-act="${move}"]`).hover();
      await page.locator(`.board .changed[data-move="${move}"]`).waitFor();
      assert.equal(await marks.count(), places.length, move);
    }
    await page.locator("h1").hover();
    await marks.first().waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.locator('.board .changed[data-move="1"]').waitFor();
    const described = await page.locator('.board [data-act="1"]').getAttribute("aria-description");
    assert.match(described ?? "", /^flips row 1, column 1; flips row 1, column 2/);
  }));
