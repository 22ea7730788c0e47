// A film of the page on a phone, `docs/screens/film.gif`: the first view, a puzzle of lights, a program of tiles, hints in
// Sokoban, and the block that lets every start of Lemmo win. The page's own encoder writes it: `npm run film`.

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { go, launch, mounted, serve } from "../test/stand.js";

/** @import { Page } from "playwright-core" */

const FILM = fileURLToPath(new URL("../../../../docs/screens/film.gif", import.meta.url));
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** How long a picture stands, in milliseconds: one that is read, one of a movement. */
const READ = 1400;
const SHORT = 450;

/** The pictures as data of PNG files, each with its time. @type {{ png: string, delay: number }[]} */
const shots = [];

/**
 * @param {Page} page
 * @param {number} delay
 */
async function shot(page, delay) {
  shots.push({ png: (await page.screenshot()).toString("base64"), delay });
}

/**
 * Pictures of what moves by itself.
 * @param {Page} page
 * @param {number} count
 */
async function moving(page, count) {
  for (let taken = 0; taken < count; taken++) {
    await page.waitForTimeout(150);
    await shot(page, SHORT / 2);
  }
}

/** @param {Page} page */
async function lights(page) {
  await go(page, "/play/toggle/flipper");
  await shot(page, READ);
  for (const [index, cell] of [1, 3, 4, 5, 9].entries()) {
    await page.locator(`.board .act[data-act="${cell}"]`).last().tap();
    await page.locator(`.status[data-moves="${index + 1}"]`).waitFor();
    await shot(page, SHORT);
    if (await page.locator(".status[data-state=won]").count()) break;
  }
  await moving(page, 3);
  await shot(page, READ);
}

/** @param {Page} page */
async function program(page) {
  await go(page, "/play/bunny/bunny-03");
  const strip = page.locator(".program-strip");
  for (const name of ["a loop", "hop forward", "hop forward", "turn right"]) {
    await strip.getByRole("button", { name: `Put in ${name}`, exact: true }).tap();
    await page.waitForTimeout(150);
    await shot(page, SHORT);
  }
  await strip.getByRole("button", { name: "Run" }).tap();
  await moving(page, 14);
  await page.locator(".status[data-state=won]").waitFor();
  await shot(page, READ);
}

/** @param {Page} page */
async function box(page) {
  await go(page, "/play/sokoban/first-steps%233");
  await shot(page, READ);
  for (const _ of [1, 2, 3]) {
    await page.locator("[data-key=h]").click();
    await page.waitForTimeout(400);
    await shot(page, SHORT * 2);
  }
}

/** @param {Page} page */
async function block(page) {
  await go(page, "/play/lemmo/seed");
  await shot(page, READ);
  await page.locator('.board .act[data-act="remove 3,4"]').last().tap();
  await page.locator(".status[data-state=won]").waitFor();
  await moving(page, 3);
  await shot(page, 2 * READ);
}

const [server, browser] = await Promise.all([serve(), launch()]);
const context = await browser.newContext(PHONE);
const page = await context.newPage();
await page.goto(`${server.address}/`);
await mounted(page);
// Pictures are drawn as they come into sight.
await page.locator(".thumb").first().scrollIntoViewIfNeeded();
await page.locator(".thumb .board").first().waitFor();
await page.evaluate(() => scrollTo(0, 0));
await shot(page, READ);
for (const top of [300, 700]) {
  await page.evaluate((top) => scrollTo(0, top), top);
  await page.waitForTimeout(400);
  await shot(page, SHORT * 2);
}
for (const scene of [lights, program, box, block]) await scene(page);
const film = await page.evaluate(async ({ shots, address }) => {
  const { gif } = await import(`${address}/storage/gif.js`);
  const read = [];
  let [width, height] = [0, 0];
  for (const { png, delay } of shots) {
    // The page may fetch nothing but what is its own, so the pictures come as texts.
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))]));
    [width, height] = [image.width, image.height];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    drawing.drawImage(image, 0, 0);
    read.push({ data: drawing.getImageData(0, 0, width, height).data, delay });
  }
  const bytes = /** @type {Uint8Array} */ (gif(width, height, read));
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}, { shots, address: server.address });
await writeFile(FILM, Buffer.from(film, "base64"));
console.log(`${FILM}: ${shots.length} pictures`);
await browser.close();
await server.stop();
