// Small pictures of levels, each drawn when it comes into sight.

import { smallPicture } from "../engines/api.js";
import { Board } from "./board.js";
import { h } from "../ui/element.js";

/** @import { Request } from "../types.js" */

/** The small pictures of a view. */
export class Thumbnails {
  #waiting = /** @type {WeakMap<Element, { level: Request, onseen: (() => void) | undefined }>} */ (new WeakMap());
  #seen = new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && this.#draw(entry.target)), { rootMargin: "200px" });

  /**
   * The place of a picture.
   * @param {Request} level
   * @param {() => void} [onseen] called when it comes into sight
   * @returns {HTMLElement}
   */
  of(level, onseen) {
    const place = h("div", { class: "thumb", "aria-hidden": "true" });
    this.#waiting.set(place, { level, onseen });
    this.#seen.observe(place);
    return place;
  }

  /** Ends what waits. */
  leave() {
    this.#seen.disconnect();
  }

  /** @param {Element} place */
  async #draw(place) {
    this.#seen.unobserve(place);
    const waiting = this.#waiting.get(place);
    waiting?.onseen?.();
    const drawn = waiting && (await smallPicture(waiting.level).catch(() => undefined));
    if (!drawn) return;
    const board = new Board();
    board.show(drawn, 0);
    // The card says what the level is; a description of every place would be its name.
    for (const attribute of ["tabindex", "aria-labelledby", "aria-describedby"]) board.element.removeAttribute(attribute);
    for (const words of [board.title, board.description]) words.remove();
    // A board that listens for the focus takes it on its way from card to card; a copy does not listen.
    place.replaceChildren(board.element.cloneNode(true));
  }
}
