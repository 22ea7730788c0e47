// What a text in the editor can begin with.

import { h } from "./element.js";

/** @import { FamilyCard, ShippedLevel } from "./types.js" */

/**
 * What a text can begin with: the kind of puzzle, and a text of that kind.
 * @param {FamilyCard[]} cards
 * @param {FamilyCard} card
 * @param {ShippedLevel[]} shipped
 * @param {string | undefined} kept the draft
 * @param {(text: string) => void} onchoice
 */
export function templates(cards, card, shipped, kept, onchoice) {
  const family = h("select", { onchange: () => (location.hash = `#/edit/${family.value}`) }, ...cards.map((one) => h("option", { value: one.family, selected: one === card }, one.family)));
  const texts = new Map(shipped.map((level) => [level.name, level.text]));
  if (kept !== undefined) texts.set("your draft", kept);
  texts.set("nothing", "");
  const choose = () => {
    const text = texts.get(select.value);
    if (text !== undefined) onchoice(text);
  };
  const select = h("select", { onchange: choose }, h("option", { value: "" }, "…"), ...[...texts.keys()].map((name) => h("option", { value: name }, name)));
  return h("div", { class: "row templates" }, h("label", {}, "Kind ", family), h("label", {}, "Begin with ", select));
}
