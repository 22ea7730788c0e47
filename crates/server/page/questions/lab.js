// What a researcher asks of a level: its questions with their options, pictures to keep, the button for a page of one's
// own. It is folded until it is opened, and stays as it was left.

import { h } from "../ui/element.js";

/** @import { Child } from "../ui/element.js" */

const OPEN = "menagerie.lab";

/**
 * The folded part.
 * @param {...Child} parts
 */
export function lab(...parts) {
  const element = h("details", { class: "lab", open: localStorage.getItem(OPEN) === "open", ontoggle: () => keep(element.open) }, h("summary", {}, "Lab"), h("p", { class: "help" }, "Exact answers about this level: found and proven, impossible with the reason, or how far the proof is."), ...parts);
  return element;
}

/** @param {boolean} open */
function keep(open) {
  localStorage.setItem(OPEN, open ? "open" : "folded");
}
