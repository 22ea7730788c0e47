// Keys of one letter, and the switch that turns them off for those whose tools type letters.

import { h } from "./element.js";
import { keyOf } from "./key_names.js";

/** @import { Controls } from "../types.js" */

const OFF = "menagerie.keys";
/** Keys whose name in browsers is not what stands on them. */
const NAMES = new Map([[" ", "Space"]]);

/**
 * Listens for these keys while no text is being typed; gives what ends it.
 * @param {Record<string, () => void>} actions
 * @returns {() => void}
 */
export function shortcuts(actions) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof Element && event.target.matches("textarea, input:not([type=range], [type=checkbox]), select");
    const key = keyOf(event);
    const ours = /^[a-z]$/i.test(key);
    const undoing = key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
    if (typing || event.defaultPrevented) return;
    if (undoing) return run(event, event.shiftKey ? "r" : "u");
    if (event.ctrlKey || event.altKey || event.metaKey || (ours && localStorage.getItem(OFF))) return;
    run(event, key);
  };
  const run = (/** @type {KeyboardEvent} */ event, /** @type {string} */ key) => {
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/**
 * The list of keys: those of the page, and before them those that belong to a game while its board has the focus. A letter
 * means here what it means in the terminal (`commands.rs` of the player, which a test compares).
 */
export class KeyList {
  constructor() {
    this.game = h("dl", { hidden: true });
    const rows = [
      ["Tab", "to the board, the buttons, the moves"],
      ["Arrows", "the move of that direction; else from place to place, and Enter or Space plays"],
      ["Enter", "once it is solved: the next level; once it is lost: another try"],
      ["h", "hint; again for more, up to the best moves"],
      ["u, r", "undo, redo (Ctrl+Z, Ctrl+Shift+Z)"],
      ["t", "restart"],
      ["j", "judge your moves"],
      ["b", "back to before the mistake that a hint or a judgement names"],
      ["o", "the solution, or what else the level is asked first"],
      ["g", "to the board"],
      ["Esc", "cancel; back to the game"],
    ];
    this.heading = h("p", { hidden: true }, "On the board these keys belong to the game:");
    this.elsewhere = h("p", { hidden: true }, "Everywhere else:");
    const box = h("input", { type: "checkbox", checked: !localStorage.getItem(OFF), onchange: () => turn(box.checked) });
    const label = h("label", {}, box, h("span", {}, "Keys of one letter"));
    this.element = h("details", { class: "keys" }, h("summary", {}, "Keys"), this.heading, this.game, this.elsewhere, h("dl", {}, ...rows.flatMap(row)), label);
  }

  /** @param {Controls | undefined} controls */
  show(controls) {
    for (const part of [this.heading, this.game, this.elsewhere]) part.hidden = !controls;
    const keys = Object.entries(controls?.keys ?? {});
    const of = (/** @type {string} */ meaning) => keys.filter(([, one]) => one === meaning).map(([key]) => NAMES.get(key) ?? key).join(", ");
    const rows = [...new Set(keys.map(([, meaning]) => meaning))].map((meaning) => [of(meaning), meaning]);
    this.game.replaceChildren(...[...rows, ["Esc", "leaves the board"]].flatMap(row));
  }
}

/** @param {string[]} row */
function row([key = "", words = ""]) {
  return [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)];
}

/** @param {boolean} on */
function turn(on) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "off");
}
