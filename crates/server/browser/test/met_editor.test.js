// What authors met in the editor, and must not meet again; what has tests of its own elsewhere is not repeated here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, opened, server, stand } from "./stand.js";
import { PUSH, RULE, write } from "./writing.js";

/** @import { FamilyCard } from "../../page/types.js" */

stand();

const GOOD = "[ > Player | Crate ] -> [ > Player | > Crate ]";
/** A name in a rule, and a character in a level, that nobody declared. */
const BAD = `${PUSH.replace(GOOD, GOOD.replace("Crate ]", "Crat ]"))}#####\n#P*O#\n#..?#\n#####\n`;

test("each mistake of a game is one error at its line, with the nearest name, and nothing says that it is valid", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, BAD, "runs");
    const problems = await page.locator(".problem").allTextContents();
    assert.equal(problems.length, 2, problems.join("\n"));
    assert.match(problems[0] ?? "", new RegExp(`^${RULE}:\\d+ .*crat.* \\(did you mean Crate\\?\\)`, "i"));
    assert.match(problems[1] ?? "", /^\d+:4 .*\?/);
    assert.equal(await page.locator(".check").textContent(), "2 errors, 0 warnings: runs all the same");
    const colour = (/** @type {string} */ selector) => page.locator(selector).first().evaluate((one) => getComputedStyle(one).color);
    const bad = await page.evaluate(() => {
      const sample = document.body.appendChild(document.createElement("i"));
      sample.style.color = "var(--bad)";
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    });
    assert.equal(await colour(".check"), bad);
    assert.equal(await colour(".numbers .wrong"), bad);
    assert.doesNotMatch((await page.locator(".verdict-on-text").innerText()) ?? "", /✓|\bvalid\b/i);
    await write(page, BAD.replace("Crat ]", "Crate ]").replace("?", "."));
    assert.equal(await page.locator(".check").textContent(), "Valid");
    assert.notEqual(await colour(".check"), bad);
  }));

test("the par of a Sokoban level is compared, also where there is no solution, and a stated solution is looked at", () =>
  opened("/edit/sokoban", async (page) => {
    const compared = async (/** @type {string} */ rows, /** @type {string} */ words) => {
      await write(page, `${rows}Title: A\nComment: Par: 4\n`);
      await page.getByRole("button", { name: "Check par" }).click();
      await page.locator(".par", { hasText: words }).waitFor();
    };
    await compared("#######\n#@ $ .#\n#######\n", "Par 4 is wrong: the proven best is 3.");
    await compared("######\n#$@ .#\n######\n", "Par 4 is wrong: there is no solution.");
    await write(page, "#######\n#@ $ .#\n#######\nTitle: A\nSolution: rRR\n");
    await page.locator(".findings li", { hasText: "The stated solution: no solution has fewer than the 3 intended moves" }).waitFor();
  }));

test("what a text can begin with is called by titles, and whole games are among it", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  for (const { family } of families) {
    await opened(`/edit/${family}`, async (page) => {
      const choices = await page.getByLabel("Begin with").locator("option").allTextContents();
      assert.deepEqual(choices.slice(0, 2), ["…", "a small one of your own"]);
      for (const words of choices.slice(2)) assert.doesNotMatch(words, /#|^[a-z0-9-]+$/, family);
      if (["sokoban", "puzzlescript"].includes(family)) assert.ok(choices.some((words) => /, whole: \d+ levels$/.test(words)), family);
    });
  }
});

test("who draws and has the level solved goes on drawing: the answer stands over the drawing, which stays as it is", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, "#######\n#@ $ .#\n#######\n");
    const draw = page.getByRole("button", { name: "Draw", exact: true });
    await draw.click();
    await page.getByRole("radio", { name: "wall", exact: true }).click({ force: true });
    await page.locator('.draw-cell[data-x="6"][data-y="0"]').waitFor();
    for (const [ask, told] of /** @type {const} */ ([["Solve", ".verdict[data-verdict=proven]"], ["Check par", ".par"]])) {
      await page.getByRole("button", { name: ask, exact: true }).click();
      await page.locator(told).waitFor();
      assert.equal(await draw.getAttribute("aria-pressed"), "true");
      assert.ok(await page.locator(".palette").first().isVisible());
      assert.ok(await page.locator(".walkthrough .film").isVisible());
      assert.equal(await page.locator(".walkthrough .film input").getAttribute("max"), "3");
    }
    await page.getByRole("button", { name: "Go on drawing" }).click();
    assert.ok(await page.getByRole("radio", { name: "wall", exact: true }).isChecked());
    await page.locator('.draw-cell[data-x="4"][data-y="1"]').click();
    assert.equal(await page.locator("textarea").inputValue(), "#######\n#@ $#.#\n#######\n");
    assert.equal(await page.locator(".walkthrough").count(), 0);
    await draw.click();
    assert.ok(await page.locator(".preview").isVisible());
  }));
