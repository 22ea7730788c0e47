// Keys of one letter, and the switch that turns them off for those whose tools type letters.

import { h } from "./element.js";
import { soundSwitch } from "./sound.js";

const OFF = "menagerie.keys";

/**
 * Listens for these keys while no text is being typed; gives what ends it.
 * @param {Record<string, () => void>} actions
 * @returns {() => void}
 */
export function shortcuts(actions) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof Element && event.target.matches("textarea, input:not([type=range], [type=checkbox]), select");
    const ours = /^[a-z]$/i.test(event.key);
    const undoing = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
    if (typing || event.defaultPrevented) return;
    if (undoing) return run(event, event.shiftKey ? "r" : "u");
    if (event.ctrlKey || event.altKey || event.metaKey || (ours && localStorage.getItem(OFF))) return;
    run(event, event.key);
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

/** The list of keys. */
export function keys() {
  const rows = [
    ["Tab", "to the board, the buttons, the moves"],
    ["Arrows", "the move of that direction; else from place to place, and Enter or Space plays"],
    ["h", "hint; again for more"],
    ["u, r", "undo, redo (Ctrl+Z, Ctrl+Shift+Z)"],
    ["R", "restart"],
    ["s", "solve"],
    ["b", "to the board"],
    ["Esc", "cancel; back to the game"],
  ];
  const items = rows.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]);
  const box = h("input", { type: "checkbox", checked: !localStorage.getItem(OFF), onchange: () => turn(box.checked) });
  const label = h("label", {}, box, h("span", {}, "Keys of one letter"));
  return h("details", { class: "keys" }, h("summary", {}, "Keys and sounds"), h("dl", {}, ...items), label, soundSwitch());
}

/** @param {boolean} on */
function turn(on) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "off");
}
