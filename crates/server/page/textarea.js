// A field for a text with numbered lines, some of them marked. Lines and columns count from 1, columns in characters.

import { h } from "./element.js";

/** The longest text that a browser types into a field at once without stopping to think. */
const LONGEST_TYPED = 100_000;

/** The field with its numbers. */
export class TextArea {
  /** @type {Set<number>} */
  #wrong = new Set();

  /**
   * @param {string} label
   * @param {() => void} onedit told of every change by hand
   */
  constructor(label, onedit) {
    const attributes = { class: "text", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
    this.field = h("textarea", { ...attributes, "aria-label": label, rows: 16, oninput: () => this.#changed(onedit), onscroll: () => this.#scrolled() });
    this.numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    this.element = h("div", { class: "numbered" }, this.numbers, this.field);
  }

  get value() {
    return this.field.value;
  }

  set value(text) {
    this.field.value = text;
    this.#number();
  }

  /**
   * Puts another text in place of this one, as if it were typed: the field's own undo brings back what was there, unless
   * the text is very long. The focus stays where it is.
   * @param {string} text
   */
  replace(text) {
    const focused = document.activeElement;
    this.field.focus({ preventScroll: true });
    this.field.select();
    // No other way to change a field goes into its history.
    const typed = text.length > LONGEST_TYPED ? false : text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!typed || this.value !== text) {
      this.field.value = text;
      this.field.dispatchEvent(new Event("input"));
    }
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }

  /**
   * One line of the text; nothing beyond its end.
   * @param {number} number
   * @returns {string}
   */
  line(number) {
    return this.value.split("\n")[number - 1] ?? "";
  }

  /**
   * Marks lines as wrong.
   * @param {number[]} lines
   * @param {boolean} wrong whether anything is
   */
  mark(lines, wrong) {
    this.#wrong = new Set(lines);
    this.field.setAttribute("aria-invalid", String(wrong));
    this.#number();
  }

  /**
   * Puts the cursor there, the character selected.
   * @param {number} line
   * @param {number} column
   */
  goTo(line, column) {
    const lines = this.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const signs = [...(lines[line - 1] ?? "")];
    const from = start + signs.slice(0, column - 1).join("").length;
    this.field.focus();
    this.field.setSelectionRange(from, from + (signs[column - 1]?.length ?? 0));
    const height = this.field.scrollHeight / Math.max(1, lines.length);
    this.field.scrollTop = Math.max(0, (line - 4) * height);
  }

  /** @param {() => void} onedit */
  #changed(onedit) {
    this.#number();
    onedit();
  }

  #number() {
    const count = this.value.split("\n").length;
    const number = (/** @type {unknown} */ _, /** @type {number} */ index) =>
      h("span", { class: this.#wrong.has(index + 1) ? "wrong" : "" }, String(index + 1));
    this.numbers.replaceChildren(...Array.from({ length: count }, number));
    this.#scrolled();
  }

  #scrolled() {
    this.numbers.scrollTop = this.field.scrollTop;
  }
}
