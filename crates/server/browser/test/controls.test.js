// What a level has beyond its moves: keys on the board, a pad with more than arrows, texts, sounds, chains of turns, a
// clock, seeds, and the way to the next level.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toneOf } from "../../page/ui/tones.js";
import { BLINK, CHAIN, CHANCE, ONCE, packed, WALK } from "./games.js";
import { api, arrived, mounted, opened, server, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Position } from "../../page/types.js" */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
const LIVELY = { reducedMotion: /** @type {const} */ ("no-preference") };

stand();

/**
 * The route of a level of a game.
 * @param {string} game
 * @param {number} [number] where the game has several
 */
const route = (game, number) => `/play/puzzlescript/${packed(game)}${number === undefined ? "" : `/${number}`}`;

/**
 * @param {Page} page
 * @param {number} moves
 */
const counted = (page, moves) => page.locator(`.status[data-moves="${moves}"]`).waitFor();

/** @param {Page} page */
const movesOf = async (page) => Number(await page.locator(".status").getAttribute("data-moves"));

/** @param {Page} page */
const announced = async (page) => (await page.locator("#announced").textContent()) ?? "";

/**
 * The rows of the board as they are said.
 * @param {Page} page
 */
const rows = (page) => page.locator(".lines li").allTextContents();

/**
 * What has the focus.
 * @param {Page} page
 */
const focused = (page) => page.evaluate(() => document.activeElement?.closest(".board") ? "board" : document.activeElement?.textContent);

test("on the board the keys of a game go before the page's letters, elsewhere not", () =>
  opened(route(WALK, 1), async (page) => {
    assert.equal(await focused(page), "board");
    await page.keyboard.press("s"); // Down, and no question.
    await counted(page, 1);
    assert.equal(await page.locator(".working, .verdict").filter({ visible: true }).count(), 0);
    await page.keyboard.press("d");
    await counted(page, 2);
    await page.keyboard.press("ArrowUp");
    await counted(page, 3);
    const there = await rows(page);
    await page.keyboard.press("u");
    await counted(page, 2);
    await page.keyboard.press("z");
    await counted(page, 1);
    await page.keyboard.press("d");
    await page.keyboard.press("w");
    await counted(page, 3);
    assert.deepEqual(await rows(page), there);
    // The restart of the game is a move of its own.
    await page.keyboard.press("r");
    await counted(page, 4);
    assert.notDeepEqual(await rows(page), there);
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "Undo");
    await page.keyboard.press("u");
    await counted(page, 3);
    await page.keyboard.press("r"); // The page's redo.
    await counted(page, 4);
    await page.keyboard.press("x");
    await page.keyboard.press("g");
    assert.equal(await focused(page), "board");
    assert.equal(await movesOf(page), 4);
  }));

test("Enter and the space bar are the action wherever the focus is on the board", () =>
  opened(route(WALK, 2), async (page) => {
    await page.locator('.moves button[data-move="action"]').waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await counted(page, 1);
    await page.locator('.board [role=button][data-act="right"]').focus();
    await page.keyboard.press(" ");
    await page.locator(".message", { hasText: "You shout." }).waitFor();
    assert.equal(await movesOf(page), 1);
  }));

test("a held key moves at most every 150 ms, and what is made once is not repeated", () =>
  opened(route(ONCE), async (page) => {
    const press = (/** @type {string} */ key, /** @type {boolean[]} */ repeats) =>
      page.evaluate(([key, repeats]) => {
        for (const repeat of repeats) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }));
      }, /** @type {const} */ ([key, repeats]));
    await press("d", [false, true, true, true, true]);
    await counted(page, 1);
    await page.waitForTimeout(200);
    await press("d", [true, true]);
    await counted(page, 2);
    await page.waitForTimeout(200);
    await press("x", [true, true]);
    await press("x", [false, true]);
    await counted(page, 3);
    await page.keyboard.press("d");
    await counted(page, 4);
  }));

test("the list of keys says which belong to the game", async () => {
  await opened(route(WALK, 1), async (page) => {
    await page.locator(".keys summary").click();
    const list = await page.locator(".keys").innerText();
    assert.match(list, /On the board these keys belong to the game:\s+w\s+up\s+a\s+left/);
    assert.match(list, /x, c, Space, Enter\s+action/);
    assert.match(list, /Esc\s+leaves the board/);
  });
  await opened("/play/toggle/flipper", async (page) => {
    await page.locator(".keys summary").click();
    assert.doesNotMatch(await page.locator(".keys").innerText(), /belong to the game/);
  });
});

test("on a phone the pad has the action and the tick, large enough for thumbs, on the first screen", async () => {
  await opened(route(WALK, 2), async (page) => {
    await page.locator(".pad [data-way=action]").tap();
    await counted(page, 1);
    await page.locator(".pad [data-way=right]").tap();
    await counted(page, 2);
  }, PHONE);
  await opened(route(BLINK), async (page) => {
    await page.locator(".pad [data-way=wait]").tap();
    await counted(page, 1);
    for (const button of await page.locator(".pad button, .clock button").all()) {
      const box = await button.boundingBox();
      assert.ok(box && box.width >= 44 && box.height >= 36 && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740, JSON.stringify(box));
    }
  }, PHONE);
  await opened("/play/sokoban/first-steps%231", async (page) => assert.equal(await page.locator(".pad button").count(), 4), PHONE);
});

test("texts stand below the board, are said once, and go with the next move", () =>
  opened(route(WALK, 1), async (page) => {
    const message = page.locator(".message");
    assert.equal(await message.textContent(), "Welcome to the corridor.");
    assert.match(await announced(page), /^Welcome to the corridor\.$/);
    const [board, box] = [await page.locator(".board").boundingBox(), await message.boundingBox()];
    assert.ok(board && box && box.y >= board.y + board.height && box.y + box.height <= 800, JSON.stringify({ board, box }));
    await page.keyboard.press("d");
    await counted(page, 1);
    await message.waitFor({ state: "hidden" });
    assert.deepEqual(await page.locator(".board").boundingBox(), board, "the board does not jump");
    await page.keyboard.press("d");
    await counted(page, 2);
    await page.keyboard.press("d");
    await counted(page, 3);
    assert.equal(await message.textContent(), "It is dark now.");
    assert.equal((await announced(page)).split("It is dark now.").length, 2);
    assert.equal(await page.locator(".caption").isVisible(), false);
    // Taken back, it is not read again.
    await page.keyboard.press("z");
    await counted(page, 2);
    assert.doesNotMatch(await announced(page), /dark/);
    await message.waitFor({ state: "hidden" });
  }));

test("author, homepage and video are text, no links and no pictures", () =>
  opened(route(WALK, 1), async (page) => {
    await page.locator(".about summary").click();
    const rules = page.locator(".rules");
    assert.match((await rules.textContent()) ?? "", /By Somebody\..*www\.example\.org\/walk.*dQw4w9WgXcQ/);
    assert.equal(await rules.locator("a, img, iframe, video").count(), 0);
  }));

test("the frames of a chain take the time that the game says, and stand where less motion is asked for", async () => {
  const slider = (/** @type {Page} */ page) => page.locator(".film input").evaluate((slider) => [Number(slider.getAttribute("max")), Number(/** @type {HTMLInputElement} */ (slider).value)]);
  await opened(route(CHAIN), async (page) => {
    await page.keyboard.press("d");
    await page.locator(".film button", { hasText: "Pause" }).waitFor();
    await page.waitForTimeout(1000); // Longer than any frame of a film is shown whose time nobody says.
    const [last = 0, now] = await slider(page);
    assert.ok(last >= 4, String(last));
    assert.equal(now, 0);
    assert.equal(await movesOf(page), 0);
    await page.locator(".film button", { hasText: "Pause" }).click();
    for (let step = 0; step < last; step++) await page.getByRole("button", { name: "One step on" }).click();
    await counted(page, 1);
  }, LIVELY);
  await opened(route(CHAIN), async (page) => {
    await page.keyboard.press("d");
    await counted(page, 1);
    const [last, now] = await slider(page);
    assert.equal(now, last);
  });
});

test("the clock starts with the first move, and undo takes its ticks back with the move before them", () =>
  opened(route(BLINK), async (page) => {
    const clock = page.locator(".clock");
    const standing = async (/** @type {string} */ why) => {
      await page.waitForTimeout(300); // One tick may be under way.
      const before = await movesOf(page);
      await page.waitForTimeout(400);
      assert.equal(await movesOf(page), before, why);
    };
    await standing("before the first move");
    const start = await rows(page);
    await page.keyboard.press("d");
    await page.locator(".clock[data-state=running]").waitFor();
    await announcedMove(page, 1);
    await page.waitForFunction(() => Number(document.querySelector(".status")?.getAttribute("data-moves")) > 5);
    assert.match(await announced(page), /^1 move\. /, "ticks are not announced");
    await page.keyboard.press("z");
    await counted(page, 0);
    assert.deepEqual(await rows(page), start);
    await standing("after an undo");
    await page.keyboard.press("Control+Shift+z");
    await page.waitForFunction(() => Number(document.querySelector(".status")?.getAttribute("data-moves")) > 5);
    await page.keyboard.press("z");
    await counted(page, 0);
    await page.keyboard.press("d");
    await page.waitForFunction(() => Number(document.querySelector(".status")?.getAttribute("data-moves")) > 2);
    await clock.getByRole("button", { name: "Pause the clock" }).click();
    await standing("paused");
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await standing("a paused clock does not start with a move");
    await clock.getByRole("button", { name: "Start the clock" }).click();
    await page.locator(".save summary").click();
    await standing("while a menu is open");
    await page.locator(".save summary").click();
    const before = await movesOf(page);
    await page.waitForFunction((before) => Number(document.querySelector(".status")?.getAttribute("data-moves")) > before + 2, before);
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
    await standing("while the page is hidden");
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: false, configurable: true }));
    await page.keyboard.press("g");
    while ((await page.locator(".status").getAttribute("data-state")) === "open") await page.keyboard.press("d");
    await standing("after the end");
  }, LIVELY));

/**
 * Waits until a number of moves is announced.
 * @param {Page} page
 * @param {number} moves
 */
const announcedMove = (page, moves) => page.locator("#announced", { hasText: new RegExp(`^${moves} move`) }).waitFor();

test("where less motion is asked for the clock starts by its button alone", () =>
  opened(route(BLINK), async (page) => {
    await page.keyboard.press("d");
    await counted(page, 1);
    await page.waitForTimeout(300);
    assert.equal(await movesOf(page), 1);
    await page.getByRole("button", { name: "Start the clock" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".status")?.getAttribute("data-moves")) > 4);
  }));

test("a slow server makes the clock slow: it has one request at a time", () =>
  opened(route(BLINK), async (page) => {
    let [open, most, all] = [0, 0, 0];
    await page.route("**/api/v1/play", async (route) => {
      all++;
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 150));
      open--;
      await route.continue();
    });
    await page.getByRole("button", { name: "Start the clock" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".status")?.getAttribute("data-moves")) > 4);
    assert.ok(all > 4);
    assert.equal(most, 1);
    await page.unrouteAll({ behavior: "wait" });
  }));

test("the clock stops, and says so, before a game is too long for a link", async () => {
  /** @type {Position} */
  const position = await api(server.address, "/play", { family: "puzzlescript", level: BLINK, moves: [] });
  const moves = Array(99_998).fill("wait").join("\n");
  await opened(`${route(WALK, 1)}`, async (page) => {
    const played = (/** @type {string[]} */ moves) => ({ ...position, moves });
    await page.route("**/api/v1/play", (route) => route.fulfill({ json: played(route.request().postDataJSON().moves) }));
    await page.goto(`${server.address}/#${route(BLINK)}?v=1&m=${packed(moves).slice(1)}`);
    await counted(page, 99_998);
    await page.getByRole("button", { name: "Start the clock" }).click();
    await page.locator(".feedback", { hasText: "The clock stands: a game holds 100,000 moves at most." }).waitFor();
    assert.equal(await movesOf(page), 100_000);
    assert.equal(await page.locator(".clock").getAttribute("data-state"), "held");
    await page.unrouteAll({ behavior: "wait" });
  });
});

test("a game of chance begins anew with another seed, and its link and a reload give the same boards", () =>
  opened(route(CHANCE), async (page) => {
    assert.equal(await page.locator(".clock").isVisible(), false);
    await page.getByRole("button", { name: "Another seed" }).click();
    await page.locator("[data-key=u][aria-disabled=true]").waitFor();
    await page.locator(".board").focus();
    for (let made = 1; made <= 8; made++) {
      await page.keyboard.press("d");
      await counted(page, made);
    }
    const there = await rows(page);
    await page.reload();
    await mounted(page);
    await counted(page, 8);
    assert.deepEqual(await rows(page), there);
    const copied = page.evaluate(() => new Promise((resolve) => (navigator.clipboard.writeText = async (/** @type {string} */ text) => resolve(text))));
    await page.getByRole("button", { name: "Copy link" }).click();
    const url = new URL(/** @type {string} */ (await copied));
    await opened(url.hash.slice(1), async (other) => {
      await counted(other, 8);
      assert.deepEqual(await rows(other), there);
    });
    // Restart keeps the seed: the same moves lead to the same board.
    await page.locator("[data-key=t]").click();
    await counted(page, 0);
    await page.locator(".board").focus();
    for (let made = 1; made <= 8; made++) {
      await page.keyboard.press("d");
      await counted(page, made);
    }
    assert.deepEqual(await rows(page), there);
    const seeds = new Set();
    for (let tries = 0; tries < 6; tries++) {
      await page.getByRole("button", { name: "Another seed" }).click();
      await counted(page, 0);
      await page.locator(".board").focus();
      for (let made = 1; made <= 8; made++) {
        await page.keyboard.press("d");
        await counted(page, made);
      }
      seeds.add(JSON.stringify(await rows(page)));
    }
    assert.ok(seeds.size > 1, "other seeds, other boards");
  }));

test("a sound has one tone, and different sounds have different ones", () => {
  assert.deepEqual(toneOf("12345"), toneOf("12345"));
  const all = Array.from({ length: 200 }, (_, seed) => toneOf(String(seed * 7919)));
  assert.ok(new Set(all.map((tone) => JSON.stringify(tone))).size > 195);
  assert.equal(new Set(all.map(({ type }) => type)).size, 4);
  for (const { from, to, length } of all) assert.ok(from > 80 && from < 2000 && to > 80 && to < 2000 && length > 0.05 && length < 0.3);
});

test("a game is heard by its own sounds in place of the page's, once sounds are on", async () => {
  await opened(route(WALK, 1), async (page) => {
    await page.evaluate(() => {
      const heard = /** @type {any} */ (globalThis).heard = /** @type {unknown[]} */ ([]);
      globalThis.OscillatorNode = class extends OscillatorNode {
        constructor(/** @type {BaseAudioContext} */ context, /** @type {OscillatorOptions | undefined} */ options) {
          super(context, options);
          heard.push([options?.type, options?.frequency]);
        }
      };
    });
    const heard = () => page.evaluate(() => /** @type {any} */ (globalThis).heard);
    const { type, from } = toneOf("12345");
    await page.keyboard.press("d");
    await counted(page, 1);
    assert.deepEqual(await heard(), [], "off at first");
    await page.locator("#sound").click();
    await page.locator(".board").focus();
    await page.keyboard.press("d");
    await counted(page, 2);
    assert.deepEqual(await heard(), [[type, from]]);
    await page.keyboard.press("z");
    await counted(page, 1);
    assert.equal((await heard()).length, 1, "nothing is heard of what is taken back");
    // A bump is no move, but it is heard.
    await page.keyboard.press("w");
    await page.waitForFunction(() => /** @type {any} */ (globalThis).heard.length === 2);
    assert.deepEqual((await heard())[1], [toneOf("777").type, toneOf("777").from]);
    assert.equal(await movesOf(page), 1);
  });
});

test("the action goes on to the next level, and behind the last one to the list, which marks what is solved", () =>
  opened(route(WALK, 1), async (page) => {
    const play = async (/** @type {string} */ keys) => {
      for (const key of keys) {
        const before = await movesOf(page);
        await page.keyboard.press(key);
        await counted(page, before + 1);
      }
      await page.locator(".status[data-state=won]").waitFor();
    };
    await play("dddd");
    await page.keyboard.press("x");
    await arrived(page, /\/2$/);
    assert.equal(await focused(page), "board");
    await play("xddd");
    assert.equal(await page.getByRole("link", { name: "All levels" }).count(), 0);
    await page.keyboard.press("Enter");
    await arrived(page, /\/3$/);
    await play("dd");
    assert.equal(await page.locator(".message").textContent(), "That was the last corridor.");
    await page.keyboard.press(" ");
    assert.equal(await focused(page), "All levels");
    await page.keyboard.press("Enter");
    await arrived(page, /^levels\//);
    await page.locator(".card .played").nth(2).waitFor();
    assert.equal(await page.locator(".card").count(), 3);
  }));
