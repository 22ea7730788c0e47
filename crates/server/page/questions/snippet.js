// A hint button for the level on screen, to be copied into any page: `hint.js` of this server makes it work.

import { copy } from "../storage/clipboard.js";
import { h } from "../ui/element.js";
import { onServer } from "../engines/base.js";

/** @import { Request } from "../types.js" */

/**
 * The HTML of a hint button for a position of a level.
 * @param {Request} request
 * @param {string} server its address
 * @returns {string}
 */
export function snippet({ family, level, role, moves = [] }, server) {
  const data = { menagerie: server, family, level, ...(role === undefined ? {} : { role }), moves: JSON.stringify(moves) };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`);
  return `<button type="button" ${attributes.join(" ")}>Hint</button> <output></output><script type="module" src="${server}/hint.js"></script>`;
}

/**
 * A text as the value of an attribute, on one line.
 * @param {string} text
 */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;").replaceAll("\n", "&#10;");
}

/**
 * The snippet for what is on screen, with a way to copy it; `refresh` is to be called where another position is shown.
 * @param {() => Request} request the position on screen
 * @returns {{ element: HTMLElement, refresh: () => void }}
 */
export function hintSnippet(request) {
  const field = h("textarea", { class: "snippet-text", readonly: true, rows: 4, "aria-label": "HTML of a hint button for this level", spellcheck: "false", onfocus: () => field.select() });
  const said = h("p", { class: "taken", role: "status" });
  const copyText = async () => {
    fill();
    const copied = await copy(field.value);
    said.textContent = copied ? "The HTML is in the clipboard." : "This browser keeps its clipboard closed: select the text.";
  };
  const about = h(
    "p",
    { class: "help" },
    "Put this line into any page: the button asks this server for the best moves and says them beside it. The game writes the moves made so far, as a JSON list, into ",
    h("code", {}, "data-moves"),
    ". The server must allow the page: ",
    h("code", {}, "menagerie serve --allow-origin https://your.game"),
    ". One that was started with a token needs it in ",
    h("code", {}, "data-token"),
    ". ",
    h("a", { href: "example/" }, "An example"),
  );
  const fill = () => {
    field.value = snippet(request(), onServer(".").replace(/\/$/, ""));
    said.textContent = "";
  };
  const element = h("details", { class: "snippet" }, h("summary", { onclick: fill }, "Hint button for your page"), about, field, h("div", { class: "row" }, h("button", { type: "button", onclick: copyText }, "Copy HTML")), said);
  // A click is told of before the text is shown, a search in the page that shows it is told of by `toggle` alone.
  element.addEventListener("toggle", fill);
  const refresh = () => {
    if (element instanceof HTMLDetailsElement && element.open) fill();
  };
  return { element, refresh };
}
