// What the four kinds of hint say on the board: how the position stands, in the words of the answer, where to look, and the best
// moves by name.

/** @import { Answer, Place, Position } from "../types.js" */
/** @typedef {{ kind: "best" | "impossible" | "unfinished", words: string, best: string[], look: Place[] }} Said */

/** The kind of hint that names the best moves. */
export const LAST = 4;

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
  const words = standing?.words ?? "";
  const nothing = { best: [], look: [] };
  if (verdict === "impossible") return { kind: "impossible", words: position.moves.length ? `${words} Undo, or restart.` : words, ...nothing };
  if (verdict === "unfinished") return { kind: "unfinished", words, ...nothing };
  const best = Array.isArray(answer?.["best"]) ? answer["best"].map(String) : [];
  const now = standing?.now === undefined ? "" : `Best now: ${standing.now}.`;
  return { kind: "best", words: [words, now].filter(Boolean).join(" "), best, look: [] };
}
