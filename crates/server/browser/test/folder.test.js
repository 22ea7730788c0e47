// Every view, beside a server and as files on a plain host, in a browser of today and in the oldest that is meant: no file is
// missing, nothing is said on the console, a move can be made, sheets are sheets, and nothing is wider than a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { host, SITE } from "./host.js";
import { grownOld } from "./older.js";
import { browser, onBoth, standBoth } from "./places.js";
import { hinted, mounted, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */

standBoth();

const packed = (/** @type {string} */ text) => `~${deflateRawSync(text).toString("base64url")}`;
/** Two levels in one text. */
const TWO = "Title: One\n#####\n#@$.#\n#####\n\nTitle: Two\n######\n#@ $.#\n######\n";
/** A level of 30 by 20 places, with its goal in the last corner but one. */
const WIDE = ["#".repeat(30), `#@$${" ".repeat(26)}#`, ...Array(16).fill(`#${" ".repeat(28)}#`), `#${" ".repeat(27)}.#`, "#".repeat(30)].join("\n");

/** A set of levels of two families. */
const SET = packed(JSON.stringify({ menagerie: 1, set: "Week 3", asks: "name", levels: [{ family: "sokoban", title: "One", text: TWO.split("\n\n")[0] }, { family: "wall", title: "Two", text: "042\n391\n" }] }));

/** What is done in a view before it counts as shown. @type {Record<string, (page: Page) => Promise<unknown>>} */
const SHOWN = {
  "": (page) => page.locator(".thumb .board").first().waitFor(),
  play: (page) => page.locator(".table .board .cell, .table .board .piece").first().waitFor({ state: "attached" }),
  levels: (page) => page.locator(".thumb .board").first().waitFor(),
  set: (page) => page.locator(".thumb .board, .table .board .cell, .paper .board .cell").first().waitFor({ state: "attached" }),
  edit: (page) => page.locator(".editor[data-checked=yes]").waitFor(),
  print: (page) => page.locator(".print-state", { hasText: "ready to print" }).waitFor(),
};

/** Every view that needs no server, with a level of every family. */
const ROUTES = [
  "/",
  "/play/toggle/flipper",
  "/play/lemmo/seed",
  "/play/wall/serpent",
  "/play/pebble/seed",
  "/play/bunny/bunny-04",
  "/play/sokoban/first-steps%234",
  "/play/puzzlescript/garden",
  `/play/sokoban/${packed(TWO)}/2`,
  `/levels/sokoban/${packed(TWO)}`,
  "/edit/toggle",
  "/edit/sokoban/first-steps%232",
  "/edit/puzzlescript/magnet",
  `/edit/sokoban/${packed(TWO)}/2`,
  "/print/wall",
  `/print/sokoban/${packed(TWO)}`,
  "/sets",
  `/set/${SET}`,
  `/set/${SET}/2`,
  `/set/${SET}/print`,
  "/results",
];

/** What the worker of the page keeps would be read as it is. */
const UNCACHED = { serviceWorkers: /** @type {"block"} */ ("block") };

/**
 * Goes through every view in one page.
 * @param {Page} page
 */
async function everyView(page) {
  for (const route of ROUTES) {
    await page.evaluate((route) => {
      document.querySelector("main")?.setAttribute("aria-busy", "true");
      location.hash = `#${route}`;
    }, route === "/" ? "/?again" : route);
    await mounted(page);
    assert.equal(await page.locator(".failure").count(), 0, route);
    await SHOWN[route.split("/")[1] ?? ""]?.(page);
  }
}

onBoth("every view is shown", "/", everyView);

onBoth("an older browser shows every view, plays, and opens and makes links", "/", async (page, address) => {
  await grownOld(page);
  await page.goto("about:blank");
  await page.goto(`${address}#/`);
  await mounted(page);
  assert.equal(await page.evaluate(() => "DecompressionStream" in globalThis || "toReversed" in Array.prototype), false);
  assert.equal(await page.locator(".refusal").count(), 0, "nothing that is needed is missing");
  await everyView(page);
  await page.goto(`${address}#/play/toggle/flipper`);
  await mounted(page);
  await page.locator('.board .act[data-act="5"]').last().click();
  await page.locator('.status[data-moves="1"]').waitFor();
  await page.locator("[data-key=u]").click();
  await page.locator('.status[data-moves="0"]').waitFor();
  await hinted(page);
  await page.locator("[data-key=r]").click();
  await page.locator('.status[data-moves="1"]').waitFor();
  const copied = page.evaluate(() => new Promise((resolve) => (navigator.clipboard.writeText = async (/** @type {string} */ text) => resolve(text))));
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = String(await copied);
  await page.goto("about:blank");
  await page.goto(link);
  await mounted(page);
  await page.locator('.status[data-moves="1"]').waitFor();
  await page.getByRole("link", { name: "Edit this level" }).click();
  await page.locator(".editor[data-checked=yes]").waitFor();
  await page.locator("textarea").press("Control+End");
  await page.keyboard.type("\n# an older one's, ä\n");
  await page.locator(".editor[data-checked=yes] .check[data-state=valid]").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator(".table .board").waitFor();
  assert.match(page.url(), /#\/play\/toggle\/~/);
  const played = page.url();
  await page.goBack();
  await page.locator(".editor textarea").waitFor();
  assert.match(await page.locator("textarea").inputValue(), /an older one's, ä/);
  // A link that is cut off says so here, too.
  await page.goto(played.slice(0, -6));
  await page.locator(".failure", { hasText: "part of it is missing" }).waitFor();
}, UNCACHED);

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  onBoth(`an older browser has the colours of buttons, cards and panels: ${colorScheme}`, "/", async (page, address) => {
    const look = () => page.evaluate(() => ["body", "button", ".cards .card", "h1", ".jump", ".card.day"].map((one) => {
      const { backgroundColor, borderTopColor, color } = getComputedStyle(document.querySelector(one) ?? document.documentElement);
      return [one, backgroundColor, borderTopColor, color].join(" ");
    }));
    const today = await look();
    assert.match(today.join("\n"), /\.cards \.card rgb\((255, 255, 255|31, 33, 37)\) rgb\((226, 222, 212|53, 56, 62)\)/);
    await grownOld(page);
    await page.goto("about:blank");
    await page.goto(`${address}#/`);
    await mounted(page);
    assert.deepEqual(await look(), today);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    assert.match((await look()).join("\n"), /\.card rgb\(31, 33, 37\) rgb\(53, 56, 62\)/);
  }, { colorScheme, engines: false, ...UNCACHED });
}

onBoth("a browser that is too old is told what it lacks, in one sentence", "/", async (page, address) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, "findLast");
    // It does not ask for the type of a worker.
    globalThis.Worker = /** @type {any} */ (class {
      postMessage() {}
      terminate() {}
    });
  });
  await page.goto("about:blank");
  await page.goto(`${address}#/`);
  const sentence = await page.locator(".refusal").textContent();
  assert.equal(sentence, "This browser lacks what the page needs: Array.prototype.findLast, workers that are modules. Safari 15.4, Chrome 97, Firefox 114 and newer ones have it.");
}, { engines: false });

onBoth("sheets are a page for each level, without the bar and the buttons", "/print/toggle", async (page) => {
  await page.getByLabel("Levels a page").selectOption("1");
  await page.locator(".print-state", { hasText: "7 levels ready to print." }).waitFor();
  await page.getByLabel("Solutions, on pages of their own").uncheck();
  await page.locator(".print-state", { hasText: "7 levels ready to print." }).waitFor();
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".bar", ".print-bar"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  const paper = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
  assert.equal(Math.max(...[...paper.matchAll(/\/Type \/Pages[^]*?\/Count (\d+)/g)].map(([, count]) => Number(count))), 7);
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/**
 * Asserts that the page does not scroll to the side.
 * @param {Page} page
 */
async function fits(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${over} pixels wider than the screen`);
}

onBoth("where directions play, a board of 30 by 20 is seen whole on a phone, before and after a move, and in the editor", `/play/sokoban/${packed(WIDE)}`, async (page, address) => {
  const whole = async (/** @type {string} */ board) => {
    const box = await page.locator(board).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    await fits(page);
  };
  await whole(".table .board");
  await page.locator('.pad [data-way="right"]').click();
  await page.locator('.status[data-moves="1"]').waitFor();
  await whole(".table .board");
  await page.goto(`${address}#/edit/sokoban/${packed(WIDE)}`);
  await page.locator(".editor[data-checked=yes]").waitFor();
  await whole(".editor .board");
  await page.getByRole("button", { name: "Draw" }).click();
  await page.locator(".draw-cell").first().waitFor();
  await fits(page);
}, PHONE);

onBoth("where places are touched, a wide board scrolls inside its frame, and the page does not", "/play/lemmo/turnstile", async (page) => {
  await page.locator(".board .act").first().waitFor();
  await fits(page);
  const frame = page.locator(".table .board-frame");
  const [wide, seen] = await frame.evaluate((frame) => [frame.scrollWidth, frame.clientWidth]);
  assert.ok(Number(wide) > Number(seen) && Number(seen) <= 360, `${wide} in ${seen}`);
  const last = page.locator(".board .act").last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await page.locator('.status[data-moves="1"]').waitFor();
  await fits(page);
}, PHONE);

test("every file that the page's worker keeps, and that the document names, is in the folder", async () => {
  const site = await host(SITE, false);
  try {
    await visit(browser, `${site.address}#/`, async (page) => {
      await mounted(page);
      const named = await page.evaluate(async () => {
        const said = JSON.parse(document.querySelector("meta[name=menagerie]")?.getAttribute("content") ?? "{}");
        const worker = await (await fetch("sw.js")).text();
        const { files } = JSON.parse(/self\.site = (.*);\n/.exec(worker)?.[1] ?? "{}");
        const links = [...document.querySelectorAll("link, script")].map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? "");
        return [...files, ...links, ...Object.values(said.files), ...Object.values(said.starts)];
      });
      assert.ok(named.length > 40, String(named.length));
      for (const file of new Set(named)) if (!file.startsWith("engines")) assert.equal((await fetch(site.address + file)).status, 200, file);
    });
  } finally {
    await site.stop();
  }
});
