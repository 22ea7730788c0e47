// A game with errors that runs all the same: its errors are counted apart from warnings, once each, in red at their lines, with
// the nearest declared name.

import assert from "node:assert/strict";
import { onBoth, standBoth } from "./places.js";
import { checked, PUSH, RULE, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

standBoth();

const GAME = `${PUSH}#####\n#P*O#\n#####\n\n#####\n#P*?#\n#####\n`;

/**
 * The colour of a custom property, as computed styles have it.
 * @param {Page} page
 * @param {string} name
 */
const colorOf = (page, name) =>
  page.evaluate((name) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

onBoth("errors are red, one a mistake, and say what was meant", "/edit/puzzlescript", async (page) => {
  // The left side alone is misspelt, so that the rule is dropped and the game runs.
  const text = GAME.replace("| Crate ] ->", "| Crat ] ->");
  await write(page, text, "runs");
  const check = page.locator(".check");
  assert.equal(await check.textContent(), "2 errors, 0 warnings: runs all the same");
  const bad = await colorOf(page, "--bad");
  assert.equal(await check.evaluate((one) => getComputedStyle(one).color), bad);
  assert.ok(!(await check.evaluate((one) => getComputedStyle(one, "::before").content)).includes("✓"));
  const entries = page.getByRole("list", { name: "Problems" }).getByRole("button");
  assert.equal(await entries.count(), 2);
  assert.match((await entries.nth(0).textContent()) ?? "", new RegExp(`^${RULE}:\\d+ "crat" is not declared.*\\(did you mean Crate\\?\\)`));
  assert.match((await entries.nth(1).textContent()) ?? "", /\? is not declared as a key of levels/);
  for (const place of await entries.locator(".place").all()) assert.equal(await place.evaluate((one) => getComputedStyle(one).color), bad);
  const key = text.slice(0, text.indexOf("#P*?#")).split("\n").length;
  assert.deepEqual(await page.locator(".numbers .wrong").allTextContents(), [String(RULE), String(key)]);
  assert.equal(await page.getByRole("button", { name: "Play it" }).getAttribute("aria-disabled"), "false");
});

onBoth("a game with too many errors to start is not valid, and one with settings for its looks is", "/edit/puzzlescript", async (page) => {
  const valid = `${PUSH}#####\n#P*O#\n#####\n`;
  const rules = "[ > Player | Crat ] -> [ | ]\n".repeat(3);
  await write(page, valid.replace("[ >", `${rules}[ >`), "wrong");
  assert.equal(await page.locator(".check").textContent(), "Not valid: 3 errors, 1 warning");
  assert.match((await page.locator(".problem").first().textContent()) ?? "", /warning: PuzzleScript counts 6 errors .* at most 5/);
  await write(page, valid.replace("title Push it", "title Push it\nsmoothscreen 5x5\ntween_length 0.1"));
  assert.equal(await page.locator(".check").textContent(), "Valid, 2 warnings");
  await write(page, valid.replace("title Push it", "title Push it\ncase_sensitive"), "runs");
  assert.match((await page.locator(".problem").first().textContent()) ?? "", /setting `case_sensitive`, which PuzzleScript Plus or Next has/);
  assert.equal(await page.getByRole("button", { name: "Solve" }).getAttribute("aria-disabled"), "true");
  await write(page, valid);
  await checked(page);
});
