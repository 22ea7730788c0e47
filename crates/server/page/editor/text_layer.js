// A layer under a text field in which parts of its text have a look of their own. Only the lines in sight are drawn. The
// field stays a plain one, so that typing, undo, paste and reading aloud are the browser's.

import { h } from "../ui/element.js";

/** @typedef {{ from: number, to: number, look: string }} Piece a part of the text, with the class that it has */

/** Lines that are drawn above and below those in sight. */
const BESIDE = 20;

/** The layer. */
export class TextLayer {
  #text = "";
  /** @type {Piece[]} */
  #pieces = [];
  /** Where each line begins. */
  #lines = [0];
  /** The lines that are drawn. */
  #drawn = "";

  /** @param {string} look the class of the layer */
  constructor(look) {
    this.lines = h("div", { class: "coloured" });
    this.element = h("div", { class: `colours ${look}`, "aria-hidden": "true" }, this.lines);
  }

  /**
   * Takes a text and its pieces, from first to last, none over another.
   * @param {string} text
   * @param {Piece[]} pieces
   */
  take(text, pieces) {
    if (text !== this.#text) {
      this.#lines = [0];
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lines.push(at + 1);
    }
    [this.#text, this.#pieces, this.#drawn] = [text, pieces, ""];
  }

  /** Draws nothing. */
  clear() {
    this.#drawn = "";
    this.lines.replaceChildren();
  }

  /**
   * Draws the lines in sight of a field.
   * @param {HTMLTextAreaElement} field
   */
  show(field) {
    const { scrollTop, scrollLeft, clientHeight } = field;
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    const first = Math.max(0, Math.floor(scrollTop / height) - BESIDE);
    const end = Math.min(this.#lines.length, Math.ceil((scrollTop + clientHeight) / height) + BESIDE);
    const written = `${first} ${end}`;
    if (this.#drawn !== written) this.lines.replaceChildren(...this.#between(this.#lines[first] ?? 0, this.#lines[end] ?? this.#text.length));
    this.#drawn = written;
    this.lines.style.transform = `translate(${-scrollLeft}px, ${first * height - scrollTop}px)`;
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
      parts.push(this.#text.slice(at, begin), h("span", { class: piece.look }, this.#text.slice(begin, end)));
      at = end;
    }
    parts.push(this.#text.slice(at, to));
    return parts;
  }
}
