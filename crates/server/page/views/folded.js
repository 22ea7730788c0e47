// Long lists of cards show their first ones, until a button is pressed for all of them.

import { h } from "../ui/element.js";

/** Cards of a list that are shown at first, unless it has one more. */
const MAX_SHOWN = 6;

/** The lists that were unfolded since the page was loaded, by their names. @type {Set<string>} */
const unfolded = new Set();

/** A list of cards of which the first are shown. */
export class FoldedList {
  #name;
  #entries;

  /**
   * @param {string} name
   * @param {string} title of the list, for those who hear the button alone
   * @param {HTMLElement[]} entries the items of the list
   */
  constructor(name, title, entries) {
    this.#name = name;
    this.#entries = entries;
    this.list = h("ul", { class: "cards" }, ...entries);
    this.all = h("button", { type: "button", class: "all", "aria-label": `All ${entries.length}: ${title}`, onclick: () => this.#unfold() }, `All ${entries.length}`);
    this.showFirst();
  }

  /** Shows the first entries, or all where that was asked for. */
  showFirst() {
    const isFolded = this.#entries.length > MAX_SHOWN + 1 && !unfolded.has(this.#name);
    this.#entries.forEach((entry, at) => (entry.hidden = isFolded && at >= MAX_SHOWN));
    this.#look(unfolded.has(this.#name), isFolded);
  }

  /**
   * Shows the entries that are meant, wherever they stand; gives how many.
   * @param {(entry: HTMLElement) => boolean} isMeant
   * @returns {number}
   */
  showOnly(isMeant) {
    for (const entry of this.#entries) entry.hidden = !isMeant(entry);
    this.#look(true, false);
    return this.#entries.filter((entry) => !entry.hidden).length;
  }

  /**
   * @param {boolean} isWhole whether the list stands in full: on a phone the first ones are one line that is drawn along
   * @param {boolean} isMore whether there are more to be shown
   */
  #look(isWhole, isMore) {
    this.list.classList.toggle("line", !isWhole);
    this.all.hidden = !isMore;
  }

  /** Shows all; the focus goes on with the first one that was not shown. */
  #unfold() {
    unfolded.add(this.#name);
    this.showFirst();
    this.#entries[MAX_SHOWN]?.querySelector("a")?.focus();
  }
}
