// Hints that climb from whether it can be solved to the best moves, each asked for by itself; and the judgement of a game: what
// each move cost, and every position one step away. In every family.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { api, hintMore, LONG, mounted, opened, server, shipped, stand } from "./stand.js";

/** @import { Page, Request as Sent } from "playwright-core" */
/** @import { Answer, Judgement } from "../../page/types.js" */

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
/** A level of every family, who plays it, and moves of which the last one is a mistake. @type {[string, string, string | undefined, string[]][]} */
const MISTAKES = [
  ["toggle", "flipper", undefined, ["1", "5"]],
  ["lemmo", "seed", "lemmo", ["6 left"]],
  ["wall", "five", "eel", ["gap 1"]],
  ["pebble", "petersen", undefined, []],
  ["bunny", "bunny-02", undefined, ["F"]],
  ["sokoban", "first-steps#4", undefined, ["left", "right", "up", "left"]],
  ["puzzlescript", "magnet", undefined, []],
  ["script", "wolf-goat-cabbage", undefined, []],
  ["script", "nim", "first", ["take 1 from heap 1"]],
];

stand();

for (const [family, name, role, moves] of MISTAKES) {
  test(`${family} ${name}: hints climb, and a mistake is gone back on`, async () => {
    const level = await shipped(server.address, family, name);
    const game = { family, level, ...(role ? { role } : {}) };
    const mistakes = moves.length ? moves : await mistaken(game);
    await opened(`/play/${family}/${encodeURIComponent(name)}`, async (page) => {
      const other = page.locator(`.roles [data-role="${role}"][aria-pressed=false]`);
      if (await other.count()) await other.click();
      await climbed(page, game);
      await made(page, mistakes);
      const { back_to } = await judged(page, { ...game, moves: mistakes });
      assert.ok(back_to !== null && back_to < mistakes.length, `a mistake in ${mistakes.join("; ")}`);
      // In a field of text "b" is a letter.
      if (await page.evaluate(() => document.activeElement?.matches("input"))) await page.locator(".judgement .go-back").click();
      else await page.keyboard.press("b");
      await at(page, back_to);
      assert.equal(await page.locator(".judged [aria-current]").count(), 1, "the judgement stays, and says where the game is");
      await page.locator(".judged button").last().click();
      await at(page, mistakes.length);
    });
  });
}

/**
 * A line of moves of which the last one is a mistake.
 * @param {{ family: string, level: string }} game
 * @returns {Promise<string[]>}
 */
async function mistaken(game) {
  for (const line = /** @type {string[]} */ ([]); line.length < 5; ) {
    /** @type {{ legal: string[] }} */
    const { legal } = await api(server.address, "/play", { ...game, moves: line });
    for (const move of legal) {
      const { back_to } = await judgement({ ...game, moves: [...line, move] });
      if (back_to === line.length) return [...line, move];
    }
    line.push(legal[0] ?? "");
  }
  throw new Error("every move is best");
}

/**
 * @param {Record<string, unknown>} game
 * @returns {Promise<Judgement>}
 */
async function judgement(game) {
  /** @type {Answer} */
  const { answer } = await api(server.address, "/ask", { ...game, question: "judge" });
  return /** @type {Judgement} */ (/** @type {unknown} */ (answer));
}

/**
 * Climbs the hints of the position shown. Nothing of a later kind may have been asked for or be on the page.
 * @param {Page} page
 * @param {Record<string, unknown>} game
 */
async function climbed(page, game) {
  /** @type {unknown[]} */
  const asked = [];
  const listen = (/** @type {Sent} */ sent) => {
    if (sent.url().endsWith("/hint")) asked.push(sent.postDataJSON().options.reveal ?? 4);
  };
  page.on("request", listen);
  const marks = page.locator(".board .look .cornered");
  const best = page.locator(".board .best, .board .hinted, .moves .best");
  for (let last = 0; last < 4; ) {
    const { step, words } = await hintMore(page);
    assert.ok(step > last, `${step} after ${last}`);
    assert.deepEqual(asked, Array.from({ length: step }, (_, index) => index + 1), "each kind is asked for by itself");
    assert.equal(/Best now/.test(words), step === 4, words);
    if (step < 4) assert.equal(words, `${await said({ ...game, options: { reveal: step } })} Hint again for more.`);
    if (step < 4) assert.equal(await best.count(), 0, "no move is marked");
    if (step < 3) assert.equal(await marks.count(), 0, "no place is marked");
    if (step === 3) {
      assert.ok((await marks.count()) > 0, "places are marked");
      const told = page.locator('.board [aria-label*=", a place to look at"]');
      assert.ok((await told.count()) > 0, "and told");
    }
    last = step;
  }
  page.off("request", listen);
}

/**
 * A hint in the words of the command line.
 * @param {Record<string, unknown>} asked
 */
async function said(asked) {
  const { options, ...game } = asked;
  /** @type {Answer} */
  const answer = await api(server.address, "/hint", { ...game, options });
  return answer.words.join(" ");
}

/**
 * Makes moves by their names.
 * @param {Page} page
 * @param {string[]} moves
 */
async function made(page, moves) {
  for (const [index, move] of moves.entries()) {
    if (!(await page.locator(".type input").isVisible())) await page.locator(".byname > summary").click();
    await page.locator(".type input").fill(move);
    await page.locator(".type input").press("Enter");
    await at(page, index + 1);
  }
}

/**
 * @param {Page} page
 * @param {number} count
 */
async function at(page, count) {
  await page.locator(`.status[data-moves="${count}"]`).waitFor();
}

/**
 * Has the game judged, unless it was when it ended; the page says what the API does.
 * @param {Page} page
 * @param {Record<string, unknown>} game
 */
async function judged(page, game) {
  const over = (await page.locator(".status").getAttribute("data-state")) !== "open";
  if (!over) await page.locator("[data-question=judge]").click();
  await page.locator(".judgement").waitFor();
  const expected = await judgement(game);
  const kinds = await page.locator(".judged li").evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));
  const kind = (/** @type {Judgement["moves"][0]} */ { lost, cost }) => (lost ? "lost" : cost ? "longer" : cost === 0 ? "best" : "unknown");
  assert.deepEqual(kinds, ["start", ...expected.moves.map(kind)]);
  return expected;
}

test("a lost position says so at once, with the way back, by keyboard alone", () =>
  opened("/play/sokoban/first-steps%234", async (page) => {
    for (const [made, key] of ["ArrowUp", "ArrowLeft", "ArrowDown"].entries()) {
      await page.keyboard.press(key);
      await at(page, made + 1);
    }
    await page.keyboard.press("h");
    const back = page.locator(".feedback[data-kind=impossible] button", { hasText: "Go back to before move 2" });
    await back.waitFor();
    assert.match((await page.locator("#announced").textContent()) ?? "", /^It cannot be solved from here\. .*Go back to before move 2\.$/);
    await page.keyboard.press("j");
    await page.locator(".judgement .headline", { hasText: "Move 2 (left) lost." }).waitFor();
    assert.equal(await page.locator("#announced").textContent(), "Move 2 (left) lost.");
    await tabTo(page, ".judgement .go-back");
    await page.keyboard.press("Enter");
    await at(page, 1);
    // Each position has its button; the move back leads to the end again.
    for (let count = 0; count <= 3; count++) await tabTo(page, `.judged li:nth-child(${count + 1}) button`);
    await page.keyboard.press("Enter");
    await at(page, 3);
    await page.keyboard.press("h");
    await back.waitFor();
    await tabTo(page, ".feedback button", true);
    await page.keyboard.press("Enter");
    await at(page, 1);
    await page.keyboard.press("h");
    await page.locator(".feedback", { hasText: /^It can be solved\. Hint again for more\.$/ }).waitFor();
    // Another move leaves the line: its judgement goes.
    await page.keyboard.press("ArrowRight").then(() => page.keyboard.press("ArrowUp"));
    await at(page, 2);
    assert.equal(await page.locator(".judgement").count(), 0);
  }));

test("an ended game is judged by itself, on a phone by touch", () =>
  opened("/play/toggle/flipper", async (page) => {
    for (const [made, place] of ["5", "5", "1", "3", "4"].entries()) {
      await page.locator(`.board [data-act="${place}"]`).tap();
      await at(page, made + 1);
    }
    await page.locator(".judgement .headline", { hasText: "Move 1 (5) was 2 moves too many." }).waitFor();
    await page.locator("#announced", { hasText: /^Solved with 5 presses; 3 suffice\. Move 1 \(5\) was 2 moves too many\.$/ }).waitFor();
    assert.equal(await page.locator(".back").isVisible(), false, "the end stays on the board");
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await accessible(page);
      if (process.env["SHOT"]) await page.locator(".verdict").screenshot({ path: `${process.env["SHOT"]}-judged-${colorScheme}.png` });
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels wider than the screen`);
    const small = await page.locator(".judged button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24).length);
    assert.equal(small, 0, "buttons for fingers");
    await page.locator(".judged button").nth(3).tap();
    await at(page, 3);
    await page.locator(".judgement .go-back").tap();
    await at(page, 0);
    await page.locator('[data-key="r"]').tap();
    await at(page, 1);
    assert.equal(await page.locator(".judged [aria-current]").textContent(), "1. 5", "redo goes along the line");
  }, PHONE));

test("a judgement is shown as a film, and back", () =>
  opened("/play/toggle/flipper", async (page) => {
    await made(page, ["1", "5"]);
    await page.locator("[data-question=judge]").click();
    await page.getByRole("button", { name: "Show it as a film" }).click();
    await page.getByLabel("Step", { exact: true }).fill("2");
    assert.match((await page.locator(".board-figure .caption").textContent()) ?? "", /^5: after 2 moves: .* too many$/);
    await page.locator(".judged button").nth(1).click();
    await at(page, 1);
    assert.equal(await page.locator(".back").isVisible(), false);
  }));

test("judging is cancelled, and says within its limits what it knows", () =>
  opened(`/play/pebble/~${deflateRawSync(LONG).toString("base64url")}`, async (page) => {
    await mounted(page);
    const first = await page.locator(".board .act").first().getAttribute("data-act");
    await page.locator(`.board [data-act="${first}"]`).first().click();
    await at(page, 1);
    await page.locator("[data-question=judge]").click();
    await page.locator('.working:not([data-nodes="0"])').waitFor();
    await page.locator("button", { hasText: "Cancel" }).click();
    await page.locator(".notice.cancelled").waitFor();
    await page.locator(".more-options summary").click();
    await page.evaluate(() => document.querySelector("select[name=time] option")?.setAttribute("value", "3s"));
    await page.locator("select[name=time]").selectOption("3s");
    await page.locator("[data-question=judge]").click();
    await page.locator(".verdict[data-verdict=unfinished]").waitFor();
    assert.match((await page.locator(".judged li").last().textContent()) ?? "", /^1\. \w+.*(not known|at least \d+ left)/);
    await page.locator(".judged button").first().click();
    await at(page, 0);
  }));

/**
 * Goes by the Tab key to what the selector names.
 * @param {Page} page
 * @param {string} selector
 * @param {boolean} [back] whether backwards
 */
async function tabTo(page, selector, back = false) {
  for (let steps = 0; steps < 200; steps++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** @param {Page} page */
async function accessible(page) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    /** @type {any} */
    const { axe } = globalThis;
    return /** @type {{ id: string, nodes: { html: string }[] }[]} */ ((await axe.run(document)).violations);
  });
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), []);
}
