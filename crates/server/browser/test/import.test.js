// Texts from elsewhere in the editor: warnings and errors at their places, gists, and hostile texts, which leave it usable.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { opened, stand } from "./stand.js";
import { checked, drop, PUSH, RULE, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

stand();

const LEVEL = "#####\n#P.*#\n#####\n";
const GAME = PUSH + LEVEL;

/**
 * Pastes a text into the field.
 * @param {Page} page
 * @param {string} text
 */
const paste = (page, text) =>
  page.locator("textarea").evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.select();
    // What the page does not take, the browser types: a script cannot have it do so.
    if (field.dispatchEvent(event)) {
      field.setRangeText(text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, text);

/**
 * What is selected in the field.
 * @param {Page} page
 */
const selected = (page) =>
  page.locator("textarea").evaluate((field) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (field);
    return value.slice(selectionStart, selectionEnd);
  });

test("an error is shown at its column", () =>
  opened("/edit/puzzlescript", async (page) => {
    const wrong = GAME.replace("> Crate ]\nlate", "> Krate ]\nlate");
    const column = (wrong.split("\n")[RULE - 1]?.indexOf("Krate") ?? 0) + 1;
    await write(page, wrong, "wrong");
    const problem = page.getByRole("list", { name: "Problems" }).getByRole("button", { name: `${RULE}:${column}` }).first();
    assert.match((await problem.textContent()) ?? "", /"krate" is not declared/);
    await problem.click();
    assert.equal(await selected(page), "K");
    assert.equal((await page.locator(".pointer").textContent())?.split("\n")[1]?.indexOf("^"), column - 1);
    assert.equal(await page.getByRole("button", { name: "Play it" }).getAttribute("aria-disabled"), "true");
    assert.deepEqual(await page.locator(".numbers .wrong").allTextContents(), [String(RULE)]);
    assert.equal(await page.locator("textarea").getAttribute("aria-invalid"), "true");
  }));

test("an error of a game that runs all the same is an error at its place; the game is played and solved", () =>
  opened("/edit/puzzlescript", async (page) => {
    const warned = GAME.replace("Solid = Wall or Crate", "Solid = Wall or Wal").replace("title Push it", "title Push it\nfoo bar").replace("#P.*#", "#P*O#");
    const solid = warned.slice(0, warned.indexOf("Solid =")).split("\n").length;
    await write(page, warned, "runs");
    assert.equal(await page.locator(".check").textContent(), "2 errors, 0 warnings: runs all the same");
    const entries = page.getByRole("list", { name: "Problems" }).getByRole("button");
    assert.deepEqual((await entries.allTextContents()).map((words) => words.split(" ")[0]), ["2:1", `${solid}:17`]);
    assert.match((await entries.nth(1).textContent()) ?? "", /WAL is not declared \(did you mean Wall\?\)/);
    assert.deepEqual(await page.locator(".numbers .wrong").allTextContents(), ["2", String(solid)]);
    await entries.nth(1).click();
    assert.equal(await selected(page), "W");
    assert.equal(await page.locator("textarea").getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByRole("button", { name: "Play it" }).getAttribute("aria-disabled"), "false");
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".table").waitFor();
  }));

test("the JSON of a gist is pasted, dropped and opened", () =>
  opened("/edit/puzzlescript", async (page) => {
    const gist = JSON.stringify({ id: "abc", files: { "readme.txt": { filename: "readme.txt", content: "A game" }, "script.txt": { filename: "script.txt", content: GAME } } });
    await write(page, GAME.replace("title Push it", "title Mine"));
    await paste(page, gist);
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, GAME);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("title Mine"));
    await drop(page, "gist.json", gist);
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, GAME);
    // The only file of a gist is taken whatever its name; a name that is known says which family.
    await drop(page, "gist.json", JSON.stringify({ files: { "level.xsb": { content: "#####\n#@$.#\n#####\n" } } }));
    await page.locator('textarea[aria-label="Level text, sokoban"]').waitFor();
    await checked(page);
    await page.locator("#file").setInputFiles({ name: "gist.json", mimeType: "application/json", buffer: Buffer.from(gist) });
    await page.locator('textarea[aria-label="Level text, puzzlescript"]').waitFor();
    await checked(page);
    await drop(page, "gist.json", JSON.stringify({ files: { "script.txt": { content: "title", truncated: true } } }));
    await page.locator(".refusal", { hasText: "This gist is cut off" }).waitFor();
    await drop(page, "other.json", "[1]");
    await page.locator(".refusal", { hasText: "other.json is not taken: the text is of no format known here" }).waitFor();
    // JSON that is no gist is a text like any other.
    await paste(page, '{"files": 7}');
    await checked(page, "wrong");
    assert.equal(await page.locator("textarea").inputValue(), '{"files": 7}');
  }));

test("a file of the name under which such games are shared is played from any view", () =>
  opened("/play/toggle/flipper", async (page) => {
    await drop(page, "script.txt", GAME);
    await page.locator(".level .family", { hasText: "puzzlescript" }).waitFor();
  }));

/**
 * Whether the editor takes a plain game after this text.
 * @param {Page} page
 */
async function stillUsable(page) {
  await write(page, GAME);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowRight");
  await page.locator('.preview .status[data-moves="1"]').waitFor();
}

/** @type {[string, string, RegExp][]} */
const HOSTILE = [
  ["of which one line becomes too many rules", GAME.replace("late [", `[ ${Array(24).fill("moving Player").join(" | ")} ] -> [ ${Array(24).fill("moving Player").join(" | ")} ]\nlate [`), /too many|at most/i],
  ["of a row of a million characters and more", `${PUSH}P${".".repeat(1_000_000)}\n`, /cells|at most/],
];
for (const [name, text, problem] of HOSTILE) {
  test(`a text ${name} is refused in words, and the editor stays usable`, () =>
    opened("/edit/puzzlescript", async (page) => {
      await paste(page, text);
      await checked(page, "wrong");
      const words = [(await page.locator(".check").textContent()) ?? "", ...(await page.locator(".problem").allTextContents())];
      assert.match(words.join("\n"), problem);
      await stillUsable(page);
    }));
}

test("a text of 5 MB, or of a million lines, is not taken: not pasted, dropped or by a link; the draft stays", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, GAME);
    await paste(page, GAME + "(a comment)".repeat(500_000));
    await page.locator(".refusal", { hasText: "too large for the page: it has 5,50" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await paste(page, "\n".repeat(1_000_000));
    await page.locator(".refusal", { hasText: "too long for the page: it has 1,000,001 lines" }).waitFor();
    await drop(page, "mine.puzzlescript", "\n".repeat(300_000));
    await page.locator(".refusal", { hasText: "it has 300,001 lines" }).waitFor();
    assert.equal(await page.locator("textarea").inputValue(), GAME);
    await stillUsable(page);
    await page.goto(`${page.url().split("#")[0]}#/edit/puzzlescript/~${deflateRawSync("\n".repeat(1_000_000)).toString("base64url")}`);
    await page.locator(".failure", { hasText: "it has 1,000,001 lines" }).waitFor();
  }));

test("rules that never settle end, and the editor stays usable", () =>
  opened("/edit/puzzlescript", async (page) => {
    const restless = "[ Crate no Target ] -> [ Crate Target ]\n+ [ Crate Target ] -> [ Crate no Target ] again\n[ stationary Player ] -> [ stationary Player ] again\n";
    await write(page, GAME.replace("late [", `${restless}late [`));
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await page.locator(".preview .status").filter({ hasText: /never|limit|settle|1 move|too/i }).waitFor();
    await stillUsable(page);
  }));

test("a board of half a million cells is played, but not drawn", () =>
  opened("/edit/puzzlescript", async (page) => {
    const row = `${".".repeat(1000)}\n`;
    await write(page, `${PUSH}${row.replace(".", "P")}${row.repeat(499)}`);
    assert.equal(await page.getByRole("button", { name: "Draw" }).isVisible(), false);
    await stillUsable(page);
    assert.equal(await page.getByRole("button", { name: "Draw" }).isVisible(), true);
  }));
