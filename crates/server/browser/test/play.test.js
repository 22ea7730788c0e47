// Every family played to its end, by mouse alone and by keyboard alone. The moves are those of the API's own hints.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, browser, opened, PATIENCE, sample, server, shipped, stand, visit } from "./stand.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { Answer } from "../../page/types.js" */
/** @typedef {(page: Page, move: string) => Promise<void>} Hand */

/** Family, level, side, how it ends. @type {[string, string, string | undefined, string][]} */
const GAMES = [
  ["toggle", "flipper", undefined, "won"],
  ["toggle", "torus", undefined, "won"],
  ["lemmo", "seed", "digger", "won"],
  ["lemmo", "seed", "lemmo", "won"],
  ["wall", "two-rows", "eel", "ended"],
  ["wall", "five", "eel", "ended"],
  ["wall", "live", "rabbit", "ended"],
  ["pebble", "easy", undefined, "won"],
  ["pebble", "petersen", undefined, "won"],
  ["bunny", "hook", undefined, "won"],
  ["sokoban", "first-steps#1", undefined, "won"],
  ["puzzlescript", "push#2", undefined, "won"],
  ["puzzlescript", "magnet", undefined, "won"],
  ["puzzlescript", "ice", undefined, "won"],
  ["script", "wolf-goat-cabbage", undefined, "won"],
  ["script", "nim", "first", "won"],
  ["script", "jugs", undefined, "won"],
  ["script", "hanoi", undefined, "won"],
  ["script", "sokoban", undefined, "won"],
  ["script", "peg-solitaire", undefined, "won"],
];
/** A phone, with the movements that reduced motion leaves out. */
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 }, reducedMotion: /** @type {const} */ ("no-preference") };
/** How a game that was played well is announced, by its end: where the best is known, beside the best. */
const SAID = new Map([
  ["won", /^(Solved (in|with) [\d,]+ \w+(, the (fewest|most) possible)?|Won)(, with \d+ hints?)?\.( |$)/],
  ["ended", /^Paid \d+(, the best possible)?(, with \d+ hints?)?\. /],
]);
/** Moves that are named after an arrow are that arrow. */
const ARROWS = new Map([["left", "ArrowLeft"], ["right", "ArrowRight"], ["up", "ArrowUp"], ["down", "ArrowDown"]]);
/** More moves than any of these games takes. */
const MOST = 60;

stand();

GAMES.forEach(([family, name, role, end], index) => {
  const ways = {
    "by mouse": () => playToEnd(family, name, role, end, byMouse),
    "by keyboard": () => playToEnd(family, name, role, end, byKeyboard),
    "from the accessibility tree alone": () => playUnseen(family, name, role, end),
    "by touch": () => playToEnd(family, name, role, end, byTouch, PHONE),
  };
  // The first game of each family is played in every way, the others in one, which takes turns.
  const isFirst = GAMES.findIndex(([other]) => other === family) === index;
  for (const [way, play] of sample(Object.entries(ways), isFirst ? undefined : index)) test(`${[family, name, role].filter(Boolean).join(" ")} ${way}`, play);
});
/** Games that were not played well: moves, how they end, what is said. @type {[string, string, string | undefined, string[], string, RegExp][]} */
const BAD_GAMES = [
  ["toggle", "flipper", undefined, ["5", "5", "1", "3", "4"], "won", /^Solved with 5 presses; 3 suffice\.$/],
  ["wall", "two-rows", "eel", ["gap 3"], "ended", /^Paid 7; 13 was possible\. 1 move: /],
  ["lemmo", "seed", "lemmo", ["6 left"], "lost", /^Lost\. 1 move: from column 6 looking left, Lemmo is lost at row 4, column 1$/],
  ["lemmo", "seed", "digger", ["keep"], "ended", /^Ended with 20 wins; 24 are possible\. 1 move: Lemmo wins from 20 of 24 starts with every block kept$/],
  ["wall", "two-rows", "builder", ["wall 1,1", "done"], "ended", /^Paid 7; 13 was possible\. 2 moves: /],
  ["script", "nim", "second", ["take 1 from heap 1"], "open", /^1 move\. /],
];
for (const [family, name, role, moves, end, said] of BAD_GAMES) {
  test(`${family} ${name} played badly says how it ended`, () =>
    opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
      if (role) await take(page, role, false);
      for (const [made, move] of moves.entries()) {
        await byMouse(page, move);
        await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
      }
      await page.locator(".status", { hasText: said }).waitFor();
      assert.equal(await page.locator(".status").getAttribute("data-state"), end);
      assert.doesNotMatch((await page.locator(".status").textContent()) ?? "", /not solved|[{}]/);
    }));
}

/**
 * @param {string} family
 * @param {string} name
 * @param {string | undefined} role
 * @param {string} end
 * @param {Hand} hand
 * @param {BrowserContextOptions} [options]
 */
async function playToEnd(family, name, role, end, hand, options) {
  const level = await shipped(server.address, family, name);
  await opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
    const status = page.locator(".status");
    if (role) await take(page, role, hand === byKeyboard);
    /** @type {string[]} */
    const moves = [];
    while ((await status.getAttribute("data-state")) === "open") {
      assert.ok(moves.length < MOST, `still open after ${moves.join("; ")}`);
      const move = await best(family, level, moves, role);
      await hand(page, move);
      moves.push(move);
      await made(page, moves);
    }
    assert.equal(await status.getAttribute("data-state"), end, moves.join("; "));
    assert.match((await page.locator("#announced").textContent()) ?? "", SAID.get(end) ?? /^$/);
  }, options);
}

/**
 * Plays with nothing but the roles and names that assistive technology is given, and what is said to it.
 * @param {string} family
 * @param {string} name
 * @param {string | undefined} role
 * @param {string} end
 */
async function playUnseen(family, name, role, end) {
  await visit(browser, `${server.address}/#/play/${family}/${encodeURIComponent(name)}`, async (page) => {
    const region = page.getByRole("status", { name: "What happened" });
    const said = async (/** @type {RegExp} */ words, /** @type {string} */ before) => {
      for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(20)) {
        const now = (await region.textContent()) ?? "";
        if (now !== before && words.test(now)) return;
        assert.ok(Date.now() < end, `'${now}' after '${before}', not ${words}`);
      }
    };
    const other = role && page.locator(`.roles [data-role="${role}"][aria-pressed=false]`);
    if (other && (await other.count())) {
      await page.getByRole("button", { name: (await other.textContent()) ?? "", exact: true }).click();
      // The change is told; a hint that is asked for before is about the side before.
      await region.filter({ hasText: /\w/ }).waitFor();
    }
    for (let moves = 0; !SAID.get(end)?.test((await region.textContent()) ?? ""); moves++) {
      assert.ok(moves < MOST, "it comes to an end");
      while (!/Best now/.test((await region.textContent()) ?? "")) {
        const before = (await region.textContent()) ?? "";
        await page.getByRole("button", { name: "Hint", exact: true }).click();
        await said(/It can|The end can|Look|Best now/, before);
      }
      await page.getByRole("button", { name: /, a best move$/ }).first().click();
      await region.filter({ hasText: /\w/, hasNotText: "Best now" }).waitFor();
    }
  });
}

/**
 * Waits until the page counts these moves; where it does not, the error says what the page says.
 * @param {Page} page
 * @param {string[]} moves
 */
async function made(page, moves) {
  await page.locator(`.status[data-moves="${moves.length}"]`).waitFor().catch(async (error) => {
    const [typed, feedback] = [await page.locator(".type input").inputValue(), await page.locator(".feedback").textContent()];
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    throw new Error(`${moves.join("; ")}: typed '${typed}', feedback '${feedback}', focus on ${focused}`, { cause: error });
  });
}

/**
 * @param {string} family
 * @param {string} level
 * @param {string[]} moves
 * @param {string | undefined} role
 */
async function best(family, level, moves, role) {
  /** @type {Answer} */
  const answer = await api(server.address, "/hint", { family, level, moves, ...(role ? { role } : {}) });
  const [first] = /** @type {string[]} */ (answer.answer?.["best"] ?? []);
  assert.ok(first, `a best move after ${moves.join("; ")}: ${JSON.stringify(answer)}`);
  return first;
}

/**
 * Chooses a side.
 * @param {Page} page
 * @param {string} role
 * @param {boolean} keyboard
 */
async function take(page, role, keyboard) {
  const button = page.locator(`.roles [data-role="${role}"]`);
  if ((await button.getAttribute("aria-pressed")) === "true") return;
  if (keyboard) {
    await tabTo(page, `.roles [data-role="${role}"]`);
    await page.keyboard.press("Enter");
  } else await button.click();
  await page.locator(`.roles [data-role="${role}"][aria-pressed=true]`).waitFor();
}

/** @type {Hand} */
async function byMouse(page, move) {
  const places = await placesOf(page, move);
  for (const act of places) await page.locator(`.board .act[data-act=${JSON.stringify(act)}]`).last().click();
  if (!places.length) await page.locator(`.moves button[data-move=${JSON.stringify(move)}]`).click();
  else if (await unsaid(page, places, move)) await page.locator(`.disambiguation button:text-is("${move}")`).click();
}

/** @type {Hand} */
async function byTouch(page, move) {
  const places = await placesOf(page, move);
  const button = page.locator(`.pad [data-way=${JSON.stringify(move)}], .moves button[data-move=${JSON.stringify(move)}]`).first();
  for (const act of places) await page.locator(`.board .act[data-act=${JSON.stringify(act)}]`).last().tap();
  if (!places.length) await button.tap();
  else if (await unsaid(page, places, move)) await page.locator(`.disambiguation button:text-is("${move}")`).tap();
}

/** @type {Hand} */
async function byKeyboard(page, move) {
  // A place that only ends a move cannot have the focus: the buttons under the board end it.
  const buttons = await page.locator(".board [role=button]").evaluateAll((all) => all.map((one) => one.getAttribute("data-act")));
  const places = (await placesOf(page, move)).filter((act) => buttons.includes(act));
  if (!places.length) {
    await tabTo(page, ".type input");
    await page.keyboard.type(move);
    return page.keyboard.press("Enter");
  }
  for (const act of places) {
    // In a field of text "g" is a letter.
    if (await page.evaluate(() => document.activeElement?.matches("input"))) await tabTo(page, '.board [tabindex="0"]');
    else await page.keyboard.press("g");
    const arrow = ARROWS.get(act);
    if (arrow) return page.keyboard.press(arrow);
    await walkTo(page, act);
    await page.keyboard.press("Enter");
  }
  if (!(await unsaid(page, places, move))) return;
  await tabTo(page, `.disambiguation button:text-is("${move}")`);
  await page.keyboard.press("Enter");
}

/**
 * The places of the board by which a move is played: its own, or the one that begins it and, where there is one, the one
 * that ends it.
 * @param {Page} page
 * @param {string} move
 */
async function placesOf(page, move) {
  const acts = await page.locator(".board [data-act]").evaluateAll((all) => all.map((one) => one.getAttribute("data-act") ?? ""));
  if (acts.includes(move)) return [move];
  const begins = acts.find((act) => move.startsWith(`${act} `));
  const only = begins !== undefined && (await page.locator(".moves button").evaluateAll((all, begins) => all.filter((one) => one.getAttribute("data-move")?.startsWith(`${begins} `)).length === 1, begins));
  const ends = acts.find((act) => act !== begins && move.endsWith(` ${act}`));
  return [begins, only ? undefined : ends].flatMap((act) => (act === undefined ? [] : [act]));
}

/**
 * Whether the page still asks which move is meant.
 * @param {Page} page
 * @param {string[]} places
 * @param {string} move
 */
function unsaid(page, places, move) {
  return places.length === 1 && places[0] !== move && page.locator(".disambiguation").isVisible();
}

/**
 * Tabs until an element that fits has the focus.
 * @param {Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  const target = page.locator(selector);
  const here = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await here()); presses++) {
    assert.ok(presses < 100, `${selector} can be reached with Tab`);
    await page.keyboard.press("Tab");
  }
}

/**
 * Goes over the board with arrow keys until the place of this move has the focus.
 * @param {Page} page
 * @param {string} move
 */
async function walkTo(page, move) {
  const seen = new Map();
  for (let steps = 0; steps < 100; steps++) {
    const [here, dx, dy] = await page.evaluate((move) => {
      const centre = (/** @type {Element} */ element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const from = document.activeElement;
      const to = [...document.querySelectorAll(".board .act[role=button]")].find((one) => one.getAttribute("data-act") === move);
      if (!from || !to) return ["", 0, 0];
      const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [centre(from), centre(to)];
      return [from.getAttribute("data-act") ?? "", x1 - x0, y1 - y0];
    }, move);
    if (here === move) return;
    const across = dx > 0 ? "ArrowRight" : "ArrowLeft";
    const along = dy > 0 ? "ArrowDown" : "ArrowUp";
    const ways = Math.abs(dx) > Math.abs(dy) ? [across, along, "ArrowLeft", "ArrowRight"] : [along, across, "ArrowUp", "ArrowDown"];
    // Where one way leads to and fro between two places, the next one is tried.
    const tried = seen.get(here) ?? 0;
    seen.set(here, tried + 1);
    await page.keyboard.press(ways[tried % ways.length] ?? across);
  }
  assert.fail(`the place of ${move} can be reached with arrow keys`);
}
