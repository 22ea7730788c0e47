// The colours of a text: drawn under the field, whose own letters are transparent, by what the family says of its texts.

import { TextLayer } from "./text_layer.js";

/** @import { Token } from "../types.js" */

/** Texts of more characters have no colours. */
const LONGEST = 300_000;

/** The colours under a field. */
export class Colours {
  #kinds;
  /** @type {RegExp | undefined} */
  #pattern;
  #text = "";
  #layer = new TextLayer("tokens");

  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.#kinds = tokens.map(({ kind }) => kind);
    if (tokens.length) this.#pattern = new RegExp(tokens.map(({ pattern }) => `(${pattern})`).join("|"), "gimu");
    this.element = this.#layer.element;
  }

  /** Whether the colours of this text are drawn, so that the field's own letters need not be seen. */
  get isDrawn() {
    return this.#pattern !== undefined && this.#text.length <= LONGEST;
  }

  /**
   * Takes a text.
   * @param {string} text
   */
  read(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#layer.take(text, this.isDrawn ? this.#found() : []);
  }

  /**
   * Draws the lines in sight of a field.
   * @param {HTMLTextAreaElement} field
   */
  show(field) {
    if (this.isDrawn) this.#layer.show(field);
    else this.#layer.clear();
  }

  #found() {
    const pieces = [];
    for (const found of this.#text.matchAll(this.#pattern ?? /(?!)/g)) {
      const kind = this.#kinds[found.slice(1).findIndex((group) => group !== undefined)];
      if (kind && found[0]) pieces.push({ from: found.index, to: found.index + found[0].length, look: `token-${kind}` });
    }
    return pieces;
  }
}
