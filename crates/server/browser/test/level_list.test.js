// The levels of a text as small pictures: moved, repeated, removed, each as one change of the text; and what is proven of them
// written into it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";
import { checked, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

stand();

/**
 * A level in which a box stands so many squares before its goal.
 * @param {string} name
 * @param {number} floor
 */
function level(name, floor) {
  const wall = "#".repeat(floor + 5);
  return `; ${name}\n${wall}\n#@$${" ".repeat(floor)}.#\n${wall}\n`;
}

const FILE = [level("One", 0), level("Two", 1), level("Three", 2)].join("\n");

/**
 * The editor with three levels and their list open.
 * @param {(page: Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
const listed = (act, options) =>
  opened("/edit/sokoban", async (page) => {
    await write(page, FILE);
    await page.locator(".level-list summary").click();
    await page.locator(".level-cards li").nth(2).waitFor();
    await act(page);
  }, options);

const titles = (/** @type {Page} */ page) => page.locator(".level-cards .go span").allTextContents();
const text = (/** @type {Page} */ page) => page.locator(".editor textarea").inputValue();

/**
 * Waits until the list shows these titles.
 * @param {Page} page
 * @param {string[]} wanted
 */
async function shows(page, wanted) {
  const words = wanted.map((title, index) => `${index + 1}. ${title}`);
  await page.waitForFunction((words) => [...document.querySelectorAll(".level-cards .go span")].map((one) => one.textContent).join() === words.join(), words);
  assert.deepEqual(await titles(page), words);
}

test("levels are moved, repeated and removed, and one undo takes each back", () =>
  listed(async (page) => {
    assert.equal(await page.locator(".level-list summary").textContent(), "All 3 levels: move, repeat, remove");
    await page.locator(".level-cards").scrollIntoViewIfNeeded();
    await page.locator(".level-cards .thumb svg").first().waitFor();
    await page.getByRole("button", { name: "Move level 1 forth" }).click();
    await shows(page, ["Two", "One", "Three"]);
    assert.equal(await text(page), [level("Two", 1), level("One", 0), level("Three", 2)].join("\n"));
    // The focus goes on with the level, so that it is moved on by the same key.
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move level 2 forth");
    await page.keyboard.press("Enter");
    await shows(page, ["Two", "Three", "One"]);
    await page.getByRole("button", { name: "Repeat level 1" }).click();
    await shows(page, ["Two", "Two", "Three", "One"]);
    await page.getByRole("button", { name: "Remove level 4" }).click();
    await shows(page, ["Two", "Two", "Three"]);
    const field = page.locator(".editor textarea");
    for (const before of [["Two", "Two", "Three", "One"], ["Two", "Three", "One"], ["Two", "One", "Three"], ["One", "Two", "Three"]]) {
      await field.press("Control+z");
      await shows(page, before);
    }
    assert.equal(await text(page), FILE);
  }));

test("a picture is dragged to another place, and a click goes to its level", () =>
  listed(async (page) => {
    await page.locator(".level-cards li").nth(2).dragTo(page.locator(".level-cards li").nth(0));
    await shows(page, ["Three", "One", "Two"]);
    await page.locator(".level-cards .go").nth(2).click();
    await checked(page);
    assert.equal(await page.locator(".chip[aria-current=true]").getAttribute("data-number"), "3");
  }));

test("what is proven of all levels is written into the text", () =>
  listed(async (page) => {
    await page.locator(".chip[data-state=proven]").nth(2).waitFor();
    await page.getByRole("button", { name: "Write pars and solutions" }).click();
    await page.locator(".tools .help", { hasText: "3 levels state what is proven." }).waitFor();
    const now = await text(page);
    assert.deepEqual(now.match(/^; Par: \d+$/gm), ["; Par: 1", "; Par: 2", "; Par: 3"]);
    assert.deepEqual(now.match(/^R+$/gm), ["R", "RR", "RRR"]);
    await checked(page);
    await page.locator(".editor textarea").press("Control+z");
    await page.waitForFunction((file) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".editor textarea")).value === file, FILE);
  }));

test("a text of one level gets a second one, and levels that cannot be moved say why", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, level("One", 0));
    await page.locator(".level-list summary").click();
    await page.getByRole("button", { name: "Repeat level 1" }).click();
    await shows(page, ["One", "One"]);
    const xml = "<SokobanLevels><LevelCollection><Level Id='a'><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>";
    await write(page, xml);
    await page.getByRole("button", { name: "Repeat level 1" }).click();
    await page.locator(".level-list [role=status]", { hasText: ".slc" }).waitFor();
    assert.equal(await text(page), xml);
  }));
