// The link to a level with the game so far: on a phone it is handed to other programs, else it is put on the clipboard.

import { copy } from "./clipboard.js";
import { h } from "../ui/element.js";
import { download } from "./file.js";
import { gamePart, link } from "./share.js";

/** @import { Game } from "../game/game.js" */

/** Links of more characters are cut by some programs. */
const MOST = 2000;

/** Whether links are handed to other programs, as phones do. */
export const canShare = () => typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;

/**
 * Hands the link on, or copies it; gives what is to be said of it. One that other programs would cut is offered as a file beside it.
 * @param {Game} game
 * @param {string} name of a shipped level, or packed text
 * @param {string} title
 * @returns {Promise<{ words: string, more: (Node | string)[] }>}
 */
export async function copyLink({ card, level, moves, role }, name, title) {
  const route = link("play", card.family, name) + (await gamePart({ title, role, moves }));
  const url = new URL(route, location.href).href;
  if (canShare()) {
    // Whoever closes the sheet has changed their mind.
    const words = await navigator.share({ title, url }).then(() => "The link is handed on.", (error) => (error instanceof DOMException && error.name === "AbortError" ? "The link was not handed on." : ""));
    if (words) return { words, more: [] };
  }
  const copied = await copy(url);
  const words = moves.length ? "The link is copied: it opens the level with your moves." : "The link is copied: it opens the level.";
  const save = () => download(`level.${card.extension}`, level);
  const long = ` It has ${url.length.toLocaleString("en")} characters, and some programs cut such links. `;
  const more = url.length > MOST ? [long, h("button", { type: "button", onclick: save }, "Save the level as a file")] : [];
  return { words: copied ? words : url, more };
}
