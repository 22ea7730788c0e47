// What helps while a text is written: colours, keys, the place of the level, room for either side, and no blame for nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, opened, server, stand } from "./stand.js";
import { checked, PUSH, write } from "./writing.js";

/** @import { Page } from "playwright-core" */
/** @import { FamilyCard } from "../../page/types.js" */

stand();

const coloured = (/** @type {Page} */ page, /** @type {string} */ kind) => page.locator(`.tokens .token-${kind}`).allTextContents();
/** Games of thirty levels each: more lines than are in sight. */
const LONG = PUSH + "#####\n#P*O#\n#####\n\n".repeat(30);

test("the patterns of every family are regular expressions that find something in what it ships", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  /** @type {{ levels: { family: string, text: string }[] }} */
  const { levels } = await api(server.address, "/levels");
  for (const { family, tokens } of families) {
    const texts = levels.filter((level) => level.family === family).map(({ text }) => text).join("\n");
    assert.ok(tokens.length, family);
    assert.ok(tokens.some(({ pattern }) => new RegExp(pattern, "gimu").test(texts)), family);
    for (const { pattern } of tokens) assert.doesNotMatch("", new RegExp(pattern, "imu"), `${family}: ${pattern} finds nothing everywhere`);
  }
});

test("comments, headings and words have colours, under the letters that are typed, and follow what is typed and scrolled", () =>
  opened("/edit/puzzlescript", async (page) => {
    // An empty last line has no height in the layer.
    await write(page, LONG.trimEnd());
    const field = page.locator(".editor textarea");
    await field.press("Control+Home");
    assert.ok((await coloured(page, "heading")).includes("OBJECTS"));
    await page.keyboard.insertText("(a comment)\n");
    assert.deepEqual((await coloured(page, "comment")).slice(0, 1), ["(a comment)"]);
    await field.evaluate((one) => (one.scrollTop = one.scrollHeight));
    await page.waitForFunction(() => !document.querySelector(".tokens .token-comment"));
    // The last line of the layer stands where that of the field does.
    const off = await page.evaluate(() => {
      const field = /** @type {HTMLTextAreaElement} */ (document.querySelector(".editor textarea"));
      const layer = /** @type {HTMLElement} */ (document.querySelector(".tokens .coloured"));
      const end = layer.getBoundingClientRect().bottom - field.getBoundingClientRect().top;
      return Math.abs(end - (field.scrollHeight - field.scrollTop));
    });
    assert.ok(off < 2, `${off} pixels apart`);
    assert.equal(await field.evaluate((one) => getComputedStyle(one).color), "rgba(0, 0, 0, 0)");
  }));

test("where the colours are the user's own, the field shows its letters itself", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, LONG);
    assert.equal(await page.locator(".tokens").isVisible(), false);
    assert.notEqual(await page.locator(".editor textarea").evaluate((one) => getComputedStyle(one).color), "rgba(0, 0, 0, 0)");
  }, { forcedColors: "active" }));

test("a large text is typed into without waiting for its colours", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, LONG);
    const spans = await page.locator(".coloured span").count();
    assert.ok(spans < 200, `${spans} pieces are drawn of a text of ${LONG.split("\n").length} lines`);
    await page.locator(".editor textarea").evaluate((one, text) => {
      const field = /** @type {HTMLTextAreaElement} */ (one);
      field.value = text;
      field.dispatchEvent(new Event("input"));
    }, `${LONG}${"(more)\n".repeat(45_000)}`);
    await page.waitForFunction(() => !document.querySelector(".has-colours"));
  }));

test("Ctrl+Enter plays what is written beside it", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, `${PUSH}#####\n#P*O#\n#####\n`);
    await page.locator(".editor textarea").press("Control+Enter");
    await page.waitForFunction(() => document.activeElement?.closest(".preview"));
    await page.keyboard.press("ArrowRight");
    await page.locator('.preview .status[data-moves="1"]').waitFor();
    assert.match(await page.locator(".editor textarea").inputValue(), /#P\*O#/);
  }));

test("the text is scrolled to the level that is chosen, and to the one that is opened", () =>
  opened("/edit/puzzlescript/*long", async (page) => {
    const top = () => page.locator(".editor textarea").evaluate((one) => one.scrollTop);
    await write(page, LONG);
    await page.locator(".several select").selectOption("30");
    await checked(page);
    const last = await top();
    assert.ok(last > 1000, `${last}`);
    await page.locator(".several select").selectOption("1");
    await checked(page);
    assert.ok((await top()) < last);
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/edit/puzzlescript/*long/30`);
    await checked(page);
    await page.waitForFunction((last) => (document.querySelector(".editor textarea")?.scrollTop ?? 0) === last, last);
  }));

test("an empty text is no mistake", () =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, `${PUSH}#####\n#P*O#\n#####\n`);
    await page.locator(".editor textarea").fill("");
    await page.locator(".check", { hasText: "Nothing is written yet" }).waitFor();
    assert.equal(await page.locator(".problem").count(), 0);
    assert.equal(await page.locator(".truth").isVisible(), false);
    assert.equal(await page.getByRole("button", { name: "Play it" }).getAttribute("aria-disabled"), "true");
    await write(page, `${PUSH}#####\n#P*O#\n#####\n`);
    assert.ok(await page.locator(".preview .board").isVisible());
  }));

test("the divider gives either side more room, by keys and by mouse, and stays so", () =>
  opened("/edit/puzzlescript", async (page) => {
    const divider = page.getByRole("separator", { name: "Room of the text" });
    const width = async () => (await page.locator(".writing").boundingBox())?.width ?? 0;
    const before = await width();
    await divider.focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await divider.getAttribute("aria-valuenow"), "55");
    assert.ok((await width()) > before);
    const box = await divider.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(400, box.y + 100);
    await page.mouse.up();
    const narrow = await width();
    assert.ok(narrow < before);
    await page.reload();
    await checked(page);
    assert.equal(await width(), narrow);
  }));

test("a long text is pasted exactly, whatever is in it, and one undo takes it back", () =>
  opened("/edit/puzzlescript", async (page) => {
    const text = `${LONG}message <b>&amp; é漢😀\t "x" \\  two  blanks \n\n\n`;
    await write(page, PUSH + "#####\n#P*O#\n#####\n");
    const before = await page.locator(".editor textarea").inputValue();
    await page.locator(".editor textarea").evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      if (field instanceof HTMLTextAreaElement) field.select();
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".editor textarea")).value === text, text);
    assert.deepEqual(await page.locator(".numbers div").last().textContent(), Array.from({ length: text.split("\n").length % 100 }, (_, index) => `${Math.floor(text.split("\n").length / 100) * 100 + index + 1}\n`).join(""));
    await page.locator(".editor textarea").press("Control+z");
    assert.equal(await page.locator(".editor textarea").inputValue(), before);
  }));
