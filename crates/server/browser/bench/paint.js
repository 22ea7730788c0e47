// How long a move takes on the page where it is shown at once: from the handler of the key to the end of painting, with
// the server on the same machine. On every shipped level some moves are made, then taken back and made again from the
// keyboard. Prints a line of CSV a level and one for all of them: `npm run --silent paint > FILE`.

import { launch, mounted, serve, api } from "../test/stand.js";

/** @import { Page } from "playwright-core" */
/** @import { ShippedLevel } from "../../page/types.js" */

/** Moves that are made on a level before they are taken back. */
const MOVES = 5;
/** How often they are taken back and made again. */
const ROUNDS = 6;

/**
 * Measures this key on the page: milliseconds from its handler to the end of the work of the frame that shows it.
 * @param {Page} page
 * @param {string} key
 * @returns {Promise<number>}
 */
async function timed(page, key) {
  const time = page.evaluate(() => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    addEventListener("keydown", () => {
      const begun = performance.now();
      // The task after the frame's callbacks runs when style, layout and paint are done.
      requestAnimationFrame(() => {
        port2.onmessage = () => resolve(performance.now() - begun);
        port1.postMessage(undefined);
      });
    }, { once: true, capture: true });
  }));
  await page.keyboard.press(key);
  return /** @type {Promise<number>} */ (time);
}

/**
 * @param {Page} page
 * @returns {Promise<number>} how many moves were made
 */
async function begin(page) {
  for (let made = 0; made < MOVES; made++) {
    const move = page.locator(".byname:not([open]) summary");
    if (await move.count()) await move.click();
    const first = page.locator(".moves button").first();
    if (!(await first.count())) return made;
    await first.click();
    await page.locator(`.status[data-moves="${made + 1}"]`).waitFor();
  }
  return MOVES;
}

/**
 * @param {number[]} sorted
 * @param {number} part
 */
function quantile(sorted, part) {
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN).toFixed(1);
}

/** @param {number[]} times */
function row(times) {
  const sorted = times.toSorted((one, other) => one - other);
  return [times.length, quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1)].join();
}

const [server, browser] = await Promise.all([serve(), launch()]);
/** @type {{ levels: ShippedLevel[] }} */
const { levels } = await api(server.address, "/levels");
/** @type {number[]} */
const all = [];
console.log("level,keys,median_ms,p99_ms,most_ms");
for (const { family, name } of levels) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${server.address}/#/play/${family}/${encodeURIComponent(name)}`);
  await mounted(page);
  const made = await begin(page);
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let move = 0; move < made; move++) times.push(await timed(page, "Control+z"));
    for (let move = 0; move < made; move++) times.push(await timed(page, "Control+Shift+z"));
  }
  if (times.length) console.log(`${family} ${name},${row(times)}`);
  all.push(...times);
  await context.close();
}
console.log(`all levels,${row(all)}`);
await Promise.all([browser.close(), server.stop()]);
