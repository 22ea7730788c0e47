// Level files: dropped or chosen, and written for keeping. The extension says which family.

import { announce } from "./announce.js";

/** @import { FamilyCard } from "./types.js" */

/** Files larger than this are refused: the server would refuse them too. */
const MOST = 4_000_000;

/**
 * Listens for files dropped on an element; gives what ends it.
 * @param {HTMLElement} root
 * @param {FamilyCard[]} cards
 * @param {(level: { family: string, text: string }) => void} onlevel
 * @returns {() => void}
 */
export function dropped(root, cards, onlevel) {
  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const level = file && (await read(file, cards));
    if (level) onlevel(level);
  };
  root.addEventListener("dragover", over);
  root.addEventListener("drop", drop);
  return () => {
    root.removeEventListener("dragover", over);
    root.removeEventListener("drop", drop);
  };
}

/**
 * The level in a file; says why where there is none.
 * @param {File} file
 * @param {FamilyCard[]} cards
 * @returns {Promise<{ family: string, text: string } | undefined>}
 */
export async function read(file, cards) {
  const extension = file.name.split(".").at(-1);
  const card = cards.find((one) => one.extensions.includes(extension ?? ""));
  if (!card) return refuse(`${file.name}: expected one of ${extensions(cards).join(" ")}`);
  if (file.size > MOST) return refuse(`${file.name} is too large for the page; the command line takes it`);
  return { family: card.family, text: await file.text() };
}

/**
 * The extensions of the files that can be opened, with their dots.
 * @param {FamilyCard[]} cards
 */
export function extensions(cards) {
  return cards.flatMap((card) => card.extensions.map((extension) => `.${extension}`));
}

/** @param {string} words */
function refuse(words) {
  announce(words);
  const note = document.querySelector(".drop");
  if (note) note.textContent = words;
  return undefined;
}

/**
 * Hands a text over as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = document.createElement("a");
  [anchor.href, anchor.download] = [url, name];
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
