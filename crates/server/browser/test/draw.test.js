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
    await listen(page);
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
const choose = (page, words) => page.getByRole("radio", { name: words, exact: true }).evaluate((radio) => /** @type {HTMLInputElement} */ (radio).click());

/**
 * Waits until something was said to those who do not see the board, whatever is said afterwards.
 * @param {Page} page
 * @param {string} words
 */
const said = (page, words) => page.waitForFunction((words) => /** @type {any} */ (window).allSaid.includes(words), words);

/**
 * Keeps all that is said from now on.
 * @param {Page} page
 */
const listen = (page) =>
  page.evaluate(() => {
    /** @type {string[]} */
    const all = (/** @type {any} */ (window).allSaid = []);
    const region = document.getElementById("announced");
    if (region) new MutationObserver((changes) => all.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent?.trim() ?? "")))).observe(region, { childList: true });
  });

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
    const radio = page.getByRole("radio", { name: "wall" });
    await radio.focus();
    while (!(await page.getByRole("radio", { name: "crate" }).isChecked())) await page.keyboard.press("ArrowRight");
    await page.getByRole("gridcell", { name: "row 1, column 1: wall" }).focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "Space"]) await page.keyboard.press(key);
    await said(page, "row 2, column 3: crate");
    assert.deepEqual(await rows(page), ["#####", "#P*.#", "#####"]);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "row 2, column 3: crate");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Delete");
    await said(page, "row 1, column 3: empty");
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
    await page.locator(".several select").selectOption("2");
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
    assert.equal(await page.locator(".walkthrough .film input").getAttribute("max"), "2");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.locator(".check", { hasText: "The link is copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#\/edit\/.*\/2$/);
    await page.goto("about:blank");
    await page.goto(link);
    await checked(page);
    assert.equal(await page.locator("textarea").inputValue(), text);
    assert.equal(await page.locator(".several select").inputValue(), "2");
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
    await page.locator(".several select").selectOption("2");
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

/**
 * The editor with a level of a family that is being drawn.
 * @param {string} family
 * @param {string} text
 * @param {(page: Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
const drawingOf = (family, text, act, options) =>
  opened(`/edit/${family}`, async (page) => {
    await write(page, text);
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    await listen(page);
    await act(page);
  }, options);

/** @param {Page} page */
const value = (page) => page.locator("textarea").inputValue();

/**
 * Drags the mouse over cells.
 * @param {Page} page
 * @param {...[number, number]} cells
 */
async function drag(page, ...cells) {
  for (const [index, [x, y]] of cells.entries()) {
    await page.mouse.move(...(await middle(page, x, y)));
    if (!index) await page.mouse.down();
  }
  await page.mouse.up();
}

const ROOM = "#######\n#@ $  #\n# .   #\n#     #\n#######\n";

test("Sokoban is drawn by its pictures; a second player moves the first, and pieces keep what they stand on", () =>
  drawingOf("sokoban", ROOM, async (page) => {
    const porter = page.locator(".canvas [data-sprite=porter]");
    assert.equal(await porter.count(), 1);
    assert.equal(await page.locator(".canvas [data-sprite=crate]").count(), 1);
    assert.equal(await page.locator(".canvas text").count(), 0, "no letters");
    await choose(page, "player");
    await page.mouse.click(...(await middle(page, 2, 2)));
    assert.deepEqual(await rows(page, 1), ["#######", "#  $  #", "# +   #", "#     #", "#######"]);
    assert.equal(await porter.count(), 1);
    await checked(page);
    await page.mouse.click(...(await middle(page, 4, 3)));
    assert.deepEqual(await rows(page, 1), ["#######", "#  $  #", "# .   #", "#   @ #", "#######"]);
    await choose(page, "box");
    await page.mouse.click(...(await middle(page, 2, 2)));
    assert.equal((await rows(page, 1))[2], "# *   #");
    for (let time = 0; time < 3; time++) await page.getByRole("button", { name: "Undo change" }).click();
    assert.equal(await value(page), ROOM, "what moved is one change with what was placed");
  }));

test("lines, rectangles and fillings are one change each", () =>
  drawingOf("sokoban", ROOM, async (page) => {
    await choose(page, "wall");
    await choose(page, "Line");
    await drag(page, [2, 3], [3, 3], [4, 3]);
    assert.equal((await rows(page, 1))[3], "# ### #");
    await page.getByRole("button", { name: "Undo change" }).click();
    await choose(page, "Rectangle");
    await choose(page, "goal");
    await drag(page, [1, 1], [5, 3]);
    assert.deepEqual(await rows(page, 1), ["#######", "#+.*..#", "#..  .#", "#.....#", "#######"]);
    await page.getByRole("button", { name: "Undo change" }).click();
    await choose(page, "Fill");
    await page.mouse.click(...(await middle(page, 5, 3)));
    assert.deepEqual(await rows(page, 1), ["#######", "#@ $..#", "#.....#", "#.....#", "#######"], "the cell between player and box is an area of its own");
    await page.getByRole("button", { name: "Undo change" }).click();
    assert.equal(await value(page), ROOM);
  }));

test("what is selected is dragged, copied, mirrored and turned", () =>
  drawingOf("sokoban", ROOM, async (page) => {
    await choose(page, "Select");
    await drag(page, [1, 1], [3, 2]);
    assert.equal(await page.locator('.draw-cell[aria-selected="true"]').count(), 6);
    await page.getByRole("button", { name: "Mirror ↔" }).click();
    assert.deepEqual((await rows(page, 1)).slice(1, 3), ["#$ @  #", "# .   #"]);
    await drag(page, [2, 1], [4, 2]);
    assert.deepEqual((await rows(page, 1)).slice(1, 4), ["#     #", "#  $ @#", "#   . #"]);
    await page.locator(".actions button", { hasText: "Turn" }).click();
    await said(page, "Turned right by a quarter.");
    await page.getByRole("button", { name: "Undo change" }).click();
    await page.getByRole("button", { name: "Undo change" }).click();
    await page.getByRole("button", { name: "Undo change" }).click();
    assert.equal(await value(page), ROOM);
    // Without a selection the whole level is turned.
    await page.locator(".draw-cell").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".actions button", { hasText: "Turn" }).click();
    assert.deepEqual(await rows(page, 1), ["#####", "#  @#", "# . #", "#  $#", "#   #", "#   #", "#####"]);
    await checked(page);
  }));

test("everything is done by keys: entries, tools, selecting, copying", () =>
  drawingOf("sokoban", ROOM, async (page) => {
    await page.locator('.draw-cell[data-x="1"][data-y="1"]').focus();
    await page.keyboard.press("2");
    await said(page, "Place: wall");
    await page.keyboard.press("r");
    await said(page, "Tool: Rectangle");
    for (const key of ["ArrowDown", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown"]) await page.keyboard.press(key);
    await said(page, "Selected: rows 3 to 4, columns 3 to 5");
    await page.keyboard.press("Space");
    await said(page, "6 cells: wall");
    assert.deepEqual((await rows(page, 1)).slice(2, 4), ["# ### #", "# ### #"]);
    await page.keyboard.press("Control+c");
    await said(page, "Copied: 3 columns, 2 rows");
    await page.keyboard.press("Delete");
    await said(page, "6 cells: empty");
    await page.keyboard.press("Escape");
    await said(page, "Nothing is selected.");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+v");
    await said(page, "Placed at row 4, column 6");
    assert.deepEqual((await rows(page, 1)).slice(2, 4), ["#     #", "#    ##"]);
    for (let time = 0; time < 3; time++) await page.keyboard.press("Control+z");
    assert.equal(await value(page), ROOM);
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await page.keyboard.press("3");
    await page.keyboard.press("Space");
    assert.deepEqual((await rows(page, 1))[3], "#.....#");
  }));

test("on touch a finger draws with a tool, and two fingers, or one with the view's tool, move the view", () =>
  drawing(async (page) => {
    await page.locator(".palette label", { hasText: "crate" }).tap();
    const [[x, y], [z]] = [await middle(page, 2, 1), await middle(page, 3, 1)];
    const touch = await page.context().newCDPSession(page);
    const send = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{ x: number, y: number, id?: number }[]} */ touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", [{ x, y }]);
    await send("touchMove", [{ x: (x + z) / 2, y }]);
    await send("touchMove", [{ x: z, y }]);
    await send("touchEnd", []);
    assert.deepEqual(await rows(page), ["#####", "#P**#", "#####"]);
    await page.getByRole("button", { name: "Undo change" }).click();
    assert.deepEqual(await rows(page), LEVEL, "one change");
    const [a, b] = await middle(page, 2, 1);
    const before = await page.evaluate(() => scrollY);
    const both = (/** @type {number} */ by) => [{ x: a, y: b + by, id: 1 }, { x: a + 40, y: b + by, id: 2 }];
    await send("touchStart", both(0).slice(0, 1));
    await send("touchStart", both(0));
    for (const by of [15, 30, 45]) await send("touchMove", both(by));
    await send("touchEnd", []);
    assert.deepEqual(await rows(page), LEVEL, "nothing is drawn");
    // Up: below there may be nothing yet.
    await page.waitForFunction((before) => scrollY < before, before);
    await page.locator(".palette label", { hasText: "Move the view" }).tap();
    assert.equal(await page.locator(".canvas").evaluate((canvas) => getComputedStyle(canvas).touchAction), "auto");
    await page.locator('.draw-cell[data-x="3"][data-y="1"]').tap();
    assert.deepEqual(await rows(page), LEVEL);
  }, PHONE));

test("cells of a TOML string are drawn, and resized with the size that the text states", () =>
  drawingOf("toggle", 'title = "T"\nboard = "2x3"\nmoves = "plus"\nstart = "100010"\n', async (page) => {
    await choose(page, "on (1)");
    await page.mouse.click(...(await middle(page, 2, 1)));
    assert.match(await value(page), /start = "100011"\n$/);
    await page.getByRole("button", { name: "Add a row at the bottom" }).click();
    await page.getByRole("button", { name: "Add a column at the left" }).click();
    assert.equal(await value(page), 'title = "T"\nboard = "3x4"\nmoves = "plus"\nstart = "010000110000"\n');
    await checked(page);
    assert.equal(await page.locator(".draw-cell").count(), 12);
  }));

test("tiles change places, and a fixed size is said", () =>
  drawingOf("pebble", 'board = "grid 2x2"\nplates = "123-"\npebbles = "12-3"\n', async (page) => {
    await choose(page, "hole");
    await page.mouse.click(...(await middle(page, 0, 0)));
    assert.match(await value(page), /pebbles = "-213"/);
    await checked(page);
    assert.ok(await page.getByText("The number of rows and columns does not change here").isVisible());
    assert.ok(await page.getByRole("button", { name: "Add a row at the top" }).isHidden());
  }));

test("a level that cannot be drawn says why", () =>
  opened("/edit/pebble/petersen", async (page) => {
    await page.locator(".editor[data-checked=yes]").waitFor();
    assert.equal(await page.locator(".undrawn").textContent(), "The positions of this board are not a grid: write the pebbles into the text, in the order of the positions.");
    assert.ok(await page.getByRole("button", { name: "Draw", exact: true }).isHidden());
  }));

for (const [family, name, cells] of /** @type {const} */ ([["bunny", "bunny-03", 0], ["lemmo", "seed", 0], ["wall", "five", 25], ["script", "sokoban", 42], ["script", "peg-solitaire", 49]])) {
  test(`${family} ${name} is drawn`, () =>
    opened(`/edit/${family}/${name}`, async (page) => {
      await page.locator(".editor[data-checked=yes]").waitFor();
      await page.getByRole("button", { name: "Draw", exact: true }).click();
      const count = await page.locator(".draw-cell").count();
      assert.ok(cells ? count === cells : count > 8, `${count} cells`);
      assert.ok((await page.locator(".canvas .drawn .cell").count()) > 4, "drawn as boards show it");
      const before = await value(page);
      await page.locator(".draw-cell").first().click();
      const after = await value(page);
      assert.equal(after.length, before.length);
      await page.locator(".draw-cell").first().press("Control+z");
      assert.equal(await value(page), before);
    }));
}

test("the pixels of an object are drawn with its colours, and the level shows them", () =>
  drawing(async (page) => {
    const subject = page.getByLabel("Drawn:");
    await subject.selectOption("target");
    await page.locator('.draw-cell[data-x="4"][data-y="4"]').waitFor();
    assert.equal(await page.locator(".draw-cell").count(), 25);
    assert.deepEqual(await page.locator(".palette:not(.tools) .entry span:not([aria-hidden])").allTextContents(), ["transparent", "darkblue"]);
    await page.getByRole("radio", { name: "darkblue" }).click({ force: true });
    await page.locator('.draw-cell[data-x="0"][data-y="0"]').click();
    await checked(page);
    const now = await page.locator("textarea").inputValue();
    assert.ok(now.includes("darkblue\n0....\n.000."), now);
    await page.getByRole("button", { name: "Undo change" }).click();
    assert.ok((await page.locator("textarea").inputValue()).includes("darkblue\n.....\n.000."));
    await subject.selectOption("the level");
    await page.locator('.draw-cell[aria-label$="player"]').waitFor();
    assert.equal(await page.locator(".draw-cell").count(), 15);
  }));

test("squares on which a box reaches no goal are marked while a level is drawn", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, "######\n#@   #\n# $ .#\n#    #\n######\n");
    await page.getByRole("button", { name: "Draw" }).click();
    await page.locator(".cell-note").first().waitFor();
    assert.equal(await page.locator(".cell-note").count(), 9);
    assert.match((await page.locator('.draw-cell[data-x="3"][data-y="1"]').getAttribute("aria-label")) ?? "", /empty; a box here reaches no goal$/);
    await page.getByText("× a box here reaches no goal").waitFor();
    await choose(page, "wall");
    await page.locator('.draw-cell[data-x="4"][data-y="3"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".cell-note").length === 8);
  }));
