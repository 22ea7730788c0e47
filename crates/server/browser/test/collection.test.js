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

test("the editor leads to the levels of a text that holds several", () =>
  opened("/edit/sokoban", async (page) => {
    await page.locator("textarea").fill(TWO);
    await page.getByText("the text holds 2 levels").waitFor();
    await page.getByRole("button", { name: "Choose a level of this text" }).click();
    await chosen(page);
    await page.getByRole("link", { name: "Edit level 1" }).click();
    await page.locator(".editor[data-checked=yes] .check[data-state=valid]").waitFor();
    assert.match(await page.locator("textarea").inputValue(), /One Push/);
    assert.doesNotMatch(await page.locator("textarea").inputValue(), /A Step Before/);
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
