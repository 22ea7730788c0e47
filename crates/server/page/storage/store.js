// What this browser keeps between visits: the best result of each level, games under way, drafts of the editor and their
// versions, sets of levels and what was tried of them, in the IndexedDB database `menagerie`, version 4. A level is known by its family and the SHA-256 of its text, so a link, a
// file and a shipped level of the same text share their result. `drafts.js` says how drafts are kept.
//
// Games belong to a tab, so that two tabs do not overwrite each other; a tab that has none takes the newest. A database of
// a newer version is read and never written. Where a browser keeps nothing at all, everything is played as on a first
// visit: no function here fails.

import { sha256 } from "./sha256.js";
import { better } from "./stars.js";
import { tab } from "./tab.js";

/** @import { HelpTaken } from "./help_taken.js" */
/** @import { Line } from "../game/restarts.js" */
/** @import { SavedResult } from "./stars.js" */
/** @typedef {{ role?: string | undefined, moves: string[], undone: string[], before?: Line | undefined, help?: HelpTaken, address?: string, title?: string, over: boolean }} SavedGame `before`: what the last restart left; the address and the title of the level */
/** @typedef {SavedGame & { family: string, level: string, text?: string, tab: string, at: number }} GameRow a game with the text of its level, unless that is long */
/** @typedef {SavedResult & { family: string, level: string }} ResultRow */
/** @typedef {{ database: IDBDatabase, writable: boolean }} Opened */

const NAME = "menagerie";
const VERSION = 4;
const STORES = { results: ["family", "level"], games: ["family", "level", "tab"], drafts: "id", versions: ["draft", "at"], sets: "id", attempts: ["set", "at"] };
/** The longest text of a level that is kept with its game. */
const MAX_TEXT = 20_000;
/** Games that are kept in all; the oldest are forgotten first. */
const MAX_GAMES = 200;

/** @type {Promise<Opened | undefined> | undefined} */
let opening;
/** The level that was looked up last, so that its text is not hashed again with every move. */
let last = { text: "", key: sha256("") };

/**
 * The key of a level.
 * @param {string} text of the level
 */
function keyOf(text) {
  if (last.text !== text) last = { text, key: sha256(text) };
  return last.key;
}

/** The database; nothing where the browser has none. */
function opened() {
  opening ??= open(VERSION)
    .catch((error) => (error instanceof DOMException && error.name === "VersionError" ? open(undefined) : undefined))
    .catch(() => undefined);
  return opening;
}

/**
 * @param {number | undefined} version of this page; without one the database as it is, to be read alone
 * @returns {Promise<Opened>}
 */
async function open(version) {
  const request = indexedDB.open(NAME, version);
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
  const database = await done(request);
  // A newer page in another tab may upgrade the database: this one lets go of it and keeps nothing from then on.
  database.onversionchange = () => {
    database.close();
    opening = Promise.resolve(undefined);
  };
  // A browser may close it, where the disk is in trouble.
  database.onclose = () => (opening = undefined);
  return { database, writable: version !== undefined };
}

/**
 * Makes the stores. Version 1 had one draft a family and tab, which becomes a text of one's own; version 2 had no versions, version 3 no sets.
 * @param {IDBOpenDBRequest} request
 * @param {number} before the version of the database, 0 where there was none
 */
function upgrade({ result: database, transaction }, before) {
  for (const [name, keyPath] of Object.entries(STORES)) if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, { keyPath });
  if (before !== 1 || !transaction) return;
  const old = transaction.objectStore("drafts").getAll();
  old.onsuccess = () => {
    database.deleteObjectStore("drafts");
    const drafts = database.createObjectStore("drafts", { keyPath: STORES.drafts });
    for (const { family, tab, text, at } of old.result) drafts.put({ id: `${family} ${tab}`, family, from: `*${tab}`, text, title: "", tab, at });
  };
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Every row of a store whose key begins with these parts; none where nothing is kept.
 * @param {keyof typeof STORES} store
 * @param {string[]} begin
 * @returns {Promise<any[]>}
 */
export async function rows(store, begin) {
  const database = (await opened())?.database;
  if (!database?.objectStoreNames.contains(store)) return [];
  const range = begin.length ? IDBKeyRange.bound(begin, [...begin, []]) : undefined;
  try {
    return await done(database.transaction(store).objectStore(store).getAll(range));
  } catch {
    return []; // The browser forbids it, or has closed the database.
  }
}

/**
 * Changes a store in one transaction; where nothing can be kept, nothing happens.
 * @param {keyof typeof STORES} store
 * @param {(store: IDBObjectStore) => void | Promise<void>} change
 * @returns {Promise<boolean>} whether it is kept, once it is
 */
export async function write(store, change) {
  const handle = await opened();
  if (!handle?.writable) return false;
  try {
    const transaction = handle.database.transaction(store, "readwrite");
    const ended = new Promise((resolve) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
    });
    await change(transaction.objectStore(store));
    return await ended;
  } catch {
    return false; // The disk is full, or the browser forbids it: the game goes on.
  }
}

/**
 * The game of a level: that of this tab, else the newest.
 * @param {string} family
 * @param {string} text of the level
 * @returns {Promise<SavedGame | undefined>}
 */
export async function savedGame(family, text) {
  return mine(await rows("games", [family, keyOf(text)]), await tab());
}

/**
 * Keeps the game of a level as it stands in this tab; one without moves is forgotten, unless a side was chosen.
 * @param {string} family
 * @param {string} text of the level
 * @param {SavedGame} game
 */
export async function keepGame(family, text, { role, moves, undone, before, help, address, title, over }) {
  const [level, own] = [keyOf(text), await tab()];
  await write("games", async (store) => {
    if (moves.length === 0 && undone.length === 0 && role === undefined) return void store.delete([family, level, own]);
    store.put({ family, level, tab: own, role, moves, undone, before, help, address, title, text: text.length > MAX_TEXT ? undefined : text, over, at: Date.now() });
    if ((await done(store.count())) > MAX_GAMES) forgetOldest(store, await done(store.getAll()));
  });
}

/**
 * The games that were begun and not ended, each once, the newest first.
 * @returns {Promise<GameRow[]>}
 */
export async function begunGames() {
  const games = /** @type {GameRow[]} */ (await rows("games", []));
  const newest = games.sort((one, other) => other.at - one.at);
  const isFirst = (/** @type {GameRow} */ { family, level }, /** @type {number} */ at) => newest.findIndex((one) => one.family === family && one.level === level) === at;
  return newest.filter((game, at) => isFirst(game, at) && !game.over && game.moves.length > 0);
}

/**
 * @param {IDBObjectStore} store
 * @param {GameRow[]} games
 */
function forgetOldest(store, games) {
  const oldest = games.sort((one, other) => one.at - other.at).slice(0, games.length - MAX_GAMES);
  for (const { family, level, tab } of oldest) store.delete([family, level, tab]);
}

/**
 * The row of this tab, else the newest.
 * @template {{ tab: string, at: number }} Row
 * @param {Row[]} rows
 * @param {string} own
 */
function mine(rows, own) {
  return rows.find((row) => row.tab === own) ?? rows.sort((one, other) => other.at - one.at)[0];
}

/**
 * The results of a family by the SHA-256 of the level's text.
 * @param {string} [family] without it those of all
 * @returns {Promise<ResultRow[]>}
 */
export async function savedResults(family) {
  return rows("results", family === undefined ? [] : [family]);
}

/**
 * Keeps a result where it is better than the one that is kept.
 * @param {string} family
 * @param {string} text of the level
 * @param {SavedResult} result
 */
export function keepResult(family, text, result) {
  return mergeResults([{ family, level: keyOf(text), ...result }]);
}

/**
 * Keeps these results where each is better than the one that is kept.
 * @param {ResultRow[]} results
 */
export function mergeResults(results) {
  return write("results", async (store) => {
    for (const result of results) {
      const before = await done(store.get([result.family, result.level]));
      if (!before || better(result, before)) store.put(result);
    }
  });
}

/**
 * Forgets the results and games of these levels.
 * @param {{ family: string, text: string }[]} levels
 */
export async function forgetLevels(levels) {
  const keys = levels.map(({ family, text }) => [family, sha256(text)]);
  await write("results", (store) => keys.forEach((key) => store.delete(key)));
  await write("games", (store) => keys.forEach((key) => store.delete(IDBKeyRange.bound(key, [...key, []]))));
}

/** Forgets results, games, drafts and sets. */
export async function forgetEverything() {
  const names = /** @type {(keyof typeof STORES)[]} */ (Object.keys(STORES));
  await Promise.all(names.map((name) => write(name, (store) => void store.clear())));
}
