// The view in which a level is played: the board, what can be done, what is known. All families alike.

import { announce } from "./announce.js";
import { verdict } from "./answer.js";
import { ask, family, Refused } from "./api.js";
import { Questions } from "./ask.js";
import { h, plural, still } from "./element.js";
import { Game } from "./game.js";
import { keys, shortcuts } from "./keys.js";
import { levelText } from "./levels.js";
import { Moves } from "./moves.js";
import { link, pack } from "./share.js";
import { Stage } from "./stage.js";

/** @import { Answer, FamilyCard, Picture, Position } from "./types.js" */
/** @typedef {{ start: "first" | "last" | "film", glide: boolean }} Motion */

/** Best moves that are named. */
const NAMED = 8;
/** @type {Motion} */
const AT_REST = { start: "last", glide: false };
/** @type {Motion} */
const MOVED = { start: "film", glide: true };

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} name of a shipped level, or packed text
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name) {
  const [card, text] = await Promise.all([family(familyName), levelText(familyName, name)]);
  const table = new Table(card, new Game(card, text), name);
  await table.open();
  root.replaceChildren(table.element);
  return () => table.leave();
}

/** A game on the table with everything around it. */
class Table {
  #game;
  #name;
  /** @type {AbortController | undefined} */
  #hinting;
  #best = /** @type {string[]} */ ([]);

  /**
   * @param {FamilyCard} card
   * @param {Game} game
   * @param {string} name
   */
  constructor(card, game, name) {
    this.#game = game;
    this.#name = name;
    const move = (/** @type {string} */ text) => this.#move(text);
    this.stage = new Stage(move);
    this.moves = new Moves(move);
    this.questions = new Questions(card, () => game.request(), (drawn, answer) => this.#explain(drawn, answer));
    this.status = h("p", { class: "status" });
    this.advice = h("p", { class: "advice", hidden: true });
    this.known = h("strong", {});
    const back = h("button", { type: "button", onclick: () => this.#show(AT_REST) }, "Back to the game");
    this.back = h("div", { class: "row back", hidden: true }, this.known, back);
    this.roles = h("div", { class: "row roles", role: "group", "aria-label": "Who you play" });
    const button = (/** @type {string} */ words, /** @type {string} */ key, /** @type {() => void} */ act) =>
      h("button", { type: "button", "data-key": key, "aria-keyshortcuts": key, onclick: act }, words);
    this.undo = button("Undo", "u", () => this.#change(game.undo()));
    this.redo = button("Redo", "r", () => this.#change(game.redo()));
    this.restart = button("Restart", "Shift+R", () => this.#change(game.restart()));
    this.hint = button("Hint", "h", () => this.#hint());
    this.hint.classList.add("accent");
    const tools = h("div", { class: "row tools", role: "group", "aria-label": "Game" }, this.undo, this.redo, this.restart, this.hint);
    this.heading = h("h1", { tabindex: -1 }, name);
    this.legend = h("ul", { class: "legend" });
    const about = h("details", { class: "about" }, h("summary", {}, "Rules"), h("p", {}, card.rules), this.legend, h("p", { class: "source" }, card.source));
    const head = h("header", { class: "level" }, h("p", { class: "family" }, card.family), this.heading, this.roles);
    const board = h("div", { class: "hero" }, this.stage.element, this.back);
    const panel = h("aside", { class: "panel", "aria-label": "Game and questions" }, head, this.status, tools, this.advice, this.moves.element, this.questions.element, this.#links(card), about, keys());
    this.element = h("div", { class: "table" }, board, panel);
    this.unbind = shortcuts({
      u: () => this.undo.click(),
      r: () => this.redo.click(),
      R: () => this.restart.click(),
      h: () => this.hint.click(),
      s: () => this.questions.first(),
      b: () => this.stage.board.focus(),
      Escape: () => this.#escape(),
    });
  }

  /** Asks for the first position. */
  async open() {
    const { picture, offers } = await this.#game.open();
    this.questions.offer(offers);
    this.hint.hidden = !offers.includes("hint");
    if (this.#name.startsWith("~")) this.heading.textContent = picture.title;
    this.#show(AT_REST);
  }

  /** Ends what runs. */
  leave() {
    this.unbind();
    this.stage.stop();
    this.questions.cancel();
    this.#hinting?.abort();
  }

  /** @param {FamilyCard} card */
  #links(card) {
    const share = h("button", { type: "button", class: "quiet", onclick: () => this.#share() }, "Copy link");
    return h("div", { class: "row links" }, h("a", { href: link("edit", card.family, this.#name) }, "Edit this level"), share);
  }

  /** @param {string} text */
  #move(text) {
    this.#change(this.#game.make(text), MOVED);
  }

  /**
   * Waits for a change of the game and shows what came of it.
   * @param {Promise<Position | undefined>} change
   * @param {Motion} [motion]
   */
  async #change(change, motion = { start: "last", glide: true }) {
    try {
      if ((await change) === undefined) return;
      this.questions.clear();
      this.#hinting?.abort();
      this.#best = [];
      this.advice.hidden = true;
      this.#show(motion);
      announce(this.#words());
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "refused");
    }
  }

  /** @param {Motion} motion */
  #show(motion) {
    const position = this.#game.position;
    if (!position) return;
    const { picture, legal } = position;
    this.stage.show(picture, { legal, best: this.#best, ...motion });
    this.back.hidden = true;
    const last = picture.frames.at(-1);
    const places = new Set([...(last?.cells ?? []), ...(last?.pieces ?? [])].map(({ act }) => act));
    this.moves.show(position, legal.every((move) => places.has(move)));
    this.moves.highlight(this.#best);
    this.status.textContent = this.#words();
    this.status.dataset["state"] = position.solved ? "solved" : position.over ? "over" : "open";
    this.status.dataset["moves"] = String(this.#game.moves.length);
    this.#enable(this.undo, this.#game.canUndo);
    this.#enable(this.redo, this.#game.canRedo);
    this.#enable(this.restart, this.#game.canUndo);
    this.#enable(this.hint, !position.over);
    this.legend.replaceChildren(...picture.legend.map(([role, words]) => h("li", {}, h("span", { class: `swatch ${role}` }), words)));
    this.#choose(position.roles);
  }

  /**
   * A button that has nothing to do keeps the focus, and says so.
   * @param {HTMLButtonElement} button
   * @param {boolean} enabled
   */
  #enable(button, enabled) {
    button.setAttribute("aria-disabled", String(!enabled));
  }

  #words() {
    const { position, moves } = this.#game;
    if (!position) return "";
    const end = position.solved ? "Solved. " : position.over ? "Over, not solved. " : "";
    const cost = position.cost === null || position.cost === undefined ? "" : `, cost ${position.cost}`;
    return `${end}${plural(moves.length, "move")}${cost}. ${position.words}`;
  }

  /** @param {string[]} roles */
  #choose(roles) {
    const now = this.#game.role ?? roles[0];
    this.roles.hidden = roles.length < 2;
    const button = (/** @type {string} */ role) =>
      h("button", { type: "button", "aria-pressed": String(role === now), onclick: () => this.#change(this.#game.as(role)) }, role);
    const focused = this.roles.contains(document.activeElement);
    this.roles.replaceChildren(...roles.map(button));
    const pressed = this.roles.querySelector("[aria-pressed=true]");
    if (focused && pressed instanceof HTMLElement) pressed.focus();
  }

  async #hint() {
    if (this.hint.getAttribute("aria-disabled") === "true") return;
    this.#hinting?.abort();
    const hinting = new AbortController();
    this.#hinting = hinting;
    this.#say("Thinking …", "thinking");
    try {
      const answer = await ask({ ...this.#game.request(), question: "hint" }, { signal: hinting.signal });
      if (!hinting.signal.aborted) this.#advise(answer);
    } catch (error) {
      if (hinting.signal.aborted) return;
      this.#say(error instanceof Refused ? `No hint: ${error.message}` : String(error), "refused");
    }
  }

  /** @param {Answer} answer */
  #advise(answer) {
    const { best: moves, moves_left, cost_left, tokens, value, distance } = answer.answer ?? {};
    if (answer.verdict === "impossible") return this.#say("It cannot be solved from here. Undo, or ask for the reason with Solve.", "impossible");
    if (answer.verdict === "unfinished") return this.#say(`Not known within the limits: at least ${answer.answer?.["at_least"]} left.`, "unfinished");
    this.#best = Array.isArray(moves) ? moves.map(String) : [];
    const left = moves_left !== undefined ? plural(Number(moves_left), "move") + " left" : cost_left !== undefined ? `${cost_left} still to pay` : tokens !== undefined ? plural(Number(tokens), "token") : value !== undefined ? `a ${value}${distance === undefined ? "" : ` in ${plural(Number(distance), "move")}`} for the side to move` : "";
    const more = this.#best.length > NAMED ? ` and ${this.#best.length - NAMED} more` : "";
    const named = this.#best.length ? `Best now: ${this.#best.slice(0, NAMED).join(", ")}${more}` : "No best move is known here";
    this.#show(AT_REST);
    this.#say(left ? `${named} · ${left}` : named, "best");
  }

  /**
   * @param {string} words
   * @param {string} kind
   */
  #say(words, kind) {
    this.advice.hidden = false;
    this.advice.textContent = words;
    this.advice.dataset["kind"] = kind;
    announce(words);
  }

  /**
   * @param {Picture | undefined} drawn an answer drawn on the board
   * @param {Answer} answer
   */
  #explain(drawn, answer) {
    if (!drawn) return;
    this.known.textContent = verdict(answer).words;
    this.stage.show(drawn, { start: still() ? "first" : "film", glide: false });
    this.back.hidden = false;
    this.stage.element.scrollIntoView({ block: "nearest" });
  }

  #escape() {
    this.questions.cancel();
    if (!this.back.hidden) this.#show(AT_REST);
  }

  async #share() {
    const name = this.#name.startsWith("~") ? this.#name : await pack(this.#game.level);
    const url = new URL(link("play", this.#game.card.family, name), location.href).href;
    await navigator.clipboard.writeText(url).then(
      () => this.#say("The link is copied: the whole level is in it.", "shared"),
      () => this.#say(url, "shared"),
    );
  }
}
