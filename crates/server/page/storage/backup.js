// What this browser keeps of the games played here, to be taken along: written to a file, read from one, forgotten.

import { announce } from "../ui/announce.js";
import { forgetLeft } from "./drafts.js";
import { h, plural } from "../ui/element.js";
import { download } from "./file.js";
import { expect, listIn, VERSION } from "./kept_file.js";
import { forgetEverything, savedResults, mergeResults } from "./store.js";

/** @import { ResultRow } from "./store.js" */

/** A file with more results, or of more characters, is refused. */
const MOST = 100_000;
const LONGEST = 40_000_000;
const KINDS = ["won", "lost", "drawn", "ended"];

/**
 * The section with the results of all levels.
 * @param {ResultRow[]} results
 * @returns {HTMLElement}
 */
export function resultsSection(results) {
  const solved = results.filter(({ kind }) => kind === "won" || kind === "ended").length;
  const stars = results.reduce((sum, result) => sum + (result.stars ?? 0), 0);
  const none = "Nothing was solved here yet. Results stay in this browser; nobody else sees them.";
  const words = h("p", { role: "status" }, solved ? `${plural(solved, "level")} solved, ${plural(stars, "star")}. Results stay in this browser; nobody else sees them.` : none);
  const say = (/** @type {string} */ text) => {
    words.textContent = text;
    announce(text);
  };
  const file = h("input", { type: "file", class: "file", id: "results", accept: ".json", onchange: () => void taken(file.files?.[0]).then(say) });
  const save = async () => download("menagerie-results.json", JSON.stringify({ menagerie: VERSION, results: await savedResults() }, null, 1));
  const forget = async () => {
    if (!confirm("Forget all results, games and drafts that are kept in this browser?")) return;
    await forgetEverything();
    forgetLeft();
    say("Everything is forgotten.");
  };
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, text);
  const tools = h("div", { class: "row" }, button("Save results", () => void save()), file, h("label", { class: "button", for: "results" }, "Open results"), button("Forget everything", () => void forget()));
  return h("section", { class: "saved-results", "aria-labelledby": "saved-results" }, h("h2", { id: "saved-results" }, "Your results"), words, tools);
}

/**
 * Takes the results of a file over, each where it is better than the one kept here.
 * @param {File | undefined} file
 * @returns {Promise<string>} what came of it
 */
async function taken(file) {
  if (!file) return "";
  try {
    if (file.size > LONGEST) throw new Error("it is too large");
    const results = listIn(await file.text(), "results", MOST, checked);
    await mergeResults(results);
    return `${plural(results.length, "result")} taken over from ${file.name}.`;
  } catch (error) {
    return `${file.name} holds no results: ${error instanceof Error ? error.message : error}.`;
  }
}

/**
 * A result with nothing in it but what is known.
 * @param {Record<string, unknown>} row
 * @param {number} number
 * @returns {ResultRow}
 */
function checked({ family, level, kind, value, unit, role, best, stars, hints, solution, at }, number) {
  const which = `result ${number}`;
  const count = (/** @type {unknown} */ found) => found === undefined || (Number.isSafeInteger(found) && Number(found) >= 0);
  const name = (/** @type {unknown} */ found) => found === undefined || (typeof found === "string" && /^[\w -]{1,40}$/.test(found));
  expect(which, "family", family, typeof family === "string" && /^[\w-]{1,64}$/.test(family));
  expect(which, "level", level, typeof level === "string" && /^[0-9a-f]{64}$/.test(level));
  expect(which, "kind", kind, typeof kind === "string" && KINDS.includes(kind));
  expect(which, "value", value, count(value));
  expect(which, "best value", best, count(best));
  expect(which, "unit", unit, name(unit));
  expect(which, "role", role, name(role));
  expect(which, "stars", stars, count(stars) && Number(stars ?? 0) <= 3);
  expect(which, "number of hints", hints, count(hints));
  expect(which, "solution", solution, solution === undefined || solution === true);
  expect(which, "time", at, at !== undefined && count(at));
  const known = { family, level, kind, value, unit, role, best, stars, hints, solution, at };
  return /** @type {ResultRow} */ (Object.fromEntries(Object.entries(known).filter(([, found]) => found !== undefined)));
}
