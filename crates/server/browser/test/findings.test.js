// What people met who tried the page, and must not meet again; what has tests of its own elsewhere is not repeated here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";
import { drop, write } from "./writing.js";

stand();

const LEVEL = "#######\n#@ $ .#\n#######\n";
const COLLECTION = Array.from({ length: 9 }, (_, index) => `${LEVEL}Title: Number ${index + 1}\n`).join("\n");
const TOGGLE = 'board = "1x2"\nmoves = ["11"]\nstart = "11"\n';

for (const [name, options] of /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([["wide", {}], ["on a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }]])) {
  test(`the links that edit the levels of a file lie on no card, ${name}`, () =>
    opened("/", async (page) => {
      await drop(page, "walks.xsb", COLLECTION);
      await page.locator(".cards .new").nth(8).waitFor();
      const covered = await page.evaluate(() => {
        const boxes = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const cards = boxes(".cards .card");
        return boxes(".cards .new").filter((link) => cards.some((card) => link.top < card.bottom && link.bottom > card.top && link.left < card.right && link.right > card.left)).length;
      });
      assert.equal(covered, 0);
    }, options));
}

test("beside a Sokoban level stand its moves and its pushes", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, LEVEL);
    await page.locator(".truth-line", { hasText: "3 moves" }).waitFor();
    await page.locator(".findings li", { hasText: "2 pushes" }).waitFor();
  }));

test("an empty level between two lines is said once, at its line", () =>
  opened("/edit/toggle", async (page) => {
    await write(page, `${TOGGLE}---\n${TOGGLE}---\n`, "wrong");
    assert.deepEqual(await page.locator(".problem").allTextContents(), ["9:1 an empty level; expected a level before and after each line '---'"]);
  }));

test("a text that is not valid is refused once", () =>
  opened("/edit/toggle", async (page) => {
    await write(page, TOGGLE);
    let refused = 0;
    page.on("response", (response) => (refused += response.url().endsWith("/levels") && response.status() === 422 ? 1 : 0));
    await write(page, `${TOGGLE}what\n`, "wrong");
    assert.equal(refused, 1);
  }));
