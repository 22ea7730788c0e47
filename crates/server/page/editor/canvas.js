// The rows of a level inside its text, as cells that can be changed. Nothing is changed here: whoever draws gets the text as
// it would be, writes it into the field, and tells the canvas what the field holds. So typing and drawing are one.

/** @import { CanvasCard } from "../types.js" */
/** @typedef {{ lead: string, cells: string[], tail: string }} Row the characters of a row, and what stands around them */
/** @typedef {"top" | "bottom" | "left" | "right"} Side */

/** Cells that can be drawn, at most. */
const MOST = 4096;

/** The rows of one level in a text. */
export class Canvas {
  #before;
  #after;
  /** @type {Row[]} */
  #rows;
  /** The last text that was drawn, with its rows. @type {{ text: string, rows: Row[] }} */
  #drawn = { text: "", rows: [] };

  /**
   * @param {string} text
   * @param {CanvasCard} card where the rows are in it
   */
  constructor(text, { line, column, rows, blank, palette }) {
    const lines = text.split("\n");
    const count = rows.length;
    this.#before = lines.slice(0, line - 1).map((one) => `${one}\n`).join("");
    this.#after = lines.slice(line - 1 + count).map((one) => `\n${one}`).join("");
    this.#rows = rows.map((row, index) => {
      const signs = [...(lines[line - 1 + index] ?? "")];
      const end = column - 1 + [...row].length;
      return { lead: signs.slice(0, column - 1).join(""), cells: signs.slice(column - 1, end), tail: signs.slice(end).join("") };
    });
    this.column = column;
    this.blank = blank;
    this.palette = palette;
  }

  get width() {
    return Math.max(...this.#rows.map(({ cells }) => cells.length));
  }

  get height() {
    return this.#rows.length;
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
    return this.#rows[y]?.cells[x] ?? this.filling;
  }

  /**
   * Takes the text as it is now; whether the rows are still known.
   * @param {string} text
   * @returns {boolean}
   */
  follow(text) {
    const rows = this.#write(this.#rows);
    if (text === this.#drawn.text) this.#rows = this.#drawn.rows;
    else if (text.endsWith(rows + this.#after)) this.#before = text.slice(0, text.length - rows.length - this.#after.length);
    else if (text.startsWith(this.#before + rows)) this.#after = text.slice(this.#before.length + rows.length);
    else return this.#followInside(text);
    return true;
  }

  /**
   * Takes a text of which the rows alone may have changed.
   * @param {string} text
   */
  #followInside(text) {
    const around = this.#before.length + this.#after.length;
    if (text.length < around || !text.startsWith(this.#before) || !text.endsWith(this.#after)) return false;
    const lines = text.slice(this.#before.length, text.length - this.#after.length).split("\n");
    if (lines.some((line) => !line.trim())) return false;
    this.#rows = lines.map((line, index) => this.#read(line, this.#rows[index]?.tail));
    return true;
  }

  /**
   * The text with these characters on their cells.
   * @param {Map<string, string>} placed by `x,y`
   */
  painted(placed) {
    const rows = this.#rows.map((row) => ({ ...row, cells: [...row.cells] }));
    for (const [key, sign] of placed) {
      const [x = 0, y = 0] = key.split(",").map(Number);
      const cells = rows[y]?.cells;
      if (!cells) continue;
      while (cells.length < x) cells.push(this.filling);
      cells[x] = sign;
    }
    return this.#text(rows);
  }

  /**
   * The text with a further row or column at a side; nothing where the level would be too large.
   * @param {Side} side
   */
  grown(side) {
    const [width, height, blank] = [this.width, this.height, this.filling];
    const upright = side === "left" || side === "right";
    if ((width + (upright ? 1 : 0)) * (height + (upright ? 0 : 1)) > MOST) return undefined;
    const row = (/** @type {Row | undefined} */ beside) => ({ lead: beside?.lead ?? "", cells: Array.from({ length: width }, () => blank), tail: "" });
    if (side === "top") return this.#text([row(this.#rows[0]), ...this.#rows]);
    if (side === "bottom") return this.#text([...this.#rows, row(this.#rows.at(-1))]);
    const wider = (/** @type {string[]} */ cells) => (side === "left" ? [blank, ...cells] : [...this.#full(cells), blank]);
    return this.#text(this.#rows.map((one) => ({ ...one, cells: wider(one.cells) })));
  }

  /**
   * The text without the row or column at a side; nothing where it is the last one.
   * @param {Side} side
   */
  shrunk(side) {
    const upright = side === "left" || side === "right";
    if ((upright ? this.width : this.height) < 2) return undefined;
    if (side === "top") return this.#text(this.#rows.slice(1));
    if (side === "bottom") return this.#text(this.#rows.slice(0, -1));
    const narrower = (/** @type {string[]} */ cells) => (side === "left" ? cells.slice(1) : this.#full(cells).slice(0, -1));
    return this.#text(this.#rows.map((one) => ({ ...one, cells: narrower(one.cells) })));
  }

  /**
   * Cells with empty ones behind them, as many as the longest row has.
   * @param {string[]} cells
   */
  #full(cells) {
    return [...cells, ...Array.from({ length: this.width - cells.length }, () => this.filling)];
  }

  /**
   * @param {string} line
   * @param {string | undefined} tail what stood behind the cells of this row before
   * @returns {Row}
   */
  #read(line, tail) {
    const signs = [...line];
    const rest = signs.slice(this.column - 1).join("");
    const behind = tail && rest.endsWith(tail) ? tail : "";
    return { lead: signs.slice(0, this.column - 1).join(""), cells: [...rest.slice(0, rest.length - behind.length)], tail: behind };
  }

  /** @param {Row[]} rows */
  #write(rows) {
    return rows.map(({ lead, cells, tail }) => lead + cells.join("") + tail).join("\n");
  }

  /** @param {Row[]} rows */
  #text(rows) {
    const text = this.#before + this.#write(rows) + this.#after;
    this.#drawn = { text, rows };
    return text;
  }
}
