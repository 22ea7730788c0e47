// Tiles: pixels in colours of their own, drawn in place of cells. The modules of the page draw pictures that are made here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server, stand, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Cell, Frame, Overlay, Picture, PlacedTile, Tile } from "../../page/types.js" */

const SHOT = process.env["SHOT"];

stand();

/** @type {Tile} */
const WALL = { words: "wall", letter: "#", width: 5, height: 5, colours: ["#493c2b", "#a46422"], pixels: ["00010", "11111", "01000", "11111", "00010"] };
/** @type {Tile} */
const FLOOR = { words: "floor", letter: "", width: 2, height: 2, colours: ["#2f8f2f", "#3faf3f"], pixels: ["01", "11"] };
/** A tile of which a pixel is transparent, and one has a colour that is none. @type {Tile} */
const PLAYER = { words: "player", letter: "P", width: 5, height: 1, colours: ["#112233", "url(#a)", "#ffaa00"], pixels: ["0.122"] };

/**
 * @param {number} column
 * @param {string | null} [act]
 * @returns {Cell}
 */
function cell(column, act = null) {
  return { at: [column, 0], shape: "square", role: "piece3", label: "label", act };
}

/**
 * A picture of one row; what stands in `tiles` is the tile on each cell.
 * @param {number[]} tiles
 * @param {Partial<Frame>} [more]
 * @returns {Picture}
 */
function row(tiles, more = {}) {
  /** @type {PlacedTile[]} */
  const placed = tiles.flatMap((tile, column) => (tile < 0 ? [] : [[column, 0, tile]]));
  const cells = tiles.map((_, column) => cell(column, column === 1 ? "go" : null));
  return { title: "A row", description: "", legend: [], frames: [{ caption: "", cells, edges: [], pieces: [], overlays: [], tiles: placed, ...more }], tiles: [WALL, FLOOR, PLAYER] };
}

/**
 * A page on which `__board` shows what is put into it.
 * @param {(page: Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
function drawing(act, options) {
  return visit(browser, `${server.address}/#/`, async (page) => {
    await page.evaluate(async () => {
      const { Board } = await import(/** @type {string} */ ("/board/board.js"));
      const { legendOf } = await import(/** @type {string} */ ("/board/legend.js"));
      const list = document.createElement("ul");
      list.className = "legend";
      /** @type {string[]} */
      const played = [];
      const board = new Board((/** @type {string} */ move) => played.push(move));
      document.body.replaceChildren(board.element, list);
      const show = (/** @type {Picture} */ picture, options = {}) => {
        board.show(picture, 0, { legal: ["go"], ...options });
        list.replaceChildren(...legendOf(picture));
      };
      Object.assign(globalThis, { show, played });
    });
    await act(page);
  }, options);
}

/**
 * @param {Page} page
 * @param {Picture} picture
 * @param {object} [options]
 */
function show(page, picture, options) {
  // @ts-ignore put there above
  return page.evaluate(([picture, options]) => globalThis.show(picture, options), [picture, options]);
}

/**
 * The colours of the pixels of a screenshot, inside of its edges.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
async function colours(page) {
  const shot = await page.locator(".tiles").screenshot(SHOT ? { path: `${SHOT}-tiles.png` } : {});
  return page.evaluate(async (source) => {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(2, 2, image.width - 4, image.height - 4) ?? { data: [] };
    const found = new Set();
    for (let at = 0; at < data.length; at += 4) found.add([data[at], data[at + 1], data[at + 2]].map((part) => Number(part).toString(16).padStart(2, "0")).join(""));
    return [...found];
  }, `data:image/png;base64,${shot.toString("base64")}`);
}

test("a tile is defined once, and drawn in place of each cell on which it lies", () =>
  drawing(async (page) => {
    await show(page, row([0, 1, 0, -1]));
    assert.equal(await page.locator(".board symbol").count(), 2, "the tile that lies nowhere is not defined");
    assert.equal(await page.locator(".board use").count(), 3);
    const path = page.locator(".board symbol").first().locator("path");
    assert.deepEqual(await path.evaluateAll((all) => all.map((one) => [one.getAttribute("fill"), one.getAttribute("d")])), [
      ["#493c2b", "M0 0h3v1h-3zM4 0h1v1h-1zM0 2h1v1h-1zM2 2h3v1h-3zM0 4h3v1h-3zM4 4h1v1h-1z"],
      ["#a46422", "M3 0h1v1h-1zM0 1h5v1h-5zM1 2h1v1h-1zM0 3h5v1h-5zM3 4h1v1h-1z"],
    ]);
    assert.deepEqual(await page.locator(".board text").allTextContents(), ["label"], "of the cell without a tile alone");
    assert.equal(await page.locator(".board .piece3").count(), 1);
    assert.deepEqual(await page.locator(".legend li").allTextContents(), ["wall", "floor"]);
    assert.equal(await page.locator(".legend .tile-icon path").count(), 4);
  }));

test("what is no colour, and what is transparent, is not drawn", () =>
  drawing(async (page) => {
    await show(page, row([2]));
    const fills = await page.locator(".board symbol path").evaluateAll((all) => all.map((one) => [one.getAttribute("fill"), one.getAttribute("d")]));
    assert.deepEqual(fills, [["#112233", "M0 0h1v1h-1z"], ["#ffaa00", "M3 0h2v1h-2z"]]);
  }));

test("what stays from one frame to the next is not drawn anew", () =>
  drawing(async (page) => {
    await show(page, row([0, 2, 1, 1]));
    const marked = await page.locator(".board use, .board symbol").evaluateAll((all) => all.map((one) => one.setAttribute("data-before", one.getAttribute("href") ?? "")).length);
    const moved = row([1, 1, 0, 1]);
    // The same tiles in another order.
    moved.tiles = [FLOOR, WALL, PLAYER];
    moved.frames[0]?.tiles?.splice(0, 4, [0, 0, 1], [1, 0, 0], [2, 0, 2], [3, 0, 0]);
    await show(page, moved);
    const kept = await page.locator(".board [data-before]").count();
    assert.equal(kept, marked, "every element is one of before");
    const changed = await page.locator(".board use").evaluateAll((all) => all.map((one) => one.getAttribute("href") !== one.getAttribute("data-before")));
    assert.deepEqual(changed, [false, true, true, false]);
    await show(page, row([0]));
    assert.deepEqual([await page.locator(".board use").count(), await page.locator(".board symbol").count()], [1, 1]);
  }));

test("the cell under a tile is clicked, named and reached by keys", () =>
  drawing(async (page) => {
    const places = [{ at: [1, 0], name: "row 1, column 2", words: "floor" }, { at: [0, 0], name: "row 1, column 1", words: "wall" }];
    await show(page, row([0, 1, 0]), { places });
    await page.getByRole("button", { name: "row 1, column 2: floor, move go" }).click();
    assert.ok(await page.getByRole("img", { name: "row 1, column 1: wall" }).count());
    await page.locator(".board [role=button]").focus();
    await page.keyboard.press("Enter");
    // @ts-ignore put there above
    assert.deepEqual(await page.evaluate(() => globalThis.played), ["go", "go"]);
  }));

test("marks on tiles have a seam", () =>
  drawing(async (page) => {
    /** @type {Overlay[]} */
    const overlays = [{ kind: "square", at: [0, 0], label: "1" }, { kind: "heat", at: [1, 0], value: 3 }, { kind: "ring", at: [2, 0], label: "" }, { kind: "path", points: [[0, 0], [2, 0]] }];
    await show(page, row([0, 1, 0], { overlays }), { look: [[2, 0]] });
    assert.equal(await page.locator(".board .seam").count(), 5);
    assert.equal(await page.locator(".board rect.highlight").count(), 1, "what is said with a mark is on a badge");
    await show(page, row([-1, -1, -1], { overlays }), { look: [[2, 0]] });
    assert.equal(await page.locator(".board .seam").count(), 2);
  }));

for (const width of [301, 500, 777]) {
  test(`no page shows between tiles on a screen ${width} pixels wide`, () =>
    drawing(async (page) => {
      const placed = /** @type {PlacedTile[]} */ (Array.from({ length: 80 }, (_, index) => [index % 10, Math.floor(index / 10), index % 2]));
      await show(page, row([0], { cells: [], tiles: placed }));
      assert.deepEqual((await colours(page)).sort(), ["2f8f2f", "3faf3f", "493c2b", "a46422"]);
    }, { viewport: { width, height: 800 }, deviceScaleFactor: width === 777 ? 1.25 : 1 }));
}

test("a board with tiles is saved as a picture with its colours", () =>
  drawing(async (page) => {
    await show(page, row([0, 1, 2]));
    const found = await page.evaluate(async () => {
      const { svgFile, imageOf } = await import(/** @type {string} */ ("/board/image.js"));
      const image = await imageOf(svgFile(document.querySelector(".board")));
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const at = (/** @type {number} */ x) => [...(context?.getImageData(x, 9, 1, 1).data ?? [])].slice(0, 3);
      return [at(10), at(50), at(90)];
    });
    assert.deepEqual(found, [[0x49, 0x3c, 0x2b], [0x2f, 0x8f, 0x2f], [0x11, 0x22, 0x33]]);
  }));

test("whoever wants letters instead of pictures gets them on the average colour", () =>
  drawing(async (page) => {
    await page.evaluate(() => localStorage.setItem("menagerie.letters", "on"));
    await show(page, row([0, 2]));
    const drawn = await page.locator(".board symbol").evaluateAll((all) => all.map((one) => [one.querySelector("rect")?.getAttribute("fill"), one.textContent]));
    assert.deepEqual(drawn, [["rgb(120,81,38)", "#"], ["rgb(176,125,17)", "P"]]);
  }));

test("a legend explains the first tiles of many, and says how many more there are", () =>
  drawing(async (page) => {
    const picture = row([0]);
    picture.tiles = Array.from({ length: 30 }, (_, index) => ({ ...WALL, words: `tile ${index}` }));
    picture.frames[0]?.tiles?.push(.../** @type {PlacedTile[]} */ (Array.from({ length: 29 }, (_, index) => [index + 1, 0, index + 1])));
    await show(page, picture);
    const entries = await page.locator(".legend li").allTextContents();
    assert.deepEqual([entries.length, entries[23], entries[24]], [25, "tile 23", "… and 6 more"]);
    assert.equal(await page.locator(".board symbol").count(), 1, "tiles that look the same are one");
  }));
