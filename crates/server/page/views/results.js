// What came back (`#/results`): the files that pupils or playtesters handed in as one table, a row for each and a column for
// each level. Every attempt is played again as it is read, and one that does not come to what its file says is marked. Below
// the table each level shows where its games were lost and where they were left.

import { announce } from "../ui/announce.js";
import { play } from "../engines/api.js";
import { h, inUnits, plural } from "../ui/element.js";
import { Board } from "../board/board.js";
import { bestOf } from "../storage/best_attempt.js";
import { csvLine } from "../storage/csv.js";
import { download } from "../storage/file.js";
import { readHanded } from "../storage/attempts.js";
import { helpInWords } from "../storage/help_taken.js";
import { replayed, whereEnded } from "../game/replayed.js";
import { wordsOf } from "../engines/refusal.js";

/** @import { Attempt, HandedIn } from "../storage/attempts.js" */
/** @import { SetLevel } from "../storage/set_file.js" */
/** @import { Overlay, Place } from "../types.js" */
/** @typedef {Attempt & { key: string, holds?: boolean, why?: string }} Read an attempt with the key of its level, and whether it comes to what its file says */
/** @typedef {{ name: string, who: string, set: string, attempts: Read[] }} Sheet a file */

/** The longest file that is read, and how many at once. */
const LONGEST = 20_000_000;
const MAX_FILES = 500;
/** By this mark spreadsheets know the encoding of a table. */
const MARK = "\uFEFF";

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function mount(root) {
  const view = new Results();
  root.replaceChildren(view.element);
  return () => view.leave();
}

/** The table, and what was read. */
class Results {
  /** @type {Sheet[]} */
  #sheets = [];
  /** The levels of all files, each once, in the order in which they come. @type {Map<string, SetLevel>} */
  #levels = new Map();
  #left = new AbortController();

  constructor() {
    this.words = h("p", { role: "status" });
    const file = h("input", { type: "file", class: "file", id: "handed", accept: ".json", multiple: true, onchange: () => void this.#take([...(file.files ?? [])]) });
    this.save = h("button", { type: "button", hidden: true, onclick: () => download("results.csv", MARK + this.#csv(), "text/csv") }, "Save as a table (CSV)");
    const tools = h("div", { class: "row" }, file, h("label", { class: "button primary", for: "handed" }, "Open files"), this.save, h("a", { class: "button", href: "#/sets" }, "Sets of levels"));
    const lead = "Choose all files that were handed in, at once or bit by bit. They stay in this browser's memory until this view is left; nothing is kept or sent.";
    this.table = h("div", { class: "results-table", tabindex: 0, role: "region", "aria-label": "Results" });
    this.places = h("div", { class: "lost-places" });
    this.element = h("div", { class: "documents results" }, h("h1", { tabindex: -1 }, "Results"), h("p", {}, lead), tools, this.words, this.table, this.places);
    this.table.hidden = true;
  }

  /** Ends what runs. */
  leave() {
    this.#left.abort();
  }

  /** @param {File[]} files */
  async #take(files) {
    /** @type {string[]} */
    const refused = [];
    for (const file of files.slice(0, MAX_FILES)) {
      try {
        if (file.size > LONGEST) throw new Error("it is too large");
        this.#keep(file.name, readHanded(await file.text()));
      } catch (error) {
        refused.push(`${file.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    await this.#replay(refused);
  }

  /**
   * @param {string} name
   * @param {HandedIn} handed
   */
  #keep(name, { set, who, levels, attempts }) {
    const keys = levels.map(({ family, text }) => `${family} ${text}`);
    keys.forEach((key, index) => this.#levels.has(key) || this.#levels.set(key, /** @type {SetLevel} */ (levels[index])));
    const read = attempts.map((attempt) => ({ ...attempt, key: keys[attempt.level - 1] ?? "" }));
    // The same file again takes the place of the first.
    this.#sheets = [...this.#sheets.filter((sheet) => sheet.name !== name), { name, who, set, attempts: read }];
  }

  /**
   * Plays what was not played again yet.
   * @param {string[]} refused files that hold no results
   */
  async #replay(refused) {
    const fresh = this.#sheets.flatMap(({ attempts }) => attempts.filter(({ holds }) => holds === undefined));
    for (const [index, attempt] of fresh.entries()) {
      this.words.textContent = `Playing game ${index + 1} of ${fresh.length} again …`;
      const level = /** @type {SetLevel} */ (this.#levels.get(attempt.key));
      const why = await replayed(level, attempt, this.#left.signal).catch((error) => wordsOf(error));
      if (this.#left.signal.aborted) return;
      [attempt.holds, attempt.why] = [why === undefined, why ?? ""];
    }
    const wrong = this.#sheets.flatMap(({ attempts }) => attempts).filter(({ holds }) => !holds).length;
    const count = `${plural(this.#sheets.length, "file")}, ${plural(this.#sheets.flatMap(({ attempts }) => attempts).length, "game")} played again`;
    const words = [`${count}${wrong ? `; ${wrong} ${wrong === 1 ? "does" : "do"} not come to what the file says` : ""}.`, ...refused.map((one) => `Not taken: ${one}.`)].join(" ");
    this.words.textContent = words;
    announce(words);
    this.#write();
  }

  #write() {
    this.table.hidden = this.save.hidden = this.#sheets.length === 0;
    const head = h("tr", {}, h("th", { scope: "col" }, "Who"), h("th", { scope: "col" }, "Set"), ...[...this.#levels.values()].map((level, index) => h("th", { scope: "col" }, level.title || `Level ${index + 1}`)), h("th", { scope: "col" }, "Solved"));
    this.table.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, ...this.#sorted().map((sheet) => this.#row(sheet)))));
    this.places.replaceChildren(...[...this.#levels].map(([key, level]) => this.#level(key, level)));
  }

  /** The files by who handed them in. */
  #sorted() {
    return [...this.#sheets].sort((one, other) => one.who.localeCompare(other.who, undefined, { numeric: true }));
  }

  /**
   * What is said of each level on a sheet.
   * @param {Sheet} sheet
   */
  #cells({ attempts }) {
    const cells = [...this.#levels.keys()].map((key) => cell(attempts.filter((attempt) => attempt.key === key)));
    return { cells, solved: String(cells.filter(({ isSolved }) => isSolved).length) };
  }

  /** @param {Sheet} sheet */
  #row(sheet) {
    const { cells, solved } = this.#cells(sheet);
    return h("tr", {}, h("th", { scope: "row" }, sheet.who || sheet.name), h("td", {}, sheet.set), ...cells.map(({ words, holds }) => h("td", { "data-holds": String(holds) }, words)), h("td", {}, solved));
  }

  /** The table as comma-separated values. */
  #csv() {
    const head = ["who", "set", "file", ...[...this.#levels.values()].map(({ title }, index) => title || `Level ${index + 1}`), "solved"];
    const row = (/** @type {Sheet} */ sheet) => {
      const { cells, solved } = this.#cells(sheet);
      return [sheet.who, sheet.set, sheet.name, ...cells.map(({ words }) => words), solved];
    };
    return [head, ...this.#sorted().map(row)].map(csvLine).join("");
  }

  /**
   * A level with the places where its games were lost or left, once that is asked for.
   * @param {string} key
   * @param {SetLevel} level
   */
  #level(key, level) {
    const attempts = this.#sheets.flatMap((sheet) => sheet.attempts).filter((attempt) => attempt.key === key && attempt.holds && (attempt.end === "lost" || attempt.end === "open"));
    const of = (/** @type {string} */ end) => attempts.filter((attempt) => attempt.end === end).length;
    const said = `${plural(of("lost"), "game")} lost, ${of("open")} left before the end`;
    const body = h("div", {});
    const open = async () => {
      if (body.childElementCount || !details.open) return;
      body.append(h("p", {}, "One moment …"));
      body.replaceChildren(await heat(level, attempts, this.#left.signal).catch((error) => h("p", {}, wordsOf(error))));
    };
    const details = h("details", { ontoggle: () => void open() }, h("summary", {}, `${level.title || "Without a title"}: ${said}`), body);
    return attempts.length ? details : h("p", {}, `${level.title || "Without a title"}: no game was lost or left.`);
  }
}

/**
 * What a cell of the table says of the attempts at a level.
 * @param {Read[]} attempts
 */
function cell(attempts) {
  const [right, wrong] = [attempts.filter(({ holds }) => holds), attempts.filter(({ holds }) => !holds)];
  const best = bestOf(right.map((attempt) => ({ ...attempt, level: 1 })), 1);
  const isSolved = best?.end === "won" || best?.end === "ended";
  const tries = right.length > 1 ? plural(right.length, "game") : "";
  const told = best ? [ended(best), tries].filter(Boolean).join(", ") : attempts.length ? "" : "–";
  const marked = wrong.length ? `${plural(wrong.length, "game")} not as stated (${wrong[0]?.why})` : "";
  return { words: [told, marked].filter(Boolean).join("; "), holds: wrong.length === 0, isSolved };
}

/**
 * How an attempt ended, in words.
 * @param {Attempt} attempt
 */
function ended({ end, value, unit = "moves", impossible, moves, ...help }) {
  if (end === "open" || end === "lost") return [end === "open" ? `left after ${plural(moves.length, "move")}` : "lost", helpInWords(help)].filter(Boolean).join(", ");
  const amount = value === undefined ? "" : unit.endsWith("s") ? inUnits(value, unit) : `${unit} ${value}`;
  return [end === "drawn" ? "drawn" : `✓${amount && ` ${amount}`}`, impossible ? "said to be impossible" : "", helpInWords(help)].filter(Boolean).join(", ");
}

/**
 * The board of a level with the number of games that were lost or left at each place.
 * @param {SetLevel} level
 * @param {Attempt[]} attempts
 * @param {AbortSignal} signal
 */
async function heat(level, attempts, signal) {
  /** @type {Map<string, { at: Place, name: string, value: number }>} */
  const places = new Map();
  for (const attempt of attempts) {
    for (const { at, name } of await whereEnded(level, attempt, signal)) {
      const key = at.join();
      places.set(key, { at, name, value: (places.get(key)?.value ?? 0) + 1 });
    }
  }
  const { picture } = await play({ family: level.family, level: level.text, moves: [] }, signal);
  const overlays = [...places.values()].map(({ at, value }) => /** @type {Overlay} */ ({ kind: "count", at, value }));
  const first = picture.frames.at(-1);
  const board = new Board();
  board.show({ ...picture, frames: first ? [{ ...first, overlays }] : [] }, 0);
  board.element.removeAttribute("tabindex");
  const most = [...places.values()].sort((one, other) => other.value - one.value).slice(0, 5);
  const words = most.map(({ name, value }) => `${name}: ${plural(value, "game")}`).join("; ");
  return h("figure", {}, board.element, h("figcaption", {}, `Each number counts the games whose last move changed that place${words ? ` (${words})` : ""}.`));
}
