// What stands where a game has ended: the stars, another try for the best, the next level; behind the last level of a game
// the list of all.

import { h } from "../ui/element.js";
import { asSigns } from "../storage/stars.js";

/** @import { Chosen } from "../storage/levels.js" */

/** The panel of an ended game. */
export class EndPanel {
  #again;

  /**
   * @param {() => void} again begins the level anew
   * @param {Chosen["next"]} next the level after this one
   * @param {string} chooser the address of the list of levels
   */
  constructor(again, next, chooser) {
    this.#again = h("button", { type: "button", onclick: again }, "Try again");
    this.signs = h("span", { class: "stars", role: "img" });
    this.next = next && h("a", { class: "button accent next", href: next.href }, "Next level", h("span", { class: "spoken" }, `: ${next.title}`));
    this.all = !next || next.apart ? h("a", { class: "button all", href: chooser }, "All levels") : undefined;
    this.element = h("div", { class: "row end-panel", role: "group", "aria-label": "After the game", hidden: true }, this.signs, this.#again, this.next, this.all);
  }

  /**
   * Shows how it went.
   * @param {{ lost: boolean, stars: number | undefined, best: string | undefined }} game the stars where they are known,
   *   and the best value where it was not reached
   */
  show({ lost, stars, best }) {
    this.element.hidden = false;
    this.signs.hidden = stars === undefined || lost;
    this.signs.textContent = asSigns(stars ?? 0);
    this.signs.setAttribute("aria-label", `${stars ?? 0} of 3 stars`);
    this.#again.textContent = best === undefined ? "Try again" : `Try for ${best}`;
    this.element.dataset["stars"] = String(stars ?? "");
  }

  /** Goes on to the next level of the game; behind the last one the focus goes to the list of all. */
  goOn() {
    if (this.all) this.all.focus();
    else this.next?.click();
  }

  hide() {
    this.element.hidden = true;
  }
}
