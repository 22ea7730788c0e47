// The rows of a level inside its text, as cells that can be changed. Nothing is changed here: whoever draws gets the text as
// it would be, writes it into the field, and tells the canvas what the field holds. So typing and drawing are one.
//
// A text is its rows and the gaps around them: line ends and indents, quotes and commas, or nothing between the parts of one
// string. Gaps stay as they are. In one of them the text may state how many rows and columns there are.

import { placeOfKey } from "./placing.js";

/** @import { CanvasCard } from "../types.js" */
/** @typedef {{ rows: string[][], gaps: string[] }} Parts the cells of each row, and what stands before, between and behind the rows */
/** @typedef {{ gap: number, at: number, length: number }} Size where the size is stated: in which gap, and where in it */
/** @typedef {"top" | "bottom" | "left" | "right"} Side */

/** Cells that can be drawn, at most. */
const MOST = 4096;

/** The rows of one level in a text. */
export class Canvas {
  /** @type {Parts} */
  #parts;
  /** @type {Size | undefined} */
  #size;
  #separator;
  /** The last text that was drawn, with its parts. @type {{ text: string, parts: Parts, size: Size | undefined } | undefined} */
  #drawn;

  /**
   * @param {string} text
   * @param {CanvasCard} card where the rows are in it
   */
  constructor(text, { rows, separator, size, blank, palette, notes = [] }) {
    const lines = text.split("\n");
    const begins = lines.map(() => 0);
    for (let line = 1; line < lines.length; line++) begins[line] = (begins[line - 1] ?? 0) + (lines[line - 1] ?? "").length + 1;
    const place = (/** @type {number} */ line, /** @type {number} */ column) => (begins[line - 1] ?? 0) + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    const from = rows.map(({ line, column }) => place(line, column));
    // Formats that do not tell small letters from capital ones have the rows in one of them: the text counts.
    const cells = rows.map(({ line, column, cells }) => [...(lines[line - 1] ?? "")].slice(column - 1, column - 1 + [...cells].length));
    const to = cells.map((row, index) => (from[index] ?? 0) + row.join("").length);
    const gaps = [...from, text.length].map((end, index) => text.slice(index ? to[index - 1] : 0, end));
    this.#parts = { rows: cells, gaps };
    this.#separator = separator;
    this.blank = blank;
    this.palette = palette;
    /** What is known of cells, as the text was when it was read. */
    this.notes = notes;
    if (size) this.#size = this.#stated(place(size.line, size.column), size.text.length, from, to);
  }

  /**
   * The gap that has a place of the text.
   * @param {number} at
   * @param {number} length
   * @param {number[]} from where the rows begin
   * @param {number[]} to where they end
   * @returns {Size | undefined}
   */
  #stated(at, length, from, to) {
    const gap = from.filter((begin) => begin <= at).length;
    return { gap, at: at - (gap ? (to[gap - 1] ?? 0) : 0), length };
  }

  get width() {
    return Math.max(...this.#parts.rows.map((cells) => cells.length));
  }

  get height() {
    return this.#parts.rows.length;
  }

  /** Whether rows and columns can be added and removed. */
  get isResizable() {
    return this.#separator !== null;
  }

  /** The character of an empty cell; where there is none, the first that can be placed. */
  get filling() {
    return this.blank ?? this.palette[0]?.text ?? " ";
  }

  /**
   * The character of a cell; behind the end of a row it is empty.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    return this.#parts.rows[y]?.[x] ?? this.filling;
  }

  /**
   * Takes the text as it is now; whether the rows are still known.
   * @param {string} text
   * @returns {boolean}
   */
  follow(text) {
    const { rows, gaps } = this.#parts;
    const [before, behind] = [gaps[0] ?? "", gaps.at(-1) ?? ""];
    const between = this.#write({ rows, gaps: ["", ...gaps.slice(1, -1), ""] });
    if (text === this.#drawn?.text) [this.#parts, this.#size] = [this.#drawn.parts, this.#drawn.size];
    else if (text.endsWith(between + behind)) this.#edited(0, text.slice(0, text.length - between.length - behind.length));
    else if (text.startsWith(before + between)) this.#edited(gaps.length - 1, text.slice(before.length + between.length));
    else return this.#followInside(text);
    return true;
  }

  /**
   * Takes a gap that was changed. A size that is stated in it is found where the change was before or behind it.
   * @param {number} gap
   * @param {string} text
   */
  #edited(gap, text) {
    const old = this.#parts.gaps[gap] ?? "";
    this.#parts = { ...this.#parts, gaps: this.#parts.gaps.map((one, index) => (index === gap ? text : one)) };
    const size = this.#size;
    if (size?.gap !== gap) return;
    const end = size.at + size.length;
    if (text.startsWith(old.slice(0, end))) return;
    this.#size = text.endsWith(old.slice(size.at)) ? { ...size, at: size.at + text.length - old.length } : undefined;
  }

  /**
   * Takes a text of which the rows alone may have changed: what stands between them is found again.
   * @param {string} text
   */
  #followInside(text) {
    const { gaps } = this.#parts;
    const [before, behind] = [gaps[0] ?? "", gaps.at(-1) ?? ""];
    if (text.length < before.length + behind.length || !text.startsWith(before) || !text.endsWith(behind)) return false;
    const middle = text.slice(before.length, text.length - behind.length);
    const rows = this.#split(middle, gaps.slice(1, -1));
    if (!rows?.every((row) => row.trim() && !row.includes("\n"))) return false;
    const between = rows.length === this.height ? gaps.slice(1, -1) : rows.slice(1).map(() => this.#separator ?? "");
    this.#parts = { rows: rows.map((row) => [...row]), gaps: [before, ...between, behind] };
    return true;
  }

  /**
   * Rows with these gaps between them, or as many as there are separators; with nothing between them, as long as before.
   * @param {string} text
   * @param {string[]} between
   */
  #split(text, between) {
    const separator = this.#separator;
    if (separator && between.every((gap) => gap === separator)) return text.split(separator);
    if (between.every((gap) => !gap)) {
      const [signs, { width, height }] = [[...text], this];
      const rows = Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width).join(""));
      return signs.length === width * height ? rows : undefined;
    }
    if (between.some((gap) => !gap)) return undefined;
    const rows = [];
    let from = 0;
    for (const gap of between) {
      const to = text.indexOf(gap, from);
      if (to < 0) return undefined;
      rows.push(text.slice(from, to));
      from = to + gap.length;
    }
    return [...rows, text.slice(from)];
  }

  /**
   * The text with these characters on their cells.
   * @param {Map<string, string>} placed by `x,y`
   */
  painted(placed) {
    const rows = this.#parts.rows.map((cells) => [...cells]);
    for (const [key, sign] of placed) {
      const { x, y } = placeOfKey(key);
      const cells = rows[y];
      if (!cells || (x >= cells.length && sign === this.filling)) continue;
      while (cells.length < x) cells.push(this.filling);
      cells[x] = sign;
    }
    return this.#text({ ...this.#parts, rows });
  }

  /**
   * The text with these cells in place of all rows; nothing where it has no room for them.
   * @param {string[][]} cells
   */
  replaced(cells) {
    const { height } = this;
    const width = cells[0]?.length ?? 0;
    if (!this.isResizable && (cells.length !== height || width !== this.width)) return undefined;
    if (!width || width * cells.length > MOST) return undefined;
    let parts = this.#parts;
    for (let more = height; more < cells.length; more++) parts = this.#added(parts, "bottom", []);
    for (let more = height; more > cells.length; more--) parts = this.#removed(parts, "bottom");
    // Blanks at the end of a row say nothing.
    const rows = cells.map((row) => (this.filling === " " ? [...row.join("").trimEnd()] : row));
    return this.#text({ ...parts, rows });
  }

  /**
   * The text with a further row or column at a side; nothing where the level would be too large.
   * @param {Side} side
   */
  grown(side) {
    const [width, height, blank] = [this.width, this.height, this.filling];
    const upright = side === "left" || side === "right";
    if ((width + (upright ? 1 : 0)) * (height + (upright ? 0 : 1)) > MOST) return undefined;
    if (side === "top" || side === "bottom") return this.#text(this.#added(this.#parts, side, Array.from({ length: width }, () => blank)));
    const wider = (/** @type {string[]} */ cells) => (side === "left" ? [blank, ...cells] : [...this.#full(cells), blank]);
    return this.#text({ ...this.#parts, rows: this.#parts.rows.map(wider) });
  }

  /**
   * The text without the row or column at a side; nothing where it is the last one.
   * @param {Side} side
   */
  shrunk(side) {
    const upright = side === "left" || side === "right";
    if ((upright ? this.width : this.height) < 2) return undefined;
    if (side === "top" || side === "bottom") return this.#text(this.#removed(this.#parts, side));
    const narrower = (/** @type {string[]} */ cells) => (side === "left" ? cells.slice(1) : this.#full(cells).slice(0, -1));
    return this.#text({ ...this.#parts, rows: this.#parts.rows.map(narrower) });
  }

  /**
   * @param {Parts} parts
   * @param {"top" | "bottom"} side
   * @param {string[]} row
   * @returns {Parts}
   */
  #added({ rows, gaps }, side, row) {
    const separator = this.#separator ?? "";
    if (side === "top") return { rows: [row, ...rows], gaps: [...gaps.slice(0, 1), separator, ...gaps.slice(1)] };
    // What stands behind a row that is a line of its own stays there.
    const { tail, rest } = this.#behind(gaps.at(-1) ?? "");
    return { rows: [...rows, row], gaps: [...gaps.slice(0, -1), tail + separator, rest] };
  }

  /**
   * @param {Parts} parts
   * @param {"top" | "bottom"} side
   * @returns {Parts}
   */
  #removed({ rows, gaps }, side) {
    if (side === "top") return { rows: rows.slice(1), gaps: [...gaps.slice(0, 1), ...gaps.slice(2)] };
    const { tail } = this.#behind(gaps.at(-2) ?? "");
    const { rest } = this.#behind(gaps.at(-1) ?? "");
    return { rows: rows.slice(0, -1), gaps: [...gaps.slice(0, -2), tail + rest] };
  }

  /**
   * What belongs to the line of the row before a gap, where rows are lines, and the rest of the gap.
   * @param {string} gap
   */
  #behind(gap) {
    const end = gap.indexOf("\n");
    const length = this.#separator?.startsWith("\n") ? (end < 0 ? gap.length : end) : 0;
    return { tail: gap.slice(0, length), rest: gap.slice(length) };
  }

  /**
   * Cells with empty ones behind them, as many as the longest row has.
   * @param {string[]} cells
   */
  #full(cells) {
    return [...cells, ...Array.from({ length: this.width - cells.length }, () => this.filling)];
  }

  /** @param {Parts} parts */
  #write({ rows, gaps }) {
    return rows.reduce((text, cells, index) => text + cells.join("") + (gaps[index + 1] ?? ""), gaps[0] ?? "");
  }

  /** @param {Parts} parts */
  #text(parts) {
    const resized = this.#resized(parts);
    const text = this.#write(resized.parts);
    this.#drawn = { text, ...resized };
    return text;
  }

  /**
   * Parts in which the size is stated as it is.
   * @param {Parts} parts
   */
  #resized({ rows, gaps }) {
    const size = this.#size;
    if (!size) return { parts: { rows, gaps }, size };
    // Only the first and the last gap have more than a separator.
    const gap = size.gap && gaps.length - 1;
    const old = gaps[gap] ?? "";
    const stated = `${rows.length}x${Math.max(...rows.map((cells) => cells.length))}`;
    const text = old.slice(0, size.at) + stated + old.slice(size.at + size.length);
    const changed = gaps.map((one, index) => (index === gap ? text : one));
    return { parts: { rows, gaps: changed }, size: { gap, at: size.at, length: stated.length } };
  }
}
