// What the four kinds of hint say on the board: how the position stands, in the words of the answer, where to look, and the best
// moves by name.

/** @import { Answer, Frame, Place, Position } from "./types.js" */
/** @typedef {{ move: string, at: Place }} Target a legal move with its place */
/** @typedef {{ kind: "best" | "impossible" | "unfinished", words: string, best: string[], look: Place[] }} Said */

/** The kind of hint that names the best moves. */
export const LAST = 4;
/** Moves that are named. */
const NAMED = 8;

/**
 * A hint that names no move.
 * @param {Answer} answer
 * @param {Position} position
 * @returns {Said}
 */
export function partial({ standing, answer }, position) {
  const where = answer?.["where"];
  const names = new Set(Array.isArray(where) ? where.map(String) : []);
  const look = position.board.places.filter(({ name }) => names.has(name)).map(({ at }) => at);
  const { can_win = null, words = "" } = standing ?? {};
  const kind = can_win === null ? "unfinished" : can_win ? "best" : "impossible";
  return { kind, words, best: [], look };
}

/**
 * A hint that names the best moves.
 * @param {Answer} answer
 * @param {Position} position
 * @returns {Said}
 */
export function full({ verdict, standing, answer }, position) {
  const nothing = { best: [], look: [] };
  const words = standing?.words ?? "";
  if (verdict === "impossible") return { kind: "impossible", words: position.moves.length ? `${words} Undo, or restart.` : words, ...nothing };
  if (verdict === "unfinished") return { kind: "unfinished", words, ...nothing };
  const best = Array.isArray(answer?.["best"]) ? answer["best"].map(String) : [];
  return { kind: "best", ...(best.length ? named(best, words, position) : { words, ...nothing }) };
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

/** @param {string[]} names */
function list(names) {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join(", ") + more;
}

/** @param {...string} parts */
function sentences(...parts) {
  return parts.filter(Boolean).join(" ");
}
