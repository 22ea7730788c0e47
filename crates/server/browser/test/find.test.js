// Finding and replacing in the text of the editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";
import { checked, PUSH, write } from "./writing.js";

/** @import { Page } from "playwright-core" */

stand();

const GAME = `${PUSH}#####\n#P*O#\n#####\n`;
const count = (/** @type {Page} */ page) => page.locator(".find [role=status]").textContent();
const text = (/** @type {Page} */ page) => page.locator(".editor textarea").inputValue();

/**
 * The editor with a game, and the bar open by its key.
 * @param {(page: Page) => Promise<void>} act
 */
const finding = (act) =>
  opened("/edit/puzzlescript", async (page) => {
    await write(page, GAME);
    await page.locator(".editor textarea").press("Control+Home");
    await page.keyboard.press("Control+f");
    await act(page);
  });

test("what is looked for is marked, and gone through by Enter", () =>
  finding(async (page) => {
    const places = GAME.toLowerCase().split("crate").length - 1;
    await page.keyboard.type("crate");
    assert.equal(await count(page), `1 of ${places}`);
    await page.locator(".places .found.at-hand").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    assert.equal(await count(page), `3 of ${places}`);
    await page.keyboard.press("Shift+Enter");
    assert.equal(await count(page), `2 of ${places}`);
    await page.getByLabel("Capitals count").check();
    assert.equal(await count(page), `not found`);
    await page.getByRole("searchbox").fill("Crate");
    assert.equal(await count(page), `1 of ${GAME.split("Crate").length - 1}`);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".find").isVisible(), false);
    assert.equal(await page.locator(".found").count(), 0);
    const selected = await page.locator(".editor textarea").evaluate((field) => field instanceof HTMLTextAreaElement && field.value.slice(field.selectionStart, field.selectionEnd));
    assert.equal(selected, "Crate");
  }));

test("one place is replaced, or all as one change, and undo takes that back", () =>
  finding(async (page) => {
    await page.keyboard.type("Crate");
    await page.getByLabel("Replace by ").fill("Box");
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    assert.equal(await text(page), GAME.replace(/crate/i, "Box"));
    await page.getByRole("button", { name: "Replace all" }).click();
    assert.equal(await text(page), GAME.replace(/crate/gi, "Box"));
    assert.equal(await count(page), "not found");
    await checked(page);
    await page.locator(".truth-line").filter({ hasText: /^Found, proven best/ }).waitFor();
    await page.locator(".editor textarea").press("Control+z");
    assert.equal(await text(page), GAME.replace(/crate/i, "Box"));
  }));
