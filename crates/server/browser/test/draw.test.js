// Levels drawn in the editor: by mouse, by keys, by touch; every change goes into the text, and one undo serves both.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";
import { checked, FIRST, PUSH, rows, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

stand();

const LEVEL = ["#####", "#P..#", "#####"];
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

/**
 * The editor with a game whose level is being drawn.
 * @param {(page: Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {string} [text]
 */
const drawing = (act, options, text = `${PUSH}${LEVEL.join("\n")}\n`) =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, text);
    await page.getByRole("button", { name: "Draw" }).click();
    await act(page);
  }, options);

/**
 * The middle of a cell on the screen.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 */
async function middle(page, x, y) {
  const cell = page.locator(`.draw-cell[data-x="${x}"][data-y="${y}"]`);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  assert.ok(box, `a cell at ${x}, ${y}`);
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

/**
 * @param {Page} page
 * @param {string} words
 */
const choose = (page, words) => page.getByRole("radio", { name: words, exact: true }).click({ force: true });

test("the left button places, the right one removes, a stroke is one change; undo takes back what was drawn and typed", () =>
  drawing(async (page) => {
    await choose(page, "crate");
    await page.mouse.click(...(await middle(page, 2, 1)));
    assert.deepEqual(await rows(page), ["#####", "#P*.#", "#####"]);
    await checked(page);
    await page.mouse.click(...(await middle(page, 2, 1)), { button: "right" });
    assert.deepEqual(await rows(page), LEVEL);
    await page.mouse.move(...(await middle(page, 1, 0)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 2, 0)));
    await page.mouse.move(...(await middle(page, 3, 0)));
    await page.mouse.up();
    assert.deepEqual(await rows(page), ["#***#", "#P..#", "#####"]);
    // Typed after it was drawn.
    await page.locator("textarea").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("(typed)");
    await checked(page);
    await page.getByRole("button", { name: "Undo change" }).click();
    assert.doesNotMatch(await page.locator("textarea").inputValue(), /typed/);
    await page.getByRole("button", { name: "Undo change" }).click();
    assert.deepEqual(await rows(page), LEVEL, "the stroke at once");
    await page.getByRole("button", { name: "Redo change" }).click();
    assert.deepEqual(await rows(page), ["#***#", "#P..#", "#####"]);
    await page.locator(".draw-cell").first().focus();
    await page.keyboard.press("Control+z");
    assert.deepEqual(await rows(page), LEVEL);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await rows(page), ["#####", "#P*.#", "#####"]);
    assert.equal(await page.locator('.draw-cell[data-x="2"][data-y="1"]').getAttribute("aria-label"), "row 2, column 3: crate");
    await page.locator("textarea").press("Control+z");
    assert.deepEqual(await rows(page), LEVEL, "the field's own key");
  }));

test("by keys: arrows move over the cells, Space places, Delete removes, and it is said", () =>
  drawing(async (page) => {
    const said = (/** @type {string} */ words) => page.waitForFunction((words) => document.getElementById("announced")?.textContent?.trim() === words, words);
    const radio = page.getByRole("radio", { name: "wall" });
    await radio.focus();
    while (!(await page.getByRole("radio", { name: "crate" }).isChecked())) await page.keyboard.press("ArrowRight");
    await page.getByRole("gridcell", { name: "row 1, column 1: wall" }).focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "Space"]) await page.keyboard.press(key);
    await said("row 2, column 3: crate");
    assert.deepEqual(await rows(page), ["#####", "#P*.#", "#####"]);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "row 2, column 3: crate");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Delete");
    await said("row 1, column 3: empty");
    assert.deepEqual(await rows(page), ["##.##", "#P*.#", "#####"]);
    assert.equal(await page.getByRole("grid").getAttribute("aria-label"), "The level: 5 columns, 3 rows");
    assert.equal(await page.getByRole("row").count(), 3);
  }));

test("on touch a tap places what is chosen, and `remove` removes", () =>
  drawing(async (page) => {
    const cell = page.locator('.draw-cell[data-x="3"][data-y="1"]');
    await page.locator(".palette label", { hasText: "target" }).tap();
    await cell.tap();
    assert.deepEqual(await rows(page), ["#####", "#P.o#", "#####"]);
    await page.locator(".palette label", { hasText: "remove" }).tap();
    await cell.tap();
    assert.deepEqual(await rows(page), LEVEL);
    const sizes = await page.locator(".draw-cell, .palette label, .drawing button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => Math.min(width, height) < 24).length);
    assert.equal(sizes, 0, "targets of less than 24 pixels");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels wider than the screen`);
  }, PHONE));

test("rows and columns are added and removed at each side", () =>
  drawing(async (page) => {
    const press = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true }).click();
    await press("Add a row at the top");
    await press("Add a column at the left");
    assert.deepEqual(await rows(page), ["......", ".#####", ".#P..#", ".#####"]);
    await press("Add a row at the bottom");
    await press("Add a column at the right");
    assert.deepEqual(await rows(page), [".......", ".#####.", ".#P..#.", ".#####.", "......."]);
    await checked(page);
    assert.equal(await page.locator(".draw-cell").count(), 35);
    for (const name of ["Remove the row at the top", "Remove the column at the right", "Remove the row at the bottom", "Remove the column at the left"]) await press(name);
    assert.deepEqual(await rows(page), LEVEL);
    for (let time = 0; time < 4; time++) await press("Remove the row at the top");
    assert.deepEqual(await rows(page), ["#####"], "the last row stays");
  }));

test("a drawn level is solved, shared by a link, and opened again; the other levels stay", () =>
  drawing(async (page) => {
    await page.locator(".choices select").selectOption("2");
    await checked(page);
    await choose(page, "crate");
    await page.mouse.click(...(await middle(page, 2, 1)));
    await choose(page, "target");
    await page.mouse.click(...(await middle(page, 4, 1)));
    await checked(page);
    const text = await page.locator("textarea").inputValue();
    assert.equal(text, `${PUSH}${LEVEL.join("\n")}\n\nmessage on\n\n  ######\n  #P*.o#\n  ######\n`);
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    assert.equal(await page.locator(".preview .film input").getAttribute("max"), "2");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.locator(".check", { hasText: "The link is copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#\/edit\/.*\/2$/);
    await page.goto("about:blank");
    await page.goto(link);
    await checked(page);
    assert.equal(await page.locator("textarea").inputValue(), text);
    assert.equal(await page.locator(".choices select").inputValue(), "2");
    for (const made of [1, 2]) {
      await page.keyboard.press("ArrowRight");
      await page.locator(`.preview .status[data-moves="${made}"]`).waitFor();
    }
    await page.locator(".preview .status[data-state=won]").waitFor();
  }, {}, `${PUSH}${LEVEL.join("\n")}\n\nmessage on\n\n  ######\n  #P...#\n  ######\n`));

test("drawing goes on where a text is not valid for a moment, and follows what is typed above", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, "#####\n#@$.#\n#####\n");
    await page.getByRole("button", { name: "Draw" }).click();
    await choose(page, "box");
    await page.mouse.click(...(await middle(page, 1, 1)));
    await checked(page, "wrong");
    await choose(page, "wall");
    await page.mouse.click(...(await middle(page, 2, 1)));
    assert.deepEqual(await rows(page, 1), ["#####", "#$#.#", "#####"]);
    await page.locator("textarea").press("Control+Home");
    await page.keyboard.type("; above");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await checked(page, "wrong");
    await choose(page, "box");
    await page.mouse.click(...(await middle(page, 2, 1)));
    await choose(page, "player");
    await page.mouse.click(...(await middle(page, 1, 1)));
    await checked(page);
    assert.deepEqual(await rows(page, 3), ["#####", "#@$.#", "#####"]);
  }));

test("a level that is shown through a window is drawn whole", () =>
  drawing(async (page) => {
    assert.equal(await page.locator(".draw-cell").count(), 60);
    await choose(page, "wall");
    await page.mouse.click(...(await middle(page, 19, 2)));
    assert.deepEqual(await rows(page, FIRST + 1), ["P...................", "....................", "...................#"]);
    await page.getByRole("button", { name: "Draw" }).click();
    await checked(page);
    assert.equal(await page.locator(".preview .cell").count(), 15);
  }, {}, `flickscreen 5x5\n${PUSH}P...................\n....................\n....................\n`));

test("moves that win beside the text are written into it, and one undo takes them back", () =>
  opened("/edit/sokoban", async (page) => {
    const two = "; One\n\n#####\n#@$.#\n#####\n\n; Two\n\n######\n#@$ .#\n######\n";
    await write(page, two);
    await page.locator(".choices select").selectOption("2");
    await page.locator(".preview .cell").nth(17).waitFor();
    const keep = page.getByRole("button", { name: "Write into the text" });
    await page.getByRole("heading", { name: "Make a level" }).focus();
    for (const made of [1, 2]) {
      assert.ok(await keep.isHidden());
      await page.keyboard.press("ArrowRight");
      await page.locator(`.preview .status[data-moves="${made}"]`).waitFor();
    }
    await keep.click();
    await page.locator(".preview .status[data-state=won]").waitFor();
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, `${two}\nSolution (2 moves, 2 pushes)\nRR\n`);
    await page.locator("textarea").press("Control+z");
    assert.equal(await page.locator("textarea").inputValue(), two);
  }));
