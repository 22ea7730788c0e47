// How long a move takes that the engines of the page play, on files of a plain host: milliseconds from the handler of the
// click to the end of painting, without the time in between that the browser waits for the screen. On every shipped level
// that a page can play some moves are made by their buttons; one that ends a game is taken back for another. Prints a line
// of CSV a level and one for all of them: `npm run --silent moves > FILE`.

import { readdir, readFile } from "node:fs/promises";
import { host, SITE } from "../test/host.js";
import { launch, mounted } from "../test/stand.js";
import { row } from "./row.js";

/** @import { Page } from "playwright-core" */
/** @import { FamilyCard, ShippedLevel } from "../../page/types.js" */

/** Moves that are made on a level, unless it ends before. */
const MOVES = 15;

/**
 * Clicks one of the buttons of moves; gives the milliseconds, or nothing where there is no move.
 * @param {Page} page
 * @param {number} index which of the buttons, counted round
 */
function move(page, index) {
  return page.evaluate(
    (index) =>
      new Promise((resolve) => {
        const buttons = document.querySelectorAll(".moves button[data-move]");
        const button = buttons[index % buttons.length];
        const status = document.querySelector(".status");
        if (!(button instanceof HTMLElement) || !status) return resolve(undefined);
        const begun = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          const made = performance.now() - begun;
          requestAnimationFrame(() => {
            const frame = performance.now();
            const { port1, port2 } = new MessageChannel();
            // The task after the frame's callbacks runs when style, layout and paint are done.
            port2.onmessage = () => resolve(made + performance.now() - frame);
            port1.postMessage(undefined);
          });
        });
        observer.observe(status, { attributes: true, attributeFilter: ["data-moves"] });
        button.click();
      }),
    index,
  );
}

/**
 * Makes a move; where the game is over, another one in place of the last.
 * @param {Page} page
 * @param {number} index
 */
async function another(page, index) {
  const took = await move(page, index);
  if (typeof took === "number") return took;
  await page.locator("[data-key=u]").click();
  await page.locator(".moves button[data-move]").first().waitFor({ state: "attached" });
  return move(page, index);
}

/**
 * @template T
 * @param {string} begin
 * @returns {Promise<T>}
 */
async function list(begin) {
  const name = (await readdir(SITE)).find((name) => name.startsWith(begin)) ?? begin;
  return JSON.parse(await readFile(`${SITE}/${name}`, "utf8"));
}

const [site, browser] = await Promise.all([host(SITE), launch()]);
/** @type {{ families: FamilyCard[] }} */
const { families } = await list("families-");
/** @type {{ levels: ShippedLevel[] }} */
const { levels } = await list("levels-");
const here = new Set(families.filter(({ program }) => !program).map(({ family }) => family));
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
const page = await context.newPage();
await page.goto(site.address);
/** @type {number[]} */
const all = [];
console.log("level,moves,median_ms,p99_ms,most_ms");
for (const { family, name } of levels.filter(({ family }) => here.has(family))) {
  await page.goto(`${site.address}#/play/${family}/${encodeURIComponent(name)}`);
  await mounted(page);
  await page.evaluate(() => document.querySelector(".byname:not([open]) summary")?.dispatchEvent(new MouseEvent("click")));
  // The first move warms the worker up.
  await move(page, 0);
  /** @type {number[]} */
  const times = [];
  for (let made = 0; made < MOVES; made++) {
    const took = await Promise.race([another(page, made), new Promise((resolve) => setTimeout(resolve, 5000))]);
    if (typeof took !== "number") break;
    times.push(took);
  }
  console.log(`${family} ${name},${row(times)}`);
  all.push(...times);
}
console.log(`all,${row(all)}`);
await browser.close();
await site.stop();
