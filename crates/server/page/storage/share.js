// Levels and games in links. A level is named if it is shipped; any other stands as compressed text behind a `~` in the
// fragment, which is never sent to a server. A game under way is appended to the route: `?v=1&n=TITLE&r=ROLE&m=MOVES`, the
// moves compressed in the same way, one a line.

import { compressed, decompressed } from "../engines/compression.js";

/** @typedef {{ title?: string | undefined, role?: string | undefined, moves: string[] }} SharedGame */

/** A text that unpacks to more than this is refused. */
const MOST = 4_000_000;
/** A link with more moves than this is refused. */
export const MAX_MOVES = 100_000;
/** The version of what is appended to a route. */
const VERSION = "1";

/**
 * The text as it stands in a link.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function pack(text) {
  const bytes = await compressed(new TextEncoder().encode(text));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `~${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * Whether a name in a link is that of a packed text.
 * @param {string} name
 */
export const isPacked = (name) => name.startsWith("~");

/**
 * The text of a link that `pack` made.
 * @param {string} packed
 * @returns {Promise<string>}
 */
export async function unpack(packed) {
  try {
    const binary = atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await decompressed(bytes, MOST));
  } catch (error) {
    throw new Error(error instanceof RangeError ? "What this link carries is too large." : "This link cannot be read: part of it is missing.");
  }
}

/**
 * The link to play or edit a level, or to choose one of a file.
 * @param {"play" | "edit" | "levels"} view
 * @param {string} family
 * @param {string} name of a shipped level, or packed text
 * @param {number} [number] of the level in a file that holds several
 * @returns {string}
 */
export function link(view, family, name, number) {
  const parts = [view, family, encodeURIComponent(name), ...(number === undefined ? [] : [number])];
  return `#/${parts.join("/")}`;
}

/**
 * What a link says of a game, to be appended to a route; nothing for a game that has not begun and has no title.
 * @param {SharedGame} game
 * @returns {Promise<string>}
 */
export async function gamePart({ title, role, moves }) {
  if (!title && !role && !moves.length) return "";
  const said = new URLSearchParams({ v: VERSION });
  if (title) said.set("n", title);
  if (role) said.set("r", role);
  if (moves.length) said.set("m", (await pack(moves.join("\n"))).slice(1));
  return `?${said}`;
}

/**
 * The game that a link carries; nothing where it carries none.
 * @param {string} query what stands behind the `?` of a route
 * @returns {Promise<SharedGame | undefined>}
 */
export async function readGame(query) {
  const said = new URLSearchParams(query);
  const version = said.get("v");
  if (version === null) return undefined;
  if (version !== VERSION) throw new Error("This link was made by a newer version of the page: the game in it cannot be read.");
  const packed = said.get("m");
  const moves = packed ? (await unpack(`~${packed}`)).split("\n") : [];
  if (moves.length > MAX_MOVES) throw new Error(`The game in this link is too long: at most ${MAX_MOVES.toLocaleString("en")} moves.`);
  return { title: said.get("n") ?? undefined, role: said.get("r") ?? undefined, moves };
}
