// Sheets to print: a page for each level with its title, goal, rules and board in large type, and the solutions on pages
// of their own. A level, a file of levels, or all levels of a family.

import { announce } from "../ui/announce.js";
import { ask, family, levels, levelsOf, picture } from "../engines/api.js";
import { Board } from "../board/board.js";
import { capitalised, h, plural } from "../ui/element.js";
import { legendOf } from "../board/legend.js";
import { fileText } from "../storage/levels.js";
import { verdict } from "../questions/answer.js";
import { wordsOf } from "../engines/refusal.js";
import { isPacked } from "../storage/share.js";

/** @import { Answer, Drawn, Picture, Request } from "../types.js" */
/** @typedef {{ title: string, request: Request, drawn?: string }} Sheet a level by its name, and by the title of its picture */

/** How long each solution may take. */
const TIME = "10s";
/** A solution of more frames than this shows its end alone; its words have every move. */
const MAX_FRAMES = 24;
/** What a page holds between its margins, of A4 and of Letter, in CSS pixels: the narrower width and the lower height. */
const PAGE = { width: 680, height: 940 };
/** The heights that a board on a printed page may have at most, in CSS pixels: it gives way before the type does. */
const BOARDS = [416, 360, 310];
/** The type in which a level is printed, in points: the first in which it is one page. */
const LARGE = [17, 16, 15, 14, 13, 12, 11];
const SMALL = [12, 11, 10];
/** Lines of a solution: what follows says how it is proven. */
const MAX_LINES = 3;
/** Levels that are on the sheets at first. */
const MAX_CHOSEN = 20;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} [name] of a shipped level, or packed text; without it all levels of the family
 * @param {string} [number] of the level in a file that holds several
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name, number) {
  const card = await family(familyName);
  const all = await sheets(card.family, name, number);
  const view = new Sheets(all);
  root.replaceChildren(view.element);
  void view.draw();
  return () => view.leave();
}

/**
 * The levels that are meant.
 * @param {string} family
 * @param {string} [name]
 * @param {string} [number]
 * @returns {Promise<Sheet[]>}
 */
async function sheets(family, name, number) {
  if (!name) {
    const own = (await levels()).filter((level) => level.family === family);
    return own.map((level) => ({ title: level.title ?? level.name, request: { family, level: level.text } }));
  }
  const level = await fileText(family, name);
  const listed = await levelsOf({ family, level });
  const meant = number === undefined ? listed : listed.filter((one) => one.number === Number(number));
  if (!meant.length) throw new Error(`There is no level ${number} in this file.`);
  const plain = isPacked(name) ? undefined : name;
  return meant.map((one) => ({ title: one.title ?? plain ?? `Level ${one.number}`, request: { family, level, ...(listed.length > 1 ? { number: one.number } : {}) } }));
}

/** The sheets with what is chosen of them. */
class Sheets {
  #all;
  #drawing = new AbortController();

  /** @param {Sheet[]} all */
  constructor(all) {
    this.#all = all;
    const box = (/** @type {string} */ name, /** @type {string} */ words, /** @type {boolean} */ checked) => h("label", { class: "switch" }, h("input", { type: "checkbox", name, checked, onchange: () => void this.draw() }), words);
    this.large = box("large", "Large type", true);
    // Moves and solutions speak of the positions by these numbers.
    this.numbers = box("numbers", "Numbers of positions", true);
    this.numbers.hidden = true;
    this.solutions = box("solutions", "Solutions, on pages of their own", true);
    const chosen = all.map(({ title }, index) => box(`level${index}`, title, index < MAX_CHOSEN));
    this.choice = h("fieldset", { class: "print-levels", hidden: all.length < 2 }, h("legend", {}, `Levels (${all.length})`), ...chosen);
    this.state = h("p", { class: "print-state", role: "status" });
    this.print = h("button", { type: "button", class: "primary", onclick: () => print() }, "Print");
    const head = h("h1", { tabindex: -1 }, "Sheets to print");
    const bar = h("div", { class: "print-bar" }, head, h("div", { class: "row" }, this.print, this.large, this.numbers, this.solutions), this.choice, this.state);
    // Paper is white, whatever the theme is.
    this.paper = h("div", { class: "paper", "data-theme": "light" });
    this.element = h("div", { class: "printing" }, bar, this.paper);
  }

  /** Ends what runs. */
  leave() {
    this.#drawing.abort();
  }

  /** Draws what is chosen, the solutions one after the other. */
  async draw() {
    this.#drawing.abort();
    const { signal } = (this.#drawing = new AbortController());
    this.paper.classList.toggle("large", ticked(this.large));
    const boxes = this.choice.querySelectorAll("label");
    const meant = this.#all.filter((_, index) => ticked(boxes[index]));
    this.paper.replaceChildren();
    this.print.setAttribute("aria-disabled", "true");
    try {
      for (const [index, sheet] of meant.entries()) {
        this.#say(`Drawing level ${index + 1} of ${meant.length} …`);
        const drawn = await picture(sheet.request, signal);
        sheet.drawn = drawn.title;
        if (drawn.picture.names?.length) this.numbers.hidden = false;
        const element = page(sheet, drawn, ticked(this.numbers));
        this.paper.append(element);
        fit(element, ticked(this.large) ? LARGE : SMALL);
      }
      if (ticked(this.solutions)) await this.#solve(meant, signal);
    } catch (error) {
      if (!signal.aborted) this.#say(wordsOf(error));
      return;
    }
    this.print.setAttribute("aria-disabled", "false");
    this.#say(`${plural(meant.length, "level")} ready to print.`);
    announce(this.state.textContent ?? "");
  }

  /**
   * @param {Sheet[]} meant
   * @param {AbortSignal} signal
   */
  async #solve(meant, signal) {
    const pages = h("section", { class: "sheet solutions" }, h("h2", {}, "Solutions"));
    this.paper.append(pages);
    for (const [index, { title, request, drawn }] of meant.entries()) {
      this.#say(`Solving level ${index + 1} of ${meant.length} …`);
      const solved = await solution(request, ticked(this.numbers), signal).catch((error) => {
        if (signal.aborted) throw error;
        return [h("p", {}, wordsOf(error))];
      });
      pages.append(h("article", { class: "solved" }, h("h3", {}, drawn && drawn !== title ? `${drawn} (${title})` : title), ...solved));
    }
  }

  /** @param {string} words */
  #say(words) {
    this.state.textContent = words;
  }
}

/** @param {HTMLElement | undefined} label */
function ticked(label) {
  const box = label?.querySelector("input");
  return box instanceof HTMLInputElement && box.checked;
}

/**
 * The page of a level.
 * @param {Sheet} sheet
 * @param {Drawn} drawn
 * @param {boolean} names whether the names of places are written beside them
 */
function page({ title, request }, drawn, names) {
  const own = drawn.title || title;
  const kind = capitalised(request.family);
  return h(
    "section",
    { class: "sheet" },
    h("p", { class: "family" }, own === title ? kind : `${kind}: ${title}`),
    h("h2", {}, own),
    drawn.goal ? h("p", { class: "goal-words" }, `Goal: ${drawn.goal}`) : null,
    boardOf(drawn.picture, drawn.picture.frames.length - 1, names),
    h("ul", { class: "legend" }, ...legendOf(drawn.picture)),
    h("p", { class: "rules" }, withoutSigns(drawn.rules, drawn.picture)),
    h("ul", { class: "details" }, ...drawn.details.map((line) => h("li", {}, line))),
  );
}

/**
 * Rules without the signs of a level's text, such as `(#)`, that are not on the board that is drawn.
 * @param {string} rules
 * @param {Picture} picture
 */
export function withoutSigns(rules, { frames }) {
  const drawn = new Set(frames.flatMap(({ cells, pieces }) => [...cells.map(({ label }) => label), ...pieces.filter(({ sprite }) => !sprite).map(({ letter }) => letter)]));
  return rules.replace(/ \((\S)\)/g, (whole, sign) => (drawn.has(sign) ? whole : ""));
}

/**
 * Chooses the type of a sheet, and how high its board is at most: the largest with which it is one printed page, as far
 * as that can be measured on screen.
 * @param {HTMLElement} sheet
 * @param {number[]} sizes in points, the largest first
 */
function fit(sheet, sizes) {
  const measured = /** @type {HTMLElement} */ (sheet.cloneNode(true));
  measured.classList.add("measured");
  measured.style.width = `${PAGE.width}px`;
  const board = measured.querySelector(".board");
  sheet.after(measured);
  const all = sizes.flatMap((points) => BOARDS.map((high) => ({ points, high })));
  const fitting = all.find(({ points, high }) => {
    measured.style.fontSize = `${points}pt`;
    if (board instanceof SVGElement) board.style.setProperty("max-height", `${high}px`, "important");
    return measured.getBoundingClientRect().height <= PAGE.height;
  });
  measured.remove();
  const { points, high } = fitting ?? { points: sizes.at(-1), high: BOARDS.at(-1) };
  sheet.style.setProperty("--fitted", `${points}pt`);
  sheet.style.setProperty("--fitted-board", `${high}px`);
}

/**
 * A frame as a board that is only looked at.
 * @param {Picture} picture
 * @param {number} index
 * @param {boolean} names
 */
function boardOf(picture, index, names) {
  const board = new Board();
  board.show(picture, index, { names });
  board.element.removeAttribute("tabindex");
  return board.element;
}

/**
 * A level's solution in words and pictures.
 * @param {Request} request
 * @param {boolean} names
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement[]>}
 */
async function solution(request, names, signal) {
  /** @type {Answer} */
  const answer = await ask({ ...request, question: "solve", options: { time: TIME }, picture: true }, { signal });
  const { picture: drawn } = answer.drawn ?? (await picture({ ...request, answer }, signal));
  const said = [verdict(answer).words, ...whole(answer)].map((line) => h("p", {}, capitalised(line.trim())));
  const frames = drawn.frames.length > MAX_FRAMES ? [drawn.frames.length - 1] : drawn.frames.map((_, index) => index);
  const strip = frames.map((index) => h("figure", {}, boardOf(drawn, index, names), h("figcaption", {}, drawn.frames[index]?.caption ?? "")));
  return [h("div", { class: "words" }, ...said), h("div", { class: "strip" }, ...strip)];
}

/**
 * The first lines of a solution; where they leave out moves, every move stands in their place.
 * @param {Answer} answer
 * @returns {string[]}
 */
function whole({ words, answer }) {
  const lines = words.slice(0, MAX_LINES);
  const moves = answer?.["solution"];
  const complete = lines.filter((line) => !line.includes("…"));
  if (complete.length === lines.length || !Array.isArray(moves)) return lines;
  return [`${plural(moves.length, "move")}: ${moves.join(", ")}`, ...complete];
}
