// What is played of a set of levels: an attempt is one game from its first move to its end, or to where it was left. The
// attempts of a set are kept here until they are handed in, as a file that goes nowhere by itself: whoever reads it plays
// every attempt again.

import { expect, listIn, VERSION } from "./kept_file.js";
import { level } from "./set_file.js";
import { sha256 } from "./sha256.js";
import { done, forgetLevels, rows, write } from "./store.js";

/** @import { LevelSet, SetLevel } from "./set_file.js" */
/** @typedef {"won" | "lost" | "drawn" | "ended" | "open"} End `open`: it was left before its end */
/**
 * @typedef {object} Attempt
 * @property {number} level the number of the level in its set
 * @property {number} at when it began
 * @property {string} [role]
 * @property {string[]} moves
 * @property {End} end
 * @property {number} [value] that it ended with
 * @property {string} [unit] of the value
 * @property {number} hints that were taken
 * @property {boolean} solution whether a solution was shown
 * @property {boolean} impossible whether it was ended by saying that the level cannot be solved
 */
/** @typedef {{ set: string, who: string, levels: SetLevel[], attempts: Attempt[] }} HandedIn what one pupil handed in: the title of the set, the levels, what was tried */

/** Attempts of a set that are kept; later ones are not. */
const MAX_ATTEMPTS = 2000;
/** Moves of an attempt; one of more is not kept. */
const MAX_MOVES = 20_000;
/** The most characters of what a pupil writes. */
export const MAX_WHO = 60;
const ENDS = ["won", "lost", "drawn", "ended", "open"];
/** Where it stands what a pupil wrote, so that a reload keeps it. */
const WHO = "menagerie.who";

/**
 * The key of a set.
 * @param {string} text of the set
 */
export const keyOfSet = (text) => sha256(text);

/**
 * The attempts of a set, in the order in which they were begun.
 * @param {string} set its key
 * @returns {Promise<Attempt[]>}
 */
export async function attemptsOf(set) {
  return rows("attempts", [set]);
}

/**
 * Keeps an attempt as it stands now.
 * @param {string} set its key
 * @param {Attempt} attempt
 */
export async function keepAttempt(set, attempt) {
  if (attempt.moves.length > MAX_MOVES) return;
  await write("attempts", async (store) => {
    const known = await done(store.get([set, attempt.at]));
    if (known || (await done(store.count(IDBKeyRange.bound([set], [set, []])))) < MAX_ATTEMPTS) store.put({ set, ...attempt });
  });
}

/**
 * What was written as name or number for a set.
 * @param {string} set its key
 * @returns {string}
 */
export function whoFor(set) {
  try {
    const [key = "", who = ""] = JSON.parse(localStorage.getItem(WHO) ?? "[]");
    return key === set ? String(who) : "";
  } catch {
    return "";
  }
}

/**
 * Keeps what was written as name or number for a set.
 * @param {string} set its key
 * @param {string} who
 */
export function keepWho(set, who) {
  try {
    localStorage.setItem(WHO, JSON.stringify([set, who]));
  } catch {
    // It has to be written again after a reload.
  }
}

/**
 * Forgets what was played of a set, and who played, so that the next pupil finds it new.
 * @param {string} key of the set
 * @param {LevelSet} set
 */
export async function emptied(key, { levels }) {
  keepWho(key, "");
  await write("attempts", (store) => void store.delete(IDBKeyRange.bound([key], [key, []])));
  await forgetLevels(levels);
}

/**
 * What is handed in, as the text of a file.
 * @param {HandedIn} handed
 * @returns {string}
 */
export function handedText({ set, who, levels, attempts }) {
  const bare = attempts.map(({ level, at, role, moves, end, value, unit, hints, solution, impossible }) => ({ level, at, role, moves, end, value, unit, hints, solution, impossible }));
  return JSON.stringify({ menagerie: VERSION, handed_in: set, who, levels, attempts: bare }, null, 1);
}

/**
 * What a file says that was handed in.
 * @param {string} text
 * @returns {HandedIn}
 */
export function readHanded(text) {
  const levels = listIn(text, "levels", 1000, level);
  const attempts = listIn(text, "attempts", MAX_ATTEMPTS, (row, number) => attempt(row, number, levels.length));
  const { handed_in: set, who } = /** @type {Record<string, unknown>} */ (JSON.parse(text));
  expect("the file", "title of a set", set, typeof set === "string");
  expect("the file", "name", who, typeof who === "string" && who.length <= MAX_WHO);
  return { set: String(set), who: String(who), levels, attempts };
}

/**
 * @param {Record<string, unknown>} row
 * @param {number} number
 * @param {number} levels how many there are
 * @returns {Attempt}
 */
function attempt({ level, at, role, moves, end, value, unit, hints, solution, impossible }, number, levels) {
  const which = `attempt ${number}`;
  const count = (/** @type {unknown} */ found) => Number.isSafeInteger(found) && Number(found) >= 0;
  const short = (/** @type {unknown} */ found) => found === undefined || (typeof found === "string" && found.length <= 64);
  const isLine = Array.isArray(moves) && moves.length <= MAX_MOVES && moves.every((move) => typeof move === "string" && move.length <= 10_000);
  expect(which, "level", level, count(level) && Number(level) >= 1 && Number(level) <= levels);
  expect(which, "time", at, count(at));
  expect(which, "role", role, short(role));
  expect(which, "list of moves", moves, isLine);
  expect(which, "end", end, ENDS.some((one) => one === end));
  expect(which, "value", value, value === undefined || count(value));
  expect(which, "unit", unit, short(unit));
  expect(which, "number of hints", hints, count(hints));
  expect(which, "solution", solution, typeof solution === "boolean");
  expect(which, "claim", impossible, typeof impossible === "boolean");
  return /** @type {Attempt} */ ({ level, at, moves, end, hints, solution, impossible, ...(role === undefined ? {} : { role }), ...(value === undefined ? {} : { value }), ...(unit === undefined ? {} : { unit }) });
}
