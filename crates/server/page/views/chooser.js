// The first view: every family with its shipped levels, each with a small picture drawn when it comes into sight.

import { families, isOutOfReach, levels } from "../engines/api.js";
import { h } from "../ui/element.js";
import { resultsSection } from "../storage/backup.js";
import { mark } from "../game/best_result.js";
import { sha256 } from "../storage/sha256.js";
import { link } from "../storage/share.js";
import { savedResults } from "../storage/store.js";
import { Thumbnails } from "../board/thumbnails.js";

/** @import { FamilyCard, ShippedLevel } from "../types.js" */

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function mount(root) {
  const [cards, all, results] = await Promise.all([families(), levels(), savedResults()]);
  const played = new Map(results.map((result) => [`${result.family} ${result.level}`, result]));
  const thumbnails = new Thumbnails();
  const entry = (/** @type {ShippedLevel} */ level, /** @type {boolean} */ drawn) => {
    const small = drawn && thumbnails.of({ family: level.family, level: level.text });
    const words = h("span", { class: "about" }, level.about);
    const result = played.get(`${level.family} ${sha256(level.text)}`);
    return h("li", {}, h("a", { class: "card", href: link("play", level.family, level.name) }, small, h("strong", {}, level.title ?? level.name), mark(result), words));
  };
  const section = (/** @type {FamilyCard} */ card) => {
    const own = all.filter((level) => level.family === card.family);
    const head = h("h2", { id: `family-${card.family}`, tabindex: -1 }, card.family);
    const edit = h("a", { class: "new", href: `#/edit/${card.family}` }, "New level");
    const print = h("a", { class: "new", href: `#/print/${card.family}`, "aria-label": `Print the levels of ${card.family}` }, "Print");
    const out = isOutOfReach(card);
    const about = out ? `${card.about}; a level is a program, and this page has no server to run it` : card.about;
    const title = h("header", {}, head, h("p", {}, about), edit, print);
    return h("section", { class: "family", "aria-labelledby": `family-${card.family}` }, title, h("ul", { class: "cards" }, ...own.map((level) => entry(level, !out))));
  };
  const jump = (/** @type {FamilyCard} */ card) =>
    h("button", { type: "button", class: "chip", onclick: () => goTo(card.family) }, card.family);

  const lead = "Puzzles whose answers are exact: found, proven impossible, or unfinished with the bound that is proven. Play one, ask for a hint, solve it, or write your own.";
  const drop = h("p", { class: "drop" }, "A level file can be dropped anywhere on this page.");
  const head = h("header", { class: "lead" }, h("h1", { tabindex: -1 }, "Choose a puzzle"), h("p", {}, lead), h("nav", { class: "row chips", "aria-label": "Families" }, ...cards.map(jump)), drop);
  root.replaceChildren(h("div", { class: "chooser" }, head, ...cards.map(section), resultsSection(results)));
  return () => thumbnails.leave();
}

/** @param {string} family */
function goTo(family) {
  const head = document.getElementById(`family-${family}`);
  head?.scrollIntoView({ block: "start" });
  head?.focus({ preventScroll: true });
}
