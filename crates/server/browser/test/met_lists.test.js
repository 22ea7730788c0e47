// What people met in the lists of puzzles, in files that they dropped, and in links on phones, and must not meet again; what
// has tests of its own elsewhere is not repeated here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed } from "./games.js";
import { api, arrived, browser, mounted, opened, server, stand, visit } from "./stand.js";
import { drop } from "./writing.js";

/** @import { Page } from "playwright-core" */
/** @import { FamilyCard } from "../../page/types.js" */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
/** The most characters that are read out for a card: its title, how it was played, a sentence about it. */
const LONGEST_NAME = 200;
const ROOM = "#######\n#@ $ .#\n#######\n";
const WALKS = `Warehouse Walks

; 1

${ROOM}Title: Doormat

; 2

${ROOM}Title: Two Crates
`;

stand();

/**
 * Waits for the first picture of each section.
 * @param {Page} page
 */
async function drawEveryFirstThumbnail(page) {
  const sections = page.locator("section.family:visible", { has: page.locator("a.card") });
  for (const section of await sections.all()) {
    const [thumb] = await section.locator(".thumb").all();
    if (!thumb) continue;
    await thumb.scrollIntoViewIfNeeded();
    await thumb.locator(".board").waitFor();
  }
}

test("a title that a level states goes before a number in a comment above it", () =>
  opened("/", async (page) => {
    await drop(page, "walks.xsb", WALKS);
    await arrived(page, /^levels\//);
    assert.deepEqual(await page.locator(".cards strong").allTextContents(), ["1. Doormat", "2. Two Crates"]);
    await page.getByRole("link", { name: "2. Two Crates" }).click();
    await page.getByRole("heading", { level: 1, name: "Two Crates", exact: true }).waitFor();
  }));

test("families are called by titles, and no name of a program", async () => {
  /** @type {{ families: FamilyCard[] }} */
  const { families } = await api(server.address, "/families");
  await opened("/", async (page) => {
    const headings = await page.locator("section.family h2").allTextContents();
    for (const { family, title } of families) {
      assert.match(title, /^[A-Z]/);
      assert.ok(headings.includes(title) && !headings.includes(family), `${family}: ${headings}`);
    }
  });
});

test("the first picture of lights is lights, without digits", () =>
  opened("/", async (page) => {
    const first = page.locator("section[aria-labelledby=family-toggle] .thumb").first();
    await first.scrollIntoViewIfNeeded();
    await first.locator(".board").waitFor();
    assert.deepEqual(await first.locator("text").allTextContents(), []);
  }));

test("what is installed has pictures as phones want them: two sizes in pixels, and one for the home screen", () =>
  opened("/", async (page) => {
    const pictures = await page.evaluate(async () => {
      const link = (/** @type {string} */ rel) => /** @type {HTMLLinkElement} */ (document.querySelector(`link[rel="${rel}"]`)).href;
      const { icons } = await (await fetch(link("manifest"))).json();
      const sized = /** @type {{ src: string, sizes: string, type: string }[]} */ (icons).filter(({ type }) => type === "image/png");
      const size = async (/** @type {string} */ source) => {
        const image = Object.assign(new Image(), { src: source });
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      };
      const stated = sized.map(({ sizes }) => sizes);
      const found = await Promise.all(sized.map(({ src }) => size(new URL(src, link("manifest")).href)));
      return { stated, found, home: await size(link("apple-touch-icon")) };
    });
    assert.deepEqual(pictures.stated, ["192x192", "512x512"]);
    assert.deepEqual(pictures.found, pictures.stated);
    assert.equal(pictures.home, "180x180");
  }));

test("on a phone a link is handed to other programs, and where that is refused it is copied", () =>
  visit(browser, `${server.address}/#/`, async (page) => {
    await page.addInitScript(() => {
      const { navigator } = globalThis;
      const told = /** @type {any} */ (globalThis);
      navigator.share = async (/** @type {ShareData | undefined} */ data) => {
        if (told.refuses) throw new DOMException("closed", told.refuses);
        told.shared = data;
      };
      // A page of no origin has none.
      if (navigator.clipboard) navigator.clipboard.writeText = async (/** @type {string} */ text) => void (told.copied = text);
    });
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/play/toggle/flipper`);
    await mounted(page);
    const told = (/** @type {"shared" | "copied"} */ name) => page.evaluate((name) => /** @type {any} */ (globalThis)[name], name);
    await page.locator('.board .act[data-act="1"]').last().tap();
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.getByRole("button", { name: "Share" }).tap();
    await page.locator(".feedback", { hasText: "The link is handed on." }).waitFor();
    const { title, url } = await told("shared");
    assert.equal(title, "Flipper");
    assert.match(url, /#\/play\/toggle\/flipper\?.*m=/);
    await page.evaluate(() => (/** @type {any} */ (globalThis).refuses = "AbortError"));
    await page.getByRole("button", { name: "Share" }).tap();
    await page.locator(".feedback", { hasText: "The link was not handed on." }).waitFor();
    assert.equal(await told("copied"), undefined, "whoever closes the sheet wants no link");
    await page.evaluate(() => (/** @type {any} */ (globalThis).refuses = "NotAllowedError"));
    await page.getByRole("button", { name: "Share" }).tap();
    await page.locator(".feedback", { hasText: "The link is copied" }).waitFor();
    assert.equal(await told("copied"), url);
  }, PHONE));

test("a card is read out by its title and what is said of it, and not by its whole board", () =>
  opened("/", async (page) => {
    await drawEveryFirstThumbnail(page);
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const names = nodes.filter(({ ignored, role }) => !ignored && role?.value === "link").map(({ name }) => String(name?.value ?? ""));
    assert.ok(names.length > 60, `${names.length} links`);
    assert.deepEqual(names.filter((name) => name.length > LONGEST_NAME).map((name) => `${name.length} characters: ${name.slice(0, 300)}`), []);
    assert.ok((await page.locator(".thumb .board").count()) >= 8, "boards are drawn");
    // A picture that nobody hears is none in the tree either.
    assert.deepEqual(nodes.filter(({ ignored, role }) => !ignored && role?.value === "image").length, 0);
  }));

test("a link to a level of one's own loads no list of all levels", async () => {
  const own = packed('board = "3x3"\nmoves = "plus"\nstart = "011101010"\n');
  await visit(browser, `${server.address}/#/play/toggle/${own}`, async (page) => {
    await mounted(page);
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    assert.ok(loaded.some((path) => path.startsWith("/families-")), String(loaded));
    assert.deepEqual(loaded.filter((path) => path.startsWith("/levels-")), []);
  });
});
