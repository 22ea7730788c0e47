// Finds levels among the cards of the first view: by words, by family, and those that were not solved yet.

import { announce } from "../ui/announce.js";
import { h, plural } from "../ui/element.js";

/** @import { FoldedList } from "./folded.js" */
/** @typedef {{ element: HTMLElement, title: string, cards: FoldedList }} Section of cards, whose `data-words` are searched */

/** The field and the chips. */
export class Finder {
  #sections;

  /** @param {Section[]} sections */
  constructor(sections) {
    this.#sections = sections.filter(({ element }) => !element.hidden);
    this.words = h("input", { type: "search", placeholder: "Find a puzzle", "aria-label": "Find a puzzle", oninput: () => this.#find() });
    this.fresh = h("input", { type: "checkbox", onchange: () => this.#find() });
    this.none = h("p", { class: "none", hidden: true }, "No puzzle is called so.");
    const jumps = this.#sections.map(({ element, title }) => h("button", { type: "button", class: "jump", onclick: () => goTo(element) }, title));
    this.element = h("div", { class: "finder" }, h("div", { class: "row" }, this.words, h("label", { class: "switch" }, this.fresh, "Not solved yet")), h("nav", { class: "row jumps", "aria-label": "Families" }, ...jumps));
  }

  #find() {
    const words = this.words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const isSought = words.length > 0 || this.fresh.checked;
    const isFound = (/** @type {HTMLElement} */ { dataset }) => words.every((word) => dataset["words"]?.includes(word)) && !(this.fresh.checked && dataset["done"] === "true");
    let found = 0;
    for (const { element, cards } of this.#sections) {
      const count = cards.showOnly(isFound);
      if (!isSought) cards.showFirst();
      element.hidden = count === 0;
      found += count;
    }
    this.none.hidden = found > 0;
    announce(found ? plural(found, "puzzle") : "No puzzle is called so.");
  }
}

/** @param {HTMLElement} section */
function goTo(section) {
  const head = section.querySelector("h2");
  head?.scrollIntoView({ block: "start" });
  head?.focus({ preventScroll: true });
}
