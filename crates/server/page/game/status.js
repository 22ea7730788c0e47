// How a game stands, in words: the status, the end beside the best that was possible, the lines of the board that changed;
// and the result that is kept.

import { ask, play } from "../engines/api.js";
import { capitalised, h, inUnits, plural } from "../ui/element.js";
import { EndPanel } from "./ending.js";
import { helpInWords, isHelped } from "../storage/help_taken.js";
import { beside, best } from "./result.js";
import { stars, toKeep } from "../storage/stars.js";
import { keepResult } from "../storage/store.js";

/** @import { Game } from "./game.js" */
/** @import { Best } from "./result.js" */
/** @import { BoardLine, Position, Request } from "../types.js" */

/** Time to find out what would have been possible. */
const COMPARING = "10s";
/** Lines of the board that are said after a move. */
const MAX_SAID = 8;

/** The status of a game and the panel of its end. */
export class StatusLine {
  #game;
  /** @type {AbortController | undefined} */
  #comparing;
  /** The best value from the start, where it is known. @type {Best | undefined} */
  #possible;
  /** The side that was told of last. @type {string | undefined} */
  #role;

  /**
   * @param {Game} game
   * @param {EndPanel} endPanel
   */
  constructor(game, endPanel) {
    this.#game = game;
    this.endPanel = endPanel;
    // On a phone its first lines are shown; a tap shows it whole.
    this.element = h("p", { class: "status", onclick: () => this.element.classList.toggle("whole") });
  }

  /**
   * Writes how the game stands; of one that has ended also how well it was played, once that is known.
   * @returns {Promise<boolean>} whether that has become known
   */
  tell() {
    const { position, made, role } = this.#game;
    if (role !== this.#role) this.#forget();
    this.#role = role;
    this.#judge();
    this.element.dataset["state"] = position?.result?.kind ?? "open";
    this.element.dataset["moves"] = String(made);
    return this.#compare();
  }

  /** The best that was possible is another now. */
  #forget() {
    this.#comparing?.abort();
    this.#possible = undefined;
  }

  /** Ends what is asked in the background. */
  stop() {
    this.#comparing?.abort();
  }

  words() {
    const { position, made } = this.#game;
    if (!position) return "";
    const { result } = position;
    if (result) {
      const words = capitalised(position.ended ?? "");
      const counts = result.kind === "won" && result.value !== undefined;
      const end = this.#possible ? beside(words, result, this.#possible) : words;
      const counted = result.unit === "moves" ? "" : `${plural(made, "move")}: `;
      const helped = result.kind === "lost" ? "" : helpInWords(this.#game.help);
      // What was counted says all of a level that is solved.
      if (counts) return `${[end, helped].filter(Boolean).join(", ")}.`;
      return `${[end, helped].filter(Boolean).join(", ")}. ${counted ? counted + position.words : capitalised(position.words)}`;
    }
    // The words of a program begin with its length.
    const counts = position.tiles ? "" : `${position.counted ? `, ${position.counted}` : ""}${paid(position)}`;
    return `${plural(made, "move")}${counts}. ${capitalised(position.words)}`;
  }

  /** The status as a sentence with its full stop. */
  sentence() {
    return this.words().replace(/\.?$/, ".");
  }

  /**
   * The lines of the board that are new since those before, as sentences, unless they are said already.
   * @param {BoardLine[]} before
   * @param {string[]} told texts that are said beside them
   */
  news(before, told) {
    const { board, words } = /** @type {Position} */ (this.#game.position);
    const known = new Set([...before.map(read), ...told, told.join(" ")]);
    const lines = board.lines.map(read).filter((line) => !known.has(line));
    if (lines.every((line) => words.includes(line))) return [];
    const said = lines.slice(0, MAX_SAID).map((line) => `${line}.`);
    const rest = lines.length - said.length;
    return rest > 0 ? [...said, `${plural(rest, "more line")} changed.`] : said;
  }

  /** Writes the status and, at the end of a game, the stars; and keeps the result. */
  #judge() {
    const { card, level, position } = this.#game;
    this.element.textContent = this.words();
    const result = position?.result;
    if (!result) return this.endPanel.hide();
    const [possible, role] = [this.#possible, this.#game.role ?? position.roles[0]];
    const missed = possible?.proven && possible.value !== result.value ? possible.value.toLocaleString("en") : undefined;
    this.endPanel.show({ lost: result.kind === "lost", stars: stars(result, possible), helped: isHelped(this.#game.help), best: missed });
    // What began with moves of somebody else's is no result of one's own.
    if (!this.#game.isJoined) void keepResult(card.family, level, toKeep(result, possible, role, this.#game.help));
  }

  /**
   * Where a game has ended with a value: asks what would have been possible, and writes it once it is known.
   * @returns {Promise<boolean>} whether it has become known
   */
  async #compare() {
    const { position, card } = this.#game;
    const unit = position?.result?.unit;
    if (!position || unit === undefined || this.#possible || !position.offers.includes(unit === "cost" ? "hint" : "solve")) return false;
    const comparing = new AbortController();
    this.#comparing = comparing;
    const { moves: _moves, role, ...level } = this.#game.request();
    const request = role !== undefined && card.options["solve"]?.includes("role") ? { ...level, role } : level;
    const options = { time: COMPARING };
    try {
      if (unit === "cost") this.#possible = await atOpening({ ...this.#game.request(), moves: [] }, options, comparing.signal);
      else this.#possible = best((await ask({ ...request, question: "solve", options }, { signal: comparing.signal })).optimum, unit);
    } catch {
      return false; // Nothing is known, and nothing is said of it.
    }
    if (comparing.signal.aborted || !this.#possible || this.#game.position !== position) return false;
    this.#judge();
    return true;
  }
}

/**
 * The best that the side which is played can come to by costs: what a hint at the opening says is left to pay, beside what is
 * paid there. The value of the level is another where walls stand already, or the sides play otherwise.
 * @param {Request} opening
 * @param {Record<string, unknown>} options
 * @param {AbortSignal} signal
 * @returns {Promise<Best | undefined>}
 */
async function atOpening(opening, options, signal) {
  const [{ cost }, { standing }] = await Promise.all([play(opening, signal), ask({ ...opening, question: "hint", options }, { signal })]);
  const left = standing?.left;
  return left && { ...left, value: (cost ?? 0) + left.value };
}

/**
 * What was paid so far, in words; nothing where no costs are counted.
 * @param {Position} position
 */
function paid({ cost, unit = "cost" }) {
  if (cost === null || cost === undefined) return "";
  return unit.endsWith("s") ? `, ${inUnits(cost, unit)}` : `, ${unit} ${cost}`;
}

/**
 * A line of the board as it is read out.
 * @param {BoardLine} line
 */
export function read({ name, words }) {
  return name ? `${name}: ${words}` : words;
}
