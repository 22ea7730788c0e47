// Help in three steps, each on demand, as in the terminal: is it still solvable, where to look, the move. All three are
// read off one hint at the position. Where to look is a line of the board that holds a best move, or how a best move
// begins that has no place.

import { plural } from "./element.js";

/** @import { Answer, Frame, Place, Position } from "./types.js" */
/** @typedef {{ move: string, at: Place }} Target a legal move with its place */
/** @typedef {{ words: string, places: Place[] }} Region */
/** @typedef {{ kind: "best" | "impossible" | "unfinished", words: string, best: string[], look: Place[] }} Said */

/** Moves that are named. */
const NAMED = 8;

/** The help at one position. */
export class Advice {
  #step = 0;
  #answer;
  #position;
  #targets;

  /**
   * @param {Answer} answer to a hint
   * @param {Position} position that it is about
   */
  constructor(answer, position) {
    this.#answer = answer;
    this.#position = position;
    this.#targets = targets(position.picture.frames.at(-1), position.legal);
  }

  /**
   * One step more of help; after the third the third again.
   * @returns {Said}
   */
  more() {
    const { verdict, answer } = this.#answer;
    const nothing = { best: [], look: [] };
    if (verdict === "impossible") return { kind: "impossible", words: "It cannot be solved from here. Undo, or ask for the reason with Solve.", ...nothing };
    if (verdict === "unfinished") return { kind: "unfinished", words: unknown(Number(answer?.["at_least"] ?? 0)), ...nothing };
    this.#step = Math.min(3, this.#step + 1);
    const best = Array.isArray(answer?.["best"]) ? answer["best"].map(String) : [];
    const left = standing(answer ?? {});
    if (!best.length) return { kind: "best", words: left || "No best move is known here.", ...nothing };
    if (this.#step === 1) return { kind: "best", words: left || "There is a best move.", ...nothing };
    if (this.#step === 2) {
      const { words, places } = region(best, this.#targets);
      return { kind: "best", words: sentences(left, words), best: [], look: places };
    }
    return { kind: "best", ...this.#named(best, left) };
  }

  /**
   * The best moves by name. Where they are nearly all that there are, those that are not are named and marked instead,
   * beside one to make.
   * @param {string[]} best
   * @param {string} left
   */
  #named(best, left) {
    const { legal, said = {} } = this.#position;
    const words = (/** @type {string} */ move) => said[move] ?? move;
    const others = legal.filter((move) => !best.includes(move));
    if (best.length <= NAMED || others.length >= best.length) return { words: sentences(left, `Best now: ${list(best.map(words))}.`), best, look: [] };
    const [first = ""] = best;
    const any = others.length ? `any move but ${list(others.map(words))}; for instance ${words(first)}` : "any move";
    const look = this.#targets.filter(({ move }) => others.includes(move)).map(({ at }) => at);
    return { words: sentences(left, `Best now: ${any}.`), best: [first], look };
  }

  /** Whether a further step says more. */
  get hasMore() {
    return this.#answer.verdict === "found" && this.#step < 3;
  }
}

/**
 * The legal moves that have a place in a frame.
 * @param {Frame | undefined} frame
 * @param {string[]} legal
 * @returns {Target[]}
 */
function targets(frame, legal) {
  const known = new Set(legal);
  const things = [...(frame?.cells ?? []), ...(frame?.pieces ?? [])];
  const placed = new Map(things.flatMap(({ act, at }) => (act !== null && known.has(act) ? [[act, at]] : [])));
  const found = [...placed].map(([move, at]) => ({ move, at }));
  return found.sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);
}

/** @param {number} atLeast */
function unknown(atLeast) {
  return atLeast > 0 ? `Not known within the limits; at least ${plural(atLeast, "move")} left.` : "Not known within the limits.";
}

/**
 * How the position stands, as a sentence; empty where the hint says nothing of it.
 * @param {Record<string, unknown>} hint
 */
function standing({ moves_left, at_most, cost_left, tokens, value, distance }) {
  if (moves_left !== undefined) return `It can be solved: ${plural(Number(moves_left), "move")} left.`;
  if (at_most !== undefined) return `It can be solved in ${plural(Number(at_most), "move")}; fewer may be possible.`;
  if (cost_left !== undefined) return `${Number(cost_left).toLocaleString("en")} still to pay.`;
  if (tokens !== undefined) return `The shortest program has ${plural(Number(tokens), "token")}.`;
  if (value === undefined) return "";
  return `A ${value}${distance === undefined ? "" : ` in ${plural(Number(distance), "move")}`} for the side to move.`;
}

/**
 * The part of the board to look at: the line of the first best move; where there is but one line, its half.
 * @param {string[]} best
 * @param {Target[]} targets by lines, and within a line from left to right
 * @returns {Region}
 */
function region(best, targets) {
  const first = targets.find(({ move }) => best.includes(move));
  if (!first) return { words: `Look at moves that begin with '${best[0]?.split(/\s/)[0]}'.`, places: [] };
  const lines = [...new Set(targets.map(({ at }) => at[1]))];
  const line = targets.filter(({ at }) => at[1] === first.at[1]);
  const places = (/** @type {Target[]} */ some) => some.map(({ at }) => at);
  if (targets.length === 1) return { words: "There is only one move.", places: places(line) };
  if (targets.length < 4) return { words: `Look at each of the ${targets.length} moves.`, places: places(targets) };
  if (lines.length > 1) return { words: `Look at line ${lines.indexOf(first.at[1]) + 1} of the ${lines.length} where something can be done.`, places: places(line) };
  const middle = Math.ceil(line.length / 2);
  const left = line.indexOf(first) < middle;
  return { words: `Look at the ${left ? "left" : "right"} half of what can be done.`, places: places(left ? line.slice(0, middle) : line.slice(middle)) };
}

/** @param {string[]} moves */
function list(moves) {
  const more = moves.length > NAMED ? ` and ${moves.length - NAMED} more` : "";
  return moves.slice(0, NAMED).join(", ") + more;
}

/** @param {...string} parts */
function sentences(...parts) {
  return parts.filter(Boolean).join(" ");
}
