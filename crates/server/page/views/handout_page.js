// Pages of a hand-out: equal cells with a level each, below the head and the rules on the first page. A page is laid out in
// the size of paper on the screen, too, where it can be measured, and shown smaller where the screen is narrower. Rules that
// leave too little of the first page to the levels have pages of their own before them.

import { h } from "../ui/element.js";
import { fillPlace } from "./handout_board.js";
import { byFamily, ownTiles, sentence, sharedRules } from "./handout_rules.js";

/** @import { HandoutLevel, SharedRules } from "./handout_rules.js" */
/** @typedef {{ heading: string, each: number, named: boolean }} Layout the title, how many levels a page has, and whether there is a line for the name */

/** The width of a sheet of A4, in CSS pixels, and the margin around what is printed. */
const SHEET = 794;
const MARGIN = 57;
/** The height between the margins of Letter, and by how much that of A4, which the screen shows, is higher. */
const HEIGHT = 940;
const HIGHER = 65;
/** The height of a foot with the space above it. */
const FOOT = 26;
/** The least height of a row of levels below the rules, by the number of levels on a page. */
const MIN_ROW = new Map([[2, 240], [4, 220], [6, 150]]);
/** The least part of a cell that is its board. */
const MIN_BOARD = 0.5;
/** The type of rules, and of words beside a board, as parts of the type of the page: the first that fits is taken. */
const TYPES = [1, 0.93, 0.86];

/**
 * Lays out the pages of a hand-out; gives their number.
 * @param {HTMLElement} paper which is in the document
 * @param {HandoutLevel[]} levels
 * @param {Layout} layout
 * @returns {number}
 */
export function layOut(paper, levels, { heading, each, named }) {
  const families = byFamily(levels);
  const rules = new Map([...families].map(([family, own]) => [family, sharedRules(own, families.size > 1)]));
  const cells = levels.map((level) => cell(level, rules.get(level.family), families.size > 1));
  const [first, ...others] = inGroups(cells, each).map((group) => h("div", { class: "handout-levels", "data-each": each }, ...group));
  if (!first) return 0;
  /** @type {HTMLElement[]} */
  const pages = [];
  const add = (/** @type {Node[]} */ ...children) => {
    const page = h("section", { class: "handout" }, ...children);
    paper.append(h("div", { class: "handout-sheet" }, page));
    pages.push(page);
  };
  const head = h("header", { class: "handout-head" }, h("h2", { class: "handout-title" }, heading), named && nameLine());
  const front = h("div", { class: "handout-rules" }, ...[...rules.values()].map(({ element }) => element));
  add(head, front, first);
  if (!leavesRoom(front, first, each)) {
    first.remove();
    spread(front, add);
    add(first);
  }
  for (const grid of others) add(grid);
  if (pages.length > 1) pages.forEach((page, index) => page.append(foot(heading, index + 1, pages.length)));
  cells.forEach(fitWords);
  return pages.length;
}

/**
 * Lets the pages be shown as large as there is room for them; gives what ends that.
 * @param {HTMLElement} paper
 * @returns {() => void}
 */
export function fitToScreen(paper) {
  const sizes = new ResizeObserver(() => paper.style.setProperty("--shown", String(Math.min(1, paper.clientWidth / SHEET))));
  sizes.observe(paper);
  return () => sizes.disconnect();
}

/**
 * The title of a level behind its number; of a level that is called by its number the number alone.
 * @param {number} number
 * @param {string} title
 */
export function numbered(number, title) {
  return title === String(number) ? `${number}.` : `${number}. ${title}`;
}

/** The line for a name and a date. */
export function nameLine() {
  const blank = () => h("span", { class: "handout-blank" });
  return h("p", { class: "handout-name" }, h("span", {}, "Name:"), blank(), h("span", {}, "Date:"), blank());
}

/**
 * What stands below a page: the title, but where the head has it, and the page's number.
 * @param {string} heading
 * @param {number} number
 * @param {number} count
 */
function foot(heading, number, count) {
  return h("p", { class: "handout-foot" }, number > 1 && h("span", { class: "handout-title" }, heading), h("span", { class: "handout-page" }, `Page ${number} of ${count}`));
}

/**
 * The cell of a level.
 * @param {HandoutLevel} level
 * @param {SharedRules | undefined} rules
 * @param {boolean} isMixed whether the hand-out has levels of several families
 */
function cell(level, rules, isMixed) {
  const { number, title, kind, drawn, board } = level;
  fillPlace(board);
  const head = h("h3", {}, numbered(number, title), isMixed && h("span", { class: "of" }, ` ${kind}`));
  const goal = drawn.goal && drawn.goal !== rules?.goal ? h("p", { class: "goal-words" }, `Goal: ${sentence(drawn.goal)}`) : null;
  return h("article", { class: "handout-level", "data-number": number }, head, goal, rules?.hasTiles ? null : ownTiles(level), h("div", { class: "handout-board" }, board));
}

/**
 * Chooses the type of the rules so that the levels below them have room; whether one does.
 * @param {HTMLElement} front
 * @param {HTMLElement} grid
 * @param {number} each
 */
function leavesRoom(front, grid, each) {
  const rows = each === 2 ? 2 : each / 2;
  return fitted(front, () => (grid.offsetHeight - HIGHER - FOOT) / rows >= (MIN_ROW.get(each) ?? 0));
}

/**
 * Spreads the rules of families over pages of their own.
 * @param {HTMLElement} front on the first of these pages
 * @param {(...children: Node[]) => void} add adds a page
 */
function spread(front, add) {
  let box = front;
  const ends = () => box.offsetTop + box.offsetHeight - MARGIN <= HEIGHT - FOOT;
  const families = /** @type {HTMLElement[]} */ ([...front.children]);
  front.replaceChildren();
  front.style.fontSize = "";
  for (const family of families) {
    box.append(family);
    if (ends()) continue;
    if (box.childElementCount > 1) {
      box = h("div", { class: "handout-rules" }, family);
      add(box);
    }
    if (!ends()) fitted(family, ends);
  }
}

/**
 * Makes the words of a cell smaller where they leave too little to its board.
 * @param {HTMLElement} level
 */
function fitWords(level) {
  const board = level.querySelector(".handout-board");
  if (board instanceof HTMLElement) fitted(level, () => board.offsetHeight >= MIN_BOARD * level.offsetHeight);
}

/**
 * Takes the largest type with which something fits; the smallest where none does. Whether one does.
 * @param {HTMLElement} element
 * @param {() => boolean} fits
 */
function fitted(element, fits) {
  return TYPES.some((type) => {
    element.style.fontSize = `${type}em`;
    return fits();
  });
}

/**
 * @template T
 * @param {T[]} all
 * @param {number} size
 * @returns {T[][]}
 */
function inGroups(all, size) {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
