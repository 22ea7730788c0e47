// The sides of a game, a button each; the one that is played is pressed.

import { h } from "../ui/element.js";

/** The choice of a side. Levels with one side show nothing. */
export class Roles {
  #onrole;

  /** @param {(role: string) => void} onrole */
  constructor(onrole) {
    this.#onrole = onrole;
    this.element = h("div", { class: "row roles", role: "group", "aria-label": "Who you play" });
  }

  /**
   * @param {string[]} roles
   * @param {string} [now] the side that is played; without it the first
   */
  show(roles, now = roles[0]) {
    this.element.hidden = roles.length < 2;
    const button = (/** @type {string} */ role) =>
      h("button", { type: "button", "aria-pressed": String(role === now), onclick: () => this.#onrole(role) }, role);
    const focused = this.element.contains(document.activeElement);
    this.element.replaceChildren(...roles.map(button));
    const pressed = this.element.querySelector("[aria-pressed=true]");
    if (focused && pressed instanceof HTMLElement) pressed.focus();
  }
}
