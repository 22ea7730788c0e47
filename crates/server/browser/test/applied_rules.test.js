// Playing beside the text: the moves stay while it changes, and the rules that changed something lead to their lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";
import { checked, PUSH, RULE, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

stand();

const LEVEL = "########\n#P.*..O#\n########\n";

/** @param {Page} page */
const selected = (page) =>
  page.locator("textarea").evaluate((field) => {
    const text = /** @type {HTMLTextAreaElement} */ (field);
    return [text === document.activeElement, text.value.slice(text.selectionStart, text.selectionEnd)];
  });

/**
 * @param {Page} page
 * @param {string} key
 * @param {number} made
 */
async function press(page, key, made) {
  await page.keyboard.press(key);
  await page.locator(`.preview .status[data-moves="${made}"]`).waitFor();
}

test("a rule line is reached from the applied rules", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, PUSH + LEVEL);
    await page.locator("h1").click();
    await press(page, "ArrowRight", 1);
    const applied = page.getByRole("region", { name: "Rules applied" });
    await applied.getByText("Rules applied: none changed anything.").waitFor();
    assert.equal(await applied.getByRole("button").count(), 0);
    await press(page, "ArrowRight", 2);
    const line = applied.getByRole("button", { name: `line ${RULE}` });
    assert.equal(await line.textContent(), `line ${RULE} [ > Player | Crate ] -> [ > Player | > Crate ]`);
    await line.click();
    assert.deepEqual(await selected(page), [true, "[ > Player | Crate ] -> [ > Player | > Crate ]"]);
    await page.getByRole("button", { name: "Undo move" }).click();
    await page.locator('.preview .status[data-moves="1"]').waitFor();
    await page.getByRole("button", { name: "Restart" }).click();
    await page.locator('.preview .status[data-moves="0"]').waitFor();
    assert.equal(await applied.isVisible(), false);
  }));

test("the moves stay while the text changes, as far as they can be made", () =>
  opened("/edit/sokoban", async (page) => {
    const level = (/** @type {string} */ row) => `########\n#${row}#\n########\n`;
    const made = () => page.locator(".preview .status").getAttribute("data-moves");
    await write(page, level("@ $  ."));
    await page.locator("h1").click();
    for (const count of [1, 2, 3]) await press(page, "ArrowRight", count);
    await write(page, `${level("@ $  .")}Title: Mine\n`);
    assert.equal(await made(), "3");
    // A text that is not valid leaves the board as it was.
    await write(page, level("  $  ."), "wrong");
    assert.equal(await made(), "3");
    await write(page, level("@ $ #."));
    assert.equal(await made(), "2");
    await write(page, level("@$#  ."));
    assert.equal(await made(), "0");
    await write(page, `${level("@ $  .")}\n${level(" @ $ .")}`);
    await page.locator("h1").click();
    await press(page, "ArrowRight", 1);
    // Another level of the text begins anew.
    await page.locator(".several select").selectOption("2");
    await checked(page);
    assert.equal(await made(), "0");
  }));

test("the board in the editor is played by clicks, and an answer on it leads back to the game", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, PUSH + LEVEL);
    await page.locator('.preview .act[data-act="right"]').click();
    await page.locator('.preview .status[data-moves="1"]').waitFor();
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    assert.equal(await page.locator(".preview .film").isVisible(), false);
    assert.equal(await page.locator(".preview .status").getAttribute("data-moves"), "1");
  }));
