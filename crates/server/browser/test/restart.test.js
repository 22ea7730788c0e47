// Undo takes a restart back, in every family: in the middle of a game and at its end, after a link and after a reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed } from "./games.js";
import { api, mounted, opened, reload, server, shipped, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Answer, FamilyCard, Position } from "../../page/types.js" */
/** @typedef {{ family: string, level: string, moves: string[], role?: string }} Played */

/** A level of each family, the side that is played, and how it ends where the best moves are made. @type {[string, string, string | undefined, string][]} */
const LEVELS = [
  ["toggle", "flipper", undefined, "won"],
  ["lemmo", "seed", "lemmo", "won"],
  ["wall", "two-rows", "rabbit", "ended"],
  ["pebble", "easy", undefined, "won"],
  ["bunny", "hook", undefined, "won"],
  ["sokoban", "first-steps#1", undefined, "won"],
  ["puzzlescript", "push#2", undefined, "won"],
  ["script", "wolf-goat-cabbage", undefined, "won"],
];
/** Every way to take something back. @type {((page: Page) => Promise<void>)[]} */
const UNDO = [(page) => page.keyboard.press("u"), (page) => page.keyboard.press("Control+z"), (page) => page.locator("[data-key=u]").click()];

stand();

test("the table has every family", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  assert.deepEqual(LEVELS.map(([family]) => family).sort(), families.map(({ family }) => family).sort());
});

for (const [family, name, role, end] of LEVELS) {
  test(`${family} ${name}: undo takes a restart back, and redo makes it again`, async () => {
    const [first = ""] = await best(await level(family, name, role), 1);
    await opened(route(family, name, role, []), async (page) => {
      await page.evaluate((move) => /** @type {HTMLElement} */ (document.querySelector(`.moves button[data-move="${move}"]`)).click(), first);
      await restartsAreTakenBack(page, 1);
      await page.keyboard.press("t");
      await counted(page, 0);
      assert.equal(await page.locator("[data-key=t]").getAttribute("aria-disabled"), "true");
      await page.keyboard.press("u");
      await counted(page, 1);
      assert.equal(await page.locator("[data-key=u]").getAttribute("aria-disabled"), "false");
      await page.keyboard.press("r");
      await counted(page, 0);
    });
  });
  test(`${family} ${name}: at the end of a game that a link brought, undo takes a restart back, after a reload too`, async () => {
    const moves = await best(await level(family, name, role));
    await opened(route(family, name, role, moves), async (page) => {
      await page.locator(`.status[data-state=${end}]`).waitFor();
      await restartsAreTakenBack(page, moves.length);
      await page.locator(".end-panel button").first().click();
      await counted(page, 0);
      await page.locator(".status[data-state=open]").waitFor();
      await reload(page);
      await mounted(page);
      await counted(page, 0);
      await page.keyboard.press("u");
      await counted(page, moves.length);
      await page.locator(`.status[data-state=${end}]`).waitFor();
    });
  });
}

test("moves made after a restart are taken back one by one before it, and made again", () =>
  opened("/play/toggle/flipper", async (page) => {
    for (const [made, move] of ["5", "1"].entries()) await press(page, move, made + 1);
    const before = await shown(page);
    await page.keyboard.press("t");
    await counted(page, 0);
    for (const [made, move] of ["2", "3", "4"].entries()) await press(page, move, made + 1);
    const after = await shown(page);
    for (const moves of [2, 1, 0, 2]) await undone(page, moves);
    assert.deepEqual(await shown(page), before);
    for (const moves of [0, 1, 2, 3]) {
      await page.keyboard.press("r");
      await counted(page, moves);
    }
    assert.deepEqual(await shown(page), after);
    assert.equal(await page.locator("[data-key=r]").getAttribute("aria-disabled"), "true");
  }));

test("a restart that is taken back brings no result of somebody else's, and a game of one's own after it one", () =>
  opened(route("toggle", "flipper", undefined, ["1", "3"]), async (page) => {
    await page.keyboard.press("t");
    await counted(page, 0);
    await undone(page, 2);
    await press(page, "4", 3);
    await page.locator(".status[data-state=won]").waitFor();
    assert.deepEqual(await results(page), []);
    await page.keyboard.press("t");
    await counted(page, 0);
    for (const [made, move] of ["1", "3", "4"].entries()) await press(page, move, made + 1);
    await page.waitForFunction(async () => (await (await import(/** @type {string} */ ("/storage/store.js"))).savedResults()).length === 1);
  }));

/**
 * Restarts in each way and takes it back in each.
 * @param {Page} page
 * @param {number} moves that were made
 */
async function restartsAreTakenBack(page, moves) {
  await counted(page, moves);
  const before = await shown(page);
  for (const undo of UNDO) {
    await page.keyboard.press("t");
    await counted(page, 0);
    await undo(page);
    await counted(page, moves);
    assert.deepEqual(await shown(page), before);
  }
}

/**
 * What the board says, and how the game stands.
 * @param {Page} page
 */
async function shown(page) {
  const [lines, caption, state] = [page.locator(".lines li").allTextContents(), page.locator(".board-figure .caption").textContent(), page.locator(".status").getAttribute("data-state")];
  return { lines: await lines, caption: await caption, state: await state };
}

/** @param {Page} page */
function results(page) {
  return page.evaluate(async () => (await import(/** @type {string} */ ("/storage/store.js"))).savedResults());
}

/**
 * @param {Page} page
 * @param {string} move
 * @param {number} made with it
 */
async function press(page, move, made) {
  await page.locator(`.board .act[data-act="${move}"]`).last().click();
  await counted(page, made);
}

/**
 * @param {Page} page
 * @param {number} moves that are left
 */
async function undone(page, moves) {
  await page.keyboard.press("u");
  await counted(page, moves);
}

/**
 * @param {Page} page
 * @param {number} moves
 */
const counted = (page, moves) => page.locator(`.status[data-moves="${moves}"]`).waitFor();

/**
 * The route of a game in a link.
 * @param {string} family
 * @param {string} name
 * @param {string | undefined} role
 * @param {string[]} moves
 */
function route(family, name, role, moves) {
  const said = new URLSearchParams({ v: "1", ...(role ? { r: role } : {}), ...(moves.length ? { m: packed(moves.join("\n")).slice(1) } : {}) });
  return `/play/${family}/${encodeURIComponent(name)}?${said}`;
}

/**
 * @param {string} family
 * @param {string} name
 * @param {string | undefined} role
 * @returns {Promise<Played>}
 */
async function level(family, name, role) {
  return { family, level: await shipped(server.address, family, name), moves: [], ...(role ? { role } : {}) };
}

/**
 * The best moves, to the end or as many as are wanted.
 * @param {Played} played
 * @param {number} [most]
 */
async function best(played, most = 60) {
  /** @type {string[]} */
  const moves = [];
  while (moves.length < most) {
    /** @type {Position} */
    const { over, solved } = await api(server.address, "/play", { ...played, moves });
    if (over || solved) break;
    /** @type {Answer} */
    const { answer } = await api(server.address, "/hint", { ...played, moves });
    const [move] = /** @type {string[]} */ (answer?.["best"] ?? []);
    assert.ok(move !== undefined, moves.join());
    moves.push(move);
  }
  return moves;
}

for (const [family, name, text, moves] of /** @type {[string, string, string, string[]][]} */ ([
  ["pebble", "seed", "0-3-4", ["3", "4"]],
  ["sokoban", "first-steps#2", "rr", ["right", "right"]],
])) {
  test(`${family} ${name}: a text that stands for several moves counts as these, and undo takes back one`, () =>
    opened(route(family, name, undefined, []), async (page) => {
      await page.locator(".byname summary").click();
      await page.locator(".type input").fill(text);
      await page.keyboard.press("Enter");
      await counted(page, moves.length);
      await page.locator("[data-key=u]").click();
      await counted(page, moves.length - 1);
      await page.locator("[data-key=r]").click();
      await counted(page, moves.length);
    }));
}
