// Shipped levels by name, levels that a link carries, and one level of a file that holds several.

import { levels, levelsOf } from "./api.js";
import { unpack } from "./share.js";

/**
 * The text of a level or of a file of levels.
 * @param {string} family
 * @param {string} name of a shipped level, or packed text
 * @returns {Promise<string>}
 */
export async function fileText(family, name) {
  if (name.startsWith("~")) return unpack(name);
  const found = (await levels()).find((level) => level.family === family && level.name === name);
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
