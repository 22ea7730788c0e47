// Level files: dropped anywhere on the page or chosen, and written for keeping. The name says which family, else what is in the
// file: a level of any format, a save, or the JSON of a gist.

import { announce } from "../ui/announce.js";
import { families, levelsOf, recognised } from "../engines/api.js";
import { h } from "../ui/element.js";
import { wordsOf } from "../engines/refusal.js";
import { isSet, linkOf, readSet } from "./set_file.js";
import { gamePart, link, pack } from "./share.js";

/** @import { FamilyCard, Recognition, SavedGame } from "../types.js" */
/** @typedef {{ family: string, text: string, game?: SavedGame | undefined }} LevelFile a level, and how far its game is where the file is a save */
/** @typedef {(level: LevelFile) => void} OnLevel */

/** Texts of more bytes are refused: the server would refuse them too. */
const MOST = 2 << 20;
/** Texts of more lines are refused: a browser would not answer for long while it lays them out. */
const MAX_LINES = 100_000;
/** How long after the last movement of a file over the page it is taken to have left, in milliseconds. */
const GONE = 400;

/** What the view that is shown does with a file; without one it is played. @type {{ onlevel: OnLevel } | undefined} */
let taker;
/** Puts the words away that are shown above the view. @type {() => void} */
let dismiss = () => undefined;
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

addEventListener("hashchange", () => dismiss());

/** What is said to who drops a table of programs. */
const SCOREBOARD = "NAME is not taken: it is no level. Programs of several participants are compared on the command line: menagerie run @contest --programs NAME";

/**
 * Has a view take the files that are dropped; gives what ends it.
 * @param {OnLevel} onlevel
 * @returns {() => void}
 */
export function dropped(onlevel) {
  dropAnywhere();
  const own = { onlevel };
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
  const level = await read(file, await families());
  if (level) (taker?.onlevel ?? play)(level);
}

/** @type {OnLevel} */
async function play({ family, text, game }) {
  // A file of several levels is listed. What is wrong with a text, its view says.
  const levels = game ? [] : await levelsOf({ family, level: text }).catch(() => []);
  location.hash = link(levels.length > 1 ? "levels" : "play", family, await pack(text)) + (game ? await gamePart(game) : "");
}

/**
 * The level in a file, by the name of the file or by what it holds; says why where there is none.
 * @param {File} file
 * @param {FamilyCard[]} cards
 * @returns {Promise<LevelFile | undefined>}
 */
async function read(file, cards) {
  if (file.size > MOST) return refuse(`${file.name} is too large for the page; the command line takes it.`);
  const [family, text] = [familyOf(file.name, cards), await textOf(file)];
  const words = excess(text);
  if (words) return refuse(words);
  if (family !== undefined) return { family, text };
  if (isSet(text)) return openSet(text, file.name);
  const found = await whatIs(text);
  if (found && !found.families.length && /\.csv$/i.test(file.name)) return refuse(SCOREBOARD.replaceAll("NAME", file.name));
  return found && taken(found, text, `${file.name} is not taken`);
}

/**
 * Opens a set of levels, as who got it plays it.
 * @param {string} text
 * @param {string} name of its file
 */
async function openSet(text, name) {
  try {
    location.hash = await linkOf(readSet(text));
    return undefined;
  } catch (error) {
    return refuse(`${name} is no set of levels: ${error instanceof Error ? error.message : error}.`);
  }
}

/**
 * The text of a file: UTF-8, else as XML declares it, else UTF-16 by its mark, else Windows-1252, in which older Sokoban
 * tools write.
 * @param {File} file
 */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(new TextDecoder("latin1").decode(bytes.slice(0, 200)))?.[1];
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
  for (const encoding of ["utf-8", declared, marked]) {
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Another encoding is tried.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/**
 * What a text is; says why where that cannot be told.
 * @param {string} text
 * @returns {Promise<Recognition | undefined>}
 */
function whatIs(text) {
  return recognised(text).catch((error) => refuse(wordsOf(error)));
}

/**
 * The level in a text that was recognised: asks where several formats fit, and says why where none does.
 * @param {Recognition} found
 * @param {string} text
 * @param {string} refusal how a sentence begins that says why it is not taken
 * @returns {Promise<LevelFile | undefined>}
 */
export async function taken({ families, level, game, why }, text, refusal) {
  if (!families.length) return refuse(`${refusal}: ${why ?? "it is no level."}`);
  const family = families.length > 1 ? await chosen("This text fits more than one format. Which is meant?", families) : families[0];
  return family === undefined ? undefined : { family, text: level ?? text, game: game ?? undefined };
}

/**
 * The family whose files have this name, by the whole name or by its extension.
 * @param {string} name
 * @param {FamilyCard[]} cards
 * @returns {string | undefined}
 */
function familyOf(name, cards) {
  const small = name.toLowerCase();
  const extension = small.split(".").at(-1) ?? "";
  const named = cards.find((card) => card.file_names.includes(small)) ?? cards.find((card) => card.extensions.includes(extension));
  return named?.family;
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
  return lines > MAX_LINES ? `This text is too long for the page: it has ${lines.toLocaleString("en")} lines, and ${MAX_LINES.toLocaleString("en")} are taken at most.` : undefined;
}

/**
 * A button that opens a file, as its field and its label.
 * @param {FamilyCard[]} cards
 * @param {OnLevel} onlevel
 */
export function fileButton(cards, onlevel) {
  const opened = async () => {
    const level = field.files?.[0] && (await read(field.files[0], cards));
    if (level) onlevel(level);
  };
  const field = h("input", { type: "file", class: "file", id: "file", accept: [...extensions(cards), ".json", ".txt"].join(), onchange: () => void opened() });
  return [field, h("label", { class: "button", for: "file" }, "Open a file")];
}

/**
 * The extensions of the files that can be opened, with their dots.
 * @param {FamilyCard[]} cards
 */
function extensions(cards) {
  return cards.flatMap((card) => card.extensions.map((extension) => `.${extension}`));
}

/**
 * Says why a file is not taken, above the view, until the next view is shown or the words are put away.
 * @param {string} words
 * @returns {undefined}
 */
export function refuse(words) {
  note("Not taken", words, [], () => undefined);
}

/**
 * Asks which is meant, above the view; nothing where the question is put away.
 * @param {string} words
 * @param {string[]} choices
 * @returns {Promise<string | undefined>}
 */
export function chosen(words, choices) {
  return new Promise((answer) => note("Which is meant", words, choices, answer));
}

/** Takes back what was said or asked above the view: it is about something earlier. */
export function withdraw() {
  dismiss();
}

/**
 * Words above the view, with buttons, until one is pressed or the next view is shown.
 * @param {string} name
 * @param {string} words
 * @param {string[]} choices
 * @param {(choice?: string) => void} answer told once which was pressed
 */
function note(name, words, choices, answer) {
  dismiss();
  const end = (/** @type {string | undefined} */ choice) => {
    dismiss = () => undefined;
    element.remove();
    answer(choice);
  };
  const button = (/** @type {string} */ label, /** @type {string | undefined} */ choice) => h("button", { type: "button", onclick: () => end(choice) }, label);
  const element = h("section", { class: "refusal", "aria-label": name }, h("p", {}, words), ...choices.map((choice) => button(choice, choice)), button("Close", undefined));
  document.querySelector("main")?.before(element);
  dismiss = () => end(undefined);
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
