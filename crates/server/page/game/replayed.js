// A game that a file tells of, played again: whether it comes to what the file says, and where it ended.

import { ask, play } from "../engines/api.js";

/** @import { Attempt } from "../storage/attempts.js" */
/** @import { SetLevel } from "../storage/set_file.js" */
/** @import { NamedPlace } from "../types.js" */

/** The longest that a proof is waited for. */
const TIME = "30s";

/**
 * Plays an attempt again; nothing where it comes to what its file says, else what is otherwise.
 * @param {SetLevel} level
 * @param {Attempt} attempt
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}
 */
export async function replayed({ family, text }, { moves, role, end, value, unit, impossible }, signal) {
  const request = { family, level: text, ...(role === undefined ? {} : { role }) };
  if (impossible) {
    const { verdict } = await ask({ family, level: text, question: "solve", options: { time: TIME } }, { signal });
    return verdict === "impossible" ? undefined : verdict === "found" ? "the level can be solved" : "nobody knows whether the level can be solved";
  }
  const { result } = await play({ ...request, moves }, signal);
  const found = result?.kind ?? "open";
  if (found !== end) return `it is ${found}, not ${end}`;
  if (result?.value !== value || (value !== undefined && result?.unit !== unit)) return `it comes to ${result?.value ?? "no value"}, not ${value ?? "none"}`;
  return undefined;
}

/**
 * The places that the last move of an attempt changed.
 * @param {SetLevel} level
 * @param {Attempt} attempt
 * @param {AbortSignal} signal
 * @returns {Promise<NamedPlace[]>}
 */
export async function whereEnded({ family, text }, { moves, role }, signal) {
  const request = { family, level: text, ...(role === undefined ? {} : { role }) };
  const [before, after] = [await play({ ...request, moves: moves.slice(0, -1) }, signal), await play({ ...request, moves }, signal)];
  const words = new Map(before.board.places.map((place) => [place.name, place.words]));
  const changed = after.board.places.filter((place) => words.get(place.name) !== place.words);
  // Where a piece has gone to says more than where it came from.
  const fuller = changed.filter((place) => place.words.length > (words.get(place.name) ?? "").length);
  return fuller.length ? fuller : changed;
}
