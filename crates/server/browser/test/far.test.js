// Boards on which a click leads far, and the strip of tiles of a program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */

stand();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/**
 * A square of the board, counted from 0.
 * @param {Page} page
 * @param {number} row
 * @param {number} column
 */
const square = (page, row, column) => page.locator(`.board [data-at="${column},${row}"]`).first();

test("a click on a far square walks there, a box is taken to a square, and pushes are counted", () =>
  opened("/edit/sokoban", async (page) => {
    await page.locator("textarea").fill("########\n#@     #\n#  $   #\n#    . #\n########\n");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".table").waitFor();
    await square(page, 3, 1).click();
    await page.locator('.status[data-moves="2"]').waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator('.status[data-moves="1"]').waitFor();
    await square(page, 2, 3).click();
    assert.equal(await page.locator(".carried").count(), 1);
    await square(page, 3, 5).click();
    await page.locator(".status[data-state=won]").waitFor();
    assert.match((await page.locator(".status").textContent()) ?? "", /Solved/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".status[data-state=open]").waitFor();
    assert.match((await page.locator(".status").textContent()) ?? "", /, 2 pushes\./);
  }));

test("a box is drawn to its square with the mouse, and a click after that is a click", () =>
  opened("/edit/sokoban", async (page) => {
    await page.locator("textarea").fill("########\n#@     #\n#  $   #\n#    . #\n########\n");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".table").waitFor();
    await square(page, 2, 3).hover();
    await page.mouse.down();
    await square(page, 2, 4).hover();
    await page.locator(".carried").waitFor({ state: "attached" });
    await square(page, 2, 5).hover();
    await page.mouse.up();
    await page.locator(".status", { hasText: "2 pushes" }).waitFor();
    assert.equal(await page.locator(".carried").count(), 0);
    const moves = Number(await page.locator(".status").getAttribute("data-moves"));
    await square(page, 2, 3).click();
    await page.locator(`.status[data-moves="${moves - 1}"], .status[data-moves="${moves + 1}"]`).waitFor();
  }));

test("a wall is no place to walk to", () =>
  opened("/play/sokoban/first-steps%231", async (page) => {
    await square(page, 0, 0).click();
    await page.waitForTimeout(200);
    assert.equal(await page.locator(".status").getAttribute("data-moves"), "0");
    assert.ok(await page.locator(".feedback").isHidden());
  }));

test("on a phone a program is put together from tiles below the board, and runs there", () =>
  opened("/play/bunny/bunny-03", async (page) => {
    const strip = page.locator(".program-strip");
    const put = async (/** @type {string} */ name) => strip.getByRole("button", { name: `Put in ${name}`, exact: true }).tap();
    assert.equal(await strip.getByRole("button", { name: "Run" }).getAttribute("aria-disabled"), "true");
    await put("a loop");
    await put("hop forward");
    await put("turn right");
    await page.locator('.status[data-moves="2"]').waitFor();
    assert.equal(await page.locator(".composed code").textContent(), "LOOP{F R}");
    // Before the turn another hop goes in: behind the first one.
    await strip.locator(".tiles-row .tile", { hasText: "F" }).tap();
    await put("hop forward");
    await page.locator('.status[data-moves="3"]').waitFor();
    assert.equal(await page.locator(".composed code").textContent(), "LOOP{F F R}");
    const [board, run] = [await page.locator(".board").boundingBox(), await strip.getByRole("button", { name: "Run" }).boundingBox()];
    assert.ok(board && run && board.y >= 0 && run.y + run.height <= 740, JSON.stringify([board, run]));
    await strip.getByRole("button", { name: "Run" }).tap();
    await page.locator(".status[data-state=won]").waitFor();
    assert.ok(await strip.isHidden());
  }, PHONE));

test("tiles are drawn to another place and out of the program, taken out by a key, and a loop has its count", () =>
  opened("/play/bunny/bunny-02", async (page) => {
    const strip = page.locator(".program-strip");
    const code = page.locator(".composed code");
    const tile = (/** @type {number} */ index) => strip.locator(`.tiles-row .tile[data-index="${index}"]`);
    const put = (/** @type {string} */ name) => strip.getByRole("button", { name: `Put in ${name}`, exact: true }).click();
    const reads = (/** @type {string} */ text) => page.waitForFunction((text) => document.querySelector(".composed code")?.textContent === text, text);
    await put("hop forward");
    await put("turn left");
    await put("turn right");
    await reads("F L R");
    const [from, to] = [await tile(2).boundingBox(), await tile(0).boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 3, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await reads("R F L");
    const out = await tile(1).boundingBox();
    assert.ok(out);
    await page.mouse.move(out.x + out.width / 2, out.y + out.height / 2);
    await page.mouse.down();
    await page.mouse.move(out.x, out.y - 250, { steps: 5 });
    await page.mouse.up();
    await reads("R L");
    await strip.locator(".tiles-row").press("End");
    await strip.locator(".tiles-row").press("Backspace");
    await reads("R");
    await put("a loop");
    await put("hop forward");
    await strip.getByLabel("How often").selectOption("3 times");
    await reads("R LOOP(3){F}");
    await page.getByRole("button", { name: "Undo" }).click();
    await reads("R LOOP{F}");
    assert.ok(await code.count());
  }));
