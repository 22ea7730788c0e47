// What is taken along: pictures, films and strips of what is on screen, sheets to print, a hint button for a page of
// one's own; and the links that lead there.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { browser, mounted, opened, PATIENCE, serve, server, shipped, stand, watch } from "./stand.js";

/** @import { AddressInfo } from "node:net" */
/** @import { Page } from "playwright-core" */

stand();

/**
 * Saves what is on screen; the file's name and content.
 * @param {Page} page
 * @param {string} kind
 * @returns {Promise<[string, Buffer]>}
 */
async function saved(page, kind) {
  const downloading = page.waitForEvent("download");
  await page.locator(`[data-save=${kind}]`).click();
  const download = await downloading;
  const content = await readFile(await download.path());
  if (process.env["SHOT"]) await writeFile(`${process.env["SHOT"]}-${download.suggestedFilename()}`, content);
  return [download.suggestedFilename(), content];
}

/**
 * The size of an image as the browser decodes it, and how many colours it has.
 * @param {Page} page
 * @param {Buffer} content
 * @param {string} type
 */
const decoded = (page, content, type) =>
  page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return { width: canvas.width, height: canvas.height, colours: new Set(pixels).size };
  }, `data:${type};base64,${content.toString("base64")}`);

/**
 * The widths of the frames of a GIF.
 * @param {Page} page
 * @param {Buffer} film
 */
const widths = (page, film) =>
  page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await decoder.tracks.ready;
    const frameCount = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const sizes = [];
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) sizes.push((await decoder.decode({ frameIndex })).image.displayWidth);
    return sizes;
  }, film.toString("base64"));

test("the board on screen is saved as a picture", () =>
  opened("/play/pebble/seed", async (page) => {
    await page.locator(".save summary").click();
    assert.equal(await page.locator("[data-save=gif]").isVisible(), false);
    const [name, picture] = await saved(page, "png");
    assert.equal(name, "pebble-seed.png");
    const { width, height, colours } = await decoded(page, picture, "image/png");
    assert.ok(width > 200 && height > 200 && colours > 5, `${width} ${height} ${colours}`);
    const [, drawing] = await saved(page, "svg");
    const text = drawing.toString("utf8");
    assert.match(text, /<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(text, /class=|var\(|tabindex|data-act/);
    assert.ok((await decoded(page, drawing, "image/svg+xml")).colours > 5);
  }));

test("the film of an answer is saved as a GIF and as a strip", () =>
  opened("/play/pebble/easy", async (page) => {
    await page.locator("[data-question=solve]").click();
    await page.locator(".verdict").waitFor();
    await page.locator(".save summary").click();
    const frames = Number(await page.locator(".film input").getAttribute("max")) + 1;
    const [name, film] = await saved(page, "gif");
    assert.equal(name, "pebble-easy.gif");
    assert.equal(film.subarray(0, 6).toString("latin1"), "GIF89a");
    const shots = await widths(page, film);
    assert.equal(shots.length, frames);
    assert.ok(shots.every((width) => width > 100));
    assert.ok((await decoded(page, film, "image/gif")).colours > 5);
    const [strip, drawing] = await saved(page, "strip");
    assert.equal(strip, "pebble-easy-strip.svg");
    assert.ok((await decoded(page, drawing, "image/svg+xml")).colours > 5);
  }));

test("a game is saved as a film of one's own moves, from its first one on", () =>
  opened("/play/toggle/flipper", async (page) => {
    await page.locator(".save summary").click();
    assert.equal(await page.locator("[data-save=game]").isVisible(), false);
    await page.locator(".save summary").click();
    for (const [made, act] of ["5", "1"].entries()) {
      await page.locator(`.board .act[data-act="${act}"]`).last().click();
      await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
    }
    await page.locator(".save summary").click();
    assert.equal(await page.locator("[data-save=gif]").isVisible(), false);
    const [name, film] = await saved(page, "game");
    assert.equal(name, "toggle-flipper-game.gif");
    const shots = await widths(page, film);
    assert.equal(shots.length, 3);
    assert.ok(shots.every((width) => width > 100));
  }));

test("a sheet is printed with title, goal, rules and board, and the solution on a page of its own", () =>
  opened("/play/toggle/flipper", async (page) => {
    await page.locator(".save summary").click();
    await page.locator("[data-save=print]").click();
    await page.locator(".print-state", { hasText: "1 level ready to print." }).waitFor();
    assert.equal(await page.locator(".sheet .board").first().isVisible(), true);
    assert.match((await page.locator(".sheet").first().innerText()) ?? "", /Goal: every light is off/);
    assert.match((await page.locator(".solutions").innerText()) ?? "", /Found, proven best/);
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["header.bar", ".print-bar", ".foot"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    const paper = await page.pdf({ preferCSSPageSize: true, format: "A4" });
    if (process.env["SHOT"]) await writeFile(`${process.env["SHOT"]}-sheet.pdf`, paper);
    assert.equal(pages(paper), 2);
    const size = await page.locator(".sheet .rules").first().evaluate((words) => parseFloat(getComputedStyle(words).fontSize));
    assert.ok(size >= 20, `${size} pixels`);
  }));

test("the solution of a sheet says what quiet patterns mean", () =>
  opened("/print/toggle/lights-out-5x5", async (page) => {
    await page.locator(".print-state", { hasText: "1 level ready to print." }).waitFor();
    assert.match((await page.locator(".solved .words").innerText()) ?? "", /Rank 23, nullity 2: 2 independent quiet patterns, presses that together change nothing/);
  }));

test("all levels of a family are printed, those that are chosen", () =>
  opened("/print/toggle", async (page) => {
    const ready = (/** @type {string} */ count) => page.locator(".print-state", { hasText: `${count} ready to print.` }).waitFor();
    await page.getByLabel("Levels a page").selectOption("1");
    await ready("7 levels");
    assert.equal(await page.locator(".sheet:not(.solutions)").count(), 7);
    assert.equal(await page.locator(".solved").count(), 7);
    await page.getByLabel("Solutions, on pages of their own").uncheck();
    await page.getByRole("checkbox", { name: "King" }).uncheck();
    await ready("6 levels");
    await page.emulateMedia({ media: "print" });
    assert.equal(pages(await page.pdf({ preferCSSPageSize: true, format: "A4" })), 6);
  }));

test("large type is as large as a level fits one page, of A4 and of Letter", () =>
  opened("/print/pebble", async (page) => {
    await page.getByLabel("Levels a page").selectOption("1");
    await page.getByLabel("Solutions, on pages of their own").uncheck();
    await page.locator(".print-state", { hasText: "9 levels ready to print." }).waitFor();
    await page.emulateMedia({ media: "print" });
    for (const format of ["A4", "Letter"]) assert.equal(pages(await page.pdf({ preferCSSPageSize: true, format })), 9, format);
    const sizes = await page.locator(".sheet").evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
    assert.ok(sizes.every((size) => size > 16), `larger than 12 points: ${sizes}`);
  }));

test("the rules of a sheet name no sign that is not on its board, and its solution marks the starts that win", () =>
  opened("/print/lemmo/one-floor", async (page) => {
    await page.locator(".print-state", { hasText: "1 level ready to print." }).waitFor();
    const rules = (await page.locator(".rules").innerText()) ?? "";
    assert.ok(rules.includes("On a block it takes a step") && rules.includes("On a treasure box ($) it wins"), rules);
    assert.match((await page.locator(".solved figcaption").innerText()) ?? "", /^13 of 24 starts win \(ringed above the map\)/);
    assert.equal(await page.locator(".solved .board .ring").count(), 13);
  }));

/**
 * The number of pages of a PDF.
 * @param {Buffer} paper
 */
function pages(paper) {
  return Math.max(...[...paper.toString("latin1").matchAll(/\/Type \/Pages[^]*?\/Count (\d+)/g)].map(([, count]) => Number(count)));
}

test("every view links to the API, its description, hint.js and the example", () =>
  opened("/", async (page) => {
    for (const view of ["/", "/play/toggle/flipper", "/edit", "/world"]) {
      await page.evaluate((view) => (location.hash = `#${view}`), view);
      await page.locator("main[aria-busy=false] h1").first().waitFor();
      const links = await page.locator("footer a").evaluateAll((all) => all.map((one) => /** @type {HTMLAnchorElement} */ (one).href));
      for (const wanted of ["api/", "api/v1/openapi.json", "hint.js", "example/"]) assert.ok(links.includes(`${server.address}/${wanted}`), `${wanted} in ${view}`);
      for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    }
    await page.locator("footer a", { hasText: "Example game" }).click();
    await page.locator("#hint").click();
    await page.locator("#lamps .best").first().waitFor();
  }));

test("the snippet is that of the position shown when it is copied", () =>
  opened("/play/wall/five?v=1&r=rabbit", async (page) => {
    const text = page.locator(".snippet-text");
    await page.locator(".snippet summary").click();
    assert.match(await text.inputValue(), /data-moves="\[\]"/);
    await page.locator(".board").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.locator('.status[data-moves="1"]').waitFor();
    assert.match(await text.inputValue(), /data-moves="\[&quot;right&quot;\]"/);
    await page.locator(".roles [data-role=eel]").click();
    await page.locator(".status", { hasText: /^0 moves/ }).waitFor();
    assert.match(await text.inputValue(), /data-role="eel" data-moves="\[\]"/);
  }));

test("the snippet of a level is a hint button in a page elsewhere", async () => {
  let html = "";
  const elsewhere = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html));
  await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", () => resolve(undefined)));
  const origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (elsewhere.address()).port}`;
  const open = await serve("--allow-origin", origin);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = watch(page, [new URL(origin).host, new URL(open.address).host]);
  try {
    await page.goto(`${open.address}/#/play/toggle/flipper`);
    await mounted(page);
    await page.locator(".lab > summary").click();
    await page.locator(".snippet summary").click();
    const line = await page.locator(".snippet-text").inputValue();
    assert.doesNotMatch(line, /\n/);
    html = `<!doctype html><html lang="en"><head><title>Mine</title><link rel="icon" href="data:,"></head><body><main>${line}</main></body></html>`;
    await page.goto(origin);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("output", { hasText: "3 moves left at best. Best now: 1, 3, 4." }).waitFor();
    await page.evaluate(() => document.querySelector("button")?.setAttribute("data-moves", '["1", "3", "4"]'));
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("output", { hasText: "Nothing is left to do." }).waitFor();
    const text = await page.locator("button").evaluate((button) => /** @type {HTMLElement} */ (button).dataset["level"]);
    assert.equal(text, await shipped(open.address, "toggle", "flipper"));
    // Each family's own measure, and whether nothing is left to do or nothing helps.
    for (const [family, level, moves, said] of [
      ["lemmo", "#.#\n#$@\n", "[]", "Still solvable: 6 of 6 starts win."],
      ["lemmo", "#.#\n#$@\n", '["1 left"]', "Nothing is left to do."],
      ["lemmo", "#.#\n$#@\n", '["1 right"]', "It cannot be solved from here: "],
      ["wall", "042\n391\n", "[]", "Best play from here costs "],
    ]) {
      await page.evaluate((data) => {
        const button = document.querySelector("button");
        for (const [name, value] of Object.entries(data)) button?.setAttribute(`data-${name}`, value ?? "");
        document.querySelector("output")?.replaceChildren();
      }, { family, level, moves });
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator("output", { hasText: said }).waitFor();
    }
    assert.deepEqual(faults, []);
  } finally {
    await page.close();
    await open.stop();
    elsewhere.close();
  }
});
