// Sprites: pieces are drawn as pictures, as letters on request, and as letters where there are no pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { api, browser, mounted, opened, server, shipped, stand, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Picture } from "../../page/types.js" */

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOT = process.env["SHOT"];

stand();

/**
 * @param {string} family
 * @param {string} name
 * @param {(page: Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
function at(family, name, act, options) {
  return opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
    await act(page);
    if (SHOT) await page.screenshot({ path: `${SHOT}-${family}-${options?.colorScheme ?? "light"}.png` });
  }, options);
}

/** @param {Page} page the names that a screen reader finds on the board */
function names(page) {
  return page.locator(".board-figure [aria-label]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
}

test("the sheet of sprites is one file that browsers keep", async () => {
  const sheet = await fetch(`${server.address}/sprites.svg`);
  assert.equal(sheet.headers.get("content-type"), "image/svg+xml");
  assert.match(await sheet.text(), /<symbol id="sprite-crate"/);
  const again = await fetch(`${server.address}/sprites.svg`, { headers: { "If-None-Match": sheet.headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);
});

for (const [family, name, sprite] of /** @type {[string, string, string][]} */ ([
  ["sokoban", "first-steps#5", "crate"],
  ["bunny", "bunny-04", "bunny"],
  ["script", "hanoi", "disk5"],
  ["script", "wolf-goat-cabbage", "wolf"],
  ["pebble", "seed", "pebble"],
  ["pebble", "eight", "tile"],
])) {
  test(`${family} ${name} shows a ${sprite}, letters on request, and the same words`, () =>
    at(family, name, async (page) => {
      const drawn = page.locator(`.board-figure [data-sprite=${sprite}]`);
      await drawn.first().waitFor();
      const words = await names(page);
      const count = await page.locator(".board-figure .piece").count();
      const box = page.getByLabel("Letters instead of pictures").first();
      await box.check();
      assert.equal(await drawn.count(), 0);
      assert.ok((await page.locator(".board-figure .piece > circle.cell").count()) === count && (await page.locator(".board-figure .piece .letter").count()) > 0);
      assert.deepEqual(await names(page), words, "what is read out does not change");
      await page.reload();
      await mounted(page);
      assert.equal(await drawn.count(), 0, "the choice stays");
      await page.getByLabel("Letters instead of pictures").first().uncheck();
      assert.ok((await drawn.count()) > 0);
    }));
}

test("the page draws each piece as the API names it", () =>
  at("pebble", "eight", async (page) => {
    const level = await shipped(server.address, "pebble", "eight");
    /** @type {{ picture: Picture }} */
    const { picture } = await api(server.address, "/play", { family: "pebble", level });
    const ids = picture.frames[0]?.pieces.flatMap(({ sprite }) => (sprite ? [sprite] : [])) ?? [];
    const drawn = await page.locator(".table .board-figure, .board-figure").first().locator("[data-sprite]").evaluateAll((all) => all.map((one) => one.getAttribute("data-sprite")));
    assert.deepEqual(drawn, ids);
    const letters = await page.locator(".board-figure .piece .letter").allTextContents();
    assert.ok(letters.includes("8"), "tiles bear their numbers");
  }));

test("a bunny turns where it looks", () =>
  at("bunny", "bunny-04", async (page) => {
    const turn = () => page.locator(".board-figure [data-sprite=bunny]").first().getAttribute("transform");
    assert.doesNotMatch((await turn()) ?? "", /rotate|-1/);
    await page.locator("[data-question=solve]").first().click();
    await page.locator(".verdict").waitFor();
    const slider = page.getByLabel("Step", { exact: true });
    const last = Number(await slider.getAttribute("max"));
    const turns = new Set();
    for (let step = 0; step <= last; step++) {
      await slider.fill(String(step));
      turns.add(/rotate\(-?90\)|scale\(-1 1\)/.exec((await turn()) ?? "")?.[0] ?? "right");
    }
    assert.ok(turns.size >= 3, [...turns].join());
  }));

test("without the sheet there are letters", () =>
  at("sokoban", "first-steps#5", async (page) => {
    await page.route("**/sprites-*.svg", (route) => route.fulfill({ status: 200, contentType: "image/svg+xml", body: "<svg/>" }));
    await page.reload();
    await mounted(page);
    await page.locator(".board-figure .piece .letter").first().waitFor();
    assert.equal(await page.locator("[data-sprite]").count(), 0);
  }));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing on boards with sprites, ${colorScheme}`, () =>
    at("sokoban", "first-steps#5", async (page) => {
      await page.locator(".board-figure [data-sprite=porter]").first().waitFor();
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        // @ts-ignore put there above
        const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
        return violations.map((/** @type {{ id: string }} */ { id }) => id);
      });
      assert.deepEqual(found, []);
    }, { colorScheme }));
}

test("animals of a world are drawn as their sprites, and named in the legend as before", () =>
  visit(browser, `${server.address}/#/world/farmyard`, async (page) => {
    await page.locator(".world-legend li").first().waitFor();
    assert.equal(await page.locator(".world-legend .sprite-icon").count(), 4);
    assert.match((await page.locator(".world-legend").textContent()) ?? "", /fox/);
    if (SHOT) await page.waitForTimeout(1500).then(() => page.screenshot({ path: `${SHOT}-farmyard.png` }));
  }));
