// The hardest levels that a map found, each to be opened.

import { check } from "../engines/api.js";
import { h } from "../ui/element.js";
import { link, pack } from "../storage/share.js";

/** @import { Answer } from "../types.js" */

/**
 * A button for each of the hardest levels that an answer names; nothing where it names none, or only parts of levels.
 * @param {string} family
 * @param {Answer} answer
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement | undefined>}
 */
export async function hardest(family, { answer }, signal) {
  const texts = answer?.["hardest"];
  if (!Array.isArray(texts) || !texts.length) return undefined;
  const { valid } = await check({ family, level: texts[0] }, signal).catch(() => ({ valid: false }));
  if (!valid) return undefined;
  const open = async (/** @type {string} */ level) => {
    location.hash = link("play", family, await pack(level));
  };
  const button = (/** @type {string} */ level, /** @type {number} */ index) => h("button", { type: "button", "aria-label": `Play hardest level ${index + 1}`, onclick: () => open(level) }, String(index + 1));
  return h("div", { class: "row hardest", role: "group", "aria-label": "Play one of the hardest levels" }, h("span", {}, "Play a hardest level:"), ...texts.map(button));
}
