// The sets of levels that one makes (`#/sets`), each in its own view (`#/sets/ID`): levels of any family put together from
// what is shipped, from files and from what is made new, in an order, under a title. A set is handed on as a link or a file.

import { announce } from "../ui/announce.js";
import { families, isOutOfReach, levels, levelsOf } from "../engines/api.js";
import { capitalised, h, plural } from "../ui/element.js";
import { download, dropped, fileButton } from "../storage/file.js";
import { copy } from "../storage/clipboard.js";
import { fileName, linkOf, MAX_TITLE, readSet, setLink, setText } from "../storage/set_file.js";
import { pack } from "../storage/share.js";
import { add, keepSet, newSet, ownSets, removeSet } from "../storage/sets.js";
import { wordsOf } from "../engines/refusal.js";
import { newGameForm } from "./new_game_form.js";
import { madeLevels } from "./new_game.js";

/** @import { SetRow } from "../storage/sets.js" */
/** @import { PupilWrites, SetLevel } from "../storage/set_file.js" */
/** @import { FamilyCard, NewRequest, ShippedLevel } from "../types.js" */

/** The longest file of a set that is read. */
const LONGEST = 4_000_000;
const NEW = "A new set";
/** What a pupil writes, in words. @type {Record<PupilWrites, string>} */
const ASKED = { name: "Their name", number: "A number that you gave them", nothing: "Nothing" };

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} [id] of the set
 * @returns {Promise<() => void>}
 */
export async function mount(root, id) {
  const sets = await ownSets();
  if (id === undefined) {
    root.replaceChildren(list(sets));
    return () => undefined;
  }
  const set = sets.find((one) => one.id === id);
  if (!set) throw new Error("This browser has no such set.");
  const [cards, shipped] = await Promise.all([families(), levels()]);
  const view = new Maker(set, cards, shipped);
  root.replaceChildren(view.element);
  return dropped(({ family, text }) => void view.addFile(family, text));
}

/**
 * All sets.
 * @param {SetRow[]} sets
 */
function list(sets) {
  const words = h("p", { role: "status" });
  const say = (/** @type {unknown} */ error) => (words.textContent = `That file is not taken: ${error instanceof Error ? error.message : error}.`);
  const begin = async () => {
    const set = newSet();
    if (await keepSet(set)) location.hash = `#/sets/${set.id}`;
    else words.textContent = "This browser keeps nothing, so that no set can be made here.";
  };
  const taken = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > LONGEST) say("it is too large");
    else await file.text().then(async (text) => (location.hash = await linkOf(readSet(text)))).catch(say);
  };
  const file = h("input", { type: "file", class: "file", id: "set-file", accept: ".json", onchange: () => void taken(file.files?.[0]) });
  const item = (/** @type {SetRow} */ { id, title, levels }) => h("li", {}, h("a", { href: `#/sets/${id}` }, title || "Without a title"), h("span", { class: "about" }, plural(levels.length, "level")));
  const tools = h("div", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => void begin() }, "New set"), file, h("label", { class: "button", for: "set-file" }, "Open a set"), h("a", { class: "button", href: "#/results" }, "Read results"));
  const lead = "Put levels of any kind together, give them to a class or to playtesters as a link or a file, and read what comes back.";
  const own = sets.length ? h("ul", { class: "set-list" }, ...sets.map(item)) : h("p", { class: "about" }, "There is none in this browser yet.");
  return h("div", { class: "documents" }, h("h1", { tabindex: -1 }, "Sets of levels"), h("p", {}, lead), tools, words, h("section", { "aria-labelledby": "own-sets" }, h("h2", { id: "own-sets" }, "Your sets"), own));
}

/** One set under work; every change is kept. */
class Maker {
  #set;
  #cards;

  /**
   * @param {SetRow} set
   * @param {FamilyCard[]} cards
   * @param {ShippedLevel[]} shipped
   */
  constructor(set, cards, shipped) {
    this.#set = set;
    this.#cards = cards;
    this.words = h("p", { role: "status" });
    this.list = h("ol", { class: "set-levels", "aria-label": "Levels" });
    this.none = h("p", { class: "about" }, "No level yet: add some below, or drop files here.");
    const title = h("input", { value: set.title, maxlength: MAX_TITLE, oninput: () => this.#retitled(title.value) });
    const asks = h("select", { onchange: () => this.#changed({ asks: /** @type {PupilWrites} */ (asks.value) }) }, ...Object.entries(ASKED).map(([value, words]) => h("option", { value, selected: set.asks === value }, words)));
    const head = h("div", { class: "set-head" }, h("label", {}, h("span", {}, "Title"), title), h("label", {}, h("span", {}, "Who plays writes"), asks));
    this.open = h("a", { class: "button primary" }, "Open as a pupil");
    this.print = h("a", { class: "button" }, "Print hand-outs");
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    const save = () => download(`${fileName(set.title)}.json`, setText(set), "application/json");
    const remove = () => confirm("Remove this set from this browser?") && void removeSet(set).then(() => (location.hash = "#/sets"));
    this.tools = h("div", { class: "row" }, this.open, button("Copy link", () => void this.#copied()), button("Save as a file", save), this.print, h("a", { class: "button", href: "#/results" }, "Read results"), button("Remove this set", remove));
    const adding = h("section", { "aria-labelledby": "adding" }, h("h2", { id: "adding" }, "Add levels"), this.#shipped(shipped), this.#made(), h("div", { class: "row" }, ...fileButton(cards, ({ family, text }) => void this.addFile(family, text))));
    this.heading = h("h1", { tabindex: -1 }, set.title || NEW);
    this.element = h("div", { class: "documents set-maker" }, h("p", {}, h("a", { href: "#/sets" }, "All sets")), this.heading, head, this.list, this.none, this.words, this.tools, adding);
    this.#write();
  }

  /** @param {ShippedLevel[]} shipped */
  #shipped(shipped) {
    const group = (/** @type {FamilyCard} */ card) => h("optgroup", { label: card.title }, ...shipped.filter(({ family }) => family === card.family).map((level) => h("option", { value: `${level.family}/${level.name}` }, optionOf(card, level))));
    const select = h("select", {}, ...this.#cards.filter((card) => !isOutOfReach(card)).map(group));
    const taken = () => {
      const level = shipped.find(({ family, name }) => `${family}/${name}` === select.value);
      if (level) this.#add([{ family: level.family, title: level.title ?? capitalised(level.name), text: level.text }]);
    };
    return h("div", { class: "row adding" }, h("label", {}, h("span", {}, "A level that is here"), select), h("button", { type: "button", onclick: taken }, "Add"));
  }

  /** The form for levels that are made new. */
  #made() {
    const take = async (/** @type {NewRequest[]} */ requests) => {
      this.#say("One moment …");
      try {
        this.#add(await madeLevels(this.#cards, requests));
      } catch (error) {
        this.#say(wordsOf(error));
      }
    };
    return newGameForm(this.#cards, { words: "Make and add", take: (request) => void take([request]) }, (requests) => void take(requests));
  }

  /**
   * Adds every level of a file.
   * @param {string} family
   * @param {string} text
   */
  async addFile(family, text) {
    try {
      const all = await levelsOf({ family, level: text, texts: true });
      this.#add(all.map(({ title, number, text: own }) => ({ family, title: title ?? `Level ${number}`, text: own ?? text })));
    } catch (error) {
      this.#say(wordsOf(error));
    }
  }

  /** @param {SetLevel[]} levels */
  #add(levels) {
    const count = add(this.#set, levels);
    this.#changed({});
    this.#say(count < levels.length ? `${plural(count, "level")} added; a set holds no more.` : `${plural(count, "level")} added.`);
  }

  /**
   * Keeps a change, and writes what depends on it.
   * @param {Partial<SetRow>} change
   */
  #changed(change) {
    this.#keep(change);
    this.#write();
  }

  /**
   * Keeps a change that the list shows already, so that who writes in it goes on.
   * @param {Partial<SetRow>} change
   */
  #keep(change) {
    Object.assign(this.#set, change);
    void keepSet(this.#set).then((isKept) => isKept || this.#say("This browser keeps nothing: save the set as a file."));
    this.#link();
  }

  /** @param {string} title of the set */
  #retitled(title) {
    this.heading.textContent = title || NEW;
    this.#keep({ title });
  }

  #write() {
    const { levels } = this.#set;
    this.none.hidden = levels.length > 0;
    this.tools.hidden = levels.length === 0;
    this.list.replaceChildren(...levels.map((level, index) => this.#row(level, index)));
    this.#link();
  }

  /** Writes the addresses, which hold the whole set. */
  #link() {
    void pack(setText(this.#set)).then((packed) => {
      this.open.href = setLink(packed);
      this.print.href = setLink(packed, "print");
    });
  }

  /**
   * @param {SetLevel} level
   * @param {number} index
   */
  #row(level, index) {
    const count = this.#set.levels.length;
    const name = level.title || `Level ${index + 1}`;
    const title = h("input", { value: level.title, maxlength: MAX_TITLE, "aria-label": `Title of level ${index + 1}`, oninput: () => this.#keep({ levels: this.#set.levels.map((one, at) => (at === index ? { ...one, title: title.value } : one)) }) });
    const button = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {boolean} */ off, /** @type {() => void} */ act) => h("button", { type: "button", class: "quiet", "aria-label": `${words}: ${name}`, disabled: off, onclick: act }, sign);
    const move = (/** @type {number} */ to) => {
      const moved = this.#set.levels.slice(index, index + 1);
      const others = this.#set.levels.filter((_, at) => at !== index);
      this.#changed({ levels: [...others.slice(0, to), ...moved, ...others.slice(to)] });
      this.list.children[to]?.querySelector("input")?.focus();
    };
    const remove = () => {
      this.#changed({ levels: this.#set.levels.filter((_, at) => at !== index) });
      this.#say(`${name} is removed.`);
    };
    const family = this.#cards.find((card) => card.family === level.family)?.title ?? level.family;
    return h("li", {}, title, h("span", { class: "about" }, family), button("Up", "↑", index === 0, () => move(index - 1)), button("Down", "↓", index === count - 1, () => move(index + 1)), button("Remove", "×", false, remove));
  }

  async #copied() {
    const url = new URL(await linkOf(this.#set), location.href).href;
    this.#say((await copy(url)) ? `The link is copied: ${plural(url.length, "character")}. It holds every level of the set.` : url);
  }

  /** @param {string} words */
  #say(words) {
    this.words.textContent = words;
    announce(words);
  }
}

/**
 * What a shipped level is called among others: by its number where its title is that of others, and with the question where
 * it may have no solution.
 * @param {FamilyCard} card
 * @param {ShippedLevel} level
 */
function optionOf({ doubtful }, { title, name }) {
  const [, number] = /#(\d+)$/.exec(name) ?? [];
  const called = title ?? capitalised(name);
  return `${called}${number ? ` (${number})` : ""}${doubtful.includes(name) ? " – is it possible?" : ""}`;
}
