// Playing at once: by the arrow keys without looking for the board, by swipes, by the pad; a board that stays in view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, browser, mounted, opened, server, shipped, stand, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Answer, ShippedLevel } from "../../page/types.js" */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
/** Windows that are low: a phone on its side, and 1280 × 800 at 200 %. */
const LOW = [{ width: 740, height: 360 }, { width: 640, height: 400 }];
const SOKOBAN = "sokoban/first-steps%231";
const KEYS = new Map([["left", "ArrowLeft"], ["right", "ArrowRight"], ["up", "ArrowUp"], ["down", "ArrowDown"]]);
const WAYS = new Map([["left", [-60, 0]], ["right", [60, 0]], ["up", [0, -60]], ["down", [0, 60]]]);

stand();

/**
 * The best moves of a shipped level.
 * @param {string} family
 * @param {string} name
 */
async function solution(family, name) {
  const level = await shipped(server.address, family, name);
  /** @type {Answer} */
  const { answer } = await api(server.address, "/ask", { family, level, question: "solve" });
  return /** @type {string[]} */ (answer?.["solution"] ?? []);
}

/**
 * Plays a level with one movement of the hand for each of its best moves.
 * @param {string} path
 * @param {[string, string]} level
 * @param {(page: Page, move: string) => Promise<void>} hand
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function solve(path, [family, name], hand, options) {
  const moves = await solution(family, name);
  assert.ok(moves.length > 0 && moves.every((move) => KEYS.has(move)), moves.join());
  await opened(`/play/${path}`, async (page) => {
    for (const [made, move] of moves.entries()) {
      await hand(page, move);
      await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
    }
    await page.locator(".status[data-state=won]").waitFor();
  }, options);
}

const LEVELS = /** @type {[string, [string, string]][]} */ ([[SOKOBAN, ["sokoban", "first-steps#1"]], ["script/sokoban", ["script", "sokoban"]]]);
for (const [path, level] of LEVELS) {
  test(`${level.join(" ")} by the arrow keys alone, as soon as it is open`, () => solve(path, level, (page, move) => page.keyboard.press(KEYS.get(move) ?? "")));
  test(`${level.join(" ")} by swipes`, () => solve(path, level, swipe, PHONE));
  test(`${level.join(" ")} by the pad`, () => solve(path, level, (page, move) => page.locator(`.pad [data-way=${move}]`).tap(), PHONE));
}

/**
 * @param {Page} page
 * @param {string} move
 */
async function swipe(page, move) {
  const box = await page.locator(".board").boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx = 0, dy = 0] = WAYS.get(move) ?? [];
  const touch = await page.context().newCDPSession(page);
  const at = (/** @type {number} */ part) => [{ x: x + dx * part, y: y + dy * part }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(0.5) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(1) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("the pad lies on a phone's first screen, below the board", () =>
  opened(`/play/${SOKOBAN}`, async (page) => {
    const [board, pad] = [await page.locator(".board").boundingBox(), await page.locator(".pad").boundingBox()];
    assert.ok(board && pad && pad.y >= board.y + board.height && pad.y + pad.height <= 740, JSON.stringify({ board, pad }));
  }, PHONE));

for (const viewport of LOW) {
  test(`in a window of ${viewport.width} × ${viewport.height} an opened level shows its board whole`, () =>
    visit(browser, `${server.address}/#/`, async (page) => {
      for (const path of ["toggle/flipper", SOKOBAN, "lemmo/seed", "script/nim"]) {
        await page.goto(`${server.address}/#/play/${path}`);
        await page.locator(".table").waitFor();
        await mounted(page);
        const box = await page.locator(".board").boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height + 1, `${path}: ${JSON.stringify(box)}`);
      }
    }, { viewport }));
}

test("the focus is on the board, or on the moves where nothing on the board can be chosen", () =>
  opened("/play/toggle/flipper", async (page) => {
    assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("board")), true);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.goto(`${server.address}/#/play/script/jugs`);
    await page.locator("h1", { hasText: /jugs/i }).waitFor();
    await mounted(page);
    await page.keyboard.press("Enter");
    await page.locator('.status[data-moves="1"]').waitFor();
  }));

test("places that can be played have at least 24 pixels on a phone, on every shipped level", async () => {
  /** @type {{ levels: ShippedLevel[] }} */
  const { levels } = await api(server.address, "/levels");
  await visit(browser, `${server.address}/#/`, async (page) => {
    for (const { family, name } of levels) {
      await page.goto(`${server.address}/#/play/${family}/${encodeURIComponent(name)}`);
      await page.locator(".table").waitFor();
      await mounted(page);
      const small = await page.locator(".board").evaluate((board) => {
        const sizes = [...board.querySelectorAll(".act")].map((act) => act.getBoundingClientRect());
        return sizes.filter(({ width, height }) => Math.min(width, height) < 23.9).map(({ width, height }) => [width, height]);
      });
      assert.deepEqual(small, [], `${family} ${name}`);
    }
  }, PHONE);
});

test("Left and Right turn Lemmo first, then go, and Enter starts", () =>
  opened("/play/lemmo/seed?v=1&r=lemmo", async (page) => {
    const aimed = () => page.evaluate(() => document.activeElement?.getAttribute("data-act"));
    await page.locator('.board .act[data-act="2 left"]').last().focus();
    for (const [key, expected] of [["ArrowRight", "2 right"], ["ArrowRight", "3 right"], ["ArrowLeft", "3 left"], ["ArrowLeft", "2 left"], ["ArrowDown", "2 right"], ["ArrowUp", "2 left"]]) {
      await page.keyboard.press(/** @type {string} */ (key));
      assert.equal(await aimed(), expected, key);
    }
    await page.keyboard.press("Enter");
    await page.locator('.status[data-moves="1"]').waitFor();
  }));

test("the end of a walk is told when it has been walked", () =>
  opened("/play/lemmo/seed?v=1&r=lemmo", async (page) => {
    await page.locator('.board .act[data-act="6 left"]').last().click();
    await page.locator(".film button", { hasText: "Pause" }).click();
    assert.equal(await page.locator(".status").getAttribute("data-state"), "open");
    await page.locator(".film button", { hasText: "Play" }).click();
    await page.locator(".status[data-state=lost]").waitFor();
    const { now, last } = await page.locator(".film input").evaluate((slider) => ({ now: /** @type {HTMLInputElement} */ (slider).value, last: /** @type {HTMLInputElement} */ (slider).max }));
    assert.equal(now, last);
  }, { reducedMotion: "no-preference" }));

test("a program is read whole beside the moves and changed there, and its run is watched on the board", () =>
  opened("/play/bunny/bunny-03", async (page) => {
    const [composed, field] = [page.locator(".composed code"), page.locator(".typed")];
    const play = async (/** @type {string} */ program, /** @type {number} */ made) => {
      await field.fill(program);
      await page.locator(".type button").tap();
      await page.locator(`.status[data-moves="${made}"]`).waitFor();
    };
    for (const [index, token] of ["LOOP{", "F", "R"].entries()) {
      await page.locator(`.moves [data-move="${token}"]`).tap();
      await page.locator(`.status[data-moves="${index + 1}"]`).waitFor();
    }
    assert.equal(await composed.textContent(), "LOOP{F R");
    const long = `LOOP(9){${"F L F R ".repeat(30)}F}`;
    await play(long, 4);
    assert.equal(await composed.textContent(), long);
    const box = await composed.evaluate((code) => ({ right: code.getBoundingClientRect().right, height: code.getBoundingClientRect().height, clipped: code.scrollWidth > code.clientWidth }));
    assert.ok(box.right <= 360 && box.height > 60 && !box.clipped, JSON.stringify(box));
    // A token in the middle is changed.
    await play("LOOP{F R}", 5);
    await page.locator(".composed button", { hasText: "Edit" }).tap();
    assert.equal(await field.inputValue(), "LOOP{F R}");
    await play("LOOP{F F R}", 6);
    assert.equal(await composed.textContent(), "LOOP{F F R}");
    await page.locator('.moves [data-move="run"]').tap();
    await page.locator(".status[data-state=won]").waitFor();
    const board = await page.locator(".board").boundingBox();
    assert.ok(board && board.y >= 0 && board.y + board.height <= 740, JSON.stringify(board));
  }, PHONE));

test("the number of the cell where Rabbit stands is seen beside it, and a way back beside the way there", () =>
  opened("/play/wall/two-rows?v=1&r=rabbit", async (page) => {
    for (const [index, key] of ["ArrowRight", "ArrowRight", "ArrowLeft"].entries()) {
      await page.keyboard.press(key);
      await page.locator(`.status[data-moves="${index + 1}"]`).waitFor();
    }
    assert.deepEqual(await page.locator(".board .name").allTextContents(), ["4"]);
    const ways = await page.locator(".board .line-path").getAttribute("points");
    const heights = ways?.split(" ").map((point) => Number(point.split(",")[1])) ?? [];
    assert.ok(heights.length === 5 && new Set(heights).size === 2, ways ?? "");
  }));
