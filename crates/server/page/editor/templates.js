// What a text in the editor can begin with: a kind of puzzle, a level or a whole game of that kind as a copy, or a small one
// to go on with.

import { freshName, OWN } from "../storage/drafts.js";
import { capitalised, h } from "../ui/element.js";
import { link } from "../storage/share.js";

/** @import { FamilyCard, ShippedFile, ShippedLevel } from "../types.js" */
/** @typedef {{ levels: ShippedLevel[], files: ShippedFile[] }} Examples what is shipped of a family */

/**
 * What a text can begin with. Every choice is an address, so that *Back* leads to the text before.
 * @param {FamilyCard[]} cards
 * @param {FamilyCard} card
 * @param {Examples} examples
 */
export function templates(cards, card, examples) {
  const family = h("select", { onchange: () => (location.hash = `#/edit/${family.value}`) }, ...cards.map((one) => h("option", { value: one.family, selected: one === card }, one.title)));
  const choose = () => {
    if (select.value) location.hash = link("edit", card.family, select.value);
  };
  const entry = (/** @type {{ value: string, words: string }} */ { value, words }) => h("option", { value }, words);
  const select = h("select", { onchange: choose }, entry({ value: "", words: "…" }), entry({ value: OWN + freshName(), words: "a small one of your own" }), ...begun(examples).map(entry));
  return h("div", { class: "row templates" }, h("label", {}, "Kind ", family), h("label", {}, "Begin with ", select));
}

/**
 * What is shipped, as choices: whole files with the levels of each behind it.
 * @param {Examples} examples
 * @returns {{ value: string, words: string }[]}
 */
export function begun({ levels, files }) {
  const choices = [];
  for (const level of levels) {
    const [file, number] = level.name.split("#");
    const whole = number === "1" && files.find(({ name }) => name === file);
    if (whole) choices.push({ value: whole.name, words: `${capitalised(whole.name.replaceAll("-", " "))}, whole: ${whole.levels} levels` });
    const title = level.title ?? level.name;
    choices.push({ value: level.name, words: number === undefined ? title : `${title}, level ${number} alone` });
  }
  return choices;
}

/**
 * When something was written.
 * @param {number} at milliseconds since 1970
 */
export function dateOf(at) {
  return new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
