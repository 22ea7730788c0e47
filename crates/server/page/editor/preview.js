// Playing beside the text that is being written: the moves stay while the text changes, as far as they can still be made.

import { announce } from "../ui/announce.js";
import { BoardKeys } from "../board/keys.js";
import { capitalised, h, plural } from "../ui/element.js";
import { AppliedRules } from "./applied_rules.js";
import { Game } from "../game/game.js";
import { Moves } from "../game/moves.js";
import { Pad } from "../board/pad.js";
import { Refused, wordsOf } from "../engines/refusal.js";
import { BoardFigure } from "../board/figure.js";

/** @import { FamilyCard, Picture, Position } from "../types.js" */

/** The game of the level in the editor. */
export class Preview {
  #card;
  #lineOf;
  /** @type {Game | undefined} */
  #game;

  /**
   * @param {FamilyCard} card
   * @param {(line: number) => string} lineOf gives a line of the text
   * @param {(line: number) => void} ongo asked to go to a line of the text
   * @param {(moves: string[]) => Promise<void>} onwrite asked to write moves that win into the text
   */
  constructor(card, lineOf, ongo, onwrite) {
    this.#card = card;
    this.#lineOf = lineOf;
    const move = (/** @type {string} */ text) => void this.#change((game) => game.make(text));
    this.figure = new BoardFigure(move);
    this.pad = new Pad(move);
    this.moves = new Moves(move);
    this.appliedRules = new AppliedRules(ongo);
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    this.undo = button("Undo move", () => void this.#change((game) => game.undo()));
    this.restart = button("Restart", () => void this.#change((game) => game.restart()));
    this.back = button("Back to the game", () => this.#show("last"));
    this.back.hidden = true;
    this.keep = button("Write into the text", () => void this.#keep(onwrite));
    this.keep.title = "These moves win: the text states them as the level's solution.";
    this.keep.hidden = true;
    this.status = h("p", { class: "status" });
    this.texts = h("p", { class: "texts", hidden: true });
    const tools = h("div", { class: "row tools", role: "group", "aria-label": "Game" }, this.undo, this.restart, this.keep, this.back);
    this.element = h("div", { class: "preview" }, this.figure.element, this.texts, this.pad.element, tools, this.status, this.appliedRules.element, this.moves.element);
    const acts = { move, undo: () => this.undo.click(), next: () => this.restart.click(), leave: () => this.undo.focus() };
    this.keys = new BoardKeys(this.figure.board.element, acts);
    const arrow = (/** @type {KeyboardEvent} */ event) => {
      if (!event.defaultPrevented && !this.element.hidden && this.pad.takes(event)) event.preventDefault();
    };
    document.addEventListener("keydown", arrow);
    this.leave = () => {
      document.removeEventListener("keydown", arrow);
      this.figure.stop();
    };
  }

  /** Shows no board: there is no level. */
  clear() {
    this.forget();
    this.element.classList.add("without-level");
  }

  /** Puts the focus on the board, to be played by keys. */
  focus() {
    const { element } = this.figure.board;
    const place = element.querySelector('[tabindex="0"]') ?? element;
    if (place instanceof HTMLElement || place instanceof SVGElement) place.focus({ preventScroll: true });
  }

  /** Forgets the moves: the level is another one now. */
  forget() {
    this.#game = undefined;
  }

  /**
   * Plays this level from now on, with the moves made so far.
   * @param {string} level
   * @param {AbortSignal} signal once it is aborted, nothing is shown
   * @returns {Promise<Position | undefined>} the position shown
   */
  async open(level, signal) {
    const game = new Game(this.#card, level);
    const position = await resumed(game, this.#game?.moves ?? []);
    if (signal.aborted) return undefined;
    this.#game = game;
    this.element.classList.remove("without-level");
    this.#show("last");
    return position;
  }

  /**
   * Shows an answer on the board.
   * @param {Picture} drawn
   */
  explain(drawn) {
    this.figure.show(drawn, { start: "first" });
    this.back.hidden = false;
  }

  /** @param {(game: Game) => Promise<Position | undefined>} act */
  async #change(act) {
    const game = this.#game;
    try {
      if (!game || (await act(game)) === undefined || game !== this.#game) return;
      this.#show("film");
      announce(this.#words());
    } catch (error) {
      this.status.textContent = wordsOf(error);
      announce(wordsOf(error));
    }
  }

  /** @param {(moves: string[]) => Promise<void>} onwrite */
  async #keep(onwrite) {
    try {
      await onwrite(this.#game?.moves ?? []);
    } catch (error) {
      this.status.textContent = wordsOf(error);
      announce(wordsOf(error));
    }
  }

  /** @param {"last" | "film"} start */
  #show(start) {
    const game = this.#game;
    const position = game?.position;
    if (!game || !position) return;
    const { picture, legal, board, changes, said, events, controls } = position;
    this.figure.show(picture, { start, glide: start === "film", legal, places: board.places, changes: changes ?? {}, said: said ?? {} });
    this.pad.show(legal, controls);
    this.keys.show(controls, position.solved);
    const last = picture.frames.at(-1);
    const places = new Set([...(last?.cells ?? []), ...(last?.pieces ?? [])].map(({ act }) => act));
    this.moves.show(position, legal.every((move) => places.has(move)), []);
    this.appliedRules.show(position, this.#lineOf);
    this.back.hidden = true;
    this.keep.hidden = !position.solved || game.made === 0;
    this.texts.hidden = !events?.messages?.length;
    this.texts.textContent = (events?.messages ?? []).join(" ");
    this.undo.setAttribute("aria-disabled", String(!game.canUndo));
    this.restart.setAttribute("aria-disabled", String(game.made === 0));
    this.status.textContent = this.#words();
    this.status.dataset["moves"] = String(game.moves.length);
    this.status.dataset["state"] = position.result?.kind ?? "open";
  }

  #words() {
    const { moves = [], position } = this.#game ?? {};
    return `${plural(moves.length, "move")}. ${capitalised(position?.words ?? "")}`;
  }
}

/**
 * The position after as many of these moves as can be made; `game` has made them.
 * @param {Game} game
 * @param {string[]} moves
 */
async function resumed(game, moves) {
  // The moves before one that cannot be made are looked for by halves: `least` of them can be made, `most + 1` cannot.
  let [least, most, tried] = [0, moves.length, moves.length];
  while (least < most) {
    const made = await game.resume({ moves: moves.slice(0, tried) }).then(() => true, refusedMove);
    if (made) least = tried;
    else most = tried - 1;
    tried = Math.ceil((least + most) / 2);
  }
  const { position } = game;
  return position && game.moves.length === least ? position : game.resume({ moves: moves.slice(0, least) });
}

/**
 * Whether an error is that of a move that cannot be made; any other is thrown on.
 * @param {unknown} error
 */
function refusedMove(error) {
  if (error instanceof Refused && error.problem.type === "/api#illegal-move") return false;
  throw error;
}
