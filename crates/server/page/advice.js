// What the four kinds of hint say: whether it can be won, between which numbers of moves, where to look, the best moves. The
// words of the first three are those of the command line.

import { reason } from "./answer.js";
import { plural } from "./element.js";

/** @import { Answer, Frame, Place, Position } from "./types.js" */
/** @typedef {{ move: string, at: Place }} Target a legal move with its place */
/** @typedef {{ kind: "best" | "impossible" | "unfinished", words: string, best: string[], look: Place[] }} Said */

/** The kind of hint that names the best moves. */
export const LAST = 4;
/** Moves and places that are named. */
const NAMED = 8;

/**
 * A hint that names no move.
 * @param {Answer} answer
 * @param {Position} position
 * @returns {Said}
 */
export function partial(answer, position) {
  const { can_win, between, unit, share, where } = answer.answer ?? {};
  const names = new Set(Array.isArray(where) ? where.map(String) : []);
  const places = position.board.places.filter(({ name }) => names.has(name));
  const [low, high] = Array.isArray(between) ? between.map((bound) => Number(bound).toLocaleString("en")) : [];
  const words = sentences(
    (unit === "cost" ? ENDING : WINNING).get(can_win) ?? "",
    can_win === null ? reason(answer) : "",
    share !== undefined ? `${share}.` : low === undefined ? "" : `${unit === "cost" ? "It costs" : "It takes"} more than ${low} and less than ${high}${typeof unit === "string" && unit !== "cost" ? ` ${unit}` : ""}.`,
    names.size ? `Look at ${list([...names], "; ")}.` : "",
  );
  const kind = can_win === null ? "unfinished" : can_win ? "best" : "impossible";
  return { kind, words, best: [], look: places.map(({ at }) => at) };
}

/** @type {Map<unknown, string>} */
const WINNING = new Map([[true, "It can be won."], [false, "It cannot be won from here."], [null, "Whether it can be won is not known."]]);
/** The same of a game without a winner, which is played for a cost. @type {Map<unknown, string>} */
const ENDING = new Map([[true, "The end can be reached."], [false, "The end cannot be reached from here."], [null, "Whether the end can be reached is not known."]]);

/**
 * A hint that names the best moves.
 * @param {Answer} answer
 * @param {Position} position
 * @param {string} [why] there is no solution, in words
 * @returns {Said}
 */
export function full({ verdict, answer }, position, why = "Undo, or ask for the reason with Solve") {
  const nothing = { best: [], look: [] };
  if (verdict === "impossible") return { kind: "impossible", words: `It cannot be won from here. ${why}.`, ...nothing };
  if (verdict === "unfinished") return { kind: "unfinished", words: unknown(Number(answer?.["at_least"] ?? 0)), ...nothing };
  const best = Array.isArray(answer?.["best"]) ? answer["best"].map(String) : [];
  if (!best.length) return { kind: "best", words: "Nothing is left to do.", ...nothing };
  const left = standing(answer ?? {});
  return { kind: "best", ...named(best, left, position) };
}

/**
 * The best moves by name. Where they are nearly all that there are, those that are not are named and marked instead,
 * beside one to make.
 * @param {string[]} best
 * @param {string} left
 * @param {Position} position
 */
function named(best, left, { picture, legal, said = {} }) {
  const words = (/** @type {string} */ move) => said[move] ?? move;
  const others = legal.filter((move) => !best.includes(move));
  if (best.length <= NAMED || others.length >= best.length) return { words: sentences(left, `Best now: ${list(best.map(words))}.`), best, look: [] };
  const [first = ""] = best;
  const any = others.length ? `any move but ${list(others.map(words))}; for instance ${words(first)}` : "any move";
  const places = targets(picture.frames.at(-1), legal).filter(({ move }) => others.includes(move));
  return { words: sentences(left, `Best now: ${any}.`), best: [first], look: places.map(({ at }) => at) };
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
function standing({ moves_left, at_most, cost_left, revocable, tokens, anew, at_least, value, distance }) {
  if (moves_left !== undefined) return `It can be solved: ${plural(Number(moves_left), "move")} left.`;
  if (at_most !== undefined) return `It can be solved in ${plural(Number(at_most), "move")}; fewer may be possible.`;
  if (cost_left !== undefined) return sentences(`${Number(cost_left).toLocaleString("en")} still to pay.`, revocable ? "Nothing is lost yet: walls can be taken back." : "");
  if (tokens !== undefined && at_least !== undefined) {
    return `It can be completed with ${plural(Number(tokens), "token")}; fewer may be possible.`;
  }
  if (tokens !== undefined && anew !== undefined) {
    return `The shortest program that begins so has ${plural(Number(tokens), "token")}; from the beginning ${Number(anew)} ${Number(anew) === 1 ? "suffices" : "suffice"}.`;
  }
  if (tokens !== undefined) return `It can be completed with ${plural(Number(tokens), "token")} at best.`;
  if (value === undefined) return "";
  return `A ${value}${distance === undefined ? "" : ` in ${plural(Number(distance), "move")}`} for the side to move.`;
}

/**
 * @param {string[]} names
 * @param {string} between
 */
function list(names, between = ", ") {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join(between) + more;
}

/** @param {...string} parts */
function sentences(...parts) {
  return parts.filter(Boolean).join(" ");
}
