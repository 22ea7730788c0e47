// A level that is made for whoever plays it: the puzzle of a day (`#/daily/VERSION/DATE`), or one of a size and a
// difficulty (`#/new/FAMILY/BOARD/DIFFICULTY/SEED`, `-` for any difficulty). The address makes the level again.

import { dailies, families, newLevel } from "../engines/api.js";
import { dateInWords, dayOf, levelOfDay, solved } from "../game/days.js";
import { inUnits } from "../ui/element.js";
import { pack } from "../storage/share.js";
import { show } from "./play.js";

/** @import { SetLevel } from "../storage/set_file.js" */
/** @import { FamilyCard, NewRequest } from "../types.js" */

const ALL = "#/";
/** Any difficulty, in an address. */
const ANY = "-";

/**
 * The address of a new level.
 * @param {NewRequest} request
 */
export function newGame({ family, board = "", difficulty, seed }) {
  return `#/new/${family}/${encodeURIComponent(board)}/${difficulty ?? ANY}/${seed}`;
}

/**
 * Mounts the game of a size and a difficulty.
 * @param {HTMLElement} root
 * @param {string[]} parts of the address
 * @returns {Promise<() => void>}
 */
export async function mount(root, [family = "", board = "", wanted = ANY, seed = ""]) {
  const number = Number(seed);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`'${seed}' is no seed of a new level; expected a number.`);
  const request = { family, board, seed: number, ...(wanted === ANY ? {} : { difficulty: Number(wanted) }) };
  const card = (await families()).find((one) => one.family === family);
  const text = await newLevel(request);
  const next = { href: newGame({ ...request, seed: number + 1 }), title: "another of this kind", apart: false };
  return show(root, family, await pack(text), { text, title: titleOf(card, request), next, chooser: ALL });
}

/**
 * The size and difficulty in words.
 * @param {FamilyCard | undefined} card
 * @param {NewRequest} request
 */
function titleOf(card, { board, difficulty }) {
  const size = card?.new_levels?.sizes.find((size) => size.board === board)?.words ?? board ?? "New level";
  return difficulty === undefined ? size : `${size}, ${inUnits(difficulty, card?.new_levels?.measure ?? "moves")}`;
}

/**
 * Mounts the puzzle of a day.
 * @param {HTMLElement} root
 * @param {string[]} parts of the address
 * @returns {Promise<() => void>}
 */
export async function mountDaily(root, [version = "", date = ""]) {
  const [known, day] = [await dailies(), dayOf(date)];
  if (day === undefined) throw new Error(`'${date}' is no date; expected one such as 2026-11-30.`);
  if (version !== String(known.version)) throw new Error(`This link is to a puzzle of the day of version ${version}, and this page makes those of version ${known.version}: it would be another puzzle.`);
  const request = levelOfDay(known, day);
  if (!request) throw new Error("There are no puzzles of the day here.");
  const text = await newLevel(request);
  return show(root, request.family, await pack(text), { text, title: dateInWords(date), chooser: ALL, onwon: () => solved(date) });
}

/**
 * New levels, made now, as a set has them.
 * @param {FamilyCard[]} cards
 * @param {NewRequest[]} requests
 * @returns {Promise<SetLevel[]>}
 */
export function madeLevels(cards, requests) {
  const made = async (/** @type {NewRequest} */ request) => ({ family: request.family, title: titleOf(cards.find(({ family }) => family === request.family), request), text: await newLevel(request) });
  return Promise.all(requests.map(made));
}
