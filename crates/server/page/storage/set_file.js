// A set of levels: a few levels of any family under one title, in an order, as a teacher gives them to a class. It is a text,
// which stands in a link (`#/set/~TEXT`) or in a file: JSON with the version `menagerie` and a `set`.

import { expect, listIn, VERSION } from "./kept_file.js";
import { pack } from "./share.js";

/** @typedef {{ family: string, title: string, text: string }} SetLevel */
/** @typedef {"name" | "number" | "nothing"} PupilWrites what a pupil writes */
/** @typedef {{ title: string, asks: PupilWrites, levels: SetLevel[] }} LevelSet */

/** The most levels of a set. */
export const MAX_LEVELS = 200;
/** The most characters of the levels of a set together. */
const MAX_TEXT = 1_000_000;
/** The most characters of a title. */
export const MAX_TITLE = 120;
/** What a pupil can be asked to write. @type {PupilWrites[]} */
const ASKS = ["name", "number", "nothing"];

/**
 * Whether a text is likely a set, so that it is read as one.
 * @param {string} text
 */
export const isSet = (text) => /^\s*\{\s*"menagerie"\s*:\s*\d+\s*,\s*"set"\s*:/.test(text);

/**
 * A set as a text.
 * @param {LevelSet} set
 * @returns {string}
 */
export function setText({ title, asks, levels }) {
  const bare = levels.map((level) => ({ family: level.family, title: level.title, text: level.text }));
  return JSON.stringify({ menagerie: VERSION, set: title, asks, levels: bare });
}

/**
 * The set of a text.
 * @param {string} text
 * @returns {LevelSet}
 */
export function readSet(text) {
  const levels = listIn(text, "levels", MAX_LEVELS, level);
  const { set: title, asks } = /** @type {Record<string, unknown>} */ (JSON.parse(text));
  expect("the set", "title", title, isTitle(title));
  expect("the set", "question for the pupil", asks, ASKS.some((one) => one === asks));
  const characters = levels.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > MAX_TEXT) throw new Error(`expected at most ${MAX_TEXT.toLocaleString("en")} characters of levels`);
  return { title: String(title), asks: /** @type {PupilWrites} */ (asks), levels };
}

/**
 * @param {Record<string, unknown>} row
 * @param {number} number
 * @returns {SetLevel}
 */
export function level({ family, title, text }, number) {
  const which = `level ${number}`;
  expect(which, "family", family, typeof family === "string" && /^[\w-]{1,64}$/.test(family));
  expect(which, "title", title, isTitle(title));
  expect(which, "text", text, typeof text === "string" && text.length <= MAX_TEXT);
  return { family: String(family), title: String(title), text: String(text) };
}

/** @param {unknown} found */
const isTitle = (found) => typeof found === "string" && found.length <= MAX_TITLE;

/**
 * The address of a set, or of a level of it.
 * @param {string} packed the packed text of the set
 * @param {number | "print"} [part] the number of a level, or the sheets
 */
export function setLink(packed, part) {
  return `#/set/${packed}${part === undefined ? "" : `/${part}`}`;
}

/**
 * The address of a set.
 * @param {LevelSet} set
 */
export async function linkOf(set) {
  return setLink(await pack(setText(set)));
}

/**
 * The part of a file's name that comes from words.
 * @param {string} words
 */
export function fileName(words) {
  return words.trim().toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "set";
}
