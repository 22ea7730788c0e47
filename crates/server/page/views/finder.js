// Finds levels among the cards of the first view: by words, by family, and those that were not solved yet.

import { announce } from "../ui/announce.js";
import { h, plural } from "../ui/element.js";

/** The field and the chips. */
export class Finder {
  #sections;

  /** @param {HTMLElement[]} sections each with a list of cards, whose `data-words` are searched */
  constructor(sections) {
    this.#sections = sections.filter((section) => !section.hidden);
    this.words = h("input", { type: "search", placeholder: "Find a puzzle", "aria-label": "Find a puzzle", oninput: () => this.#find() });
    this.fresh = h("input", { type: "checkbox", onchange: () => this.#find() });
    this.none = h("p", { class: "none", hidden: true }, "No puzzle is called so.");
    const jumps = this.#sections.map((section) => h("button", { type: "button", class: "jump", onclick: () => goTo(section) }, section.dataset["title"] ?? ""));
    this.element = h("div", { class: "finder" }, h("div", { class: "row" }, this.words, h("label", { class: "switch" }, this.fresh, "Not solved yet")), h("nav", { class: "row jumps", "aria-label": "Families" }, ...jumps));
  }

  #find() {
    const words = this.words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of this.#sections) {
      const entries = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("li")]);
      for (const entry of entries) {
        const isFound = words.every((word) => entry.dataset["words"]?.includes(word)) && !(this.fresh.checked && entry.dataset["done"] === "true");
        entry.hidden = !isFound;
      }
      const shown = entries.filter((entry) => !entry.hidden).length;
      section.hidden = shown === 0;
      found += shown;
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
