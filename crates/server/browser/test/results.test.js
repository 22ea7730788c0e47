// What stays: games after a reload and in links, results and stars, drafts; two tabs beside each other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api, arrived, browser, mounted, opened, PATIENCE, reload, server, shipped, stand, visit, written } from "./stand.js";

/** @import { Page } from "playwright-core" */
/** @import { Answer, ShippedLevel } from "../../page/types.js" */

stand();

const FLIPPER = "/play/toggle/flipper";

/**
 * @param {Page} page
 * @param {number} moves
 */
const counted = (page, moves) => page.locator(`.status[data-moves="${moves}"]`).waitFor();

/**
 * Presses these lights of a toggle board.
 * @param {Page} page
 * @param {string[]} moves
 */
async function press(page, moves) {
  for (const move of moves) {
    const before = Number(await page.locator(".status").getAttribute("data-moves"));
    await page.locator(`.board .act[data-act="${move}"]`).last().click();
    await counted(page, before + 1);
  }
}

test("a reload resumes the game, with what was undone", () =>
  opened(FLIPPER, async (page) => {
    await press(page, ["5", "1"]);
    await page.locator("[data-key=u]").click();
    await counted(page, 1);
    await reload(page);
    await mounted(page);
    await counted(page, 1);
    await page.locator("[data-key=r]").click();
    await counted(page, 2);
  }));

test("two tabs keep their own games of a level, and a third begins with the newest", () =>
  opened(FLIPPER, async (one) => {
    await press(one, ["5"]);
    const tabs = [await one.context().newPage(), await one.context().newPage()];
    const [two, three] = /** @type {[Page, Page]} */ (tabs);
    await two.goto(`${server.address}/#${FLIPPER}`);
    await mounted(two);
    await counted(two, 1);
    await press(two, ["1", "2"]);
    for (const [page, moves] of /** @type {[Page, number][]} */ ([[one, 1], [two, 3]])) {
      await reload(page);
      await mounted(page);
      await counted(page, moves);
    }
    await three.goto(`${server.address}/#${FLIPPER}`);
    await mounted(three);
    await counted(three, 3);
  }));

test("a game is judged by stars, tried again for the best, and the best result is kept", () =>
  opened(FLIPPER, async (page) => {
    await press(page, ["5", "5", "1", "3", "4"]);
    await page.locator('.end-panel[data-stars="1"]', { hasText: "Try for 3" }).waitFor();
    await page.locator(".end-panel button").click();
    await counted(page, 0);
    await page.locator(".end-panel").waitFor({ state: "hidden" });
    await press(page, ["1", "3", "4"]);
    await page.locator('.end-panel[data-stars="3"]', { hasText: "★★★" }).waitFor();
    await reload(page);
    await page.locator('.end-panel[data-stars="3"]').waitFor();
    // A worse game later does not replace the better result.
    await page.locator(".end-panel button").click();
    await counted(page, 0);
    await press(page, ["5", "5", "1", "3", "4"]);
    await page.locator('.end-panel[data-stars="1"]').waitFor();
    await page.goto(`${server.address}/#/`);
    await page.locator('.card[href="#/play/toggle/flipper"] .played', { hasText: "★★★" }).waitFor();
    await page.locator(".saved-results p", { hasText: "1 level solved, 3 stars" }).waitFor();
    // Opened from the list, a level that was played to its end begins anew.
    await page.locator('.card[href="#/play/toggle/flipper"]').click();
    await mounted(page);
    await counted(page, 0);
  }));

test("the next level follows the one that was solved", () =>
  opened(FLIPPER, async (page) => {
    await press(page, ["1", "3", "4"]);
    /** @type {{ levels: ShippedLevel[] }} */
    const { levels } = await api(server.address, "/levels");
    const own = levels.filter(({ family }) => family === "toggle");
    const next = own[own.findIndex(({ name }) => name === "flipper") + 1];
    await page.locator(".end-panel .next").click();
    await arrived(page, new RegExp(`^play/toggle/${next?.name}$`));
  }));

test("nothing is claimed while the optimum is unknown", () =>
  visit(browser, `${server.address}/#${FLIPPER}`, async (page) => {
    await page.route("**/api/v1/ask", (route) => route.abort());
    await mounted(page);
    await press(page, ["1", "3", "4"]);
    await page.locator(".end-panel").waitFor();
    assert.equal(await page.locator(".end-panel").getAttribute("data-stars"), "");
    assert.equal(await page.locator(".stars").isVisible(), false);
  }).catch((error) => assert.match(String(error), /Failed to load resource/)));

test("a link carries the moves, the side and the title", () =>
  visit(browser, `${server.address}/#/play/wall/live`, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await mounted(page);
    await page.locator(".roles [data-role=rabbit]").click();
    await page.locator(".roles [data-role=rabbit][aria-pressed=true]").waitFor();
    await page.locator(".board .act").first().click();
    await counted(page, 1);
    const title = await page.locator("h1").textContent();
    await page.locator("button", { hasText: "Copy link" }).click();
    await page.locator(".feedback[data-kind=shared]").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await browser.newContext();
    const fresh = await other.newPage();
    fresh.setDefaultTimeout(PATIENCE);
    await fresh.goto(link);
    await mounted(fresh);
    await counted(fresh, 1);
    assert.equal(await fresh.locator("h1").textContent(), title);
    await fresh.locator(".roles [data-role=rabbit][aria-pressed=true]").waitFor();
    await other.close();
  }));

test("a link whose moves do not fit its level opens the level and says so", () =>
  opened(FLIPPER, async (page) => {
    const part = await page.evaluate(async () => {
      const { gamePart } = await import(/** @type {string} */ ("/storage/share.js"));
      return gamePart({ moves: ["1", "north"] });
    });
    await page.goto(`${server.address}/${"#"}/play/toggle/crosses${part}`);
    await page.locator(".feedback[data-kind=refused]", { hasText: "cannot be played here" }).waitFor();
    await counted(page, 0);
  }));

test("a link with the best solution of every shipped level has under 2,000 characters, and 100,001 moves are refused", () =>
  opened(FLIPPER, async (page) => {
    /** @type {{ levels: ShippedLevel[] }} */
    const { levels } = await api(server.address, "/levels");
    let solved = 0;
    for (const { family, name, text } of levels) {
      /** @type {Answer | undefined} */
      const answer = await api(server.address, "/ask", { family, level: text, question: "solve", options: { nodes: 2_000_000 } }).catch(() => undefined);
      const { solution, presses, path } = answer?.answer ?? {};
      const moves = solution ?? presses ?? path;
      const listed = Array.isArray(moves) ? moves.map(String) : [];
      if (listed.length) solved++;
      const length = await page.evaluate(async ([family, name, listed]) => {
        const { gamePart, link } = await import(/** @type {string} */ ("/storage/share.js"));
        return (location.origin + link("play", family, name) + (await gamePart({ title: name, moves: listed }))).length;
      }, /** @type {const} */ ([family, name, listed]));
      assert.ok(length < 2000, `${family} ${name}: ${length} characters`);
    }
    assert.ok(solved > 10, `${solved} solutions`);
    const refused = await page.evaluate(async () => {
      const { gamePart, readGame } = await import(/** @type {string} */ ("/storage/share.js"));
      const part = await gamePart({ moves: Array(100_001).fill("up") });
      return readGame(part.slice(1)).catch((/** @type {Error} */ error) => error.message);
    });
    assert.match(refused, /at most 100,000 moves/);
  }));

test("a database of a newer version is read and left untouched", () =>
  opened(FLIPPER, async (page) => {
    await press(page, ["1", "3", "4"]);
    await page.locator('.end-panel[data-stars="3"]').waitFor();
    await written(page);
    await page.goto(`${server.address}/example/index.html`);
    await page.evaluate(() => new Promise((resolve) => {
      const request = indexedDB.open("menagerie", 7);
      request.onsuccess = () => resolve(request.result.close());
    }));
    await page.goto(`${server.address}/#/`);
    await page.locator('.card[href="#/play/toggle/flipper"] .played', { hasText: "★★★" }).waitFor();
    await page.goto(`${server.address}/#/play/toggle/crosses`);
    await mounted(page);
    await page.locator(".board .act").first().click();
    await counted(page, 1);
    const kept = await page.evaluate(() => new Promise((resolve) => {
      const request = indexedDB.open("menagerie");
      request.onsuccess = () => {
        const all = request.result.transaction("games").objectStore("games").count();
        all.onsuccess = () => resolve([request.result.version, all.result]);
      };
    }));
    assert.deepEqual(kept, [7, 1]);
  }));

test("results are taken along in a file, and a file of somebody else's is checked", () =>
  opened("/", async (page) => {
    const level = await page.evaluate(async (text) => (await import(/** @type {string} */ ("/storage/sha256.js"))).sha256(text), await shipped(server.address, "toggle", "king"));
    const row = { family: "toggle", level, kind: "won", value: 4, unit: "presses", best: 4, stars: 3, at: 1 };
    const open = (/** @type {unknown} */ body) => page.locator("#results").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) });
    const said = (/** @type {RegExp} */ words) => page.locator(".saved-results p", { hasText: words }).waitFor();
    await open("{");
    await said(/it is not JSON/);
    await open({ menagerie: 2, results: [row] });
    await said(/expected 'menagerie': 1, found 2/);
    for (const bad of [{ level: "no" }, { stars: 4 }, { stars: "3" }, { kind: "best" }, { family: "<b>" }, { value: -1 }, { unit: "x".repeat(99) }]) {
      await open({ menagerie: 1, results: [row, { ...row, ...bad }] });
      await said(new RegExp(`result 2 has the ${Object.keys(bad)[0]}`));
    }
    assert.equal(await page.locator(".played").count(), 0);
    await open({ menagerie: 1, results: [{ ...row, extra: "<script>" }] });
    await said(/1 result taken over/);
    await reload(page);
    await page.locator('.card[href="#/play/toggle/king"] .played', { hasText: "★★★" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("button", { hasText: "Save results" }).click()]);
    const stream = await download.createReadStream();
    const parts = [];
    for await (const part of stream) parts.push(part);
    assert.deepEqual(JSON.parse(Buffer.concat(parts).toString()), { menagerie: 1, results: [row] });
  }));
