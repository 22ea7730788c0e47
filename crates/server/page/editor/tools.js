// The tools of drawing and the entries of a palette: what is chosen of each, by a click or by a key.

import { h } from "../ui/element.js";
import { letters } from "../board/sprites.js";
import { iconOf } from "./drawing_board.js";

/** @import { Glyph } from "../types.js" */
/** @typedef {"pencil" | "line" | "rectangle" | "fill" | "select" | "view"} Tool */
/** @typedef {"copy" | "cut" | "paste" | "mirror" | "flip" | "turn"} Action */

/** @type {[Tool, string, string][]} Tools with their words and keys. */
const TOOLS = [
  ["pencil", "Pencil", "d"],
  ["line", "Line", "l"],
  ["rectangle", "Rectangle", "r"],
  ["fill", "Fill", "f"],
  ["select", "Select", "s"],
  ["view", "Move the view", "v"],
];

/** @type {[Action, string, string, string][]} Actions with their words, what they do, and their keys. */
const ACTIONS = [
  ["copy", "Copy", "Copy what is selected", "c"],
  ["cut", "Cut", "Copy what is selected and remove it", "x"],
  ["paste", "Paste", "Place what was copied", "p"],
  ["mirror", "Mirror ↔", "Exchange left and right", "h"],
  ["flip", "Mirror ↕", "Exchange top and bottom", "j"],
  ["turn", "Turn ↻", "Turn right by a quarter", "t"],
];

/** The keys that entries of a palette have in turn: those of tools and actions are taken. */
const KEYS = [..."1234567890abegikmnoquwyz"];
let groups = 0;

/** A choice of one among several by radio buttons, each with a key. */
class RadioGroup {
  #name = `choice${groups++}`;
  /** @type {Map<string, HTMLInputElement>} */
  #keys = new Map();

  /** @param {string} kind the class of the group */
  constructor(kind) {
    this.element = h("fieldset", { class: kind });
  }

  /** The value that is chosen. */
  get value() {
    const radio = this.element.querySelector("input:checked");
    return radio instanceof HTMLInputElement ? radio.value : undefined;
  }

  /**
   * @param {string} legend
   * @param {{ value: string, words: string, key: string | undefined, checked: boolean, look?: Node, sign?: string }[]} entries
   */
  offer(legend, entries) {
    this.#keys.clear();
    const labels = entries.map(({ value, words, key, checked, look, sign }) => {
      const radio = h("input", { type: "radio", name: this.#name, value, checked, "data-text": value, "aria-keyshortcuts": key });
      if (key !== undefined) this.#keys.set(key, radio);
      const written = [sign, key].filter((one, index, both) => one !== undefined && one.trim() && both.indexOf(one) === index);
      const code = (/** @type {string | undefined} */ one) => h(one === key ? "kbd" : "code", { "aria-hidden": "true" }, one);
      return h("label", { class: "entry" }, radio, look, h("span", {}, words), ...written.map(code));
    });
    this.element.replaceChildren(h("legend", {}, legend), ...labels);
  }

  /**
   * Chooses what has a key; gives the words of it.
   * @param {string} key
   * @returns {string | undefined}
   */
  press(key) {
    const radio = this.#keys.get(key);
    if (!radio) return undefined;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
    return radio.closest("label")?.querySelector("span:not([aria-hidden])")?.textContent ?? "";
  }
}

/** The tools, and what is done with what is selected. */
export class Tools {
  /** @param {{ chosen: (tool: Tool) => void, act: (action: Action) => void }} listener */
  constructor({ chosen, act }) {
    this.choice = new RadioGroup("palette tools");
    this.choice.offer("Tool", TOOLS.map(([value, words, key]) => ({ value, words, key, checked: value === "pencil" })));
    this.choice.element.addEventListener("change", () => chosen(this.tool));
    const button = (/** @type {[Action, string, string, string]} */ [name, words, title, key]) =>
      h("button", { type: "button", title, "aria-keyshortcuts": key, onclick: () => act(name) }, words, " ", h("kbd", { "aria-hidden": "true" }, key));
    this.actions = h("div", { class: "row actions", role: "group", "aria-label": "What is selected, or the whole level" }, ...ACTIONS.map(button));
    this.act = act;
  }

  /** @returns {Tool} */
  get tool() {
    return /** @type {Tool} */ (this.choice.value ?? "pencil");
  }

  /**
   * Obeys a key; gives what is to be said, or nothing where the key has no meaning.
   * @param {string} key
   * @returns {string | undefined}
   */
  press(key) {
    const action = ACTIONS.find(([, , , known]) => known === key);
    if (action) {
      this.act(action[0]);
      return "";
    }
    const tool = this.choice.press(key);
    return tool === undefined ? undefined : `Tool: ${tool}`;
  }
}

/** The entries that can be placed. */
export class Palette {
  /** The palette that is shown, as JSON. */
  #shown = "";

  constructor() {
    this.choice = new RadioGroup("palette");
  }

  /** The character that is placed. */
  get chosen() {
    return this.choice.value;
  }

  /**
   * Writes the entries, unless they are the same as before.
   * @param {Glyph[]} palette
   * @param {string | null} blank
   */
  offer(palette, blank) {
    const shown = JSON.stringify([palette, blank, letters()]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { chosen } = this;
    const choice = palette.find(({ text }) => text === chosen && text !== blank) ?? palette.find(({ text }) => text !== blank) ?? palette[0];
    const keys = keysOf(palette);
    this.choice.offer("Place", palette.map((glyph) => ({
      value: glyph.text,
      words: glyph.text === blank && glyph.words === "empty" ? "remove" : glyph.words,
      key: keys.get(glyph.text),
      checked: glyph === choice,
      look: iconOf(glyph),
      sign: glyph.tile || glyph.cell || glyph.piece ? glyph.text : "",
    })));
  }

  /**
   * Chooses the entry of a key; gives what is to be said.
   * @param {string} key
   * @returns {string | undefined}
   */
  press(key) {
    const words = this.choice.press(key);
    return words === undefined ? undefined : `Place: ${words}`;
  }
}

/**
 * The keys of the entries: digits that are entries themselves are their own keys, the others get what is free in turn.
 * @param {Glyph[]} palette
 * @returns {Map<string, string>}
 */
export function keysOf(palette) {
  const own = palette.filter(({ text }) => /^\d$/.test(text)).map(({ text }) => text);
  const free = KEYS.filter((key) => !own.includes(key));
  /** @type {[string, string | undefined][]} */
  const keys = palette.map(({ text }) => [text, own.includes(text) ? text : free.shift()]);
  return new Map(keys.flatMap(([text, key]) => (key === undefined ? [] : [[text, key]])));
}
