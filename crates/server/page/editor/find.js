// Finding and replacing in the text: every place that is found is marked under the field, and a replacement is one change,
// which the field's own undo takes back.

import { announce } from "../ui/announce.js";
import { h, plural } from "../ui/element.js";

/** @import { TextArea } from "./textarea.js" */

/** Places that are marked, at most. */
const MOST = 10_000;

/** The bar below the text. */
export class FindBar {
  #text;
  /** The place at hand, among those that are found. */
  #at = 0;
  /** Where each place begins and ends. @type {{ from: number, to: number }[]} */
  #found = [];

  /** @param {TextArea} text */
  constructor(text) {
    this.#text = text;
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    this.wanted = h("input", { type: "search", spellcheck: "false", autocapitalize: "off", autocomplete: "off", oninput: () => this.#look(true) });
    this.replacement = h("input", { type: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    this.exact = h("input", { type: "checkbox", onchange: () => this.#look(true) });
    this.count = h("span", { class: "help", role: "status" });
    const find = h("div", { class: "row" }, h("label", {}, "Find ", this.wanted), button("Previous", () => this.#go(-1)), button("Next", () => this.#go(1)), h("label", {}, this.exact, " Capitals count"), this.count);
    const replace = h("div", { class: "row" }, h("label", {}, "Replace by ", this.replacement), button("Replace", () => this.#replace(false)), button("Replace all", () => this.#replace(true)), button("Close", () => this.close()));
    this.element = h("div", { class: "find", role: "search", "aria-label": "In the text", hidden: true }, find, replace);
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    text.field.addEventListener("input", () => this.#look(false));
    text.field.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f") {
        event.preventDefault();
        this.open();
      }
    });
  }

  /** Opens the bar; what is selected, in one line, is looked for. */
  open() {
    const { selectionStart: from, selectionEnd: to, value } = this.#text.field;
    const selected = value.slice(from, to);
    this.element.hidden = false;
    if (selected && !selected.includes("\n")) this.wanted.value = selected;
    this.#look(true);
    this.wanted.focus();
    this.wanted.select();
  }

  /** Closes it; the place at hand is selected. */
  close() {
    const place = this.#found[this.#at];
    this.element.hidden = true;
    this.#text.showFound([]);
    this.#text.field.focus();
    if (place) this.#text.field.setSelectionRange(place.from, place.to);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key === "Escape") this.close();
    else if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    else if (event.target === this.replacement) this.#replace(false);
    else this.#go(event.shiftKey ? -1 : 1);
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Looks for what is wanted, the first place behind the cursor at hand.
   * @param {boolean} isNew whether something else is looked for than before
   */
  #look(isNew) {
    if (this.element.hidden) return;
    const { value, selectionStart } = this.#text.field;
    const pattern = this.wanted.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const found = pattern ? value.matchAll(new RegExp(pattern, this.exact.checked ? "gu" : "giu")) : [];
    this.#found = [];
    for (const { index, 0: words } of found) {
      if (this.#found.length === MOST) break;
      this.#found.push({ from: index, to: index + words.length });
    }
    const next = this.#found.findIndex(({ from }) => from >= selectionStart);
    if (isNew) this.#at = Math.max(0, next);
    this.#at = Math.max(0, Math.min(this.#at, this.#found.length - 1));
    this.#show(isNew);
  }

  /** @param {boolean} scrolls whether the text is scrolled to the place at hand */
  #show(scrolls) {
    const [count, place] = [this.#found.length, this.#found[this.#at]];
    const isMore = count === MOST ? "more than " : "";
    this.count.textContent = count ? `${this.#at + 1} of ${isMore}${count.toLocaleString("en")}` : this.wanted.value ? "not found" : "";
    this.#text.showFound(this.#found.map((one) => ({ ...one, look: one === place ? "found at-hand" : "found" })));
    if (place && scrolls) this.#text.scrollTo(this.#text.value.slice(0, place.from).split("\n").length);
  }

  /** @param {1 | -1} step */
  #go(step) {
    const count = this.#found.length;
    if (!count) return;
    this.#at = (this.#at + step + count) % count;
    this.#show(true);
  }

  /** @param {boolean} isAll */
  #replace(isAll) {
    const places = isAll ? this.#found : this.#found.slice(this.#at, this.#at + 1);
    if (!places.length) return;
    const before = this.#text.value;
    let [text, end] = ["", 0];
    for (const { from, to } of places) {
      text += before.slice(end, from) + this.replacement.value;
      end = to;
    }
    const behind = text.length;
    this.#text.change(text + before.slice(end));
    // What is written is not found again.
    const next = isAll ? 0 : this.#found.findIndex(({ from }) => from >= behind);
    this.#at = Math.max(0, next);
    this.#show(true);
    announce(`${plural(places.length, "place")} replaced`);
  }
}
