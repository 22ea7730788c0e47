// What stands where a game has ended: the stars, another try for the best, the next level.

import { h } from "./element.js";
import { asSigns } from "./stars.js";

/** The panel of an ended game. */
export class Finish {
  #again;

  /**
   * @param {() => void} again begins the level anew
   * @param {{ href: string, title: string } | undefined} next the level after this one
   */
  constructor(again, next) {
    this.#again = h("button", { type: "button", onclick: again }, "Try again");
    this.signs = h("span", { class: "stars", role: "img" });
    this.next = next && h("a", { class: "button accent next", href: next.href }, "Next level", h("span", { class: "spoken" }, `: ${next.title}`));
    this.element = h("div", { class: "row finish", role: "group", "aria-label": "After the game", hidden: true }, this.signs, this.#again, this.next);
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

  hide() {
    this.element.hidden = true;
  }
}
