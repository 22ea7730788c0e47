// How long a first visit takes on a slow link: milliseconds from the navigation to the first board, and to the end of a first
// move that is made at once, at 1.6 Mbit/s and 150 ms with a processor a quarter as fast, on a phone's screen. On files of a
// plain host, once as a host that compresses what it knows, once as one that does not: `npm run --silent slow > FILE`.

import { host, SITE } from "../test/host.js";
import { launch } from "../test/stand.js";

/** @import { Browser } from "playwright-core" */

/** Visits of which the median is taken. */
const VISITS = 5;
/** Bits a second and milliseconds a round trip. */
const LINK = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
/** A level and a first move of it. */
const LEVELS = [["toggle/flipper", "2"], ["sokoban/first-steps%233", "right"]];

/**
 * A first visit: when the board was there, and when the first move was made.
 * @param {Browser} browser
 * @param {string} address
 * @param {string} move
 */
async function visit(browser, address, move) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(address, { waitUntil: "commit" });
  const button = page.locator(`.moves button[data-move="${move}"]`).first();
  await page.locator("main[aria-busy=false] .board").first().waitFor({ timeout: 60_000 });
  const board = await page.evaluate(() => performance.now());
  await button.evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await page.locator('.status[data-moves="1"]').waitFor({ timeout: 60_000 });
  const moved = await page.evaluate(() => performance.now());
  await context.close();
  return { board, moved, bytes };
}

/** @param {number[]} all */
const median = (all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;

const browser = await launch();
console.log("host,level,board_ms,first_move_ms,kilobytes_until_then");
for (const compresses of [true, false]) {
  const site = await host(SITE, true, compresses);
  for (const [level = "", move = ""] of LEVELS) {
    const visits = [];
    for (let made = 0; made < VISITS; made++) visits.push(await visit(browser, `${site.address}#/play/${level}`, move));
    const [board, moved, bytes] = [median(visits.map(({ board }) => board)), median(visits.map(({ moved }) => moved)), median(visits.map(({ bytes }) => bytes))];
    console.log(`${compresses ? "compresses" : "plain"},${level},${Math.round(board)},${Math.round(moved)},${Math.round(bytes / 1000)}`);
  }
  await site.stop();
}
await browser.close();
