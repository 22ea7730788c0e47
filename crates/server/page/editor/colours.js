// The colours of a text: drawn under the field, whose own letters are transparent, by what the family says of its texts. Only
// the lines in sight are drawn. The field stays a plain one, so that typing, undo, paste and reading aloud are the browser's.

import { h } from "../ui/element.js";

/** @import { Token } from "../types.js" */
/** @typedef {{ from: number, to: number, kind: Token["kind"] }} Piece */

/** Texts of more characters have no colours. */
const LONGEST = 300_000;
/** Lines that are drawn above and below those in sight. */
const BESIDE = 20;

/** The layer under a field. */
export class Colours {
  #kinds;
  /** @type {RegExp | undefined} */
  #pattern;
  #text = "";
  /** @type {Piece[]} */
  #pieces = [];
  /** Where each line begins. */
  #lines = [0];
  /** The lines that are drawn. */
  #drawn = "";

  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.#kinds = tokens.map(({ kind }) => kind);
    if (tokens.length) this.#pattern = new RegExp(tokens.map(({ pattern }) => `(${pattern})`).join("|"), "gimu");
    this.lines = h("div", { class: "coloured" });
    this.element = h("div", { class: "colours", "aria-hidden": "true" }, this.lines);
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
    this.#drawn = "";
    this.#pieces = this.isDrawn ? this.#found() : [];
    this.#lines = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lines.push(at + 1);
  }

  /**
   * Draws the lines in sight of a field.
   * @param {HTMLTextAreaElement} field
   */
  show(field) {
    if (!this.isDrawn) return this.lines.replaceChildren();
    const { scrollTop, scrollLeft, clientHeight } = field;
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    const first = Math.max(0, Math.floor(scrollTop / height) - BESIDE);
    const end = Math.min(this.#lines.length, Math.ceil((scrollTop + clientHeight) / height) + BESIDE);
    const written = `${first} ${end}`;
    if (this.#drawn !== written) this.lines.replaceChildren(...this.#between(this.#lines[first] ?? 0, this.#lines[end] ?? this.#text.length));
    this.#drawn = written;
    this.lines.style.transform = `translate(${-scrollLeft}px, ${first * height - scrollTop}px)`;
  }

  /** @returns {Piece[]} */
  #found() {
    const pieces = [];
    for (const found of this.#text.matchAll(this.#pattern ?? /(?!)/g)) {
      const kind = this.#kinds[found.slice(1).findIndex((group) => group !== undefined)];
      if (kind && found[0]) pieces.push({ from: found.index, to: found.index + found[0].length, kind });
    }
    return pieces;
  }

  /**
   * The text from one place to another, its pieces as elements.
   * @param {number} from
   * @param {number} to
   */
  #between(from, to) {
    /** @type {(string | HTMLElement)[]} */
    const parts = [];
    let at = from;
    for (const piece of this.#pieces) {
      if (piece.to <= from || piece.from >= to) continue;
      const [begin, end] = [Math.max(from, piece.from), Math.min(to, piece.to)];
      parts.push(this.#text.slice(at, begin), h("span", { class: `token-${piece.kind}` }, this.#text.slice(begin, end)));
      at = end;
    }
    parts.push(this.#text.slice(at, to));
    return parts;
  }
}
