// What the editor offers beside the text that it shows: other drafts of the same document, and its text as it came.

import { h } from "../ui/element.js";
import { dateOf } from "./templates.js";

/** @import { Draft, DraftRow } from "../storage/drafts.js" */

/** Drafts that are offered: the list of drafts has all. */
const MOST = 3;

/** The line above the text. */
export class Offered {
  #draft;
  #onturn;
  /** What is written, so that a key changes nothing here. */
  #written = "";

  /**
   * @param {Draft} draft
   * @param {() => void} onturn told when the draft shows another text
   */
  constructor(draft, onturn) {
    this.#draft = draft;
    this.#onturn = onturn;
    this.element = h("p", { class: "row offered", hidden: true });
    this.show();
  }

  /** Writes what is offered now. */
  show() {
    const { shown, original, text, others } = this.#draft;
    const came = shown && original !== undefined && original !== text;
    const drafts = others.slice(0, MOST);
    const written = JSON.stringify([shown?.id, came, drafts.map(({ id }) => id)]);
    if (written === this.#written) return;
    this.#written = written;
    const button = (/** @type {string} */ words, /** @type {DraftRow | undefined} */ row) => h("button", { type: "button", onclick: () => void this.#turn(row) }, words);
    const words = shown ? "This is your draft." : "This is the text as it came.";
    const offers = [came && button("The text as it came", undefined), ...drafts.map((row) => button(`Draft of ${dateOf(row.at)}`, row))];
    this.element.replaceChildren(h("span", {}, words), ...offers.filter((one) => one !== undefined && one !== false));
    this.element.hidden = this.element.children.length < 2;
  }

  /** @param {DraftRow | undefined} row */
  async #turn(row) {
    await this.#draft.show(row);
    this.#onturn();
    this.show();
  }
}
