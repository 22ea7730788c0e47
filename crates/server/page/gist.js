// The JSON in which a gist is handed over: the level is in one of its files. Nothing is fetched.

/** @import { FamilyCard } from "./types.js" */
/** @typedef {{ family: string | undefined, text: string, truncated: boolean }} GistLevel */

/**
 * The family whose files have this name, by the whole name or by its extension.
 * @param {string} name
 * @param {FamilyCard[]} cards
 * @returns {string | undefined}
 */
export function familyOf(name, cards) {
  const small = name.toLowerCase();
  const extension = small.split(".").at(-1) ?? "";
  const named = cards.find((card) => card.file_names.includes(small)) ?? cards.find((card) => card.extensions.includes(extension));
  return named?.family;
}

/**
 * The level in a gist: the first file whose name a family knows, or the only one. Nothing where the text is no gist.
 * @param {string} text
 * @param {FamilyCard[]} cards
 * @returns {GistLevel | undefined}
 */
export function gistLevel(text, cards) {
  const files = Object.entries(filesOf(text)).filter(([, file]) => typeof file?.content === "string");
  const known = files.find(([name]) => familyOf(name, cards) !== undefined);
  const [name, file] = known ?? (files.length === 1 ? (files[0] ?? []) : []);
  if (name === undefined || typeof file?.content !== "string") return undefined;
  return { family: familyOf(name, cards), text: file.content, truncated: file.truncated === true };
}

/**
 * @param {string} text
 * @returns {Record<string, { content?: unknown, truncated?: unknown } | null>}
 */
function filesOf(text) {
  if (!text.trimStart().startsWith("{")) return {};
  try {
    const { files } = JSON.parse(text);
    return typeof files === "object" && files !== null ? files : {};
  } catch {
    return {};
  }
}
