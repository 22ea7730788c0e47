// The first view and what leads to it and from it: the puzzle of the day, games that were begun, new games, levels by words,
// levels that may be impossible, help that is told, and Enter that goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrived, browser, go, hinted, mounted, opened, reload, server, stand, visit, written } from "./stand.js";

/** @import { Page } from "playwright-core" */

/** Half of what the first view took on a phone when it showed every puzzle, in pixels. */
const MAX_HEIGHT = 5869;

stand();

/**
 * Presses cells of a board of toggles.
 * @param {Page} page
 * @param {...number} presses
 */
async function press(page, ...presses) {
  for (const [index, number] of presses.entries()) {
    await page.locator(`.board .act[data-act="${number}"]`).last().click();
    await page.locator(`.status[data-moves="${index + 1}"]`).waitFor();
  }
}

/** @param {Page} page */
const editor = (page) => page.getByRole("link", { name: "Edit this level" }).getAttribute("href");

test("the puzzle of a day is the same for everybody, and is marked where it was solved", async () => {
  /** @type {(string | null)[]} */
  const texts = [];
  for (const _ of [1, 2]) {
    await opened("/daily/1/2026-12-01", async (page) => {
      assert.equal(await page.locator(".level h1").textContent(), "Tuesday, December 1");
      texts.push(await editor(page));
    });
  }
  assert.equal(texts[0], texts[1]);
  await opened("/", async (page) => {
    const card = page.locator(".card.day");
    const href = (await card.getAttribute("href")) ?? "";
    assert.match(href, /^#\/daily\/1\/\d{4}-\d\d-\d\d$/);
    assert.match((await card.textContent()) ?? "", /Play it/);
    await page.evaluate((date) => localStorage.setItem("menagerie.days", JSON.stringify([date])), href.split("/").at(-1));
    await page.reload();
    await mounted(page);
    assert.match((await card.textContent()) ?? "", /✓ Solved/);
    await card.click();
    await arrived(page, /^daily\//);
    assert.ok(await page.locator(".board").isVisible());
  });
});

test("a puzzle of a day that another version made is refused in words, and so is what is no date", async () => {
  await opened("/daily/2/2026-12-01", async (page) => assert.match((await page.locator(".failure").textContent()) ?? "", /version 2.*version 1.*another puzzle/));
  await opened("/daily/1/today", async (page) => assert.match((await page.locator(".failure").textContent()) ?? "", /no date/));
});

test("a new game of every family that makes levels is begun from the menu, and another one follows it", () =>
  opened("/", async (page) => {
    const form = page.getByRole("form", { name: "New game" });
    const kinds = await form.getByLabel("Puzzle").locator("option").allTextContents();
    assert.ok(kinds.length >= 5, String(kinds));
    for (const kind of kinds) {
      if (kind !== kinds[0]) await go(page, "/");
      await form.getByLabel("Puzzle").selectOption(kind);
      await form.getByRole("button", { name: "New game" }).click();
      await arrived(page, /^new\//);
      assert.equal(await page.locator(".level .family").textContent(), kind);
      assert.ok(await page.locator(".board").isVisible(), kind);
    }
    const first = await editor(page);
    await page.locator(".end-panel a.next").evaluate((next) => /** @type {HTMLElement} */ (next).click());
    await page.waitForFunction((first) => document.querySelector(".links a")?.getAttribute("href") !== first, first);
  }));

test("a level that the menu cannot make is refused in words", () =>
  opened("/new/toggle/3x3/99/7", async (page) => assert.match((await page.locator(".failure").textContent()) ?? "", /at most 9/)));

test("a game that was begun stands on the first view, and goes on there", () =>
  opened("/play/toggle/flipper", async (page) => {
    await press(page, 2);
    await written(page);
    await go(page, "/");
    const begun = page.locator(".card.begun");
    assert.match((await begun.textContent()) ?? "", /Go on.*Flipper.*1 move/);
    assert.equal(await page.locator('a[href="#/play/toggle/flipper"] .under-way').textContent(), "Begun");
    await begun.click();
    await arrived(page, /^play\/toggle\/flipper/);
    await page.locator('.status[data-moves="1"]').waitFor();
  }));

test("puzzles are found by words, and those that are solved are left out", () =>
  opened("/play/toggle/flipper", async (page) => {
    await press(page, 1, 3, 4);
    await page.locator(".status[data-state=won]").waitFor();
    await written(page);
    await go(page, "/");
    const shown = page.locator(".cards li:visible");
    await page.getByLabel("Find a puzzle").fill("flip");
    assert.ok((await page.locator(".cards li:visible strong").allTextContents()).includes("Flipper"));
    const all = await shown.count();
    await page.getByLabel("Not solved yet").check();
    assert.equal(await shown.count(), all - 1);
    await page.getByLabel("Find a puzzle").fill("no such puzzle");
    assert.ok(await page.getByText("No puzzle is called so.").first().isVisible());
  }));

test("a family shows its first puzzles, and all of them on request; a search shows whatever it finds", () =>
  opened("/", async (page) => {
    const section = page.locator("section[aria-labelledby=family-bunny]");
    const [shown, all] = [section.locator("li:visible"), await section.locator("li").count()];
    assert.ok(all > 7, `${all} puzzles`);
    assert.equal(await shown.count(), 6);
    const hidden = section.locator("li").nth(all - 1);
    const title = (await hidden.locator("strong").textContent()) ?? "";
    const search = page.getByLabel("Find a puzzle");
    await search.fill(title);
    await hidden.waitFor();
    assert.ok(await section.locator(".all").isHidden());
    await search.fill("");
    await hidden.waitFor({ state: "hidden" });
    assert.equal(await shown.count(), 6);
    // The button stands behind the last card, and leads to the first one that it adds.
    await section.locator("li a").nth(5).focus();
    await page.keyboard.press("Tab");
    const button = section.getByRole("button", { name: `All ${all}` });
    assert.ok(await button.evaluate((one) => one === document.activeElement));
    await page.keyboard.press("Enter");
    assert.equal(await shown.count(), all);
    assert.ok(await section.locator("li a").nth(6).evaluate((one) => one === document.activeElement));
    assert.ok(await button.isHidden());
    // Whoever comes back finds it as it was left.
    await page.keyboard.press("Enter");
    await arrived(page, /^play\/bunny\//);
    await go(page, "/");
    assert.equal(await shown.count(), all);
  }));

test("the first view is short enough to be looked through on a phone", () =>
  opened("/", async (page) => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < MAX_HEIGHT, `${height} pixels`);
  }, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }));

test("on a phone the first view is as wide as the screen, also with marks far along its rows", () =>
  opened("/play/pebble/fourteen-fifteen", async (page) => {
    await page.getByRole("button", { name: "It cannot be solved" }).click();
    await page.locator(".end-panel", { hasText: "Try again" }).waitFor();
    await go(page, "/");
    await page.locator(".spoken", { hasText: "Solved" }).first().waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  }, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }));

test("a level that cannot be solved is won by saying so, and the reason is told", () =>
  opened("/", async (page) => {
    const section = page.getByRole("region", { name: "Is it possible?" });
    assert.ok((await section.locator("li").count()) >= 4);
    await section.getByRole("link", { name: "One light" }).click();
    await arrived(page, /one-light/);
    await page.getByRole("button", { name: "It cannot be solved" }).click();
    await page.locator(".end-panel:visible").waitFor();
    assert.match((await page.locator(".feedback").textContent()) ?? "", /^Right, it cannot be solved\. \S/);
    await written(page);
    await go(page, "/");
    assert.match((await page.locator('a[href="#/play/toggle/one-light"] .played').textContent()) ?? "", /✓/);
    // One that can be solved is not won so.
    await go(page, "/play/toggle/king");
    await page.getByRole("button", { name: "It cannot be solved" }).click();
    await page.locator(".feedback[data-kind=refused]").waitFor();
    assert.match((await page.locator(".feedback").textContent()) ?? "", /It can be solved/);
    assert.ok(await page.locator(".end-panel").isHidden());
    // The others do not ask that.
    await go(page, "/play/toggle/flipper");
    assert.ok(await page.getByRole("button", { name: "It cannot be solved" }).isHidden());
  }));

test("Enter goes on behind a level that is solved, where nothing else takes it", () =>
  opened("/play/toggle/flipper", async (page) => {
    await press(page, 1, 3, 4);
    await page.locator(".status[data-state=won]").waitFor();
    await page.keyboard.press("Enter");
    await arrived(page, /^play\/toggle\/lights-out-5x5/);
  }));

test("after a loss Enter tries again", () =>
  opened("/play/lemmo/seed?v=1&r=lemmo", async (page) => {
    await page.locator('.board .act[data-act="6 left"]').last().click();
    await page.locator(".status[data-state=lost]").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".status[data-state=open]").waitFor();
  }));

test("the help that was taken is told with the result, and one without it is better", () =>
  opened("/play/toggle/flipper", async (page) => {
    await hinted(page);
    await press(page, 1, 3, 4);
    await page.locator(".end-panel[data-stars='3']").waitFor();
    assert.match((await page.locator(".status").textContent()) ?? "", /with 1 hint/);
    assert.ok(await page.locator(".stars.helped").isVisible());
    await written(page);
    await go(page, "/");
    const card = page.locator('a[href="#/play/toggle/flipper"] .played');
    assert.match((await card.textContent()) ?? "", /with 1 hint/);
    await go(page, "/play/toggle/flipper");
    await press(page, 1, 3, 4);
    await page.locator(".end-panel[data-stars='3']").waitFor();
    assert.doesNotMatch((await page.locator(".status").textContent()) ?? "", /hint/);
    await written(page);
    await go(page, "/");
    assert.doesNotMatch((await card.textContent()) ?? "", /hint/);
  }));

test("a solution that was shown is not forgotten by a restart or a reload", () =>
  opened("/play/toggle/flipper", async (page) => {
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await page.locator(".result .card, .result section").first().waitFor();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await press(page, 2);
    await reload(page);
    await page.locator('.status[data-moves="1"]').waitFor();
    await page.getByRole("button", { name: "Restart" }).click();
    await press(page, 1, 3, 4);
    await page.locator(".end-panel[data-stars='3']").waitFor();
    assert.match((await page.locator(".status").textContent()) ?? "", /after the solution was shown/);
  }));

test("the Lab is folded until it is opened, and stays as it was left", async () => {
  await visit(browser, `${server.address}/#/play/toggle/flipper`, async (page) => {
    await mounted(page);
    await page.locator(".lab > summary").click();
    assert.ok(await page.getByRole("button", { name: "Solve", exact: true }).isHidden());
    // A key asks all the same.
    await page.keyboard.press("o");
    await page.locator(".answers h2").first().waitFor();
    await reload(page);
    await mounted(page);
    assert.ok(await page.getByRole("button", { name: "Solve", exact: true }).isHidden());
  });
});

test("sounds are switched on in the bar", () =>
  opened("/", async (page) => {
    const sounds = page.locator("#sound");
    assert.equal(await sounds.getAttribute("aria-pressed"), "false");
    await sounds.click();
    assert.equal(await sounds.getAttribute("aria-pressed"), "true");
    await page.reload();
    await mounted(page);
    assert.equal(await sounds.getAttribute("aria-pressed"), "true");
  }));

test("Eel is played first where Rabbit has nothing to decide, and old links open as before", async () => {
  await opened("/play/wall/two-rows", async (page) => {
    assert.deepEqual(await page.locator(".roles button").allTextContents(), ["Eel, wall by wall", "Eel, gap by gap"]);
    assert.ok((await page.locator('.moves [data-move^="wall"]').count()) > 0);
  });
  await opened("/play/wall/two-rows?v=1&r=rabbit", async (page) => {
    assert.equal(await page.locator(".roles [aria-pressed=true]").textContent(), "Rabbit");
    assert.deepEqual(await page.locator(".roles button").allTextContents(), ["Eel, wall by wall", "Eel, gap by gap", "Rabbit"]);
  });
  await opened("/play/lemmo/seed", async (page) => {
    assert.deepEqual(await page.locator(".roles button").allTextContents(), ["Take a block away", "Choose a start"]);
    await page.locator('.board .act[data-act="remove 3,4"]').last().click();
    await page.locator(".status", { hasText: "Solved with 24 wins, the most possible." }).waitFor();
    await page.locator('.end-panel[data-stars="3"]').waitFor();
  });
  await opened("/play/wall/live", async (page) => assert.deepEqual(await page.locator(".roles button").allTextContents(), ["Eel", "Rabbit"]));
  await opened("/play/script/nim", async (page) => {
    assert.deepEqual(await page.locator(".roles button").allTextContents(), ["You begin", "The program begins", "Two people"]);
    assert.equal(await page.locator(".roles [aria-pressed=true]").textContent(), "You begin");
  });
});
