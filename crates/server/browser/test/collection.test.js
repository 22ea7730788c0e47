// Files of several levels: dropped, chosen from, played, edited, shared; and those that ship.

import assert from "node:assert/strict";
import { test } from "node:test";
import { opened, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */

stand();

const TWO = `; One Push

#####
#@$.#
#####
Title: One Push

######
#@ $.#
######
Title: A Step Before
`;

/** @param {Page} page */
const chosen = (page) => page.getByRole("heading", { level: 1, name: "Choose a level" }).waitFor();

test("a file of several levels is dropped, and one of them is chosen and played", () =>
  opened("/", async (page) => {
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "two.sok"));
      document.querySelector(".view")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, TWO);
    await chosen(page);
    assert.deepEqual(await page.locator(".cards strong").allTextContents(), ["1. One Push", "2. A Step Before"]);
    await page.locator(".thumb svg").nth(1).waitFor();
    await page.getByRole("link", { name: "2. A Step Before" }).click();
    await page.locator(".status[data-moves='0']").waitFor();
    await page.locator(".board .act[data-act=right]").last().click();
    await page.locator(".status[data-moves='1']").waitFor();
    await page.locator(".board .act[data-act=right]").last().click();
    await page.locator(".status[data-state=won]").waitFor();
  }));

test("the editor takes a text of several levels whole: one is chosen, and stays so while the text changes", () =>
  opened("/edit/sokoban", async (page) => {
    const field = page.locator("textarea");
    const checked = page.locator(".editor[data-checked=yes] .check[data-state=valid]");
    const choice = page.locator(".several select");
    await field.fill(TWO);
    await checked.waitFor();
    assert.deepEqual(await choice.locator("option").allTextContents(), ["1. One Push (line 3)", "2. A Step Before (line 8)"]);
    assert.equal(await page.locator(".preview .cell").count(), 15);
    await choice.selectOption("2");
    await checked.waitFor();
    assert.equal(await page.locator(".preview .cell").count(), 18);
    await field.fill(TWO.replace("; One Push", "; One Push, and more\n"));
    await checked.waitFor();
    assert.equal(await choice.inputValue(), "2");
    // Where there are fewer levels, the last one is chosen.
    await field.fill(TWO.slice(0, TWO.indexOf("######\n#@ ")));
    await checked.waitFor();
    assert.equal(await choice.isVisible(), false);
    assert.equal(await page.locator(".preview .cell").count(), 15);
    await field.press("Control+z");
    await checked.waitFor();
    await choice.selectOption("2");
    await checked.waitFor();
    await page.getByRole("button", { name: "Solve" }).click();
    await page.locator(".verdict[data-verdict=proven]").waitFor();
    assert.equal(await page.locator(".film input").getAttribute("max"), "2");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.getByRole("heading", { level: 1, name: "A Step Before" }).waitFor();
    assert.match(page.url(), /\/2$/);
  }));

test("the cursor in a level chooses it, and the link of a level in a file opens the whole file", () =>
  opened("/edit/sokoban", async (page) => {
    await page.locator("textarea").fill(TWO);
    const checked = page.locator(".editor[data-checked=yes] .check[data-state=valid]");
    await checked.waitFor();
    const choice = page.locator(".several select");
    await page.locator("textarea").press("Control+End");
    await page.waitForFunction(() => document.querySelector(".several select") instanceof HTMLSelectElement && /** @type {HTMLSelectElement} */ (document.querySelector(".several select")).value === "2");
    await checked.waitFor();
    assert.equal(await choice.inputValue(), "2");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".table").waitFor();
    const played = page.url();
    await page.getByRole("link", { name: "Edit this level" }).click();
    await checked.waitFor();
    assert.equal(await page.locator("textarea").inputValue(), TWO);
    assert.equal(await choice.inputValue(), "2");
    await page.goto(played.replace("#/play", "#/levels").replace(/\/2$/, ""));
    await chosen(page);
    await page.getByRole("link", { name: "Edit level 2" }).click();
    await checked.waitFor();
    assert.equal(await page.locator("textarea").inputValue(), TWO);
    assert.equal(await choice.inputValue(), "2");
  }));

test("the levels of a shipped collection stand in the list, one by one", () =>
  opened("/", async (page) => {
    const cards = page.locator("section[aria-labelledby=family-sokoban] a.card");
    assert.equal(await cards.count(), 8);
    const title = (await cards.nth(2).locator("strong").textContent()) ?? "";
    await cards.nth(2).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.locator(".status[data-moves='0']").waitFor();
    await page.reload();
    await page.locator(".status[data-moves='0']").waitFor();
  }));
