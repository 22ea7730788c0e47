// How a level was played so far, as it stands on its card in a list.

import { h } from "../ui/element.js";
import { isHelped } from "../storage/help_taken.js";
import { asSigns, inWords } from "../storage/stars.js";

/** @import { SavedResult } from "../storage/stars.js" */

/**
 * The stars of a level, or a tick; nothing for one that was not played to its end.
 * @param {SavedResult | undefined} result
 */
export function mark(result) {
  if (!result) return null;
  const signs = result.stars ? asSigns(result.stars) : result.kind === "lost" ? "" : "✓";
  return h("span", { class: "played" }, h("span", { class: isHelped(result) ? "helped" : "", "aria-hidden": true }, signs), h("span", { class: signs ? "spoken" : "" }, inWords(result)));
}
