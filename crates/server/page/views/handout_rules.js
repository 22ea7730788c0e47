// What levels of a hand-out share, said once for each family: rules, details, the goal of most of them, the legend.
// Sentences that hold for some of the levels alone stand behind the numbers of these.

import { h } from "../ui/element.js";
import { legendOf } from "../board/legend.js";
import { greyIcons } from "./handout_outline.js";

/** @import { Drawn, Picture } from "../types.js" */
/** @import { Tone } from "./handout_outline.js" */
/**
 * @typedef {object} HandoutLevel
 * @property {number} number in the hand-out
 * @property {string} title
 * @property {string} family
 * @property {string} kind the title of its family
 * @property {Drawn} drawn
 * @property {SVGElement} board
 * @property {Tone | undefined} tone the greys of its tiles, where it is drawn in outlines
 * @property {boolean} names whether the names of places and quiet labels are written on its board
 */
/** @typedef {{ words: string, numbers: number[] }} Statement what holds for the levels of these numbers */
/**
 * @typedef {object} SharedRules what levels of a family share
 * @property {HTMLElement} element
 * @property {string | undefined} goal the goal that it says
 * @property {boolean} hasTiles whether it explains their tiles
 */

/** The most entries of a legend that are listed although levels disagree, or whose tiles are explained together. */
const MAX_DISAGREEING = 10;
const MAX_TILES = 24;

/**
 * The levels of each family, families in the order of their first level.
 * @param {HandoutLevel[]} levels
 * @returns {Map<string, HandoutLevel[]>}
 */
export function byFamily(levels) {
  /** @type {Map<string, HandoutLevel[]>} */
  const families = new Map();
  for (const level of levels) families.set(level.family, [...(families.get(level.family) ?? []), level]);
  return families;
}

/**
 * What these levels of one family share.
 * @param {HandoutLevel[]} levels
 * @param {boolean} isTitled whether the family is named above
 * @returns {SharedRules}
 */
export function sharedRules(levels, isTitled) {
  const goal = commonGoal(levels);
  const tiles = tileEntries(levels);
  const legend = h("ul", { class: "legend" }, ...roleEntries(levels), ...(tiles ?? []));
  const title = isTitled ? h("h3", {}, levels[0]?.kind, h("span", { class: "of" }, ` ${ranges(levels.map(({ number }) => number))}`)) : null;
  const element = h("section", { class: "handout-family" }, title, goal === undefined ? null : goalWords(levels, goal), h("div", { class: "rules" }, ...paragraphs(levels)), legend.childElementCount ? legend : null);
  return { element, goal, hasTiles: tiles !== undefined };
}

/**
 * The goal of most of these levels, where there is one.
 * @param {HandoutLevel[]} levels
 */
function commonGoal(levels) {
  const goals = levels.map(({ drawn }) => drawn.goal);
  return goals.find((goal) => goal && goals.filter((other) => other === goal).length > goals.length / 2) ?? undefined;
}

/**
 * @param {HandoutLevel[]} levels
 * @param {string} goal
 */
function goalWords(levels, goal) {
  const numbers = levels.filter(({ drawn }) => drawn.goal === goal).map(({ number }) => number);
  const all = numbers.length === levels.length;
  return h("p", { class: "goal-words" }, `${all ? "Goal" : `Goal of levels ${ranges(numbers)}`}: ${sentence(goal)}`);
}

/**
 * Rules without the signs of a level's text, such as `(#)`, that are not on the board that is drawn.
 * @param {string} rules
 * @param {Pick<Picture, "frames">} picture
 */
export function withoutSigns(rules, { frames }) {
  const drawn = new Set(frames.flatMap(({ cells, pieces }) => [...cells.map(({ label }) => label), ...pieces.filter(({ sprite }) => !sprite).map(({ letter }) => letter)]));
  return rules.replace(/ \((\S)\)/g, (whole, sign) => (drawn.has(sign) ? whole : ""));
}

/**
 * A text that ends as a sentence does.
 * @param {string} words
 */
export function sentence(words) {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/**
 * Statements of several levels, each once, in an order that each level's statements keep.
 * @param {{ number: number, statements: string[] }[]} levels
 * @returns {Statement[]}
 */
export function merged(levels) {
  /** @type {Statement[]} */
  const all = [];
  for (const { number, statements } of levels) {
    let next = 0;
    statements.forEach((words, index) => {
      const place = (/** @type {string} */ sought) => all.findIndex((one, at) => at >= next && one.words === sought);
      const found = place(words);
      if (found >= 0) {
        all[found]?.numbers.push(number);
        next = found + 1;
        return;
      }
      // It stands before the next one that is there already, behind what other levels say in its place.
      const before = statements.slice(index + 1).map(place).find((at) => at >= 0) ?? all.length;
      all.splice(before, 0, { words, numbers: [number] });
      next = before + 1;
    });
  }
  return all;
}

/**
 * Numbers as ranges: `1–3, 5`.
 * @param {number[]} numbers in ascending order
 */
export function ranges(numbers) {
  /** @type {[number, number][]} */
  const all = [];
  for (const number of numbers) {
    const last = all.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else all.push([number, number]);
  }
  return all.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

/**
 * Rules and details: a paragraph for each run of statements that hold for the same levels.
 * @param {HandoutLevel[]} levels
 */
function paragraphs(levels) {
  const frames = levels.flatMap(({ drawn }) => drawn.picture.frames);
  const statements = merged(levels.map(({ number, drawn }) => ({ number, statements: [...sentences(withoutSigns(drawn.rules, { frames })), ...drawn.details] })));
  /** @type {Statement[]} */
  const runs = [];
  for (const { words, numbers } of statements) {
    const last = runs.at(-1);
    if (last && String(last.numbers) === String(numbers)) last.words += ` ${words}`;
    else runs.push({ words, numbers });
  }
  return runs.map(({ words, numbers }) => {
    const some = numbers.length < levels.length;
    return h("p", some ? { class: "some" } : {}, some && h("strong", { class: "of" }, `${numbers.length > 1 ? "Levels" : "Level"} ${ranges(numbers)}: `), words);
  });
}

/** @param {string} text */
function sentences(text) {
  return (text.match(/\S.*?(?:[.!?](?=\s)|$)/gm) ?? []).map((one) => one.trim());
}

/**
 * What the colours mean. Where levels disagree about many of them, those are left out whose things have a letter or a label.
 * @param {HandoutLevel[]} levels
 * @returns {HTMLLIElement[]}
 */
function roleEntries(levels) {
  /** @type {Map<string, { role: string, item: HTMLLIElement, numbers: number[] }>} */
  const entries = new Map();
  for (const { number, drawn: { picture }, tone } of levels) {
    const items = legendOf({ ...picture, tiles: [] });
    for (const [index, [role, words]] of picture.legend.entries()) {
      const [item, before] = [items[index], entries.get(`${role} ${words}`)];
      if (!item) continue;
      if (tone) greyIcons(item, tone);
      item.querySelector(".swatch")?.classList.toggle("line", isLine(picture, role));
      // One level may have the figure of what another one only speaks of.
      const isBetter = !before || (before.item.querySelector(".swatch") && !item.querySelector(".swatch"));
      entries.set(`${role} ${words}`, { role, item: isBetter ? item : before.item, numbers: [...(before?.numbers ?? []), number] });
    }
  }
  const all = [...entries.values()];
  const disagreeing = all.filter((one) => all.some((other) => other !== one && other.role === one.role));
  for (const { item, numbers } of disagreeing) item.append(` (${ranges(numbers)})`);
  const isTooMany = disagreeing.length > MAX_DISAGREEING;
  return all.filter(({ role }) => !isTooMany || !isLettered(levels, role)).map(({ item }) => item);
}

/**
 * Whether a role is that of lines alone.
 * @param {Picture} picture
 * @param {string} role
 */
function isLine({ frames }, role) {
  const has = (/** @type {{ role: string }[]} */ things) => things.some((one) => one.role === role);
  return frames.some(({ edges }) => has(edges)) && !frames.some(({ cells, pieces }) => has(cells) || has(pieces));
}

/**
 * Whether everything of a role says on the boards what it is, but what lies below something else.
 * @param {HandoutLevel[]} levels
 * @param {string} role
 */
function isLettered(levels, role) {
  const signs = levels.flatMap(({ drawn: { picture }, names }) => picture.frames.flatMap(({ cells, pieces }) => {
    const covered = new Set(pieces.map(({ at }) => String(at)));
    const labels = cells.filter((cell) => cell.role === role && !covered.has(String(cell.at))).map(({ label }) => (names || !picture.quiet_labels) && label);
    const letters = pieces.filter((piece) => piece.role === role).map(({ letter, lettered, sprite }) => (lettered || !sprite) && letter);
    return [...labels, ...letters];
  }));
  return signs.length > 0 && signs.every(Boolean);
}

/**
 * The tiles of all these levels; nothing where they are too many to be explained together.
 * @param {HandoutLevel[]} levels
 * @returns {HTMLLIElement[] | undefined}
 */
function tileEntries(levels) {
  /** @type {Map<string, HTMLLIElement>} */
  const entries = new Map();
  for (const { drawn, tone } of levels) {
    for (const item of tilesOf(drawn.picture)) {
      const look = item.outerHTML;
      if (entries.has(look)) continue;
      if (tone) greyIcons(item, tone);
      entries.set(look, item);
    }
  }
  return entries.size <= MAX_TILES ? [...entries.values()] : undefined;
}

/**
 * The legend of a level's own tiles.
 * @param {HandoutLevel} level
 * @returns {HTMLElement | null}
 */
export function ownTiles({ drawn, tone }) {
  const items = tilesOf(drawn.picture);
  if (tone) items.forEach((item) => greyIcons(item, tone));
  return items.length ? h("ul", { class: "legend" }, ...items) : null;
}

/** @param {Picture} picture */
function tilesOf(picture) {
  return legendOf({ ...picture, legend: [] });
}
