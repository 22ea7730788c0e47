// The menu of new games: a family, a size, how long the shortest solution is. Every choice of it can be made at once.

import { isOutOfReach } from "../engines/api.js";
import { capitalised, h, inUnits } from "../ui/element.js";
import { anySeed } from "../game/seed.js";
import { newGame } from "./new_game.js";

/** @import { FamilyCard, NewLevels } from "../types.js" */

/**
 * The form; nothing where no family makes levels.
 * @param {FamilyCard[]} cards
 */
export function newGameForm(cards) {
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
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    location.hash = newGame({ family: kind.value, board: size.value, seed: anySeed(), ...(length.value ? { difficulty: Number(length.value) } : {}) });
  };
  sizes();
  return h("form", { class: "new-game", "aria-label": "New game", onsubmit: begin }, field("Puzzle", kind), field("Size", size), lengthField, h("button", { type: "submit", class: "primary" }, "New game"));
}
