// Shipped levels by name, and levels that a link carries.

import { levels } from "./api.js";
import { unpack } from "./share.js";

/**
 * The text of a level.
 * @param {string} family
 * @param {string} name of a shipped level, or packed text
 * @returns {Promise<string>}
 */
export async function levelText(family, name) {
  if (name.startsWith("~")) return unpack(name);
  const found = (await levels()).find((level) => level.family === family && level.name === name);
  if (!found) throw new Error(`There is no level '${name}' of ${family}.`);
  return found.text;
}
