// Shipped levels by name, levels that a link carries, and one level of a file that holds several.

import { drawnOf, family as card, levels, levelsOf, shippedFiles } from "../engines/api.js";
import { isPacked, link, unpack } from "./share.js";

/** @import { Game } from "../game/game.js" */
/** @import { ListedLevel, NamedCanvas } from "../types.js" */
/**
 * @typedef {object} Chosen
 * @property {string} text
 * @property {string} [title]
 * @property {{ href: string, title: string, apart: boolean }} [next] the level after it; `apart` where it belongs to
 *   another file
 * @property {string} chooser the address of the list of levels
 * @property {string} [place] where the level stands, as a link to that list
 * @property {() => void} [onwon] told as the level is won
 * @property {(game: Game, impossible: boolean) => void} [onplayed] told after each change of the game, and as it is won by
 *   saying that it cannot be solved
 * @property {boolean} [isDoubtful] whether it is the question whether the level can be solved at all
 */

const ALL = "#/";

/**
 * The text of a level or of a file of levels.
 * @param {string} family
 * @param {string} name of a shipped level or file, or packed text
 * @returns {Promise<string>}
 */
export async function fileText(family, name) {
  if (isPacked(name)) return unpack(name);
  const isMeant = (/** @type {{ family: string, name: string }} */ level) => level.family === family && level.name === name;
  const found = (await levels()).find(isMeant) ?? (await shippedFiles()).find(isMeant);
  if (!found) throw new Error(`There is no level '${name}' of ${family}.`);
  return found.text;
}

/**
 * The text of one level.
 * @param {string} family
 * @param {string} name of a shipped level, or packed text
 * @param {string} [number] of the level in a file that holds several
 * @returns {Promise<string>}
 */
export async function levelText(family, name, number) {
  const text = await fileText(family, name);
  if (number === undefined) return text;
  const [level] = await levelsOf({ family, level: text, number: Number(number) });
  if (level?.text === undefined) throw new Error(`There is no level ${number} in this file.`);
  return level.text;
}

/**
 * A level to be played: its text, the title that is known of it, and the level after it.
 * @param {string} family
 * @param {string} name of a shipped level, or packed text
 * @param {string} [number] of the level in a file that holds several
 * @returns {Promise<Chosen>}
 */
export async function chosenLevel(family, name, number) {
  if (number !== undefined) return ofFile(family, name, Number(number));
  const text = await fileText(family, name);
  if (isPacked(name)) return { text, chooser: ALL };
  const [all, { doubtful }] = await Promise.all([levels(), card(family)]);
  const own = all.filter((level) => level.family === family);
  const at = own.findIndex((level) => level.name === name);
  // Behind a level to be solved comes another one, not one of which that is the question.
  const isDoubtful = doubtful.includes(name);
  const after = own.slice(at + 1).find((level) => doubtful.includes(level.name) === isDoubtful);
  const apart = name.includes("#") && fileOf(name) !== fileOf(after?.name ?? "");
  const next = after && { href: link("play", family, after.name), title: after.title ?? after.name, apart };
  return { text, title: own[at]?.title ?? name, ...(next ? { next } : {}), chooser: ALL, isDoubtful };
}

/**
 * @param {string} family
 * @param {string} name
 * @param {number} number
 * @returns {Promise<Chosen>}
 */
async function ofFile(family, name, number) {
  const file = { family, level: await fileText(family, name) };
  const [text, all] = await Promise.all([levelText(family, name, String(number)), levelsOf(file)]);
  const titled = (/** @type {number} */ one) => all.find((level) => level.number === one);
  const after = titled(number + 1);
  const title = titled(number)?.title;
  const next = after && { href: link("play", family, name, number + 1), title: after.title ?? `Level ${number + 1}`, apart: false };
  return { text, ...(title ? { title } : {}), ...(next ? { next } : {}), chooser: link("levels", family, name) };
}

/**
 * The name of the file of a shipped level: `push` of `push#2`; one without a number is a file of its own.
 * @param {string} name
 */
function fileOf(name) {
  return name.replace(/#\d+$/, "");
}

/**
 * The levels of a text, and the one of this number with its text: the last one, where there are fewer.
 * @param {{ family: string, level: string, pictures: boolean }} file with `pictures` those that it draws beside its levels, too
 * @param {number} number
 * @param {AbortSignal} signal
 * @returns {Promise<{ all: ListedLevel[], chosen: ListedLevel, pictures: NamedCanvas[] }>}
 */
export async function levelsWith({ pictures: isDrawn, ...file }, number, signal) {
  // One after the other, so that a text that is not valid is refused once.
  const all = await levelsOf(file, signal);
  const { levels: [chosen], pictures = [] } = await drawnOf({ ...file, number: Math.min(number, all.length), ...(isDrawn ? { pictures: true } : {}) }, signal);
  if (!chosen) throw new Error("This text holds no level.");
  return { all, chosen, pictures };
}
