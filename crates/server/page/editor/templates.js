// What a text in the editor can begin with: a kind of puzzle, a level of that kind as a copy, nothing, or a draft.

import { freshName, savedDrafts, OWN } from "../storage/drafts.js";
import { h } from "../ui/element.js";
import { isPacked, link } from "../storage/share.js";

/** @import { DraftRow } from "../storage/drafts.js" */
/** @import { FamilyCard, ShippedLevel } from "../types.js" */

/**
 * What a text can begin with. Every choice is an address, so that *Back* leads to the text before.
 * @param {FamilyCard[]} cards
 * @param {FamilyCard} card
 * @param {ShippedLevel[]} shipped
 */
export function templates(cards, card, shipped) {
  const family = h("select", { onchange: () => (location.hash = `#/edit/${family.value}`) }, ...cards.map((one) => h("option", { value: one.family, selected: one === card }, one.family)));
  const choose = () => {
    if (select.value) location.hash = link("edit", card.family, select.value);
  };
  const entry = (/** @type {string} */ value, /** @type {string} */ words) => h("option", { value }, words);
  const select = h("select", { onchange: choose }, entry("", "…"), ...shipped.map(({ name }) => entry(name, name)), entry(OWN + freshName(), "nothing"));
  const list = h("ul", {});
  const fill = async () => {
    const rows = (await savedDrafts(card.family)).filter(({ text }) => text.trim());
    list.replaceChildren(...(rows.length ? rows.map((row) => item(row, shipped)) : [h("li", {}, `No draft of the kind ${card.family} yet; each kind has a list of its own.`)]));
  };
  const drafts = h("details", { class: "drafts", ontoggle: () => void fill() }, h("summary", {}, "Drafts"), list);
  return h("div", { class: "row templates" }, h("label", {}, "Kind ", family), h("label", {}, "Begin with ", select), drafts);
}

/**
 * A draft in the list.
 * @param {DraftRow} row
 * @param {ShippedLevel[]} shipped
 */
function item({ id, family, from, text, title, at }, shipped) {
  const level = shipped.find(({ name }) => name === from);
  const kind = from.startsWith(OWN) ? "" : isPacked(from) ? "from a link" : `from ${level?.title ?? from}`;
  const words = [kind, at ? dateOf(at) : ""].filter(Boolean).join(", ");
  const name = title || (text.split("\n").find((line) => line.trim()) ?? "").trim().slice(0, 40);
  return h("li", {}, h("a", { href: link("edit", family, OWN + id) }, name), ` ${words}`);
}

/**
 * When something was written.
 * @param {number} at milliseconds since 1970
 */
export function dateOf(at) {
  return new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
