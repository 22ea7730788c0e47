// A set of levels as it is played by whoever got its link: the list (`#/set/~TEXT`), its levels one after the other
// (`#/set/~TEXT/3`), its hand-outs (`#/set/~TEXT/print`). What was played is handed in as a file.

import { announce } from "../ui/announce.js";
import { families, isOutOfReach } from "../engines/api.js";
import { keepFor } from "../engines/engines.js";
import { h, inUnits, plural } from "../ui/element.js";
import { attemptsOf, emptied, handedText, keepAttempt, keepWho, keyOfSet, MAX_WHO, whoFor } from "../storage/attempts.js";
import { bestOf } from "../storage/best_attempt.js";
import { download } from "../storage/file.js";
import { helpInWords } from "../storage/help_taken.js";
import { fileName, readSet, setLink } from "../storage/set_file.js";
import { keepSet, newSet } from "../storage/sets.js";
import { pack, unpack } from "../storage/share.js";
import { Thumbnails } from "../board/thumbnails.js";
import { show as showSheets } from "./print.js";
import { show } from "./play.js";

/** @import { Attempt } from "../storage/attempts.js" */
/** @import { Chosen } from "../storage/levels.js" */
/** @import { LevelSet, SetLevel } from "../storage/set_file.js" */
/** @import { FamilyCard } from "../types.js" */

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} packed the packed text of the set
 * @param {string} [part] the number of a level, or `print`
 * @returns {Promise<() => void>}
 */
export async function mount(root, packed, part) {
  const text = await unpack(packed);
  const [set, key] = [read(text), keyOfSet(text)];
  if (part === "print") {
    const sheets = set.levels.map(({ family, title, text }, index) => ({ title: title || `Level ${index + 1}`, written: true, request: { family, level: text } }));
    return showSheets(root, sheets, set.title || "A set of levels");
  }
  if (part !== undefined) return play(root, { packed, key, set }, Number(part));
  const [cards, attempts] = await Promise.all([families(), attemptsOf(key)]);
  // A class may be without a network once it has begun.
  void keepFor(set.levels.map(({ family }) => family));
  const thumbnails = new Thumbnails();
  root.replaceChildren(new PupilsView({ packed, key, set }, cards, attempts, thumbnails).element);
  return () => thumbnails.leave();
}

/** @param {string} text */
function read(text) {
  try {
    return readSet(text);
  } catch (error) {
    throw new Error(`This link holds no set of levels: ${error instanceof Error ? error.message : error}.`);
  }
}

/** @typedef {{ packed: string, key: string, set: LevelSet }} Given a set as its link has it */

/**
 * Mounts a level of a set.
 * @param {HTMLElement} root
 * @param {Given} given
 * @param {number} number
 */
async function play(root, { packed, key, set }, number) {
  const level = set.levels[number - 1];
  if (!level) throw new Error(`There is no level ${number} in this set.`);
  const after = set.levels[number];
  const next = after && { href: setLink(packed, number + 1), title: after.title, apart: false };
  /** @type {Chosen} */
  const chosen = { text: level.text, title: level.title || `Level ${number}`, chooser: setLink(packed), place: `Level ${number} of ${set.levels.length}: ${set.title || "all of the set"}`, onplayed: keeper(key, number), ...(next ? { next } : {}) };
  const card = (await families()).find(({ family }) => family === level.family);
  return show(root, level.family, await pack(level.text), { ...chosen, isDoubtful: card?.doubtful.length !== 0 });
}

/**
 * What keeps the attempts at a level.
 * @param {string} key of the set
 * @param {number} level
 * @returns {NonNullable<Chosen["onplayed"]>}
 */
function keeper(key, level) {
  /** When the attempt began; nothing where the next move begins one. @type {number | undefined} */
  let at;
  return ({ role, moves, made, position, help }, impossible) => {
    const result = position?.result;
    if (made === 0 && !impossible) return void (at = undefined);
    at ??= Date.now();
    const end = impossible ? "won" : (result?.kind ?? "open");
    const value = result?.value === undefined ? {} : { value: result.value, unit: result.unit ?? "moves" };
    void keepAttempt(key, { level, at, ...(role === undefined ? {} : { role }), moves, end, ...value, hints: help.hints, solution: help.solution, impossible });
    // What follows an end is another attempt.
    if (end !== "open") at = undefined;
  };
}

/** The list of the levels with who plays, and what is handed in. */
class PupilsView {
  #given;

  /**
   * @param {Given} given
   * @param {FamilyCard[]} cards
   * @param {Attempt[]} attempts
   * @param {Thumbnails} thumbnails
   */
  constructor(given, cards, attempts, thumbnails) {
    this.#given = given;
    const { set, key, packed } = given;
    this.who = h("input", { maxlength: MAX_WHO, autocomplete: "off", value: whoFor(key), oninput: () => keepWho(key, this.who.value), ...(set.asks === "number" ? { inputmode: "numeric" } : {}) });
    const asked = h("label", { class: "who", hidden: set.asks === "nothing" }, set.asks === "number" ? "Your number " : "Your name ", this.who);
    const entry = (/** @type {SetLevel} */ level, /** @type {number} */ index) => card(level, index + 1, packed, cards, attempts, thumbnails);
    this.words = h("p", { role: "status" }, told(attempts, set));
    const hand = h("button", { type: "button", class: "primary", onclick: () => void this.#handIn() }, "Hand in");
    this.again = h("button", { type: "button", hidden: true }, "Save the file again");
    const print = h("a", { class: "button", href: setLink(packed, "print") }, "Print hand-outs");
    const change = h("button", { type: "button", onclick: () => void this.#change() }, "Change this set");
    const note = "Handing in saves a file of what was played, for whoever gave you these levels, and empties the page for the next one. Nothing is sent anywhere.";
    const head = h("header", { class: "lead" }, h("p", { class: "family" }, "A set of levels"), h("h1", { tabindex: -1 }, set.title || "A set of levels"), asked);
    const list = h("section", { class: "family", "aria-label": "Levels" }, h("ul", { class: "cards" }, ...set.levels.map(entry)));
    const tools = [h("div", { class: "row" }, hand, this.again, print, change), h("p", { class: "about" }, note)];
    // Who plays for themselves is asked for nothing, and hands nothing in.
    const end = h("section", { class: "handing", "aria-label": "Hand in" }, this.words, ...(set.asks === "nothing" ? [h("details", {}, h("summary", {}, "Hand in, print or change"), ...tools)] : tools));
    this.element = h("div", { class: "chooser" }, head, list, end);
  }

  /** Saves what was played as a file, and empties the page for the next pupil. */
  async #handIn() {
    const { key, set } = this.#given;
    const [who, attempts] = [this.who.value.trim(), await attemptsOf(key)];
    if (!who && set.asks !== "nothing") {
      this.#say(`Write your ${set.asks} first: the file is called by it.`);
      return this.who.focus();
    }
    if (!attempts.length) return this.#say("Nothing was played yet.");
    const [name, text] = [`${fileName(set.title)}${who ? `-${fileName(who)}` : "-results"}.json`, handedText({ set: set.title, who, levels: set.levels, attempts })];
    const save = () => download(name, text, "application/json");
    save();
    // A download can fail or be refused, and nobody tells the page.
    this.again.hidden = false;
    this.again.onclick = save;
    await emptied(key, set);
    this.who.value = "";
    for (const sign of this.element.querySelectorAll(".played, .under-way")) sign.remove();
    this.#say(`${who || "The results"}: handed in, ${plural(attempts.length, "game")}. The page is empty for the next one.`);
  }

  /** Puts a copy of the set among those that are made here. */
  async #change() {
    const { set } = this.#given;
    const own = { ...newSet(), ...set };
    if (await keepSet(own)) location.hash = `#/sets/${own.id}`;
    else this.#say("This browser keeps nothing, so that no set can be made here.");
  }

  /** @param {string} words */
  #say(words) {
    this.words.textContent = words;
    announce(words);
  }
}

/**
 * What was done so far.
 * @param {Attempt[]} attempts
 * @param {LevelSet} set
 */
function told(attempts, { levels }) {
  const solved = levels.filter((_, index) => isSolved(bestOf(attempts, index + 1))).length;
  return `${solved} of ${plural(levels.length, "level")} solved.`;
}

/** @param {Attempt | undefined} attempt */
const isSolved = (attempt) => attempt?.end === "won" || attempt?.end === "ended";

/**
 * @param {SetLevel} level
 * @param {number} number
 * @param {string} packed
 * @param {FamilyCard[]} cards
 * @param {Attempt[]} attempts
 * @param {Thumbnails} thumbnails
 */
function card({ family, title, text }, number, packed, cards, attempts, thumbnails) {
  const own = cards.find((one) => one.family === family);
  const small = own && !isOutOfReach(own) && thumbnails.of({ family, level: text });
  const best = bestOf(attempts, number);
  const mark = best && (isSolved(best) ? h("span", { class: "played" }, inWords(best)) : h("span", { class: "under-way" }, best.end === "open" ? "Begun" : "Not solved yet"));
  const look = { "data-look": String(own ? cards.indexOf(own) % 8 : 0) };
  return h("li", {}, h("a", { class: "card", href: setLink(packed, number), ...look }, small, h("strong", {}, `${number}. ${title || "Without a title"}`), mark, h("span", { class: "about" }, own?.title ?? family)));
}

/**
 * A solved attempt in words: `✓ 5 moves, with 2 hints`.
 * @param {Attempt} attempt
 */
function inWords({ value, unit = "moves", hints, solution, impossible }) {
  const amount = value === undefined ? (impossible ? "impossible" : "") : unit.endsWith("s") ? inUnits(value, unit) : `${unit} ${value}`;
  return `✓ ${[amount, helpInWords({ hints, solution })].filter(Boolean).join(", ") || "Solved"}`;
}
