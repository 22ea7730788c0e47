// An answer as a card: how it is known at a glance, then what it says, then what it cost. Sign, frame and words tell
// the verdicts apart, not the colour alone.

import { dataOf, lineOf } from "./data.js";
import { capitalised, h, s } from "../ui/element.js";

/** @import { Answer } from "../types.js" */
/** @typedef {{ kind: "proven" | "found" | "impossible" | "unfinished", words: string }} Verdict */

/** Items of a list that are written out. */
const MOST = 40;
/** Signs of the verdicts, drawn in a box of 24. */
const SIGNS = {
  proven: "M6 12.5l4 4 8-9",
  found: "M6 12.5l4 4 8-9",
  impossible: "M6 6l12 12M18 6L6 18",
  unfinished: "M5.5 12h.01M12 12h.01M18.5 12h.01",
};

/** What is known less well than proven, by its words. @type {Record<string, Verdict["kind"]>} */
const KINDS = { "found, not proven best": "found", "impossible, proven": "impossible", unfinished: "unfinished" };

/**
 * How an answer is known.
 * @param {Answer} answer
 * @returns {Verdict}
 */
export function verdict({ known }) {
  return { kind: KINDS[known] ?? "proven", words: capitalised(known) };
}

/**
 * The card of an answer.
 * @param {Answer} answer
 * @param {string} [table] of it as comma-separated values
 * @param {HTMLElement} [own] in place of the words
 * @returns {HTMLElement}
 */
export function card(answer, table, own) {
  const { kind, words } = verdict(answer);
  const distances = answer.answer?.["distances"];
  const chart = Array.isArray(distances) && distances.length > 2 && bars(distances.map(Number));
  const more = h("details", { class: "method" }, h("summary", {}, "How it is known"), h("p", {}, answer.method), answer.spent && h("p", {}, cost(answer.spent)));
  // It comes before anything else that is said.
  const why = kind === "unfinished" ? h("p", { class: "why" }, reason(answer)) : null;
  const head = h("h2", {}, sign(kind), h("span", {}, words), h("span", { class: "question" }, answer.question));
  return h("section", { class: `verdict ${kind}`, "data-verdict": kind }, head, why, bound(answer), own ?? told(answer, kind), lineOf(answer), chart, more, dataOf(answer, table));
}

/**
 * @param {{ nodes: number, seconds: number }} spent
 * @returns {string}
 */
function cost({ nodes, seconds }) {
  return `${nodes.toLocaleString("en")} units of work, ${seconds < 1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(1)} s`}`;
}

/**
 * Why nothing more is known than an unfinished answer says: the end of the method's words, as a sentence.
 * @param {Answer} answer
 * @returns {string}
 */
export function reason({ method }) {
  const words = method.split("; ").at(-1) ?? "";
  return words && `${capitalised(words)}.`;
}

/**
 * What an answer says; of an unfinished one the reason and the bound say it all.
 * @param {Answer} answer
 * @param {Verdict["kind"]} kind
 */
function told({ words }, kind) {
  if (kind === "unfinished") return null;
  return h("ul", { class: "said", tabindex: 0, "aria-label": "What it says" }, ...words.map((line) => h("li", {}, line.trim())));
}

/** @param {Verdict["kind"]} kind */
function sign(kind) {
  return s("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("circle", { cx: 12, cy: 12, r: 11 }), s("path", { d: SIGNS[kind] }));
}

/**
 * The bound proven so far, where the best is not known.
 * @param {Answer} answer
 * @returns {number | undefined}
 */
export function provenBound({ verdict, optimum, standing, answer }) {
  const least = verdict === "unfinished" ? answer?.["at_least"] : [optimum, standing?.left, standing?.total].find((amount) => amount?.at_least !== undefined)?.at_least;
  return typeof least === "number" ? least : undefined;
}

/**
 * That bound in words.
 * @param {Answer} answer
 */
function bound(answer) {
  const { verdict } = answer;
  const least = provenBound(answer);
  if (least === undefined) return null;
  if (verdict === "unfinished" && least === 0) return h("p", { class: "bound" }, "Nothing is proven yet.");
  const found = verdict === "found" ? "No answer is better than" : "Proven so far: at least";
  return h("p", { class: "bound" }, `${found} `, h("strong", {}, String(least)));
}

/**
 * How many states lie at each distance.
 * @param {number[]} counts
 */
function bars(counts) {
  const most = Math.max(...counts, 1);
  const bar = (/** @type {number} */ count, /** @type {number} */ index) => {
    const height = count > 0 ? Math.max(1, (count / most) * 60) : 0;
    return s("rect", { x: index * 10 + 1, y: 62 - height, width: 8, height }, s("title", {}, `${index}: ${count.toLocaleString("en")}`));
  };
  const name = `States at each distance from 0 to ${counts.length - 1}: ${counts.slice(0, MOST).join(", ")}`;
  const chart = s("svg", { class: "bars", viewBox: `0 0 ${counts.length * 10} 64`, preserveAspectRatio: "none", role: "img", "aria-label": name }, ...counts.map(bar));
  return h("figure", { class: "distances" }, chart, h("figcaption", {}, `states at each distance, 0 to ${counts.length - 1}`));
}
