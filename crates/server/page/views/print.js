// Sheets to print: hand-outs with one or several levels on each page, and the solutions on pages of their own. A level, a
// file of levels, all levels of a family, or a set with levels of any family.

import { announce } from "../ui/announce.js";
import { ask, family, levels, levelsOf, picture } from "../engines/api.js";
import { boardAndTone, boardOf } from "./handout_board.js";
import { capitalised, h, plural } from "../ui/element.js";
import { fitToScreen, layOut, nameLine, numbered } from "./handout_page.js";
import { legendOf } from "../board/legend.js";
import { greyIcons } from "./handout_outline.js";
import { fileText } from "../storage/levels.js";
import { verdict } from "../questions/answer.js";
import { withoutSigns } from "./handout_rules.js";
import { wordsOf } from "../engines/refusal.js";
import { isPacked } from "../storage/share.js";

/** @import { Answer, Drawn, FamilyCard, Request } from "../types.js" */
/** @import { Look } from "./handout_board.js" */
/** @typedef {{ title: string, request: Request, written?: boolean }} Sheet a level by its name; its picture may have another title, which stands in place of a name that nobody has `written` */

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
/** How many levels a page can have. */
const EACH = [1, 2, 4, 6];
/** What ends a drawing after which another one began; nobody reads it. */
const ABORTED = "another drawing began";

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
  return show(root, all, headingOf(card, all, name));
}

/**
 * Mounts the view for levels of any family; gives what ends it.
 * @param {HTMLElement} root
 * @param {Sheet[]} sheets
 * @param {string} heading the title of the hand-out
 * @returns {() => void}
 */
export function show(root, sheets, heading) {
  const view = new Sheets(sheets, heading);
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

/**
 * The title of a hand-out: the name of a shipped file as words, or the title of the family.
 * @param {FamilyCard} card
 * @param {Sheet[]} all
 * @param {string} [name]
 */
function headingOf(card, all, name) {
  return name && all.length > 1 && !isPacked(name) ? capitalised(name.replace(/[-_]+/g, " ")) : card.title;
}

/** The sheets with what is chosen of them. */
class Sheets {
  #all;
  #drawing = new AbortController();
  /** What was asked already: a change of the looks asks nothing anew. @type {Map<Sheet, Drawn>} */
  #drawn = new Map();
  /** @type {Map<Sheet, Answer>} */
  #answers = new Map();
  #unobserve;

  /**
   * @param {Sheet[]} all
   * @param {string} heading
   */
  constructor(all, heading) {
    this.#all = all;
    const several = all.length > 1;
    const box = (/** @type {string} */ name, /** @type {string} */ words, /** @type {boolean} */ checked) => h("label", { class: "switch" }, h("input", { type: "checkbox", name, checked, onchange: () => this.#changed(name) }), words);
    this.each = h("select", { name: "each", onchange: () => this.#changed("each") }, ...EACH.map((count) => h("option", { value: count, selected: count === (several ? 2 : 1) }, String(count))));
    this.heading = h("input", { type: "text", name: "heading", value: heading, maxlength: 120, oninput: () => this.#retitle() });
    this.titled = h("label", { class: "print-field" }, "Title ", this.heading);
    this.large = box("large", "Large type", !several);
    this.outlined = box("outlined", "Outline style", several);
    this.named = box("named", "A line for the name", several);
    // Moves and solutions speak of the positions by these numbers.
    this.numbers = box("numbers", "Numbers of positions", true);
    this.numbers.hidden = true;
    this.solutions = box("solutions", "Solutions, on pages of their own", true);
    const chosen = all.map(({ title }, index) => box(`level${index}`, title, index < MAX_CHOSEN));
    this.choice = h("fieldset", { class: "print-levels", hidden: !several }, h("legend", {}, `Levels (${all.length})`), ...chosen);
    this.state = h("p", { class: "print-state", role: "status" });
    this.print = h("button", { type: "button", class: "primary", onclick: () => print() }, "Print");
    const head = h("h1", { tabindex: -1 }, "Sheets to print");
    const fields = h("div", { class: "row" }, h("label", { class: "print-field" }, "Levels a page ", this.each), this.titled);
    const bar = h("div", { class: "print-bar" }, head, fields, h("div", { class: "row" }, this.print, this.large, this.outlined, this.named, this.numbers, this.solutions), this.choice, this.state);
    // Paper is white, whatever the theme is.
    this.paper = h("div", { class: "paper", "data-theme": "light" });
    this.element = h("div", { class: "printing" }, bar, this.paper);
    this.#unobserve = fitToScreen(this.paper);
  }

  /** Ends what runs. */
  leave() {
    this.#drawing.abort();
    this.#unobserve();
  }

  /** Draws what is chosen, the solutions one after the other. */
  async draw() {
    this.#drawing.abort();
    const { signal } = (this.#drawing = new AbortController());
    const each = Number(this.each.value);
    this.titled.hidden = each === 1;
    for (const [name, on] of Object.entries({ large: ticked(this.large), outlined: ticked(this.outlined), several: each > 1 })) this.paper.classList.toggle(name, on);
    this.paper.dataset["each"] = this.each.value;
    const boxes = this.choice.querySelectorAll("label");
    const meant = this.#all.filter((_, index) => ticked(boxes[index]));
    this.paper.replaceChildren();
    this.print.setAttribute("aria-disabled", "true");
    this.#say("Drawing …");
    // What is measured must be in the document, into which the view is put once it is mounted.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    try {
      const pages = each === 1 ? await this.#single(meant, signal) : await this.#several(meant, each, signal);
      if (ticked(this.solutions) && meant.length) await this.#solve(meant, each === 1, signal);
      const count = each === 1 || !pages ? "" : ` ${plural(pages, "page")}${ticked(this.solutions) ? " and the solutions" : ""}.`;
      this.#say(`${plural(meant.length, "level")} ready to print.${count}`);
    } catch (error) {
      if (!signal.aborted) this.#say(wordsOf(error));
      return;
    }
    this.print.setAttribute("aria-disabled", "false");
    announce(this.state.textContent ?? "");
  }

  /**
   * A page for each level; gives their number.
   * @param {Sheet[]} meant
   * @param {AbortSignal} signal
   */
  async #single(meant, signal) {
    for (const [index, sheet] of meant.entries()) {
      const drawn = await this.#picture(sheet, index, meant.length, signal);
      const { title: kind } = await family(sheet.request.family);
      const element = page(sheet, { drawn, kind, number: sheet.written ? index + 1 : undefined }, this.#look());
      if (ticked(this.named)) element.prepend(nameLine());
      this.paper.append(element);
      fit(element, ticked(this.large) ? LARGE : SMALL);
    }
    return meant.length;
  }

  /**
   * Several levels on each page; gives the number of pages.
   * @param {Sheet[]} meant
   * @param {number} each
   * @param {AbortSignal} signal
   */
  async #several(meant, each, signal) {
    const look = this.#look();
    const levels = [];
    for (const [index, sheet] of meant.entries()) {
      const drawn = await this.#picture(sheet, index, meant.length, signal);
      const { family: name, title: kind } = await family(sheet.request.family);
      levels.push({ number: index + 1, title: titleOf(sheet, drawn), family: name, kind, drawn, names: look.names, ...boardAndTone(drawn.picture, drawn.picture.frames.length - 1, look) });
    }
    if (signal.aborted) throw new Error(ABORTED);
    return layOut(this.paper, levels, { heading: this.heading.value, each, named: ticked(this.named) });
  }

  /**
   * @param {Sheet[]} meant
   * @param {boolean} pictured whether the solutions are shown in pictures, too
   * @param {AbortSignal} signal
   */
  async #solve(meant, pictured, signal) {
    const title = pictured ? "Solutions" : h("span", {}, "Solutions: ", h("span", { class: "handout-title" }, this.heading.value));
    const list = h("div", { class: "solution-list" });
    this.paper.append(h("section", { class: "sheet solutions" }, h("h2", {}, title), list));
    for (const [index, sheet] of meant.entries()) {
      this.#say(`Solving level ${index + 1} of ${meant.length} …`);
      const own = titleOf(sheet, this.#drawn.get(sheet));
      const solved = await this.#solution(sheet, pictured, signal).catch((error) => {
        if (signal.aborted) throw error;
        return [h("p", {}, wordsOf(error))];
      });
      if (signal.aborted) throw new Error(ABORTED);
      const name = !pictured || sheet.written ? numbered(index + 1, own) : own === sheet.title ? own : `${own} (${sheet.title})`;
      list.append(h("article", { class: "solved" }, h("h3", {}, name), ...solved));
    }
  }

  /**
   * A level's solution in words, and in pictures where they are wanted.
   * @param {Sheet} sheet
   * @param {boolean} pictured
   * @param {AbortSignal} signal
   * @returns {Promise<HTMLElement[]>}
   */
  async #solution(sheet, pictured, signal) {
    const { request } = sheet;
    const answer = this.#answers.get(sheet) ?? (await ask({ ...request, question: "solve", options: { time: TIME }, ...(pictured ? { picture: true } : {}) }, { signal }));
    this.#answers.set(sheet, answer);
    const words = wordsOfSolution(answer);
    return pictured ? [words, strip(answer.drawn ?? (await picture({ ...request, answer }, signal)), this.#look())] : [words];
  }

  /**
   * The picture of a level.
   * @param {Sheet} sheet
   * @param {number} index
   * @param {number} count
   * @param {AbortSignal} signal
   */
  async #picture(sheet, index, count, signal) {
    this.#say(`Drawing level ${index + 1} of ${count} …`);
    const drawn = this.#drawn.get(sheet) ?? (await picture(sheet.request, signal));
    this.#drawn.set(sheet, drawn);
    if (drawn.picture.names?.length) this.numbers.hidden = false;
    return drawn;
  }

  /**
   * Draws what is chosen after a change. How many levels a page has decides about what was not chosen otherwise.
   * @param {string} name of what was changed
   */
  #changed(name) {
    const several = this.each.value !== "1";
    this.element.querySelector(`input[name="${name}"]`)?.setAttribute("data-chosen", "");
    for (const [label, on] of /** @type {[HTMLElement, boolean][]} */ ([[this.large, !several], [this.outlined, several], [this.named, several]])) {
      const box = label.querySelector("input");
      if (box && name === "each" && box.dataset["chosen"] === undefined) box.checked = on;
    }
    void this.draw();
  }

  /** Puts the title that is written into the hand-out. */
  #retitle() {
    for (const place of this.paper.querySelectorAll(".handout-title")) place.textContent = this.heading.value;
  }

  /** @returns {Look} */
  #look() {
    return { names: ticked(this.numbers), outlined: ticked(this.outlined) };
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
 * What a level is called on paper.
 * @param {Sheet} sheet
 * @param {Drawn | undefined} drawn
 */
function titleOf({ title, written }, drawn) {
  return (!written && drawn?.title) || title;
}

/**
 * The page of a level.
 * @param {Sheet} sheet
 * @param {{ drawn: Drawn, kind: string, number: number | undefined }} level as it is drawn, its family's title, and its number
 *   where levels are known by numbers
 * @param {Look} look
 */
function page(sheet, { drawn, kind, number }, look) {
  const { title } = sheet;
  const own = titleOf(sheet, drawn);
  const { board, tone } = boardAndTone(drawn.picture, drawn.picture.frames.length - 1, look);
  const legend = h("ul", { class: "legend" }, ...legendOf(drawn.picture));
  if (tone) greyIcons(legend, tone);
  return h(
    "section",
    { class: "sheet" },
    h("p", { class: "family" }, own === title ? kind : `${kind}: ${title}`),
    h("h2", {}, number === undefined ? own : numbered(number, own)),
    drawn.goal ? h("p", { class: "goal-words" }, `Goal: ${drawn.goal}`) : null,
    board,
    legend,
    h("p", { class: "rules" }, withoutSigns(drawn.rules, drawn.picture)),
    h("ul", { class: "details" }, ...drawn.details.map((line) => h("li", {}, line))),
  );
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
 * The pictures of a solution.
 * @param {Drawn} drawn
 * @param {Look} look
 */
function strip({ picture: drawn }, look) {
  const frames = drawn.frames.length > MAX_FRAMES ? [drawn.frames.length - 1] : drawn.frames.map((_, index) => index);
  return h("div", { class: "strip" }, ...frames.map((index) => h("figure", {}, boardOf(drawn, index, look), h("figcaption", {}, drawn.frames[index]?.caption ?? ""))));
}

/**
 * A solution in words: how it is known, and its first lines. Where these leave out moves, every move stands in their place.
 * @param {Answer} answer
 */
function wordsOfSolution(answer) {
  const lines = answer.words.slice(0, MAX_LINES);
  const moves = answer.answer?.["solution"];
  const complete = lines.filter((line) => !line.includes("…"));
  const all = complete.length === lines.length || !Array.isArray(moves) ? lines : [`${plural(moves.length, "move")}: ${moves.join(", ")}`, ...complete];
  return h("div", { class: "words" }, ...[verdict(answer).words, ...all].map((line) => h("p", {}, capitalised(line.trim()))));
}
