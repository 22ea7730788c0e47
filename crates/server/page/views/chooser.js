// The first view: the puzzle of the day, the games that were begun, a new game of any size, and every family with its
// shipped levels, to be searched; each with a small picture that is drawn when it comes into sight.

import { announce } from "../ui/announce.js";
import { dailies, families, isOutOfReach, levels, worlds } from "../engines/api.js";
import { capitalised, h, plural } from "../ui/element.js";
import { resultsSection } from "../storage/backup.js";
import { mark } from "../game/best_result.js";
import { dateInWords, dayOf, inARow, levelOfDay, solvedDays, today } from "../game/days.js";
import { Finder } from "./finder.js";
import { FoldedList } from "./folded.js";
import { madeLevels } from "./new_game.js";
import { newGameForm } from "./new_game_form.js";
import { refuse } from "../storage/file.js";
import { linkOf } from "../storage/set_file.js";
import { wordsOf } from "../engines/refusal.js";
import { sha256 } from "../storage/sha256.js";
import { site } from "../engines/site.js";
import { link } from "../storage/share.js";
import { begunGames, savedResults } from "../storage/store.js";
import { Thumbnails } from "../board/thumbnails.js";

/** @import { Dailies, FamilyCard, NewRequest, ShippedLevel } from "../types.js" */
/** @import { GameRow, ResultRow } from "../storage/store.js" */
/** @import { Section } from "./finder.js" */

/** Games that are offered to go on with. */
const MAX_BEGUN = 4;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function mount(root) {
  const [cards, shipped, daily, results, begun] = await Promise.all([families(), levels(), dailies(), savedResults(), begunGames()]);
  const thumbnails = new Thumbnails();
  const shelf = new Shelf(cards, shipped, thumbnails, results, begun);
  const isDoubtful = (/** @type {ShippedLevel} */ { family, name }) => cards.some((card) => card.family === family && card.doubtful.includes(name));
  const sections = cards.map((card) => shelf.family(card, shipped.filter((level) => level.family === card.family && !isDoubtful(level))));
  const doubtful = shelf.doubtful(shipped.filter(isDoubtful));
  const all = [...sections, doubtful];
  const finder = new Finder(all);
  const lead = "Every answer here is exact: proven best, proven impossible, or how far the proof is.";
  const head = h("header", { class: "lead" }, h("h1", { tabindex: -1 }, "Play a puzzle"), h("p", {}, lead));
  const first = h("div", { class: "first" }, dayCard(cards, daily), newGameForm(cards, undefined, (requests) => void rising(cards, requests)));
  const games = begun.filter(({ family, address }) => address && cards.some((card) => card.family === family)).slice(0, MAX_BEGUN);
  const beside = games.length > 0 && h("section", { class: "begun-games", "aria-label": "Go on" }, ...games.map((game) => goOn(cards, game, thumbnails)));
  const drop = h("p", { class: "drop" }, "A level file can be dropped anywhere on this page.");
  const more = [h("a", { href: "#/edit" }, "Make your own"), h("a", { href: "#/sets" }, "Sets for a class"), ...(site.server ? [h("a", { href: "#/world" }, "Watch the live worlds")] : [])];
  const other = h("nav", { class: "row other", "aria-label": "More" }, ...more);
  root.replaceChildren(h("div", { class: "chooser" }, head, first, beside, finder.element, ...all.map(({ element }) => element), finder.none, worldsSection(), other, drop, resultsSection(results)));
  return () => thumbnails.leave();
}

/**
 * The puzzle of today.
 * @param {FamilyCard[]} cards
 * @param {Dailies} daily
 */
function dayCard(cards, daily) {
  const date = today();
  const request = levelOfDay(daily, dayOf(date) ?? 0);
  const card = cards.find(({ family }) => family === request?.family);
  if (!request || !card) return null;
  const isSolved = solvedDays().includes(date);
  const days = inARow(date);
  const said = isSolved ? h("span", { class: "played" }, "✓ Solved") : h("span", { class: "go" }, "Play it");
  const row = days > 1 && h("span", { class: "about" }, `${plural(days, "day")} in a row`);
  return h("a", { class: "card day", href: `#/daily/${daily.version}/${date}`, ...look(cards, card) }, h("span", { class: "eyebrow" }, "Puzzle of the day"), h("strong", {}, dateInWords(date)), h("span", { class: "about" }, card.title), said, row);
}

/**
 * Makes new levels of which each is longer than the last, and opens them as a set.
 * @param {FamilyCard[]} cards
 * @param {NewRequest[]} requests
 */
async function rising(cards, requests) {
  announce("One moment …");
  try {
    const title = `${cards.find(({ family }) => family === requests[0]?.family)?.title ?? ""}: longer and longer`;
    location.hash = await linkOf({ title, asks: "nothing", levels: await madeLevels(cards, requests) });
  } catch (error) {
    refuse(wordsOf(error));
  }
}

/**
 * A game that was begun.
 * @param {FamilyCard[]} cards
 * @param {GameRow} game
 * @param {Thumbnails} thumbnails
 */
function goOn(cards, { family, address, title, moves, role, text }, thumbnails) {
  const card = cards.find((one) => one.family === family);
  if (!card) return null;
  const small = text !== undefined && !isOutOfReach(card) && thumbnails.of({ family, level: text, moves, ...(role === undefined ? {} : { role }) });
  return h("a", { class: "card begun", href: address, ...look(cards, card) }, small, h("span", { class: "eyebrow" }, "Go on"), h("strong", {}, title || card.title), h("span", { class: "about" }, `${card.title}, ${plural(moves.length, "move")}`));
}

/**
 * The look of a family's cards: each has a colour of its own, by its place in the list.
 * @param {FamilyCard[]} cards
 * @param {FamilyCard} card
 */
const look = (cards, card) => ({ "data-look": String(cards.indexOf(card) % 8) });

/**
 * A level by its family and the SHA-256 of its text.
 * @param {{ family: string, level: string }} row
 */
const keyOf = ({ family, level }) => `${family} ${level}`;

/** Levels as cards, in sections. */
class Shelf {
  #cards;
  #thumbnails;
  #results;
  #begun;
  #levels;

  /**
   * @param {FamilyCard[]} cards
   * @param {ShippedLevel[]} levels all that there are
   * @param {Thumbnails} thumbnails
   * @param {ResultRow[]} results of levels that were played
   * @param {GameRow[]} begun games that were begun
   */
  constructor(cards, levels, thumbnails, results, begun) {
    this.#levels = levels;
    this.#cards = cards;
    this.#thumbnails = thumbnails;
    this.#results = new Map(results.map((result) => [keyOf(result), result]));
    this.#begun = new Set(begun.map(keyOf));
  }

  /**
   * @param {ShippedLevel} level
   * @returns {HTMLElement}
   */
  #entry(level) {
    const card = this.#cards.find(({ family }) => family === level.family);
    const small = card && !isOutOfReach(card) && this.#thumbnails.of({ family: level.family, level: level.text });
    const key = keyOf({ family: level.family, level: sha256(level.text) });
    const state = card && isOutOfReach(card) ? "Needs a server" : this.#begun.has(key) ? "Begun" : undefined;
    const played = mark(this.#results.get(key)) ?? (state ? h("span", { class: "under-way" }, state) : null);
    const title = this.#titleOf(level);
    const about = capitalised(level.about) === title ? "" : capitalised(level.about);
    return h("li", { "data-words": `${title} ${level.about} ${card?.title ?? ""} ${level.family}`.toLowerCase(), "data-done": String(this.#results.has(key)) }, h("a", { class: "card", href: link("play", level.family, level.name), ...(card ? look(this.#cards, card) : {}) }, small, h("strong", {}, title), played, about && h("span", { class: "about" }, about)));
  }

  /**
   * The title of a level; of several levels of a family that are called the same with the number in their file.
   * @param {ShippedLevel} level
   */
  #titleOf({ family, name, title }) {
    const plain = title ?? capitalised(name);
    const [, number] = /#(\d+)$/.exec(name) ?? [];
    const isShared = this.#levels.some((other) => other.family === family && other.name !== name && other.title === title);
    return isShared && number ? `${plain} ${number}` : plain;
  }

  /**
   * The levels of a family.
   * @param {FamilyCard} card
   * @param {ShippedLevel[]} levels
   */
  family(card, levels) {
    const id = `family-${card.family}`;
    const about = isOutOfReach(card) ? `${card.about}; a level is a program, and this page has no server to run it` : card.about;
    const edit = h("a", { class: "new", href: `#/edit/${card.family}`, "aria-label": `New level: ${card.title}` }, "New level");
    const print = h("a", { class: "new", href: `#/print/${card.family}`, "aria-label": `Print: ${card.title}` }, "Print");
    return this.#section(id, card.title, capitalised(about), levels, edit, print);
  }

  /**
   * The levels of all families of which it is the question whether they can be solved at all.
   * @param {ShippedLevel[]} levels
   */
  doubtful(levels) {
    return this.#section("doubtful", "Is it possible?", "Some of these cannot be solved. Solve them, or say that it is impossible: you are told why.", levels);
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {string} about
   * @param {ShippedLevel[]} levels
   * @param {...HTMLElement} links
   * @returns {Section}
   */
  #section(id, title, about, levels, ...links) {
    const head = h("h2", { id, tabindex: -1 }, title);
    const cards = new FoldedList(id, title, levels.map((level) => this.#entry(level)));
    const element = h("section", { class: "family", "aria-labelledby": id, hidden: levels.length === 0 }, h("header", {}, head, h("p", {}, about), ...links), cards.list, cards.all);
    return { element, title, cards };
  }
}

/** The live worlds, once they are known. */
function worldsSection() {
  const list = h("ul", { class: "cards worlds" });
  const section = h("section", { class: "family", "aria-labelledby": "worlds", hidden: true }, h("header", {}, h("h2", { id: "worlds", tabindex: -1 }, "The live worlds"), h("p", {}, "Scripted animals under real physics: touch a point, and they come running")), list);
  if (site.server) {
    void worlds().then(
      (all) => {
        list.replaceChildren(...all.map(({ name, title, about }) => h("li", {}, h("a", { class: "card", href: `#/world/${encodeURIComponent(name)}` }, h("strong", {}, title), h("span", { class: "about" }, about)))));
        section.hidden = all.length === 0;
      },
      () => undefined, // The puzzles are here without them.
    );
  }
  return section;
}
