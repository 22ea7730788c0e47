// The levels of a text as small pictures: to go to one, and to move, repeat or remove it, by buttons or by dragging. Each is
// one change of the text, which the format makes; and what is proven of the levels can be written into it.

import { levelsOf } from "../engines/api.js";
import { Thumbnails } from "../board/thumbnails.js";
import { wordsOf } from "../engines/refusal.js";
import { h } from "../ui/element.js";

/** @import { FamilyCard, ListedLevel } from "../types.js" */
/**
 * @typedef {object} Listener
 * @property {(number: number) => void} go asked to go to a level
 * @property {(order: number[], number: number) => Promise<void>} arrange asked for the levels in this order, and then for
 *   the level of this number
 * @property {() => Promise<void>} state asked to write what is proven into the text
 */

/** The list, closed at first. */
export class LevelList {
  #card;
  #listener;
  #text = "";
  /** @type {ListedLevel[]} */
  #levels = [];
  /** The number of the level at hand. */
  #number = 1;
  #thumbnails = new Thumbnails();
  /** The pictures that were drawn, by the texts of their levels. @type {Map<string, HTMLElement[]>} */
  #pictures = new Map();
  /** The number of the level that is dragged. @type {number | undefined} */
  #dragged;

  /**
   * @param {FamilyCard} card
   * @param {Listener} listener
   */
  constructor(card, listener) {
    this.#card = card;
    this.#listener = listener;
    this.summary = h("summary", {});
    this.list = h("ol", { class: "level-cards" });
    const state = h("button", { type: "button", onclick: () => void this.#act(() => listener.state()) }, "Write pars and solutions");
    state.title = "Each level that is solved states its proven par and its best solution in the text.";
    this.failed = h("p", { class: "help", role: "status", hidden: true });
    this.element = h("details", { class: "level-list", hidden: true, ontoggle: () => void this.#draw() }, this.summary, this.list, h("div", { class: "row tools" }, state), this.failed);
  }

  /**
   * Shows the levels of a text that is valid.
   * @param {string} text
   * @param {ListedLevel[]} levels
   * @param {number} number of the level at hand
   */
  show(text, levels, number) {
    [this.#text, this.#levels, this.#number] = [text, levels, number];
    this.element.hidden = false;
    this.failed.hidden = true;
    this.summary.textContent = levels.length > 1 ? `All ${levels.length} levels: move, repeat, remove` : "More levels in this text";
    void this.#draw();
  }

  /** There is no level to be shown. */
  clear() {
    this.element.hidden = true;
  }

  leave() {
    this.#thumbnails.leave();
  }

  /** Draws the cards, where they are seen. */
  async #draw() {
    const text = this.#text;
    if (!this.element.open || this.element.hidden) return;
    const texts = await levelsOf({ family: this.#card.family, level: text, texts: true }).catch(() => []);
    if (text !== this.#text) return;
    const focused = this.#focused();
    const before = this.#pictures;
    this.#pictures = new Map();
    this.list.replaceChildren(...this.#levels.map((level) => this.#entry(level, texts.find(({ number }) => number === level.number)?.text, before)));
    if (focused) this.#focus(focused);
  }

  /**
   * @param {ListedLevel} level
   * @param {string | undefined} text of the level alone; nothing where it is not valid
   * @param {Map<string, HTMLElement[]>} before pictures that are there
   */
  #entry({ number, title }, text, before) {
    const picture = text === undefined ? h("div", { class: "thumb" }) : (before.get(text)?.pop() ?? this.#thumbnails.of({ family: this.#card.family, level: text }));
    if (text !== undefined) this.#pictures.set(text, [...(this.#pictures.get(text) ?? []), picture]);
    const words = title && title !== String(number) ? `${number}. ${title}` : `Level ${number}`;
    const go = h("button", { type: "button", class: "go", "data-act": "go", "aria-current": number === this.#number ? "true" : null, onclick: () => this.#listener.go(number) }, picture, h("span", {}, words));
    const count = this.#levels.length;
    const button = (/** @type {string} */ act, /** @type {string} */ sign, /** @type {string} */ name, /** @type {boolean} */ can, /** @type {() => void} */ does) =>
      h("button", { type: "button", "data-act": act, "aria-label": name, title: name, "aria-disabled": can ? null : "true", onclick: () => can && does() }, sign);
    const tools = [
      button("back", "◂", `Move level ${number} back`, number > 1, () => this.#move(number, number - 1)),
      button("forth", "▸", `Move level ${number} forth`, number < count, () => this.#move(number, number + 1)),
      button("repeat", "+", `Repeat level ${number}`, true, () => this.#repeat(number)),
      button("remove", "✕", `Remove level ${number}`, count > 1, () => this.#remove(number)),
    ];
    const entry = h("li", { "data-number": number, draggable: String(count > 1) }, go, h("div", { class: "row", role: "group", "aria-label": `Level ${number}` }, ...tools));
    entry.addEventListener("dragstart", (event) => {
      this.#dragged = number;
      event.dataTransfer?.setData("text/plain", words);
    });
    entry.addEventListener("dragend", () => (this.#dragged = undefined));
    entry.addEventListener("dragover", (event) => {
      if (this.#dragged !== undefined) event.preventDefault();
    });
    entry.addEventListener("drop", (event) => {
      if (this.#dragged === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#move(this.#dragged, number);
    });
    return entry;
  }

  /** The numbers of all levels, in their order. */
  get #numbers() {
    return this.#levels.map(({ number }) => number);
  }

  /**
   * @param {number} number
   * @param {number} to the number that it has then
   */
  #move(number, to) {
    if (number === to) return;
    const order = this.#numbers.filter((one) => one !== number);
    order.splice(to - 1, 0, number);
    void this.#act(() => this.#listener.arrange(order, to), { number: to, act: to < number ? "back" : "forth" });
  }

  /** @param {number} number */
  #repeat(number) {
    const order = this.#numbers.flatMap((one) => (one === number ? [one, one] : [one]));
    void this.#act(() => this.#listener.arrange(order, number + 1), { number: number + 1, act: "repeat" });
  }

  /** @param {number} number */
  #remove(number) {
    const order = this.#numbers.filter((one) => one !== number);
    const next = Math.min(number, order.length);
    void this.#act(() => this.#listener.arrange(order, next), { number: next, act: "remove" });
  }

  /**
   * Does something that a format may refuse, and keeps the focus on the level.
   * @param {() => Promise<void>} act
   * @param {{ number: number, act: string }} [focus]
   */
  async #act(act, focus) {
    try {
      this.failed.hidden = true;
      await act();
      if (focus) this.#focus(focus);
    } catch (error) {
      this.failed.hidden = false;
      this.failed.textContent = wordsOf(error);
    }
  }

  /** The button that has the focus. */
  #focused() {
    const button = document.activeElement;
    const entry = button?.closest("li");
    if (!(button instanceof HTMLElement) || !entry || !this.list.contains(entry)) return undefined;
    return { number: Number(entry.dataset["number"]), act: button.dataset["act"] ?? "" };
  }

  /** @param {{ number: number, act: string }} button */
  #focus({ number, act }) {
    const found = this.list.querySelector(`li[data-number="${number}"] [data-act="${act}"]`);
    if (found instanceof HTMLElement) found.focus();
  }
}
