// The legal moves by name, for moves without a place on the board and for those who prefer words: a field that filters
// them and takes any move, and a button each. One button takes part in the Tab order; arrow keys go to the others.

import { h } from "../ui/element.js";

/** @import { Position } from "../types.js" */

/** Buttons that are shown at once. */
const MOST = 120;
/** From so many moves on the field filters. */
const MANY = 12;
const STEPS = new Map([["ArrowLeft", -1], ["ArrowUp", -1], ["ArrowRight", 1], ["ArrowDown", 1]]);

/** The list of moves. */
export class Moves {
  /** @type {string[]} */
  #legal = [];
  #best = /** @type {Set<string>} */ (new Set());
  #total = 0;
  /** What a person reads in place of a move. @type {Record<string, string>} */
  #said = {};
  /** What is listed, as JSON. @type {string | undefined} */
  #listed;
  #onmove;
  /** @type {boolean | undefined} what the player chose */
  #open;

  /** @param {(move: string) => void} onmove */
  constructor(onmove) {
    this.#onmove = onmove;
    this.summary = h("summary", { onclick: () => (this.#open = !this.element.open) }, "Moves");
    const attributes = { class: "typed", type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off" };
    this.field = h("input", { ...attributes, "aria-label": "A move, or part of one", placeholder: "type a move", oninput: () => this.#list() });
    this.buttons = h("div", { class: "moves", role: "group", "aria-label": "Legal moves", onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event) });
    this.more = h("p", { class: "more" });
    this.code = h("code", {});
    const edit = h("button", { type: "button", class: "quiet", onclick: () => this.#edit() }, "Edit");
    /** What the moves have composed: all of it, beside the moves that add to it. */
    this.composed = h("p", { class: "composed", hidden: true }, this.code, edit);
    const form = h("form", { class: "type", onsubmit: (/** @type {Event} */ event) => this.#typed(event) }, this.field, h("button", { type: "submit" }, "Play"));
    this.element = h("details", { class: "byname" }, this.summary, this.composed, form, this.buttons, this.more);
  }

  /**
   * @param {Position} position
   * @param {boolean} placed whether every move has its place on the board
   * @param {string[]} best moves to be marked
   */
  show(position, placed, best) {
    [this.#legal, this.#total, this.#said] = [position.legal, position.legal_total, position.said ?? {}];
    this.#best = new Set(best);
    this.composed.hidden = position.composed === undefined || position.over;
    this.code.textContent = position.composed ?? "";
    this.element.open = this.#open ?? !placed;
    this.summary.textContent = position.over ? "Moves: none, it is over" : `Moves by name (${this.#total.toLocaleString("en")})`;
    // What is listed already stays: a button that is replaced while it is pressed is not clicked.
    const listed = JSON.stringify([this.#legal, this.#total, this.#said, best]);
    const stays = listed === this.#listed && this.field.value === "";
    this.#listed = listed;
    this.field.value = "";
    if (!stays) this.#list();
  }

  /** Takes what is composed into the field, to be changed and played as one move. */
  #edit() {
    this.element.open = true;
    this.field.value = this.code.textContent;
    this.#list();
    this.field.focus();
  }

  #list() {
    const focused = this.buttons.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    const part = this.field.value.trim().toLowerCase();
    const fitting = this.#fitting(part);
    // Best moves come first, so that they are among those shown.
    const ordered = [...fitting.filter((move) => this.#best.has(move)), ...fitting.filter((move) => !this.#best.has(move))];
    const shown = fitting.length > MOST ? ordered.slice(0, MOST) : fitting;
    this.buttons.replaceChildren(...shown.map((move) => this.#button(move)));
    const rest = this.#total - shown.length;
    this.more.hidden = this.#legal.length < MANY || (rest <= 0 && part === "");
    this.more.textContent = part === "" ? `${rest.toLocaleString("en")} more: type part of a move` : `${fitting.length} of ${this.#total.toLocaleString("en")}`;
    this.#aim(0);
    if (focused !== undefined) this.#focus(focused ?? "");
  }

  /**
   * The moves whose text or words contain this part.
   * @param {string} part in small letters
   */
  #fitting(part) {
    return this.#legal.filter((move) => `${move}\n${this.#said[move] ?? ""}`.toLowerCase().includes(part));
  }

  /** @param {string} move */
  #button(move) {
    const best = this.#best.has(move);
    const words = this.#said[move] ?? move;
    const label = best ? `${words}, a best move` : words;
    return h("button", { type: "button", class: best ? "best" : "", "aria-label": label, "data-move": move, onclick: () => this.#onmove(move) }, words);
  }

  /** @param {string} words the text of the button that had the focus */
  #focus(words) {
    const buttons = [...this.buttons.children];
    const same = buttons.findIndex((button) => button.textContent === words);
    if (buttons.length) this.#aim(Math.max(0, same), true);
    else this.field.focus();
  }

  /**
   * @param {number} index
   * @param {boolean} [focus]
   */
  #aim(index, focus = false) {
    [...this.buttons.children].forEach((button, at) => button.setAttribute("tabindex", at === index ? "0" : "-1"));
    const target = this.buttons.children[index];
    if (focus && target instanceof HTMLElement) target.focus();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = STEPS.get(event.key);
    const buttons = [...this.buttons.children];
    const at = buttons.indexOf(/** @type {Element} */ (event.target));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    this.#aim(Math.min(buttons.length - 1, Math.max(0, at + step)), true);
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const words = this.field.value.trim();
    if (!words) return;
    const fitting = this.#fitting(words.toLowerCase());
    const [only] = fitting;
    this.#onmove(!this.#legal.includes(words) && fitting.length === 1 && only ? only : words);
  }
}
