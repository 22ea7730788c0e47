// The marks of a hint cover neither the numbers of positions nor one another, and numbers cover no letters: on the boards of
// every family, on a desktop and on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, hintMore, opened, server, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Position, ShippedLevel } from "../../page/types.js" */
/** @typedef {{ what: string, cx: number, cy: number, r: number, inner?: number }} Disc a mark, with its hole where it is a ring */
/** @typedef {{ words: string, kind: "name" | "text", left: number, right: number, top: number, bottom: number }} Box the ink of a text */

const SIZES = { "on a desktop": {}, "on a phone": { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } } };
const LEVELS = [
  ["pebble", "seed"],
  ["pebble", "easy"],
  ["pebble", "petersen"],
  ["pebble", "fifteen"],
  ["toggle", "torus"],
  ["lemmo", "seed"],
  ["wall", "five"],
  ["bunny", "hook"],
  ["sokoban", "first-steps#4"],
  ["puzzlescript", "push#2"],
  ["script", "wolf-goat-cabbage"],
];
/** The last kind of hint, which names the best moves. */
const LAST = 4;
/** What two things may share, in the units of the board: less than a pixel of most screens. */
const SLACK = 0.5;

stand();

for (const [size, options] of Object.entries(SIZES)) {
  for (const [family = "", name = ""] of LEVELS) {
    test(`${family} ${name} ${size}: the marks of its hints cover no number, and none another`, () =>
      opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
        const numbers = page.getByLabel("Numbers of positions");
        if (await numbers.isVisible()) await numbers.check();
        for (let step = 0; step < LAST; ) {
          ({ step } = await hintMore(page));
          await namesAreUppermost(page);
          const { discs, texts } = await drawn(page);
          assert.deepEqual(meetings(discs), []);
          assert.deepEqual(coverings(discs, texts), []);
        }
      }, options));
  }
}

test("no number of a position covers a letter, on every shipped level that has numbers", async () => {
  /** @type {{ levels: ShippedLevel[] }} */
  const { levels } = await api(server.address, "/levels");
  let numbered = 0;
  for (const { family, name, text } of levels) {
    /** @type {Position} */
    const { picture } = await api(server.address, "/play", { family, level: text, moves: [] });
    if (!picture.names?.length) continue;
    await opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
      for (const letters of [false, true]) {
        await page.getByLabel("Numbers of positions").check();
        await page.getByLabel("Letters instead of pictures").setChecked(letters);
        const { texts } = await drawn(page);
        const names = texts.filter(({ kind }) => kind === "name");
        const covered = names.flatMap((name) => texts.filter((text) => text !== name && overlap(name, text)).map((text) => `${name.words} on ${text.words}`));
        assert.deepEqual(covered, [], name);
        numbered += names.length;
      }
    });
  }
  assert.ok(numbered > 100, `${numbered} numbers`);
});

/**
 * No mark is drawn after a number.
 * @param {Page} page
 */
async function namesAreUppermost(page) {
  const above = await page.locator(".board").evaluate((board) => {
    const names = [...board.querySelectorAll(".name")];
    const marks = [...board.querySelectorAll(".mark, .hinted *")];
    return marks.filter((mark) => names.some((name) => name.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING)).length;
  });
  assert.equal(above, 0);
}

/**
 * The rings and stars of the best moves, and the ink of texts that they could cover.
 * @param {Page} page
 * @returns {Promise<{ discs: Disc[], texts: Box[] }>}
 */
function drawn(page) {
  return page.locator(".board").evaluate((board) => {
    const discs = [...board.querySelectorAll(".hinted circle")].map((circle) => {
      const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(circle.getAttribute(name)));
      const half = circle.matches(".ring") ? parseFloat(getComputedStyle(circle).strokeWidth) / 2 : 0;
      return { what: half ? "ring" : "star", cx: cx ?? 0, cy: cy ?? 0, r: (r ?? 0) + half, ...(half ? { inner: (r ?? 0) - half } : {}) };
    });
    const texts = [.../** @type {NodeListOf<SVGTextElement>} */ (board.querySelectorAll("text"))].filter((text) => !text.closest(".hinted")).map((text) => {
      const { x, width } = text.getBBox();
      const [base, size] = [Number(text.getAttribute("y")), Number(text.getAttribute("font-size"))];
      const kind = /** @type {"name" | "text"} */ (text.matches(".name") ? "name" : "text");
      // Digits and capitals stand on the line and are three quarters of the size high.
      return { words: text.textContent ?? "", kind, left: x, right: x + width, top: base - size * 0.75, bottom: base };
    });
    return { discs, texts };
  });
}

/**
 * The marks that lie on one another, but for a star on its own ring.
 * @param {Disc[]} discs
 */
function meetings(discs) {
  return discs.flatMap((one, index) =>
    discs.slice(index + 1).flatMap((other) => {
      const far = Math.hypot(one.cx - other.cx, one.cy - other.cy);
      const own = one.what !== other.what && far < 20;
      return !own && far < one.r + other.r - SLACK ? [`${one.what} at ${one.cx}, ${one.cy} and ${other.what} at ${other.cx}, ${other.cy}`] : [];
    }),
  );
}

/**
 * The texts that marks cover: a name lies above every ring, which may pass below it, but no star may lie there.
 * @param {Disc[]} discs
 * @param {Box[]} texts
 */
function coverings(discs, texts) {
  return discs.flatMap((disc) => texts.filter((text) => (disc.what === "star" || text.kind === "text") && covers(disc, text)).map(({ words }) => `${disc.what} on ${words}`));
}

/**
 * @param {Disc} disc
 * @param {Box} box
 */
function covers({ cx, cy, r, inner = 0 }, { left, right, top, bottom }) {
  const nearest = Math.hypot(Math.max(left - cx, 0, cx - right), Math.max(top - cy, 0, cy - bottom));
  const farthest = Math.hypot(Math.max(cx - left, right - cx), Math.max(cy - top, bottom - cy));
  return nearest < r - SLACK && farthest > inner + SLACK;
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
}
