// Games that are not part of the project, played from their first level to their last: by the keys of the game on its
// board, by touch, and from the accessibility tree alone. The moves are recorded solutions, else those that are found.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed, shared } from "./games.js";
import { api, arrived, sample, server, stand, visit, browser } from "./stand.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { Answer, ListedLevel, Position } from "../../page/types.js" */
/**
 * @typedef {object} Hand how a game is played
 * @property {(page: Page, move: string) => Promise<void>} move
 * @property {(page: Page) => Promise<void>} next goes on to the next level
 * @property {BrowserContextOptions} [options]
 */

const FAMILY = "puzzlescript";
/** Demos that have an end: ice and again, texts before each level; three screens of players; a window that moves along. */
const GAMES = ["icecrates", "kettle", "sokoban_basic_zoomscreen"];
const MOVES = new Map([["U", "up"], ["D", "down"], ["L", "left"], ["R", "right"], ["X", "action"], ["T", "wait"]]);
const KEYS = new Map([["up", "w"], ["left", "a"], ["down", "s"], ["right", "d"], ["action", "x"]]);

/** @type {Hand} */
const BY_KEYS = {
  move: (page, move) => page.keyboard.press(KEYS.get(move) ?? ""),
  next: (page) => page.keyboard.press("Enter"),
};
/** @type {Hand} */
const BY_TOUCH = {
  move: (page, move) => page.locator(`.pad [data-way=${move}]`).tap(),
  next: (page) => page.getByRole("link", { name: /^Next level/ }).tap(),
  options: { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
};
/** With the roles and names that assistive technology is given. @type {Hand} */
const UNSEEN = {
  async move(page, move) {
    const place = page.getByRole("button", { name: new RegExp(`: .*, move ${move}$`) });
    const named = page.getByRole("group", { name: "Legal moves" }).getByRole("button", { name: move, exact: true });
    await place.or(named).first().click();
  },
  next: (page) => page.getByRole("link", { name: /^Next level/ }).click(),
};

const demos = shared("demos.jsonl.gz");
const recorded = shared("solutions.jsonl.gz");
const skip = demos && recorded ? false : "the games are not beside the project";

stand();

/** The moves of each level of each game, once they are asked for. @type {Map<string, Promise<string[][]>>} */
const solutions = new Map();

GAMES.forEach((game, index) => {
  /** @type {[string, Hand][]} */
  const ways = [["by the keys of the game", BY_KEYS], ["by touch", BY_TOUCH], ["from the accessibility tree alone", UNSEEN]];
  for (const [way, hand] of sample(ways, index)) test(`${game} ${way}`, { skip }, () => playThrough(game, hand));
});

/** @param {string} game */
function textOf(game) {
  const demo = demos?.find(({ name }) => name === game);
  assert.ok(demo, game);
  return /** @type {string} */ (demo.source);
}

/**
 * Moves that win each level.
 * @param {string} game
 */
async function solved(game) {
  const level = textOf(game);
  /** @type {{ levels: ListedLevel[] }} */
  const { levels } = await api(server.address, "/levels", { family: FAMILY, level });
  const known = (recorded ?? []).filter((one) => one.game === game).map(({ moves }) => [...moves].map((letter) => MOVES.get(letter) ?? letter));
  const all = [];
  for (const { number } of levels) all.push((await winning(level, number, known)) ?? (await found(level, number)));
  return all;
}

/**
 * The first of these lists of moves that wins a level.
 * @param {string} level
 * @param {number} number
 * @param {string[][]} known
 */
async function winning(level, number, known) {
  for (const moves of known) {
    /** @type {Position | undefined} */
    const position = await api(server.address, "/play", { family: FAMILY, level, number, moves }).catch(() => undefined);
    if (position?.result?.kind === "won") return moves;
  }
  return undefined;
}

/**
 * @param {string} level
 * @param {number} number
 */
async function found(level, number) {
  /** @type {Answer & { id?: string, result?: Answer | null, error?: unknown }} */
  let reply = await api(server.address, "/ask", { family: FAMILY, level, number, question: "solve" });
  // A server under load answers with a job.
  while (reply.id !== undefined && !reply.result && !reply.error) {
    await new Promise((go) => setTimeout(go, 200));
    reply = await api(server.address, `/jobs/${reply.id}`);
  }
  const { answer } = reply.result ?? reply;
  return /** @type {string[]} */ (answer?.["solution"] ?? assert.fail(`level ${number} is solved`));
}

/**
 * Plays every level of a game that was pasted, one after the other.
 * @param {string} game
 * @param {Hand} hand
 */
async function playThrough(game, { move, next, options }) {
  const known = solutions.get(game) ?? solved(game);
  solutions.set(game, known);
  const levels = await known;
  assert.ok(levels.length > 1);
  await visit(browser, `${server.address}/#/play/${FAMILY}/${packed(textOf(game))}/1`, async (page) => {
    for (const [index, moves] of levels.entries()) {
      await arrived(page, new RegExp(`/${index + 1}$`));
      await page.locator('.status[data-state=open][data-moves="0"]').waitFor();
      for (const [made, one] of moves.entries()) {
        await move(page, one);
        await page.getByText(new RegExp(`^(Solved in )?${(made + 1).toLocaleString("en")} moves?\\b`)).first().waitFor();
      }
      await page.locator(".status[data-state=won]").waitFor();
      if (index + 1 < levels.length) await next(page);
    }
    assert.equal(await page.getByRole("link", { name: /^Next level/ }).count(), 0);
    await page.getByRole("link", { name: "All levels" }).click();
    for (const card of await page.locator(".card").all()) {
      await card.scrollIntoViewIfNeeded(); // Marks are made for what is in sight.
      await card.locator(".played").waitFor();
    }
  }, options);
}
