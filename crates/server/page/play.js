// The view in which a level is played: the board, what can be done, what is known. All families alike.

import { announce } from "./announce.js";
import { verdict } from "./answer.js";
import { ask, family, optionTable, picture as drawing, Refused } from "./api.js";
import { Questions } from "./ask.js";
import { capitalised, h, plural, still } from "./element.js";
import { Game } from "./game.js";
import { keys, shortcuts } from "./keys.js";
import { levelText } from "./levels.js";
import { Moves } from "./moves.js";
import { beside, best, ended } from "./result.js";
import { saveMenu } from "./save.js";
import { link, pack } from "./share.js";
import { hintSnippet } from "./snippet.js";
import { Stage } from "./stage.js";

/** @import { Answer, BoardLine, FamilyCard, OptionRow, Picture, Position } from "./types.js" */
/** @import { Best } from "./result.js" */
/** @typedef {{ start: "first" | "last" | "film", glide: boolean }} Motion */

/** Time to find out what would have been possible. */
const COMPARING = "10s";
/** Best moves that are named. */
const NAMED = 8;
/** Lines of the board that are said after a move. */
const MOST_SAID = 8;
/** @type {Motion} */
const AT_REST = { start: "last", glide: false };
/** @type {Motion} */
const MOVED = { start: "film", glide: true };

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} name of a shipped level, or packed text
 * @param {string} [number] of the level in a file that holds several
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name, number) {
  const [card, options, text] = await Promise.all([family(familyName), optionTable(), levelText(familyName, name, number)]);
  // Links to a chosen level carry that level alone.
  const own = number === undefined ? name : await pack(text);
  const table = new Table(card, options, new Game(card, text), own);
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
  /** @type {AbortController | undefined} */
  #comparing;
  /** The best value from the start, where it is known. @type {Best | undefined} */
  #possible;
  /** The answer on the board, where one is drawn. @type {{ drawn: Picture, answer: Answer } | undefined} */
  #shown;

  /**
   * @param {FamilyCard} card
   * @param {OptionRow[]} options every option that there is
   * @param {Game} game
   * @param {string} name
   */
  constructor(card, options, game, name) {
    this.#game = game;
    this.#name = name;
    const move = (/** @type {string} */ text) => this.#move(text);
    this.stage = new Stage(move, (every) => void this.#hops(every));
    this.moves = new Moves(move);
    this.questions = new Questions(card, options, () => game.request(), (drawn, answer) => this.#explain(drawn, answer));
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
    this.goal = h("p", { class: "goal-words", hidden: true });
    this.rules = h("div", { class: "rules" }, h("p", {}, card.rules));
    this.lines = h("ol", { class: "lines", tabindex: 0, "aria-label": "The board in words" });
    const inWords = h("details", { class: "in-words" }, h("summary", {}, "The board in words"), this.lines);
    const about = h("details", { class: "about" }, h("summary", {}, "Rules"), this.rules, this.legend, h("p", { class: "source" }, card.source));
    const head = h("header", { class: "level" }, h("p", { class: "family" }, card.family), this.heading, this.roles);
    const board = h("div", { class: "hero" }, this.stage.element, this.back);
    const panel = h("aside", { class: "panel", "aria-label": "Game and questions" }, head, this.goal, this.status, tools, this.advice, this.moves.element, inWords, this.questions.element, this.#links(card), saveMenu(() => this.#onScreen()), hintSnippet(() => game.request()), about, keys());
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
    const { picture, offers, goal, rules, details } = await this.#game.open();
    this.goal.hidden = goal === null;
    this.goal.textContent = `Goal: ${goal}`;
    this.rules.replaceChildren(...[rules, ...details].map((line) => h("p", {}, line)));
    this.questions.offer(offers);
    this.hint.hidden = !offers.includes("hint");
    if (this.#name.startsWith("~")) this.heading.textContent = picture.title;
    this.#show(AT_REST);
    this.#compare();
  }

  /** Ends what runs. */
  leave() {
    this.unbind();
    this.#comparing?.abort();
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
    const before = this.#game.position?.board.lines ?? [];
    try {
      if ((await change) === undefined) return;
      this.questions.clear();
      this.#hinting?.abort();
      this.#best = [];
      this.advice.hidden = true;
      this.#comparing?.abort();
      this.#show(motion);
      announce([`${this.#words()}.`, ...this.#news(before)].join(" "));
      this.#compare();
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "refused");
    }
  }

  /** @param {Motion} motion */
  #show(motion) {
    const position = this.#game.position;
    if (!position) return;
    const { picture, legal, board, changes } = position;
    this.#shown = undefined;
    this.stage.show(picture, { legal, best: this.#best, places: board.places, changes: changes ?? {}, ...motion });
    this.lines.replaceChildren(...board.lines.map((line) => h("li", {}, text(line))));
    this.back.hidden = true;
    const last = picture.frames.at(-1);
    const places = new Set([...(last?.cells ?? []), ...(last?.pieces ?? [])].map(({ act }) => act));
    this.moves.show(position, legal.every((move) => places.has(move)));
    this.moves.highlight(this.#best);
    this.status.textContent = this.#words();
    this.status.dataset["state"] = position.result?.kind ?? "open";
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
    const { result } = position;
    if (result) {
      const end = this.#possible ? beside(result, this.#possible, this.#game.role ?? position.roles[0] ?? "") : ended(result);
      const made = result.unit === "moves" ? "" : `${plural(moves.length, "move")}: `;
      return `${end}. ${made}${position.words}`;
    }
    const cost = position.cost === null || position.cost === undefined ? "" : `, cost ${position.cost}`;
    return `${plural(moves.length, "move")}${cost}. ${capitalised(position.words)}`;
  }

  /** Where a game has ended with a value: asks what would have been possible, and says it once it is known. */
  async #compare() {
    const { position, card } = this.#game;
    const unit = position?.result?.unit;
    if (!position || unit === undefined || this.#possible || !position.offers.includes("solve")) return;
    const comparing = new AbortController();
    this.#comparing = comparing;
    const { moves: _moves, role, ...level } = this.#game.request();
    const asked = role !== undefined && card.options["solve"]?.includes("role") ? { ...level, role } : level;
    try {
      const answer = await ask({ ...asked, question: "solve", options: { time: COMPARING } }, { signal: comparing.signal });
      this.#possible = best(answer, unit);
    } catch {
      return; // Nothing is known, and nothing is said of it.
    }
    if (comparing.signal.aborted || !this.#possible || this.#game.position !== position) return;
    this.status.textContent = this.#words();
    announce(this.#words());
  }

  /**
   * The lines of the board that are new since those before, as sentences, unless the status says them already.
   * @param {BoardLine[]} before
   */
  #news(before) {
    const { board, words } = /** @type {Position} */ (this.#game.position);
    const known = new Set(before.map(text));
    const lines = board.lines.map(text).filter((line) => !known.has(line));
    if (lines.every((line) => words.includes(line))) return [];
    const said = lines.slice(0, MOST_SAID).map((line) => `${line}.`);
    const rest = lines.length - said.length;
    return rest > 0 ? [...said, `${plural(rest, "more line")} changed.`] : said;
  }

  /** @param {string[]} roles */
  #choose(roles) {
    const now = this.#game.role ?? roles[0];
    this.roles.hidden = roles.length < 2;
    const play = (/** @type {string} */ role) => {
      this.#possible = undefined;
      return this.#change(this.#game.as(role));
    };
    const button = (/** @type {string} */ role) => h("button", { type: "button", "aria-pressed": String(role === now), onclick: () => play(role) }, role);
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
      const options = this.questions.given("hint");
      const answer = await ask({ ...this.#game.request(), question: "hint", options }, { signal: hinting.signal });
      if (!hinting.signal.aborted) this.#advise(answer);
    } catch (error) {
      if (hinting.signal.aborted) return;
      this.#say(error instanceof Refused ? `No hint: ${error.message}` : String(error), "refused");
    }
  }

  /** @param {Answer} answer */
  #advise(answer) {
    const { best: moves, tiles, moves_left, at_most, cost_left, tokens, value, distance } = answer.answer ?? {};
    if (answer.verdict === "impossible") return this.#say("It cannot be solved from here. Undo, or ask for the reason with Solve.", "impossible");
    if (answer.verdict === "unfinished") return this.#say(`Not known within the limits: at least ${answer.answer?.["at_least"]} left.`, "unfinished");
    this.#best = Array.isArray(moves) ? moves.map(String) : [];
    const left = moves_left !== undefined ? plural(Number(moves_left), "move") + " left" : cost_left !== undefined ? `${cost_left} still to pay` : tokens !== undefined ? plural(Number(tokens), "token") : value !== undefined ? `a ${value}${distance === undefined ? "" : ` in ${plural(Number(distance), "move")}`} for the side to move` : "";
    const more = this.#best.length > NAMED ? ` and ${this.#best.length - NAMED} more` : "";
    if (at_most !== undefined && this.#best.length) {
      this.#show(AT_REST);
      return this.#say(`Leads to the goal: ${this.#best.join(", ")} · in ${plural(Number(at_most), "move")}, not proven best`, "best");
    }
    const said = this.#best.map((move, index) => (Array.isArray(tiles) ? `${move} (slide ${tiles[index]})` : move));
    const named = said.length ? `Best now: ${said.slice(0, NAMED).join(", ")}${more}` : "No best move is known here";
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
    this.#shown = { drawn, answer };
    this.stage.show(drawn, { start: still() ? "first" : "film", glide: false });
    this.back.hidden = false;
    this.stage.element.scrollIntoView({ block: "nearest" });
  }

  /** What is on screen, for those who keep a picture of it. */
  #onScreen() {
    const { moves, ...level } = this.#game.request();
    const { drawn, answer } = this.#shown ?? {};
    const picture = drawn ?? this.#game.position?.picture ?? { title: "", description: "", legend: [], frames: [] };
    return { board: this.stage.board.element, picture, request: answer ? { ...level, answer } : { ...level, moves }, family: level.family, name: this.#name };
  }

  /**
   * The film of what is shown with every hop, or the short one again.
   * @param {boolean} every
   */
  async #hops(every) {
    const [position, shown] = [this.#game.position, this.#shown];
    if (!position) return;
    const options = shown ? { every } : { legal: position.legal, best: this.#best, places: position.board.places, changes: position.changes ?? {}, every };
    const start = still() ? "first" : "film";
    if (!every) return this.stage.show(shown?.drawn ?? position.picture, { ...options, start });
    const { moves, ...request } = this.#game.request();
    const about = shown ? { answer: shown.answer } : { moves };
    try {
      const { picture } = await drawing({ ...request, ...about, every_hop: true });
      if (position === this.#game.position && shown === this.#shown) this.stage.show(picture, { ...options, start });
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "refused");
    }
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

/**
 * A line of the board as it is read out.
 * @param {BoardLine} line
 */
function text({ name, words }) {
  return name ? `${name}: ${words}` : words;
}
