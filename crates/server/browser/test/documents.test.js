// What one makes as documents: anything that is pasted or opened, a start of each kind, the list, versions, several tabs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { api, go, mounted, opened, server, stand, visit, browser } from "./stand.js";
import { checked, drop, PUSH, write } from "./writing.js";

/** @import { Page } from "playwright-core" */
/** @import { FamilyCard } from "../../page/types.js" */

stand();

const WALL = "; title: First wall\n0123\n4567\n";
const ROWS = "######\n#@ $.#\n######\nTitle: Mine\n";
/** More than the ten minutes after which a version is kept, in milliseconds. */
const LONG = 660_000;

const value = (/** @type {Page} */ page) => page.locator(".editor textarea").inputValue();
/** What is said of the list. */
const said = (/** @type {Page} */ page, /** @type {RegExp} */ words) => page.locator(".own-documents > p", { hasText: words }).waitFor();
const names = (/** @type {Page} */ page) => page.locator(".own-documents > .document-list .document-name a").allTextContents();

/**
 * Pastes a text where the focus is.
 * @param {Page} page
 * @param {string} text
 */
const paste = (page, text) => page.evaluate((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}, text);

test("each kind has a picture and a small start, which is valid and proven at once", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  await opened("/edit", async (page) => {
    assert.equal(await page.locator("h1").textContent(), "What do you want to make?");
    assert.deepEqual(await page.locator(".kinds .card strong").allTextContents(), families.map(({ family }) => family));
    for (const { family, starter } of families) {
      const card = page.locator(".kinds .card", { has: page.locator("strong", { hasText: new RegExp(`^${family}$`) }) });
      await card.scrollIntoViewIfNeeded();
      await card.locator("svg").first().waitFor();
      await card.click();
      await checked(page);
      assert.equal(await value(page), starter);
      await page.locator('.truth-line:is([data-state="proven"], [data-state="found"])').waitFor();
      await go(page, "/edit");
    }
    assert.deepEqual(await names(page), [], "nothing was typed");
  });
});

test("a whole game is begun with by its title, and is a copy: the game itself stays", () =>
  opened("/edit", async (page) => {
    const examples = page.locator(".kinds li", { has: page.locator("strong", { hasText: "sokoban" }) }).locator("details");
    await examples.locator("summary").click();
    await examples.getByRole("link", { name: "First steps, whole: 8 levels" }).click();
    await checked(page);
    assert.equal(await page.locator(".several option").count(), 8);
    const whole = await value(page);
    await page.locator(".editor textarea").press("Control+End");
    await page.keyboard.type("\n; mine\n");
    await page.getByRole("button", { name: "The text as it came" }).click();
    await page.waitForFunction((text) => /** @type {HTMLTextAreaElement | null} */ (document.querySelector(".editor textarea"))?.value === text, whole);
  }));

test("what is pasted, dropped or opened as a file is recognised; what is none is refused in words", () =>
  opened("/edit", async (page) => {
    await page.getByRole("textbox", { name: "A text of any kind" }).focus();
    await paste(page, `${PUSH}#####\n#P*O#\n#####\n`);
    await checked(page);
    assert.match(page.url(), /edit\/puzzlescript\//);
    await go(page, "/edit");
    await drop(page, "walks.txt", ROWS);
    await checked(page);
    assert.match(page.url(), /edit\/sokoban\//);
    await go(page, "/edit");
    await page.locator("#file").setInputFiles({ name: "a.wall", mimeType: "text/plain", buffer: Buffer.from(WALL) });
    await checked(page);
    assert.match(page.url(), /edit\/wall\//);
    await go(page, "/edit");
    assert.equal((await names(page)).length, 3);
    await page.getByRole("textbox", { name: "A text of any kind" }).fill("https://example.org/play.html?p=1");
    await page.getByRole("button", { name: "Open it" }).click();
    await page.locator(".refusal", { hasText: "What was pasted is not taken" }).waitFor();
  }));

test("documents are found, named, copied, removed and put back", () =>
  opened("/edit/wall", async (page) => {
    await write(page, WALL);
    await page.getByLabel("Title").fill("A wall with a name");
    await go(page, "/edit/toggle");
    await write(page, 'title = "Lamps"\nboard = "2x2"\nmoves = "plus"\nstart = "1101"\n');
    await page.getByRole("link", { name: "All documents" }).click();
    await page.locator(".documents").waitFor();
    assert.deepEqual(await names(page), ["Lamps", "A wall with a name"]);
    await page.getByRole("searchbox", { name: "Search" }).fill("4567");
    assert.deepEqual(await names(page), ["A wall with a name"]);
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.getByRole("button", { name: "Duplicate A wall with a name" }).click();
    await said(page, /A copy of A wall with a name is made/);
    assert.deepEqual(await names(page), ["A wall with a name (copy)", "Lamps", "A wall with a name"]);
    await page.getByRole("button", { name: "Remove A wall with a name", exact: true }).click();
    await said(page, /is removed/);
    await page.reload();
    await mounted(page);
    assert.deepEqual(await names(page), ["A wall with a name (copy)", "Lamps"]);
    await page.locator(".gone summary").click();
    await page.getByRole("button", { name: "Put back A wall with a name" }).click();
    await said(page, /is back/);
    await page.getByRole("link", { name: "A wall with a name", exact: true }).click();
    await checked(page);
    assert.equal(await value(page), WALL);
    assert.equal(await page.getByLabel("Title").inputValue(), "A wall with a name");
  }));

test("what is typed into a document that was removed puts it back", () =>
  opened("/edit/wall/*mine", async (page) => {
    await write(page, WALL);
    await go(page, "/edit");
    const link = (await page.locator(".document-name a").getAttribute("href")) ?? "";
    await page.getByRole("button", { name: /^Remove / }).click();
    await said(page, /is removed/);
    await go(page, link.slice(1));
    assert.equal(await value(page), WALL);
    await page.locator(".editor textarea").press("Control+End");
    await page.keyboard.type("8901\n");
    await go(page, "/edit");
    assert.deepEqual(await names(page), ["First wall"]);
  }));

test("all documents go into one file with their versions, and come back from it", () =>
  opened("/edit/wall", async (page) => {
    await write(page, WALL);
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".table .board").waitFor();
    await go(page, "/edit");
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as one file" }).click()]);
    const text = await readFile(await file.path(), "utf8");
    const take = (/** @type {Page} */ page, /** @type {string} */ text) => page.locator("#documents-file").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await take(page, text);
    await said(page, /0 documents taken over from mine\.json; 1 were here already/);
    await visit(browser, `${server.address}/#/edit`, async (other) => {
      await mounted(other);
      for (const [wrong, words] of [["{", "it is not JSON"], ['{"menagerie": 2}', "expected 'menagerie': 1, found 2"], [text.replace('"played"', '"stolen"'), 'document 1, version 1 has the reason "stolen"']]) {
        await take(other, String(wrong));
        await said(other, new RegExp(String(words)));
      }
      await take(other, text);
      await said(other, /1 document taken over/);
      await other.getByRole("link", { name: "First wall" }).click();
      await checked(other);
      assert.equal(await value(other), WALL);
      await other.locator(".versions summary").click();
      await other.locator(".versions-list li", { hasText: "when it was played" }).waitFor();
    });
  }));

test("versions: at playing, at a link, each ten minutes of change; going back is one change, and keeps the text before", () =>
  opened("/edit/wall/*mine", async (page) => {
    await write(page, WALL);
    await page.clock.install();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.locator(".check", { hasText: /The link is copied|#\/edit\/wall/ }).waitFor();
    const add = async (/** @type {string} */ row) => {
      await page.locator(".editor textarea").press("Control+End");
      await page.keyboard.insertText(row);
    };
    await add("8901\n");
    await page.clock.fastForward(LONG);
    await add("2345\n");
    await page.clock.runFor(1000);
    await page.locator(".versions summary").click();
    const listed = page.locator(".versions-list li");
    await listed.nth(1).waitFor();
    assert.match((await listed.allTextContents()).join("|"), /ten minutes after the one before.*\|.*when its link was copied/);
    await listed.nth(1).getByRole("button", { name: "Go back to it" }).click();
    await listed.nth(2).waitFor();
    assert.equal(await value(page), WALL);
    assert.match((await listed.first().textContent()) ?? "", /before going back/);
    await page.locator(".editor textarea").press("Control+z");
    assert.equal(await value(page), `${WALL}8901\n2345\n`);
  }));

test("two tabs that show one document are told, until one of them shows another", () =>
  opened("/edit/wall/*mine", async (one) => {
    await write(one, WALL);
    const two = await one.context().newPage();
    await two.goto(one.url());
    await mounted(two);
    for (const page of [one, two]) await page.locator(".notice", { hasText: "open in another tab" }).waitFor();
    await two.locator(".editor textarea").press("Control+End");
    await two.keyboard.type("8");
    for (const page of [one, two]) assert.ok(await page.locator(".notice", { hasText: "open in another tab" }).isVisible(), "each types into a draft of its own");
    await two.goto(`${server.address}/#/edit/wall/five`);
    await one.locator(".notice", { hasText: "open in another tab" }).waitFor({ state: "hidden" });
    await two.goto(one.url());
    await one.locator(".notice", { hasText: "open in another tab" }).waitFor();
    await two.close({ runBeforeUnload: true });
    await one.locator(".notice", { hasText: "open in another tab" }).waitFor({ state: "hidden" });
  }));
