// The switches below a board: the numbers of positions, and films with every hop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hinted, opened, stand } from "./stand.js";

/** @import { Page } from "playwright-core" */

stand();

/**
 * @param {string} family
 * @param {string} name
 * @param {(page: Page) => Promise<void>} act
 */
function at(family, name, act) {
  return opened(`/play/${family}/${name}`, act);
}

test("positions are numbered on request, and stay numbered after a move", () =>
  at("pebble", "petersen", async (page) => {
    const names = page.locator(".board-figure .name");
    const numbers = page.getByLabel("Numbers of positions");
    assert.equal(await names.count(), 0);
    await numbers.check();
    assert.deepEqual((await names.allTextContents()).slice(0, 10), ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    await page.locator(".board-figure .act").first().click();
    await page.locator(".status[data-moves='1']").waitFor();
    assert.equal(await names.count(), 20);
    if (process.env["SHOT"]) await page.screenshot({ path: `${process.env["SHOT"]}-positions.png` });
    await numbers.uncheck();
    assert.equal(await names.count(), 0);
  }));

test("boards without numbers have no such switch", () =>
  at("toggle", "flipper", async (page) => {
    assert.equal(await page.getByText("Numbers of positions").isVisible(), false);
    assert.equal(await page.getByText("Every hop").isVisible(), false);
  }));

test("a film shows every hop on request, and the short film again", () =>
  at("bunny", "bunny-07", async (page) => {
    await page.locator("[data-question=solve]").first().click();
    await page.locator(".verdict").waitFor();
    const slider = page.getByLabel("Step", { exact: true });
    const short = Number(await slider.getAttribute("max"));
    const every = page.getByLabel("Every hop");
    await every.check();
    await page.waitForFunction((short) => Number(document.querySelector(".film input")?.getAttribute("max")) > short, short);
    const long = Number(await slider.getAttribute("max"));
    assert.ok(short <= 121 && long > short, `${short} ${long}`);
    await slider.fill(String(long));
    assert.match((await page.locator(".board-figure .caption").textContent()) ?? "", /the end after \d+ steps; every square is marked/);
    if (process.env["SHOT"]) await page.screenshot({ path: `${process.env["SHOT"]}-hops.png` });
    await every.uncheck();
    await page.waitForFunction((short) => Number(document.querySelector(".film input")?.getAttribute("max")) === short, short);
  }));

test("a hint names the tile beside the position", () =>
  at("pebble", "fifteen", async (page) => {
    await hinted(page);
    assert.match((await page.locator(".feedback").textContent()) ?? "", /Best now: slide \d+ (up|down|left|right)/);
  }));
