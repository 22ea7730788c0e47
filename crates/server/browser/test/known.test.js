// A text says what it is: what is pasted or dropped is recognised, whatever the editor shows, and nothing is lost by it.

import assert from "node:assert/strict";
import { onBoth, standBoth } from "./places.js";
import { checked, drop, PUSH, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

standBoth();

const GAME = `${PUSH}#####\n#P.*#\n#####\n`;
const ROWS = "; Walk\n\n#####\n#@$.#\n#####\nTitle: Two steps\n\n######\n#@ $.#\n######\n";
const TOGGLE = 'board = "3x3"\nmoves = "plus"\nstart = "100 010 001"\n';

/**
 * Pastes a text into the field, over all of it or where the cursor is.
 * @param {Page} page
 * @param {string} text
 * @param {boolean} [over] all that is there
 */
async function paste(page, text, over = true) {
  await page.locator("textarea").evaluate((field, [text, over]) => {
    if (!(field instanceof HTMLTextAreaElement)) return;
    if (over) field.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", String(text));
    const taken = !field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    if (!taken) document.execCommand("insertText", false, String(text));
  }, [text, over]);
}

/**
 * Waits until the editor shows a text as one of this family.
 * @param {Page} page
 * @param {string} family
 * @param {string} text
 */
async function shown(page, family, text) {
  await page.locator(`textarea[aria-label="Level text, ${family}"]`).waitFor();
  await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, text);
}

onBoth("a game pasted into an editor of another kind changes the kind", "/edit/sokoban", async (page) => {
  // Nothing was typed here: the text is pasted beside an example.
  await paste(page, GAME, false);
  await shown(page, "puzzlescript", GAME);
  await checked(page);
  assert.equal(await page.getByLabel("Kind").inputValue(), "puzzlescript");
  for (const [family, text] of [["toggle", TOGGLE], ["sokoban", ROWS]]) {
    await paste(page, String(text));
    await shown(page, String(family), String(text));
    await checked(page);
  }
  // What was pasted is a draft: it is there after a reload, and where the kind is chosen again.
  await page.reload();
  await shown(page, "sokoban", ROWS);
  await page.getByLabel("Kind").selectOption("puzzlescript");
  await shown(page, "puzzlescript", GAME);
});

onBoth("what was typed is kept where a paste opens another kind", "/edit/sokoban", async (page) => {
  const typed = ROWS.replace("Two steps", "Mine");
  await write(page, typed);
  await paste(page, GAME);
  await shown(page, "puzzlescript", GAME);
  await page.goBack();
  await shown(page, "sokoban", typed);
});

onBoth("rows pasted into a text of one's own are typed, and offered by themselves", "/edit/puzzlescript", async (page) => {
  await write(page, GAME);
  await page.locator("textarea").evaluate((field) => /** @type {HTMLTextAreaElement} */ (field).setSelectionRange(1e6, 1e6));
  await paste(page, "\n#####\n#@$.#\n#####\n", false);
  await page.waitForFunction(() => document.querySelector("textarea")?.value.endsWith("#@$.#\n#####\n"));
  const offer = page.getByRole("region", { name: "Which is meant" });
  await offer.getByRole("button", { name: "sokoban" }).click();
  await shown(page, "sokoban", "\n#####\n#@$.#\n#####\n");
  await page.goBack();
  await page.waitForFunction((game) => document.querySelector("textarea")?.value.startsWith(game), GAME);
});

onBoth("where two formats fit, the page asks", "/edit/sokoban", async (page) => {
  const text = 'board = "3x3"\nstart = 1\n';
  await paste(page, text);
  const question = page.getByRole("region", { name: "Which is meant" });
  await question.waitFor();
  assert.deepEqual(await question.getByRole("button").allTextContents(), ["toggle", "pebble", "Close"]);
  await question.getByRole("button", { name: "toggle" }).click();
  await shown(page, "toggle", text);
});

onBoth("files of any name are recognised: collections and games as .txt", "/play/toggle/flipper", async (page) => {
  await drop(page, "walks.txt", ROWS);
  await page.locator(".cards strong").nth(1).waitFor();
  assert.ok(page.url().includes("/sokoban/"), page.url());
  await drop(page, "Lamp Lighter.txt", GAME);
  await page.locator(".level .family", { hasText: "puzzlescript" }).waitFor();
  await drop(page, "notes.txt", "Buy milk.\n");
  await page.locator(".refusal", { hasText: "notes.txt is not taken: the text is of no format known here" }).waitFor();
});

onBoth("what is typed directly behind a text that opens another kind is typed behind it", "/edit/sokoban", async (page) => {
  await page.locator("textarea").focus();
  await paste(page, GAME);
  await page.keyboard.type("(mine) ", { delay: 40 });
  await shown(page, "puzzlescript", `${GAME}(mine) `);
  await page.keyboard.type("(more)");
  await shown(page, "puzzlescript", `${GAME}(mine) (more)`);
  await checked(page);
  await page.reload();
  await shown(page, "puzzlescript", `${GAME}(mine) (more)`);
});

onBoth("a save that is dropped goes on from its last move", "/play/toggle/flipper", async (page) => {
  const save = `menagerie save 1\nfamily: sokoban\nname: Two\nrole: player\nmoves: right; left\nundone: \nlevel:\n######\n#@ $.#\n######\n`;
  await drop(page, "two.txt", save);
  await page.locator(".level .family", { hasText: "sokoban" }).waitFor();
  await page.getByText(/^2 moves, 0 pushes\. Boxes on goals/).first().waitFor();
});

onBoth("a link is answered with what to do, and stays out of the text", "/edit/puzzlescript", async (page) => {
  const before = await page.locator("textarea").inputValue();
  await paste(page, "https://www.puzzlescript.net/play.html?p=abc");
  await page.locator(".refusal", { hasText: "open the source of the game there" }).waitFor();
  assert.equal(await page.locator("textarea").inputValue(), before);
  // In a text of one's own it is an address like any other.
  await write(page, GAME.replace("title Push it", "title Push it\nhomepage "), "runs");
  await page.locator("textarea").evaluate((field) => {
    const { value } = /** @type {HTMLTextAreaElement} */ (field);
    const at = value.indexOf("homepage ") + 9;
    /** @type {HTMLTextAreaElement} */ (field).setSelectionRange(at, at);
  });
  await paste(page, "https://example.org", false);
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("homepage https://example.org\n"));
});
