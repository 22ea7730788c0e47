// Nothing that is typed in the editor is lost: reloads, *Back*, examples, links, other tabs, tabs that are killed, and what
// browsers hold from versions before. The random sequences are in `sequences.js`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { addressOf, browser, onBoth as onBothWith, standBoth } from "./places.js";
import { sequence } from "./sequences.js";
import { go, mounted, visit } from "./stand.js";

/** @import { Page } from "playwright-core" */

standBoth();

/**
 * A test on both places, without the engines of the page.
 * @param {string} name
 * @param {string} route
 * @param {(page: Page, address: string) => Promise<void>} act
 */
const onBoth = (name, route, act) => onBothWith(name, route, act, { engines: false });

const FIRST = "/edit/sokoban/first-steps%232";
/** What is typed must be kept after so many milliseconds. */
const KEPT = 300;

const value = (/** @type {Page} */ page) => page.locator("textarea").inputValue();
const settled = (/** @type {Page} */ page) => page.waitForTimeout(KEPT);

/**
 * Waits until the editor shows a text: another is shown once it is known whether this tab may write on it.
 * @param {Page} page
 * @param {string} text
 */
const shows = (page, text) => page.waitForFunction((text) => document.querySelector("textarea")?.value === text, text);

/**
 * Types at the end of the text.
 * @param {Page} page
 * @param {string} text
 */
async function type(page, text) {
  await page.locator("textarea").press("Control+End");
  await page.keyboard.type(text);
}

onBoth("a level that is edited keeps what was typed over a reload, and offers the level as it came", FIRST, async (page) => {
  const came = await value(page);
  await type(page, "Comment: an hour of my work\n");
  await settled(page);
  await page.reload();
  await mounted(page);
  assert.match(await value(page), /an hour of my work/);
  await page.locator("textarea").press("x");
  await settled(page);
  await go(page, "/edit/sokoban");
  assert.match(await value(page), /an hour of my work/, "the newest draft where there is no text of one's own");
  await go(page, FIRST);
  await page.getByRole("button", { name: "The text as it came" }).click();
  await shows(page, came);
  // What is typed over the text as it came is a draft of its own.
  await type(page, "Comment: another\n");
  await settled(page);
  await page.reload();
  await mounted(page);
  assert.match(await value(page), /another/);
  await page.getByRole("button", { name: /^Draft of / }).click();
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("an hour of my work"));
});

test("Back from playing shows what was typed, and what is played is edited on", () => visit(browser, `${addressOf("a server")}#/edit/sokoban`, async (page) => {
  await mounted(page);
  await page.locator("textarea").fill("#####\n#@$.#\n#####\n");
  await page.locator(".editor[data-checked=yes] .check[data-state=valid]").waitFor();
  await type(page, "Title: Mine\n");
  await page.locator(".editor[data-checked=yes] .check[data-state=valid]").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator(".table .board").waitFor();
  await page.goBack();
  await page.locator(".editor textarea").waitFor();
  assert.match(await value(page), /Title: Mine/);
  await type(page, "; more\n");
  // The link that is played is the same document.
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator(".table .board").waitFor();
  await page.getByRole("link", { name: "Edit this level" }).click();
  await page.locator(".editor textarea").waitFor();
  await type(page, "; and more\n");
  await settled(page);
  await go(page, "/edit/sokoban");
  assert.match(await value(page), /Title: Mine\n; more\n; and more/);
}));

onBoth("an example that is changed leaves the own game alone, and both are in the list of documents", "/edit/puzzlescript", async (page) => {
  await page.locator("textarea").fill("title My own game\n");
  await settled(page);
  await go(page, "/edit/puzzlescript/magnet");
  const example = await value(page);
  await type(page, "x");
  await settled(page);
  await go(page, "/edit/puzzlescript");
  assert.equal(await value(page), "title My own game\n");
  await page.getByLabel("Begin with").selectOption("magnet");
  await shows(page, `${example}x`);
  await page.goBack();
  await shows(page, "title My own game\n");
  await page.getByLabel("Begin with").selectOption("a small one of your own");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("title My game\n"));
  await page.locator("textarea").fill("title A second game\n");
  await settled(page);
  await page.getByRole("link", { name: "All documents" }).click();
  await page.locator(".document-name a").nth(2).waitFor();
  const listed = await page.locator(".document-name").allTextContents();
  assert.match(listed.join("|"), /^title A second game.+\|.*Magnet.*from .+\|title My own game/i);
  await page.locator(".document-name a", { hasText: "My own game" }).click();
  await shows(page, "title My own game\n");
});

onBoth("two tabs of one document keep a text each: a third sees the newer and is offered the other", "/edit/wall/five", async (one, address) => {
  const two = await one.context().newPage();
  await two.goto(`${address}#/edit/wall/five`);
  await mounted(two);
  await one.locator("textarea").fill("0123\n4567\n");
  await settled(one);
  await two.locator("textarea").fill("7654\n3210\n");
  await settled(two);
  for (const page of [one, await one.context().newPage()]) {
    await page.goto("about:blank");
    await page.goto(`${address}#/edit/wall/five`);
    await mounted(page);
    assert.equal(await value(page), "7654\n3210\n");
    await page.getByRole("button", { name: /^Draft of / }).click();
    await shows(page, "0123\n4567\n");
  }
  // A tab that shows the draft of one that lives does not write over it.
  await one.goto("about:blank");
  await one.goto(`${address}#/edit/wall/five`);
  await mounted(one);
  await type(one, "8");
  await settled(one);
  await two.reload();
  await mounted(two);
  assert.equal(await value(two), "7654\n3210\n8");
  await two.getByRole("button", { name: /^Draft of / }).first().click();
  await shows(two, "7654\n3210\n");
});

onBoth("a text that is replaced as a whole is kept", "/edit/toggle", async (page) => {
  await page.locator("textarea").fill('board = "2x2"\nmoves = "plus"\nstart = "1101"\n');
  await page.locator("textarea").fill("a text of another kind");
  await page.locator("textarea").fill("");
  await settled(page);
  await page.reload();
  await mounted(page);
  assert.equal(await value(page), "a text of another kind");
  await page.getByRole("button", { name: /^Draft of / }).click();
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("2x2"));
});

onBoth("a link is not written over: the draft of it is shown, and the link is offered", `/edit/wall/~${deflateRawSync("0123\n4567\n").toString("base64url")}`, async (page) => {
  await type(page, "89");
  await settled(page);
  await go(page, "/");
  await page.goBack();
  await page.locator(".editor textarea").waitFor();
  assert.equal(await value(page), "0123\n4567\n89");
  await page.getByRole("button", { name: "The text as it came" }).click();
  await shows(page, "0123\n4567\n");
});

onBoth("many documents of a family are kept, and all are listed", "/edit/wall", async (page) => {
  for (let number = 1; number <= 33; number++) {
    await go(page, `/edit/wall/*text${number}`);
    await page.locator("textarea").fill(`draft ${number}`);
  }
  await settled(page);
  await go(page, "/edit");
  assert.equal(await page.locator(".document-name a").count(), 30);
  await page.getByRole("button", { name: "Show all" }).click();
  const names = await page.locator(".document-name a").allTextContents();
  assert.deepEqual(names, Array.from({ length: 33 }, (_, index) => `draft ${33 - index}`));
});

onBoth("what is typed as a page is left, or where there is no database, is kept all the same", "/edit/wall", async (page) => {
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.locator("textarea").fill("01\n23\n");
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("menagerie.typed.")));
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  assert.equal(await page.locator(".notice.failed", { hasText: "This browser keeps nothing of what you type" }).isVisible(), false);
  await type(page, "4");
  await page.locator(".notice.failed", { hasText: "This browser keeps nothing of what you type" }).waitFor();
  await page.reload();
  await mounted(page);
  assert.equal(await value(page), "01\n23\n");
});

onBoth("drafts of versions before are taken over", "/", async (page, address) => {
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`${address}icon.svg`);
  await page.evaluate(async () => {
    const ended = (/** @type {IDBRequest} */ request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    await ended(indexedDB.deleteDatabase("menagerie"));
    const opening = indexedDB.open("menagerie", 1);
    opening.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries({ results: ["family", "level"], games: ["family", "level", "tab"], drafts: ["family", "tab"] })) opening.result.createObjectStore(name, { keyPath });
    };
    const database = await ended(opening);
    const transaction = database.transaction(["drafts", "results"], "readwrite");
    for (const [tab, text, at] of [["one", "0123\n4567\n", 1], ["two", "7654\n3210\n", 2]]) transaction.objectStore("drafts").put({ family: "wall", tab, text, at });
    transaction.objectStore("results").put({ family: "wall", level: "0".repeat(64), kind: "won", at: 1 });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
    localStorage.setItem("menagerie.draft.toggle", "an older one still");
  });
  await page.goto(`${address}#/edit/wall`);
  await mounted(page);
  assert.equal(await value(page), "7654\n3210\n");
  await go(page, "/edit");
  await page.locator(".document-name a", { hasText: "0123" }).click();
  await shows(page, "0123\n4567\n");
  await go(page, "/edit/toggle");
  assert.equal(await value(page), "an older one still");
  await go(page, "/");
  await page.locator(".saved-results p", { hasText: "1 level solved" }).waitFor();
});

// In the third a tab goes on with the draft of one that was killed, and another opens the same document.
for (const seed of [1, 2, 399]) {
  test(`random sequence ${seed}: nothing typed is lost`, async () => void (await sequence(browser, addressOf(seed % 2 ? "a server" : "files on a plain host", false), seed, seed % 2 === 1)));
}
