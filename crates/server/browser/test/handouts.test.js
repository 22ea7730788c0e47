// Hand-outs: several levels on a page, the rules once, boards in outlines, a head with a line for the name, solutions apart.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { addressOf, browser, onBoth, standBoth } from "./places.js";
import { api, mounted, visit } from "./stand.js";
import { accessible } from "./views.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { FamilyCard, ShippedLevel } from "../../page/types.js" */

standBoth();

/** What lies between the margins of a page, in CSS pixels. */
const AREAS = { A4: { width: 680, height: 1009 }, Letter: { width: 702, height: 942 } };
const FORMATS = /** @type {const} */ (["A4", "Letter"]);
const SOLUTIONS = "Solutions, on pages of their own";
const FIRST_STEPS = ["One Push", "Around the Corner", "Opposite Ways", "The Door", "Two Shelves", "Four Corners", "Two Alcoves", "Packing"];

/**
 * A page of a server that shows the view of a route.
 * @param {string} route
 * @param {(page: Page, address: string) => Promise<void>} act
 * @param {BrowserContextOptions} [options]
 */
function served(route, act, options) {
  const address = addressOf("a server");
  return visit(browser, `${address}#${route}`, async (page) => {
    await mounted(page);
    await act(page, address);
  }, options);
}

/**
 * Waits until everything is drawn.
 * @param {Page} page
 */
async function ready(page) {
  await page.locator(".print-state", { hasText: "ready to print." }).waitFor();
}

/**
 * Chooses how many levels a page has, and whether the solutions are printed.
 * @param {Page} page
 * @param {1 | 2 | 4 | 6} each
 * @param {boolean} [solved]
 */
async function choose(page, each, solved = false) {
  await page.getByLabel(SOLUTIONS).setChecked(solved);
  await page.getByLabel("Levels a page").selectOption(String(each));
  await ready(page);
}

/**
 * The number of printed pages.
 * @param {Page} page
 * @param {"A4" | "Letter"} format
 * @param {string} [name] of the file that is kept with SHOT
 */
async function printed(page, format, name) {
  const paper = await page.pdf({ preferCSSPageSize: true, format });
  if (process.env["SHOT"] && name) await writeFile(`${process.env["SHOT"]}-${name}.pdf`, paper);
  return Math.max(...[...paper.toString("latin1").matchAll(/\/Type \/Pages[^]*?\/Count (\d+)/g)].map(([, count]) => Number(count)));
}

/**
 * What of the hand-out reaches out of the box in which it belongs, as it is laid out on this paper.
 * @param {Page} page
 * @param {"A4" | "Letter" | "screen"} format
 */
async function overflows(page, format) {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  if (format !== "screen") {
    await page.setViewportSize(AREAS[format]);
    await page.emulateMedia({ media: "print" });
  }
  const found = await page.evaluate((isScreen) => {
    const reaches = (/** @type {Element} */ inner, /** @type {Element} */ outer) => {
      const [one, other] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      return one.left < other.left - 1 || one.right > other.right + 1 || one.top < other.top - 1 || one.bottom > other.bottom + 1;
    };
    const pages = [...document.querySelectorAll(".handout")].flatMap((sheet, index) => [...sheet.querySelectorAll("*:not(svg *)")].filter((part) => reaches(part, sheet)).map((part) => `page ${index + 1}: ${part.className}`));
    const cells = [...document.querySelectorAll(".handout-level")].flatMap((cell) => {
      const board = cell.querySelector(".board");
      const size = board?.getBoundingClientRect();
      const words = `${cell.querySelector("h3")?.textContent}: ${Math.round(size?.width ?? 0)} x ${Math.round(size?.height ?? 0)}`;
      if (!board || !size || size.height < (isScreen ? 20 : 60)) return [`${words} is small`];
      return [...cell.querySelectorAll("h3, p, li"), board].filter((part) => reaches(part, cell)).map((part) => `${words}: ${part.tagName}`);
    });
    return [...pages, ...cells];
  }, format === "screen");
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
  return found;
}

onBoth("eight levels at four a page are two pages, each level with its number and title, the rules once", "/print/sokoban/first-steps", async (page) => {
  await ready(page);
  assert.equal(await page.getByLabel("Levels a page").inputValue(), "2", "several levels are two a page");
  for (const [each, expected] of /** @type {[2 | 4 | 6, number][]} */ ([[2, 4], [4, 2], [6, 2]])) {
    await choose(page, each);
    await page.locator(".print-state", { hasText: `8 levels ready to print. ${expected} pages.` }).waitFor();
    for (const format of FORMATS) {
      assert.equal(await printed(page, format, `steps-${each}-${format}`), expected, `${each} a page of ${format}`);
      assert.deepEqual(await overflows(page, format), []);
    }
    assert.equal(await page.locator(".handout .rules").count(), 1);
    assert.equal(await page.locator(".handout").first().locator(".rules").count(), 1);
    assert.equal(await page.locator(".handout .legend").count(), 1);
    assert.equal(await page.locator(".handout .goal-words").innerText(), "Goal: every box stands on a goal.");
    const titles = await page.locator(".handout-level h3").allInnerTexts();
    assert.deepEqual(titles, FIRST_STEPS.map((title, index) => `${index + 1}. ${title}`));
  }
  assert.deepEqual(await page.locator(".handout-page").allInnerTexts(), ["Page 1 of 2", "Page 2 of 2"]);
}, { engines: false });

onBoth("the head of a hand-out has a title that can be changed, and a line for the name", "/print/sokoban/first-steps", async (page) => {
  await choose(page, 4);
  assert.match(await page.locator(".handout").first().innerText(), /^First steps\s+Name:\s+Date:/);
  assert.equal(await page.locator(".handout-name").count(), 1);
  await page.getByLabel("Title").fill("Boxes, Monday");
  assert.equal(await page.locator(".handout-head h2").innerText(), "Boxes, Monday");
  assert.match(await page.locator(".handout").last().innerText(), /Boxes, Monday/);
  await page.getByLabel("A line for the name").uncheck();
  await ready(page);
  assert.equal(await page.locator(".handout-name").count(), 0);
  assert.equal(await page.locator(".handout-head h2").innerText(), "Boxes, Monday");
}, { engines: false });

onBoth("walls are white inside outlines where ink is saved, and dark where not", "/print/sokoban/first-steps", async (page) => {
  await choose(page, 4);
  const fill = (/** @type {string} */ what) => page.locator(what).first().evaluate((part) => getComputedStyle(part).fill);
  assert.equal(await page.getByLabel("Outline style").isChecked(), true, "on where a page has several");
  assert.equal(await fill(".board .cell.block"), "rgb(255, 255, 255)");
  assert.equal(await page.locator(".board .contour").count(), 8);
  const greys = await page.locator(".board .sprite *").evaluateAll((all) => all.map((part) => getComputedStyle(part).fill).filter((colour) => colour.startsWith("rgb")));
  assert.ok(greys.length > 8 && greys.every((colour) => spread(colour) < 12), greys.join(" "));
  await page.getByLabel("Outline style").uncheck();
  await ready(page);
  assert.equal(await fill(".board .cell.block"), "rgb(92, 84, 76)");
  assert.equal(await page.locator(".board .contour").count(), 0);
  // What was chosen stays, whatever the number of levels on a page.
  await page.getByLabel("Levels a page").selectOption("1");
  await page.getByLabel("Levels a page").selectOption("6");
  await ready(page);
  assert.equal(await page.getByLabel("Outline style").isChecked(), false);
  assert.equal(await page.getByLabel("A line for the name").isChecked(), true);
}, { engines: false });

test("goals are seen below boxes and the player, too", () =>
  served(`/print/sokoban/~${deflateRawSync("######\n#+$* #\n#  $.#\n#. $ #\n######\n").toString("base64url")}`, async (page) => {
    await choose(page, 4);
    const frames = await page.locator(".board .goal-frame").evaluateAll((all) => all.map((frame) => [frame.getBoundingClientRect().width > 10, getComputedStyle(frame).strokeWidth].join(" ")));
    assert.deepEqual(frames.sort(), ["true 2.6px", "true 2.6px", "true 4px", "true 4px"]);
    assert.equal(await page.locator(".board .goal-mark").count(), 2);
  }));

/**
 * How far the parts of a colour lie apart: little in a grey.
 * @param {string} colour
 */
function spread(colour) {
  const parts = [...colour.matchAll(/\d+/g)].slice(0, 3).map(Number);
  return Math.max(...parts) - Math.min(...parts);
}

test("solutions are pages of their own at the end, each with its number, in words alone", () =>
  served("/print/sokoban/first-steps", async (page) => {
    await choose(page, 4, true);
    await page.locator(".print-state", { hasText: "2 pages and the solutions." }).waitFor();
    assert.deepEqual(await page.locator(".solved h3").allInnerTexts(), FIRST_STEPS.map((title, index) => `${index + 1}. ${title}`));
    assert.equal(await page.locator(".solutions .board").count(), 0);
    assert.match(await page.locator(".solved").nth(1).innerText(), /Found, proven best\s+6 moves/i);
    assert.match(await page.locator(".paper > :last-child").innerText(), /^Solutions: First steps/);
    assert.equal(await printed(page, "A4", "steps-solved"), 3);
    await choose(page, 1, true);
    assert.ok((await page.locator(".solutions .board").count()) >= 8, "pictures with one level a page");
  }));

test("a single level is a page as large as ever, without a line for the name unless it is wanted", () =>
  served("/print/sokoban/first-steps/3", async (page) => {
    await ready(page);
    assert.equal(await page.getByLabel("Levels a page").inputValue(), "1");
    for (const [label, expected] of /** @type {[string, boolean][]} */ ([["Outline style", false], ["A line for the name", false], ["Large type", true]])) {
      assert.equal(await page.getByLabel(label).isChecked(), expected, label);
    }
    assert.equal(await page.locator(".sheet:not(.solutions) .board").count(), 1);
    await page.getByLabel("A line for the name").check();
    await page.getByLabel("Outline style").check();
    await page.getByLabel(SOLUTIONS).uncheck();
    await ready(page);
    assert.equal(await page.locator(".sheet .handout-name").count(), 1);
    assert.equal(await page.locator(".sheet .contour").count(), 1);
    assert.equal(await printed(page, "Letter", "single"), 1);
  }));

test("a hand-out with levels of every family says the rules once a family", () =>
  served("/print/sokoban/first-steps", async (page, address) => {
    await ready(page);
    /** @type {{ levels: ShippedLevel[] }} */
    const { levels } = await api(address.replace(/\/$/, ""), "/levels");
    const families = [...new Set(levels.map(({ family }) => family))];
    const chosen = families.flatMap((family) => levels.filter((level) => level.family === family).slice(0, 2));
    await show(page, chosen, "Monday");
    await choose(page, 6);
    assert.deepEqual(await overflows(page, "A4"), []);
    assert.equal(await page.locator(".handout-family").count(), families.length);
    assert.equal(await page.locator(".handout-level").count(), chosen.length);
    assert.equal(await page.locator(".handout-head h2").innerText(), "Monday");
    const numbers = await page.locator(".handout-level h3").allInnerTexts();
    assert.deepEqual(numbers.map((words) => words.split(" ")[0]), chosen.map((_, index) => `${index + 1}.`));
    const pages = await page.locator(".handout").count();
    for (const format of FORMATS) assert.equal(await printed(page, format, `mixed-${format}`), pages, format);
    // Two families leave room for levels below their rules.
    await show(page, chosen.filter(({ family }) => families.indexOf(family) < 2), "Two kinds");
    await choose(page, 4);
    assert.equal(await page.locator(".handout").count(), 1);
    assert.match(await page.locator(".handout-level h3").first().innerText(), /^1\. \S.* \S/);
  }));

test("a goal of most levels, and rules of some, stand on the first page behind the numbers of these levels", () =>
  served("/print/toggle", async (page) => {
    await choose(page, 4);
    assert.equal(await page.locator(".handout-family .goal-words").innerText(), "Goal of levels 1, 3–4, 7: every light is off.");
    const own = await page.locator(".handout-level").evaluateAll((all) => all.filter((level) => level.querySelector(".goal-words")).map((level) => level.getAttribute("data-number")));
    assert.deepEqual(own, ["2", "5", "6"]);
    const rules = await page.locator(".handout .rules p").allInnerTexts();
    assert.deepEqual(rules.slice(0, 3).map((words) => words.slice(0, 32)), ["Levels 1–5, 7: Every cell is a l", "Level 6: Every cell shows a numb", "Bring the board from the start t"]);
  }));

/**
 * Mounts the view with these levels.
 * @param {Page} page
 * @param {ShippedLevel[]} levels
 * @param {string} heading
 */
async function show(page, levels, heading) {
  await page.evaluate(async ([levels, heading]) => {
    const { show } = await import(/** @type {string} */ ("/views/print.js"));
    // A module by itself has sprites of its own.
    await (await import(/** @type {string} */ ("/board/sprites.js"))).loadSprites();
    show(document.querySelector("main .view"), levels.map(({ title, name, family, text }) => ({ title: title ?? name, request: { family, level: text } })), heading);
  }, /** @type {[ShippedLevel[], string]} */ ([levels, heading]));
}

test("nothing is cut off: the shipped levels of every family at two, four and six a page", () =>
  served("/print/sokoban/first-steps", async (page, address) => {
    /** @type {{ families: FamilyCard[] }} */
    const { families } = await api(address.replace(/\/$/, ""), "/families");
    for (const { family } of families) {
      await page.goto(`${address}#/print/${family}`);
      await page.locator(`main[data-route="print/${family}"][aria-busy=false]`).waitFor();
      for (const each of /** @type {const} */ ([2, 4, 6])) {
        await choose(page, each);
        const pages = await page.locator(".handout").count();
        for (const format of FORMATS) {
          assert.equal(await printed(page, format, `${family}-${each}-${format}`), pages, `${family}, ${each} a page of ${format}`);
          assert.deepEqual(await overflows(page, format), [], `${family}, ${each} a page of ${format}`);
        }
        assert.equal(await page.locator(".handout-family").count(), 1, family);
      }
    }
  }));

test("on a phone the pages are shown smaller, and the view is accessible", () =>
  served("/print/lemmo", async (page) => {
    for (const each of /** @type {const} */ ([2, 6, 1])) {
      await choose(page, each);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${each} a page`);
      assert.deepEqual(await overflows(page, "screen"), []);
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await accessible(page);
      }
    }
    await page.emulateMedia({ forcedColors: "active" });
    await accessible(page);
    // Pages follow the window.
    await choose(page, 4);
    for (const width of [1200, 640]) {
      await page.setViewportSize({ width, height: 740 });
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      await page.waitForFunction((expected) => Math.abs((document.querySelector(".handout")?.getBoundingClientRect().width ?? 0) - expected) < 40, Math.min(794, width - 40));
    }
  }, { viewport: { width: 360, height: 740 } }));
