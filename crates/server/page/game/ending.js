// What stands where a game has ended: the stars, another try for the best, the next level; behind the last level of a game
// the list of all. One of them is the way on, which Enter takes: the next level after a win, another try after a loss.

import { h } from "../ui/element.js";
import { asSigns } from "../storage/stars.js";

/** @import { Chosen } from "../storage/levels.js" */

/** The panel of an ended game. */
export class EndPanel {
  #again;
  #lost = false;

  /**
   * @param {() => void} again begins the level anew
   * @param {Chosen["next"]} next the level after this one
   * @param {string} chooser the address of the list of levels
   */
  constructor(again, next, chooser) {
    this.#again = h("button", { type: "button", onclick: again }, "Try again");
    this.signs = h("span", { class: "stars", role: "img" });
    this.next = next && h("a", { class: "button next", href: next.href }, "Next level", h("span", { class: "spoken" }, `: ${next.title}`));
    this.all = !next || next.apart ? h("a", { class: "button all", href: chooser }, "All levels") : undefined;
    this.element = h("div", { class: "row end-panel", role: "group", "aria-label": "After the game", hidden: true }, this.signs, this.#again, this.next, this.all);
  }

  /**
   * Shows how it went.
   * @param {{ lost: boolean, stars: number | undefined, helped: boolean, best: string | undefined }} game the stars where they
   *   are known, and the best value where it was not reached
   */
  show({ lost, stars, helped, best }) {
    this.#lost = lost;
    this.element.hidden = false;
    this.signs.hidden = stars === undefined || lost;
    this.signs.textContent = asSigns(stars ?? 0);
    this.signs.setAttribute("aria-label", `${stars ?? 0} of 3 stars${helped ? ", with help" : ""}`);
    this.signs.classList.toggle("helped", helped);
    this.#again.textContent = best === undefined ? "Try again" : `Try for ${best}`;
    for (const one of [this.#again, this.next, this.all]) one?.classList.toggle("accent", one === this.#onward);
    this.element.dataset["stars"] = String(stars ?? "");
  }

  /** The way on. */
  get #onward() {
    return this.#lost ? this.#again : this.next && !this.all ? this.next : this.all;
  }

  /** Whether the game has ended, so that there is a way on. */
  get isShown() {
    return !this.element.hidden;
  }

  /** Goes on: to the next level of the game, or to another try; behind the last level the focus goes to the list of all. */
  goOn() {
    if (this.#onward === this.all && this.all) this.all.focus();
    else this.#onward?.click();
  }

  /** Puts the focus on the way on; what is in sight, as a run that was watched, stays there. */
  focus() {
    this.#onward?.focus({ preventScroll: true });
  }

  hide() {
    this.element.hidden = true;
  }
}
