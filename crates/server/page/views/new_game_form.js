// The menu of new games: a family, a size, how long the shortest solution is. Every choice of it can be made at once.

import { isOutOfReach } from "../engines/api.js";
import { capitalised, h, inUnits } from "../ui/element.js";
import { anySeed } from "../game/seed.js";
import { newGame } from "./new_game.js";

/** @import { FamilyCard, NewLevels, NewRequest } from "../types.js" */

/** Levels of a row in which each is longer than the last. */
const ROW = 6;

/**
 * The form; nothing where no family makes levels.
 * @param {FamilyCard[]} cards
 * @param {object} [use] what is done with a choice; without it a game is begun
 * @param {string} use.words what the button says
 * @param {(request: NewRequest) => void} use.take
 * @param {(requests: NewRequest[]) => void} [row] told the levels of a row in which each is longer than the last
 */
export function newGameForm(cards, use = { words: "New game", take: (request) => void (location.hash = newGame(request)) }, row) {
  const makers = cards.filter((card) => card.new_levels && !isOutOfReach(card));
  if (!makers.length) return null;
  const field = (/** @type {string} */ label, /** @type {HTMLSelectElement} */ select) => h("label", {}, h("span", {}, label), select);
  const kind = h("select", { onchange: () => sizes() }, ...makers.map((card) => h("option", { value: card.family }, card.title)));
  const size = h("select", { onchange: () => lengths() });
  const length = h("select", {});
  const own = () => /** @type {NewLevels} */ (makers.find(({ family }) => family === kind.value)?.new_levels);
  const lengthField = field("Length", length);
  const sizes = () => {
    size.replaceChildren(...own().sizes.map(({ words, board }) => h("option", { value: board }, capitalised(words))));
    lengths();
  };
  const lengths = () => {
    const { measure, sizes } = own();
    const { difficulties = [] } = sizes.find(({ board }) => board === size.value) ?? {};
    length.replaceChildren(...difficulties.map((one) => h("option", { value: one }, inUnits(one, measure))));
    // Neither the shortest nor the longest.
    length.selectedIndex = Math.floor((difficulties.length - 1) / 2);
    lengthField.hidden = difficulties.length === 0;
  };
  const chosen = (/** @type {string} */ difficulty) => ({ family: kind.value, board: size.value, seed: anySeed(), ...(difficulty ? { difficulty: Number(difficulty) } : {}) });
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    use.take(chosen(length.value));
  };
  /** Each difficulty of the size as often as the others, from the least. */
  const rising = () => {
    const all = [...length.options].map(({ value }) => value);
    const own = all.length ? all : [""];
    return Array.from({ length: ROW }, (_, at) => chosen(own[Math.floor((at * own.length) / ROW)] ?? ""));
  };
  const more = row && h("button", { type: "button", class: "quiet", onclick: () => row(rising()) }, `${ROW} that grow longer`);
  sizes();
  return h("form", { class: "new-game", "aria-label": use.words, onsubmit: begin }, field("Puzzle", kind), field("Size", size), lengthField, h("button", { type: "submit", class: "primary" }, use.words), more);
}
