// The sides of a game, a button each; the one that is played is pressed.

import { capitalised, h } from "../ui/element.js";

/** @import { Position } from "../types.js" */

/**
 * The sides that a person is offered. A game of another one, which a link may hold, shows that too.
 * @param {Position} position
 */
export function sidesOf({ sides = [], role }) {
  return sides.some((side) => side.role === role) ? sides : [...sides, { role, words: role }];
}

/** The choice of a side. Levels with one side show nothing. */
export class Roles {
  #onrole;

  /** @param {(role: string) => void} onrole */
  constructor(onrole) {
    this.#onrole = onrole;
    this.element = h("div", { class: "row roles", role: "group", "aria-label": "Who you play" });
  }

  /**
   * @param {{ role: string, words: string }[]} sides
   * @param {string} now the side that is played
   */
  show(sides, now) {
    this.element.hidden = sides.length < 2;
    const button = (/** @type {{ role: string, words: string }} */ { role, words }) =>
      h("button", { type: "button", "data-role": role, "aria-pressed": String(role === now), onclick: () => this.#onrole(role) }, capitalised(words));
    const focused = this.element.contains(document.activeElement);
    this.element.replaceChildren(...sides.map(button));
    const pressed = this.element.querySelector("[aria-pressed=true]");
    if (focused && pressed instanceof HTMLElement) pressed.focus();
  }
}
