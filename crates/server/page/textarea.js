// A field for a text with numbered lines, some of them marked. Lines and columns count from 1, columns in characters.

import { h } from "./element.js";

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
