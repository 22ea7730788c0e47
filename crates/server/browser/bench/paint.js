// How long a move takes on the page where it is shown at once: the processor time of the main thread from the handler of the
// key to the end of painting, with the server on the same machine. Between the two the browser waits for the screen; that
// is no work and is not counted. On every shipped level some moves are made, then taken back and made again from the keyboard; the
// figures are read from the browser's own trace. Prints a line of CSV a level and one for all of them:
// `npm run --silent paint > FILE`.

import { launch, mounted, serve, api } from "../test/stand.js";
import { row } from "./row.js";

/** @import { Page } from "playwright-core" */
/** @import { ShippedLevel } from "../../page/types.js" */
/** @typedef {{ name: string, ph: string, ts: number, dur: number, tdur: number, pid: number, tid: number, args: { data?: { type?: string } } }} TraceEvent */

/** Moves that are made on a level before they are taken back. */
const MOVES = 5;
/** How often they are taken back and made again. */
const ROUNDS = 3;

/**
 * Has the page note for every key whether the frame after its handler shows a move.
 * @param {Page} page
 */
function watch(page) {
  return page.evaluate(() => {
    /** @type {boolean[]} */
    const shown = [];
    Object.assign(globalThis, { shown });
    const made = () => document.querySelector(".status")?.getAttribute("data-moves");
    addEventListener("keydown", () => {
      const before = made();
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => shown.push(made() !== before);
      // The task after the frame's callbacks runs when style, layout and paint are done.
      requestAnimationFrame(() => port1.postMessage(undefined));
    }, { capture: true });
  });
}

/**
 * Presses a key; resolves when the frame after its handler is painted.
 * @param {Page} page
 * @param {string} key
 * @param {number} count how many keys this makes
 */
async function press(page, key, count) {
  await page.keyboard.press(key);
  const shown = await page.waitForFunction((count) => {
    const { shown } = /** @type {{ shown: boolean[] }} */ (/** @type {unknown} */ (globalThis));
    return shown.length < count ? undefined : { last: shown[count - 1] };
  }, count);
  if (!(await shown.jsonValue())?.last) throw new Error(`the first frame after ${key} does not show the move`);
}

/**
 * Milliseconds of work of the main thread from each key to the end of the frame that follows it.
 * @param {TraceEvent[]} events
 */
function works(events) {
  const whole = events.filter(({ ph }) => ph === "X").toSorted((one, other) => one.ts - other.ts);
  const keys = whole.filter(({ name, args }) => name === "EventDispatch" && args.data?.type === "keydown");
  return keys.map((key) => {
    const main = whole.filter(({ pid, tid }) => pid === key.pid && tid === key.tid);
    const commit = main.find(({ name, ts }) => name === "Commit" && ts > key.ts);
    if (!commit) throw new Error("a key without a frame");
    const [begin, end] = [key.ts, commit.ts + commit.dur];
    const tasks = main.filter(({ name, ts, dur }) => name === "RunTask" && ts < end && ts + dur > begin);
    // Of a task that is cut by the beginning or the end, the part of its time that lies between counts.
    const part = ({ ts = 0, dur = 0 }) => (Math.min(end, ts + dur) - Math.max(begin, ts)) / dur;
    return tasks.reduce((sum, task) => sum + task.tdur * part(task), 0) / 1000;
  });
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
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await watch(page);
  let count = 0;
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  for (let round = 0; round < ROUNDS; round++) {
    for (let move = 0; move < made; move++) await press(page, "u", ++count);
    for (let move = 0; move < made; move++) await press(page, "r", ++count);
  }
  const trace = /** @type {{ traceEvents: TraceEvent[] }} */ (JSON.parse(String(await browser.stopTracing())));
  const times = works(trace.traceEvents);
  if (times.length) console.log(`${family} ${name},${row(times)}`);
  all.push(...times);
  await context.close();
}
console.log(`all levels,${row(all)}`);
await Promise.all([browser.close(), server.stop()]);
