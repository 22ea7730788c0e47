// How soon what is proven stands beside the text: levels of a corpus of PuzzleScript games (JSON lines with `name` and
// `source`, packed by gzip), one cell of each changed in the editor as by a stroke, with the engines of the page.
// `npm run verdicts -- CORPUS [LEVELS] [FIRST]` takes so many levels spread evenly over those of the games that a file
// `corpus-features.json` beside the corpus calls solvable, and prints how many are settled within 250 ms, 1 s and 10 s of
// the change.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { host, SITE } from "../test/host.js";
import { launch, visit, mounted } from "../test/stand.js";

/** Milliseconds within which verdicts are counted. */
const WITHIN = [250, 1000, 10_000];
/** Milliseconds after which a level is given up. */
const LONGEST = Number(process.env["LONGEST"] ?? 12_000);

const [corpus, most = "100", first = "0"] = process.argv.slice(2);
if (!corpus) throw new Error("expected the path of a corpus");
const games = gunzipSync(await readFile(corpus)).toString().trim().split("\n").map((line) => /** @type {{ name: string, source: string }} */ (JSON.parse(line)));
const features = JSON.parse(await readFile(join(dirname(corpus), "corpus-features.json"), "utf8"));
const solvable = games.filter(({ name }) => features[name]?.solvable);
const levels = solvable.flatMap((game) => Array.from({ length: features[game.name].levels }, (_, index) => ({ game, number: index + 1 })));
const step = Math.max(1, levels.length / Number(most));
const chosen = Array.from({ length: Math.min(Number(most), levels.length) }, (_, index) => levels[Math.floor(Number(first) + index * step) % levels.length]).filter((level) => level !== undefined);

const [site, browser] = await Promise.all([host(SITE), launch()]);
/** Milliseconds to each verdict, and its state. @type {{ name: string, state: string, millis: number }[]} */
const found = [];
await visit(browser, `${site.address}#/edit/puzzlescript/*bench`, async (page) => {
  page.on("response", (response) => response.status() >= 400 && console.log(response.status(), response.url()));
  await mounted(page);
  for (const { game, number } of chosen) {
    const result = await page.evaluate(async ({ source, number, longest }) => {
      const field = /** @type {HTMLTextAreaElement} */ (document.querySelector(".editor textarea"));
      const line = /** @type {HTMLElement} */ (document.querySelector(".truth-line"));
      const root = /** @type {HTMLElement} */ (document.querySelector(".editor"));
      const until = async (/** @type {() => boolean} */ holds, /** @type {number} */ most) => {
        const end = performance.now() + most;
        while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 2));
        return holds();
      };
      const type = (/** @type {string} */ text) => {
        field.value = text;
        field.dispatchEvent(new Event("input"));
      };
      type(source);
      if (!(await until(() => root.dataset["checked"] === "yes", longest))) return { state: "not checked", millis: longest };
      const select = document.querySelector(".several select");
      if (select instanceof HTMLSelectElement && select.options.length > 1 && number > 1) {
        if (![...select.options].some(({ value }) => value === String(number))) return { state: "no such level", millis: 0 };
        select.value = String(number);
        select.dispatchEvent(new Event("change"));
        await until(() => root.dataset["checked"] === "yes", longest);
      }
      const draw = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Draw");
      if (!draw || draw.hidden) return { state: "not drawn", millis: 0 };
      if (draw.getAttribute("aria-pressed") !== "true") draw.click();
      await until(() => document.querySelector(".draw-cell") !== null, 2000);
      const cells = [...document.querySelectorAll(".draw-cell")];
      const radios = [...document.querySelectorAll(".palette input")];
      // The second entry onto the first cell that has not got it: one stroke.
      const radio = /** @type {HTMLInputElement | undefined} */ (radios[1] ?? radios[0]);
      radio?.click();
      const cell = cells.find((one) => one instanceof SVGElement && one.dataset["text"] !== radio?.value);
      if (!(cell instanceof SVGElement)) return { state: "no cell", millis: 0 };
      const before = field.value;
      const begun = performance.now();
      cell.focus();
      cell.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }));
      if (field.value === before) return { state: "no stroke", millis: 0 };
      const settled = () => !document.querySelector(".truth.stale") && root.dataset["checked"] === "yes" && !["searching", undefined].includes(line.dataset["state"]);
      // The line of before goes first.
      await until(() => root.dataset["checked"] === "no" || document.querySelector(".truth.stale") !== null, 50);
      const wasSettled = await until(settled, longest);
      return { state: wasSettled ? (line.dataset["state"] ?? "") : "searching", millis: performance.now() - begun };
    }, { source: game.source, number, longest: LONGEST });
    found.push({ ...result, name: `${game.name}#${number}` });
    if (found.length % 20 === 0) console.log(`${found.length} of ${chosen.length}`);
  }
  report();
});
await Promise.all([browser.close(), site.stop()]);

/** Prints how many are settled within which time. */
function report() {
  /** @type {Map<string, number>} */
  const states = new Map();
  for (const { state } of found) states.set(state, (states.get(state) ?? 0) + 1);
  const strokes = found.filter(({ state }) => !["not checked", "no such level", "not drawn", "no cell", "no stroke"].includes(state));
  const decided = strokes.filter(({ state }) => ["proven", "impossible", "invalid", "unasked"].includes(state));
  console.log(found.map(({ name, state, millis }) => `${state} ${millis.toFixed(0)} ${name}`).join("\n"));
  console.log([...states].map(([state, count]) => `${state} ${count}`).join(", "));
  for (const within of WITHIN) {
    const count = decided.filter(({ millis }) => millis <= within).length;
    console.log(`decided within ${within} ms: ${count} of ${strokes.length} (${((100 * count) / strokes.length).toFixed(1)} %)`);
  }
}
