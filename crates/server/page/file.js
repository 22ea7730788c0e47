// Level files: dropped anywhere on the page or chosen, and written for keeping. The name says which family. A level is taken
// out of the JSON of a gist, too.

import { announce } from "./announce.js";
import { families } from "./api.js";
import { h } from "./element.js";
import { familyOf, gistLevel } from "./gist.js";
import { link, pack } from "./share.js";

/** @import { FamilyCard } from "./types.js" */
/** @typedef {{ family: string, text: string }} LevelFile */
/** @typedef {(level: LevelFile) => void} OnLevel */

/** Texts of more bytes are refused: the server would refuse them too. */
const MOST = 2 << 20;
/** Texts of more lines are refused: a browser would not answer for long while it lays them out. */
const MOST_LINES = 100_000;
/** How long after the last movement of a file over the page it is taken to have left, in milliseconds. */
const GONE = 400;

/** What the view that is shown does with a file, and whose levels it takes; without one it is played. @type {{ onlevel: OnLevel, family: string | undefined } | undefined} */
let taker;
/** @type {HTMLElement | undefined} */
let target;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let leaving;

/**
 * Takes files that are dropped anywhere in the document, in every view: they are played where the view does nothing else
 * with them. Called more than once, it does nothing more.
 */
export function dropAnywhere() {
  if (target) return;
  target = h("div", { class: "drop-target", "aria-hidden": "true", hidden: true }, h("p", {}, "Drop the level file here"));
  document.body.append(target);
  document.addEventListener("dragover", over);
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && highlight(false));
  document.addEventListener("drop", (event) => void drop(event));
}

/**
 * Has a view take the files that are dropped; gives what ends it.
 * @param {OnLevel} onlevel
 * @param {string} [family] of the level in a gist whose name does not say it
 * @returns {() => void}
 */
export function dropped(onlevel, family) {
  dropAnywhere();
  const own = { onlevel, family };
  taker = own;
  return () => {
    if (taker === own) taker = undefined;
  };
}

/** @param {DragEvent} event */
function over(event) {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
  highlight(true);
  // A file that leaves through the edge of the window is not always told of.
  leaving = setTimeout(() => highlight(false), GONE);
}

/** @param {boolean} shown */
function highlight(shown) {
  clearTimeout(leaving);
  if (target) target.hidden = !shown;
}

/** @param {DragEvent} event */
async function drop(event) {
  highlight(false);
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  const level = await read(file, await families(), taker?.family);
  if (level) (taker?.onlevel ?? play)(level);
}

/** @type {OnLevel} */
async function play({ family, text }) {
  location.hash = link("play", family, await pack(text));
}

/**
 * The level in a file; says why where there is none.
 * @param {File} file
 * @param {FamilyCard[]} cards
 * @param {string} [usual] the family of the level in a gist whose name does not say it
 * @returns {Promise<LevelFile | undefined>}
 */
export async function read(file, cards, usual) {
  const family = familyOf(file.name, cards);
  const isJson = file.name.toLowerCase().endsWith(".json");
  const isKnown = family !== undefined || isJson;
  if (file.size > MOST && isKnown) return refuse(`${file.name} is too large for the page; the command line takes it.`);
  const text = isKnown ? await file.text() : "";
  if (family !== undefined) {
    const words = excess(text);
    return words ? refuse(words) : { family, text };
  }
  if (gistLevel(text, cards)) return pasted(text, cards, usual);
  return refuse(`${file.name} is not a level file of any puzzle here. Such files end in ${extensions(cards).join(" ")}.`);
}

/**
 * The level in the JSON of a gist that was pasted, dropped or opened; says why where it cannot be taken. Nothing for any
 * other text.
 * @param {string} text
 * @param {FamilyCard[]} cards
 * @param {string} [usual] the family where the name of the gist's file does not say it
 * @returns {LevelFile | undefined}
 */
export function pasted(text, cards, usual) {
  const level = gistLevel(text, cards);
  const family = level?.family ?? usual;
  if (!level) return undefined;
  if (level.truncated) return refuse("This gist is cut off: it holds the beginning of a file alone. Open the whole file in its place.");
  if (family === undefined) return refuse("The name of the file in this gist does not say which puzzle it is. Drop it on the editor of that puzzle.");
  const words = excess(level.text);
  return words ? refuse(words) : { family, text: level.text };
}

/**
 * Why a text is too much for the page, if it is.
 * @param {string} text
 * @returns {string | undefined}
 */
export function excess(text) {
  if (text.length > MOST) return `This text is too large for the page: it has ${text.length.toLocaleString("en")} characters, and ${MOST.toLocaleString("en")} are taken at most.`;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines > MOST_LINES ? `This text is too long for the page: it has ${lines.toLocaleString("en")} lines, and ${MOST_LINES.toLocaleString("en")} are taken at most.` : undefined;
}

/**
 * The extensions of the files that can be opened, with their dots.
 * @param {FamilyCard[]} cards
 */
export function extensions(cards) {
  return cards.flatMap((card) => card.extensions.map((extension) => `.${extension}`));
}

/**
 * Says why a file is not taken, above the view, until the next view is shown or the words are put away.
 * @param {string} words
 * @returns {undefined}
 */
export function refuse(words) {
  const note = h("section", { class: "refusal", "aria-label": "Not taken" }, h("p", {}, words), h("button", { type: "button", onclick: () => note.remove() }, "Close"));
  document.querySelector(".refusal")?.remove();
  document.querySelector("main")?.before(note);
  addEventListener("hashchange", () => note.remove(), { once: true });
  announce(words);
}

/**
 * Hands a text over as a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} [type]
 */
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  [anchor.href, anchor.download] = [url, name];
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
