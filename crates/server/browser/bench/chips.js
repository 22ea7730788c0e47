// A game of a hundred levels in the editor: how soon each level has its chip after the paste, and how long a key takes that is
// typed meanwhile. `npm run chips -- CORPUS [NODES]` takes from the largest game of a corpus (JSON lines with `name` and
// `source`, packed by gzip) the levels that `menagerie solve --nodes NODES` decides (20,000), and mirrors some of them until
// there are a hundred. Needs MENAGERIE, SITE and CHROMIUM.

import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { host, SITE } from "../test/host.js";
import { launch, visit, mounted } from "../test/stand.js";

/** Levels of the game that is made. */
const LEVELS = 100;
/** Keys that are typed. */
const KEYS = 200;
/** Milliseconds after which chips that are left are given up. */
const LONGEST = 60_000;

const [corpus, nodes = "20000"] = process.argv.slice(2);
const menagerie = process.env["MENAGERIE"];
if (!corpus || !menagerie) throw new Error("expected the path of a corpus, and MENAGERIE");
const text = await game(corpus, menagerie);

const [site, browser] = await Promise.all([host(SITE), launch()]);
await visit(browser, `${site.address}#/edit/puzzlescript/*bench`, async (page) => {
  await mounted(page);
  // A game under way has its engines loaded.
  await page.locator(".truth-line[data-state=proven]").waitFor();
  const measured = await page.evaluate(async ({ text, keys, longest, levels }) => {
    const field = /** @type {HTMLTextAreaElement} */ (document.querySelector(".editor textarea"));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const chips = () => [...document.querySelectorAll(".chip")];
    const isOpen = (/** @type {Element} */ chip) => chip.classList.contains("waiting") || chip.getAttribute("data-state") === "searching";
    const states = () => chips().map((chip) => chip.getAttribute("data-state") ?? "");
    const pasted = performance.now();
    field.focus();
    field.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    const isFirst = () => chips().length === levels && chips()[0]?.getAttribute("data-state") === "proven" && !chips()[0]?.classList.contains("waiting");
    let first = Infinity;
    while (performance.now() - pasted < longest && (chips().length < levels || chips().some(isOpen))) {
      if (first === Infinity && isFirst()) first = performance.now() - pasted;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const all = performance.now() - pasted;
    const found = states();
    // A changed rule asks all levels again; keys are typed while that goes on.
    const times = [];
    field.setSelectionRange(0, 0);
    for (let key = 0; key < keys; key++) {
      await frame();
      const begun = performance.now();
      document.execCommand("insertText", false, "(a comment)\n"[key % 12]);
      await frame();
      await new Promise((resolve) => setTimeout(resolve, 0));
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, key % 12 === 11 ? 700 : 30));
    }
    return { first, all, found, times };
  }, { text, keys: KEYS, longest: LONGEST, levels: LEVELS });
  const { first, all, found, times } = measured;
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ part) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(1);
  const count = (/** @type {string} */ state) => found.filter((one) => one === state).length;
  console.log(`${found.length} chips: ${["proven", "impossible", "found", "unfinished", "searching"].map((state) => `${count(state)} ${state}`).join(", ")}`);
  console.log(`the level at hand after ${first.toFixed(0)} ms, all after ${all.toFixed(0)} ms`);
  console.log(`a key to the next frame, while levels are asked: median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, longest ${at(1)} ms`);
});
await Promise.all([browser.close(), site.stop()]);

/**
 * The text of the game.
 * @param {string} corpus
 * @param {string} menagerie the program
 */
async function game(corpus, menagerie) {
  const games = gunzipSync(await readFile(corpus)).toString().trim().split("\n").map((line) => /** @type {{ name: string, source: string }} */ (JSON.parse(line)));
  const { source } = games.find(({ name }) => name === "Microban_I") ?? games[0] ?? { source: "" };
  const folder = await mkdtemp(join(tmpdir(), "menagerie-chips-"));
  const file = join(folder, "game.puzzlescript");
  await writeFile(file, source);
  const run = (/** @type {string[]} */ words) => {
    try {
      return execFileSync(menagerie, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      // The status tells that some are not decided.
      return String(/** @type {{ stdout: string }} */ (error).stdout);
    }
  };
  /** @type {{ results: { verdict: string }[] }} */
  const { results } = JSON.parse(run(["solve", file, "--nodes", nodes, "--no-cache", "--json"]));
  const decided = results.flatMap(({ verdict }, index) => (verdict === "unfinished" ? [] : [index + 1])).slice(0, LEVELS);
  const all = run(["arrange", file, decided.join()]);
  const head = all.search(/^LEVELS$/im);
  const blocks = all.slice(head).trim().split(/\n\s*\n/).filter((block) => /^[^a-z=]*#/i.test(block) && block.includes("\n"));
  const mirrored = blocks.slice(0, LEVELS - decided.length).map((block) => block.split("\n").map((row) => [...row].reverse().join("")).join("\n"));
  return `${all.trimEnd()}\n\n${mirrored.join("\n\n")}\n`;
}
