// A judged line of moves: what each move cost, the first mistakes, and each position one step away.

import { card } from "./answer.js";
import { capitalised, h, inUnits } from "../ui/element.js";
import { begins } from "../game/game.js";

/** @import { WayBack } from "./hint_button.js" */
/** @import { Answer, Drawn, Judgement } from "../types.js" */

/** What a judgement does for its player. @typedef {{ go: (to: WayBack) => void, film: (drawn: Drawn, answer: Answer) => void }} Acts */

/** The card of an answer to `judge`. */
export class Judged {
  /** The moves as they were asked about. @type {string[]} */
  #moves;
  /** The single moves that they stand for. @type {string[]} */
  #line;
  /** A button for each position. @type {HTMLButtonElement[]} */
  #buttons;

  /**
   * @param {string[]} moves
   * @param {Answer} answer
   * @param {Drawn | undefined} drawn the answer's table and film
   * @param {Acts} acts
   */
  constructor(moves, answer, drawn, { go, film }) {
    const judgement = /** @type {Judgement} */ (/** @type {unknown} */ (answer.answer));
    const lines = answer.words.slice(answer.verdict === "unfinished" ? 1 : 0);
    const line = judgement.moves.map(({ move }) => move);
    [this.#moves, this.#line] = [moves, line];
    const to = (/** @type {number} */ count) => () => go({ line, count });
    this.headline = capitalised(lines[0] ?? "");
    this.#buttons = judgement.positions.map((_, at) => h("button", { type: "button", onclick: to(at) }, at ? `${at}. ${line[at - 1]}` : "Start"));
    // Without moves the headline says all that there is to say of the position.
    const texts = line.length ? lines.slice(-judgement.positions.length) : [];
    const rows = this.#buttons.map((button, at) => row(judgement, at, button, texts[at] ?? ""));
    const back = judgement.back_to;
    const told = [
      h("p", { class: "headline" }, `${this.headline}.`),
      back !== null && h("button", { type: "button", class: "go-back accent", onclick: to(back) }, `Go back to before move ${back + 1}`),
      line.length > 0 && h("ol", { class: "judged", tabindex: 0, "aria-label": "The positions of the line" }, ...rows),
      line.length > 0 && drawn && h("button", { type: "button", class: "quiet", onclick: () => film(drawn, answer) }, "Show it as a film"),
    ];
    this.element = card(answer, drawn?.csv, h("div", { class: "judgement" }, ...told.filter((part) => part !== false && part !== undefined)));
  }

  /**
   * Marks the present position of a game; whether the game is still at a position of this line.
   * @param {string[]} moves those made, then those taken back
   * @param {number} made
   */
  follow(moves, made) {
    const isInLine = begins(moves, this.#line) && made <= this.#line.length;
    if (!isInLine && !(begins(moves, this.#moves) && made === this.#moves.length)) return false;
    const now = isInLine ? made : this.#line.length;
    this.#buttons.forEach((button, at) => (at === now ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
    return true;
  }
}

/**
 * One position: the move that led to it, what the move cost, how the position stands.
 * @param {Judgement} judgement
 * @param {number} at
 * @param {HTMLElement} button
 * @param {string} words
 */
function row({ positions, moves }, at, button, words) {
  const { cost = null, lost = null } = moves[at - 1] ?? {};
  const kind = at === 0 ? "start" : lost ? "lost" : cost ? "longer" : cost === 0 ? "best" : "unknown";
  const counted = positions.find((position) => position.cost_left !== undefined);
  const unit = counted ? counted.unit : "moves";
  const excess = unit ? `${inUnits(cost ?? 0, unit)} too many` : `off the best by ${cost?.toLocaleString("en")}`;
  // Where moves are paid for, one that loses nothing need not be among the best: it may be taken back.
  const best = unit ? "best" : "nothing lost";
  const did = { start: "", lost: "the mistake", longer: excess, best, unknown: "" }[kind];
  const text = words.trim().replace(/^after [\d,]+ moves?: /, "");
  return h("li", { "data-move": kind }, button, did && h("span", { class: "did" }, did), h("span", { class: "stands" }, text));
}
