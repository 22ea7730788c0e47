// The levels of a file that holds several, to be played or edited one by one.

import { drawnOf, family, levelsOf } from "../engines/api.js";
import { h, plural } from "../ui/element.js";
import { fileText } from "../storage/levels.js";
import { mark } from "../game/best_result.js";
import { sha256 } from "../storage/sha256.js";
import { link } from "../storage/share.js";
import { savedResults } from "../storage/store.js";
import { Thumbnails } from "../board/thumbnails.js";

/** @import { ListedLevel } from "../types.js" */

/** The most levels that are shown at once; more are shown on request. */
const PAGE = 200;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} name of a shipped file, or packed text
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name) {
  const [card, text] = await Promise.all([family(familyName), fileText(familyName, name)]);
  const file = { family: card.family, level: text };
  const [{ levels, title: heading, author }, results] = await Promise.all([drawnOf(file), savedResults(card.family)]);
  const played = new Map(results.map((result) => [result.level, result]));
  /** Marks a level that was played: a result is known by the text of its level, which is asked for. */
  const marked = async (/** @type {number} */ number, /** @type {HTMLElement} */ title) => {
    const [level] = await levelsOf({ ...file, number }).catch(() => []);
    const sign = level?.text === undefined ? null : mark(played.get(sha256(level.text)));
    if (sign) title.after(sign);
  };
  const thumbnails = new Thumbnails();
  const entry = (/** @type {ListedLevel} */ { number, title }) => {
    const words = h("strong", {}, title ? `${number}. ${title}` : `Level ${number}`);
    const small = thumbnails.of({ ...file, number }, played.size ? () => void marked(number, words) : undefined);
    const play = h("a", { class: "card", href: link("play", card.family, name, number) }, small, words);
    const edit = h("a", { class: "new", href: link("edit", card.family, name, number), "aria-label": `Edit level ${number}` }, "Edit");
    return h("li", {}, play, edit);
  };
  const list = h("ul", { class: "cards" });
  const more = h("button", { type: "button", onclick: () => show() }, "More levels");
  const show = () => {
    const first = list.childElementCount;
    list.append(...levels.slice(first, first + PAGE).map(entry));
    more.hidden = list.childElementCount === levels.length;
    if (first > 0) list.children[first]?.querySelector("a")?.focus();
  };
  show();
  const head = h("header", { class: "lead" }, h("p", { class: "family" }, card.title), h("h1", { tabindex: -1 }, heading ?? "Choose a level"), author && h("p", { class: "source" }, `By ${author}`), h("p", {}, `This file holds ${plural(levels.length, "level")}. `, h("a", { href: `#/print/${card.family}/${encodeURIComponent(name)}` }, "Print them")));
  root.replaceChildren(h("div", { class: "chooser" }, head, h("section", { class: "family", "aria-label": "Levels" }, list, more)));
  return () => thumbnails.leave();
}
