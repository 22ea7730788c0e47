// The sets of levels that are made in this browser.

import { freshName } from "./drafts.js";
import { MAX_LEVELS, MAX_TITLE } from "./set_file.js";
import { done, rows, write } from "./store.js";

/** @import { LevelSet, SetLevel } from "./set_file.js" */
/** @typedef {LevelSet & { id: string, at: number }} SetRow a set, and when it was changed last */

/**
 * The sets, the one that was changed last first.
 * @returns {Promise<SetRow[]>}
 */
export async function ownSets() {
  const all = /** @type {SetRow[]} */ (await rows("sets", []));
  return all.sort((one, other) => other.at - one.at);
}

/** A new set without levels, which is not kept yet. @returns {SetRow} */
export function newSet() {
  return { id: freshName(), title: "", asks: "name", levels: [], at: Date.now() };
}

/**
 * Keeps a set as it is now; whether that was possible.
 * @param {SetRow} set
 */
export function keepSet(set) {
  return write("sets", (store) => void store.put({ ...set, at: Date.now() }));
}

/** @param {SetRow} set */
export function removeSet({ id }) {
  return write("sets", (store) => void store.delete(id));
}

/**
 * Adds levels to a set, as many as it holds; how many they are.
 * @param {SetRow} set
 * @param {SetLevel[]} levels
 */
export function add(set, levels) {
  const taken = levels.slice(0, MAX_LEVELS - set.levels.length).map((level) => ({ ...level, title: level.title.slice(0, MAX_TITLE) }));
  set.levels.push(...taken);
  return taken.length;
}

/**
 * Adds a level to the set that was changed last, or to a new one; gives that set, and nothing where nothing can be kept.
 * @param {SetLevel} level
 * @returns {Promise<SetRow | undefined>}
 */
export async function addToLast(level) {
  const [last = newSet()] = await ownSets();
  const isKept = await write("sets", async (store) => {
    const set = /** @type {SetRow} */ ((await done(store.get(last.id))) ?? last);
    add(set, [level]);
    last.levels = set.levels;
    store.put({ ...set, at: Date.now() });
  });
  return isKept ? last : undefined;
}
