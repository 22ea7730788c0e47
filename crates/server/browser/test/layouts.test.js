// Shortcuts on keyboards of other layouts: the place of the key where the layout has no Latin letters, else its letter.

import assert from "node:assert/strict";
import { test } from "node:test";
import { packed, WALK } from "./games.js";
import { opened, stand } from "./stand.js";
import { write } from "./writing.js";

/** @import { Page } from "playwright-core" */
/** @typedef {[key: string, code: string]} Key what a layout writes, and the place of the key */

stand();

/** Layouts without Latin letters: their keys at the places of U, R, Z and T. @type {[string, Record<"u" | "r" | "z" | "t", string>][]} */
const OTHER = [
  ["Russian", { u: "г", r: "к", z: "я", t: "е" }],
  ["Greek", { u: "θ", r: "ρ", z: "ζ", t: "τ" }],
  ["Hebrew", { u: "ו", r: "ר", z: "ז", t: "א" }],
  ["Thai", { u: "ี", r: "พ", z: "ผ", t: "ะ" }],
  ["Arabic", { u: "ع", r: "ق", z: "ئ", t: "ف" }],
];
const CTRL = 2;
const SHIFT = 8;

for (const [layout, { u, r, z, t }] of OTHER) {
  test(`${layout}: undo, redo and restart are at their places`, () =>
    begun(async (page) => {
      await press(page, [u, "KeyU"], 0, 1);
      await press(page, [r, "KeyR"], 0, 2);
      await press(page, [z, "KeyZ"], CTRL, 1);
      await press(page, [z, "KeyZ"], CTRL | SHIFT, 2);
      await press(page, [t, "KeyT"], 0, 0);
    }));
}

test("AZERTY and Dvorak go by the letter, wherever it is", () =>
  begun(async (page) => {
    await press(page, ["z", "KeyW"], CTRL, 1); // AZERTY.
    await press(page, ["r", "KeyO"], 0, 2); // Dvorak.
    await press(page, ["w", "KeyZ"], CTRL, 2);
    await press(page, [";", "KeyZ"], CTRL, 2);
    await press(page, ["g", "KeyU"], 0, 2);
    await press(page, ["u", "KeyF"], 0, 1);
    await press(page, ["ö", "KeyU"], 0, 1);
    await press(page, ["µ", "KeyU"], 0, 1);
    await press(page, ["z", "KeyY"], CTRL, 0); // QWERTZ.
  }));

test("on the board of a game its keys are at their places", () =>
  opened(`/play/puzzlescript/${packed(WALK)}/1`, async (page) => {
    await press(page, ["ы", "KeyS"], 0, 1);
    await press(page, ["в", "KeyD"], 0, 2);
    await press(page, ["ц", "KeyW"], 0, 3);
    await press(page, ["я", "KeyZ"], 0, 2);
    // A Hebrew layout has `'` at the place of W, and Dvorak has a comma there.
    await press(page, ["ש", "KeyA"], 0, 3);
    await press(page, ["'", "KeyW"], 0, 4);
    await press(page, ["q", "KeyX"], 0, 4);
    await press(page, [",", "KeyW"], 0, 4);
    await press(page, ["e", "KeyD"], 0, 4);
    await press(page, ["s", "Semicolon"], 0, 5);
  }));

test("keys of one letter are off on every layout where they are switched off", () =>
  begun(async (page) => {
    await page.locator(".keys summary").click();
    await page.getByLabel("Keys of one letter").uncheck();
    await page.locator("h1").focus();
    await press(page, ["г", "KeyU"], 0, 2);
    await press(page, ["я", "KeyZ"], CTRL, 1);
  }));

test("what is drawn is taken back by the key's place", () =>
  opened("/edit/sokoban", async (page) => {
    await write(page, "#####\n#@$.#\n#   #\n#####\n");
    await page.getByRole("button", { name: "Draw" }).click();
    const text = () => page.locator("textarea").inputValue();
    const before = await text();
    await page.locator('.draw-cell[data-x="1"][data-y="2"]').focus();
    await page.keyboard.press(" ");
    assert.notEqual(await text(), before);
    await key(page, ["я", "KeyZ"], CTRL);
    assert.equal(await text(), before);
  }));

/**
 * A game with two moves.
 * @param {(page: Page) => Promise<void>} act
 */
function begun(act) {
  return opened("/play/toggle/flipper", async (page) => {
    for (const [made, move] of ["5", "1"].entries()) {
      await page.locator(`.board .act[data-act="${move}"]`).last().click();
      await counted(page, made + 1);
    }
    await act(page);
  });
}

/**
 * Presses a key, after which the game has so many moves.
 * @param {Page} page
 * @param {Key} pressed
 * @param {number} modifiers
 * @param {number} moves
 */
async function press(page, pressed, modifiers, moves) {
  await key(page, pressed, modifiers);
  // A key that means nothing is followed by nothing to wait for.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await counted(page, moves);
}

/**
 * @param {Page} page
 * @param {Key} pressed
 * @param {number} modifiers
 */
async function key(page, [key, code], modifiers) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, code, modifiers });
  await browser.send("Input.dispatchKeyEvent", { type: "keyUp", key, code, modifiers });
  await browser.detach();
}

/**
 * @param {Page} page
 * @param {number} moves
 */
async function counted(page, moves) {
  await page.locator(`.status[data-moves="${moves}"]`).waitFor({ timeout: 10_000 });
}
