// What is proven of each level while its text is written and drawn: chips, and a line about the level at hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";
import { checked, PUSH, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

stand();

const NEAR = ["######", "#P*.O#", "#....#", "######"];
const FAR = ["#######", "#P....#", "#.*..O#", "#.....#", "#######"];
/** The crate stands in a corner. */
const STUCK = ["######", "#*P.O#", "#....#", "######"];

/** @param {...string[]} levels */
const game = (...levels) => `${PUSH}${levels.map((rows) => `${rows.join("\n")}\n\n`).join("")}`;

/** @param {Page} page */
const line = (page) => page.locator(".truth-line");

/**
 * Waits until the line about the level at hand says this.
 * @param {Page} page
 * @param {RegExp} words
 */
async function says(page, words) {
  await line(page).filter({ hasText: words }).waitFor();
}

/**
 * Waits for the chip of a level that is known so.
 * @param {Page} page
 * @param {number} number
 * @param {string} state
 * @param {RegExp} name
 */
async function chip(page, number, state, name) {
  const found = page.locator(`.chip[data-number="${number}"][data-state=${state}]:not(.waiting)`);
  await found.waitFor();
  assert.match((await found.getAttribute("aria-label")) ?? "", name);
}

test("each level has a chip that says what is proven, and the line tells the one at hand", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, game(NEAR, STUCK, FAR));
    await says(page, /^Found, proven best: 2 moves\.$/);
    await chip(page, 1, "proven", /^Level 1.*: Found, proven best: 2 moves$/);
    await chip(page, 2, "impossible", /^Level 2.*: Impossible, proven/);
    await chip(page, 3, "proven", /^Level 3.*: Found, proven best: \d+ moves$/);
    assert.equal(await page.locator(".chip[aria-current=true]").getAttribute("data-number"), "1");
    await page.locator('.chip[data-number="2"]').click();
    await says(page, /^Impossible, proven/);
    await checked(page);
    assert.equal(await page.locator(".chip[aria-current=true]").getAttribute("data-number"), "2");
  }));

test("a stroke changes what is known, and the line tells what was before; undo brings it back", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, game(NEAR));
    await says(page, /^Found, proven best: 2 moves\.$/);
    await page.getByRole("button", { name: "Draw" }).click();
    assert.ok(await line(page).isVisible(), "it stands beside the drawing");
    await page.getByRole("radio", { name: "crate", exact: true }).click({ force: true });
    await page.locator('.draw-cell[data-x="3"][data-y="2"]').click();
    await says(page, /^Found, proven best: 2 moves\.$/);
    await page.getByRole("radio", { name: "wall", exact: true }).click({ force: true });
    await page.locator('.draw-cell[data-x="3"][data-y="1"]').click();
    await says(page, /^Found, proven best: \d+ moves\. Before the last change: 2 moves\.|^Impossible/);
    await page.getByRole("button", { name: "Undo change" }).click();
    await says(page, /^Found, proven best: 2 moves\./);
  }));

test("a changed rule renews the chips, and a text that is not valid marks them as of before", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, game(NEAR, FAR));
    await chip(page, 2, "proven", /proven best/);
    const before = await page.locator('.chip[data-number="2"]').getAttribute("aria-label");
    // Without the rule no crate moves.
    await write(page, game(NEAR, FAR).replace("[ > Player | Crate ] -> [ > Player | > Crate ]", "[ > Player | Crate ] -> [ Player | Crate ]"));
    await chip(page, 1, "impossible", /Impossible, proven/);
    await chip(page, 2, "impossible", /Impossible, proven/);
    await page.locator("textarea").fill("not a game");
    await page.locator(".truth.stale").waitFor();
    await write(page, game(NEAR, FAR));
    await chip(page, 2, "proven", /proven best/);
    assert.equal(await page.locator('.chip[data-number="2"]').getAttribute("aria-label"), before);
  }));

test("other families are followed, too: Sokoban with its walls drawn by hand", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, "######\n#@$ .#\n######\n");
    await says(page, /^Found, proven best: 2 moves\.$/);
    await write(page, "#######\n#@ $ .#\n#######\n");
    await says(page, /^Found, proven best: 3 moves\. Before the last change: 2 moves\.$/);
    await write(page, "#######\n#@ #$.#\n#######\n");
    await says(page, /^Impossible, proven/);
  }));

test("beside the line: how many solutions are as short, which first moves lose, and what the stated solution leaves out", () =>
  opened("/edit/puzzlescript", async (page) => {
    const finding = (/** @type {RegExp} */ words) => page.locator(".findings li", { hasText: words }).waitFor();
    // A push to the left puts the crate into a corner for ever.
    const corner = ["########", "#.*P..O#", "#......#", "########"];
    await write(page, game(corner));
    await finding(/shortest solution/);
    await finding(/^First moves that lose: left$/);
    await write(page, game(["(intended: d; u; r; r)", ...NEAR]));
    await finding(/^No first move loses$/);
    await finding(/^The stated solution: .*2/);
    await write(page, game(STUCK));
    await says(page, /^Impossible, proven/);
    await finding(/^No solution exists/);
  }));

test("the best solution is stepped through over the drawing, which goes on with a click", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, game(NEAR));
    await page.getByRole("button", { name: "Draw" }).click();
    await page.getByRole("button", { name: "Step through the best solution" }).click();
    const film = page.locator(".walkthrough");
    await film.locator(".board").waitFor();
    assert.equal(await page.locator(".canvas").isVisible(), false);
    for (const value of ["1", "2"]) {
      await film.getByRole("button", { name: "One step on" }).click();
      assert.equal(await film.getByRole("slider").inputValue(), value);
    }
    assert.ok(await page.locator(".palette").first().isVisible(), "one stays in the drawing");
    await page.keyboard.press("Escape");
    assert.ok(await page.locator(".canvas").isVisible());
    assert.equal(await film.isVisible(), false);
    await page.getByRole("button", { name: "Step through the best solution" }).click();
    await page.getByRole("radio", { name: "wall", exact: true }).click({ force: true });
    await page.getByRole("button", { name: "Go on drawing" }).click();
    await page.locator('.draw-cell[data-x="4"][data-y="2"]').click();
    await says(page, /^Found, proven best: 2 moves\./);
    assert.equal(await film.isVisible(), false);
  }));

test("what was before is of the last change alone, and a change that changes nothing says nothing", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, "######\n#@$ .#\n######\n");
    await says(page, /^Found, proven best: 2 moves\.$/);
    await write(page, "#######\n#@ $ .#\n#######\n");
    await says(page, /^Found, proven best: 3 moves\. Before the last change: 2 moves\.$/);
    // A wall behind the wall changes the level, but not what is proven of it.
    await write(page, "########\n#@ $ .##\n########\n");
    await says(page, /^Found, proven best: 3 moves\.$/);
  }));

test("of a text with errors that runs all the same the verdict says so, and one that does not run says why beside the board", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, game(NEAR).replace("late [ Crate Target ]", "late [ Crat Target ]"), "runs");
    await says(page, /^Found, proven best: 1 move, of the game as it runs with 1 error\.$/);
    await page.locator(".truth.with-errors").waitFor();
    await write(page, game(NEAR));
    await says(page, /^Found, proven best: 2 moves\.$/);
    await page.locator("textarea").fill(game(NEAR).replace("COLLISIONLAYERS", "NOTHING"));
    await page.locator(".truth.stale .truth-line[data-state=invalid]", { hasText: /Line \d+: / }).waitFor();
  }));
