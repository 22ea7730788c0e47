// Texts that a game shows: before its first move, during play, behind the last level. They stand right below the board,
// and go with the next move. The room that they took stays, so that nothing below it jumps.

import { h } from "../ui/element.js";

/** The place of a game's texts. */
export class Messages {
  constructor() {
    this.element = h("div", { class: "message", role: "note", "aria-label": "Message of the game", hidden: true });
  }

  /** @param {string[]} texts */
  show(texts) {
    this.element.replaceChildren(...texts.map((text) => h("p", {}, text)));
    this.element.classList.toggle("used", texts.length > 0 || this.element.classList.contains("used"));
    this.element.hidden = texts.length === 0;
    // What is longer than its room is scrolled by keys too.
    if (this.element.scrollHeight > this.element.clientHeight) this.element.setAttribute("tabindex", "0");
    else this.element.removeAttribute("tabindex");
  }
}
