// The view in which a level is played: the board, what can be done, what is known. All families alike.

import { announce } from "../ui/announce.js";
import { BoardKeys } from "../board/keys.js";
import { verdict } from "../questions/answer.js";
import { family, leaveLevel, loadRules, optionTable, picture as drawing, warmUp } from "../engines/api.js";
import { Questions } from "../questions/ask.js";
import { Clock } from "../game/clock.js";
import { denial } from "../game/doubt.js";
import { anySeed } from "../game/seed.js";
import { canShare, copyLink } from "../storage/copylink.js";
import { h, still } from "../ui/element.js";
import { EndPanel } from "../game/ending.js";
import { picturesOf } from "../game/film.js";
import { Game } from "../game/game.js";
import { isHelped } from "../storage/help_taken.js";
import { Help } from "../questions/hint_button.js";
import { Autosave } from "../game/autosave.js";
import { KeyList, shortcuts } from "../ui/keys.js";
import { lab } from "../questions/lab.js";
import { legendOf } from "../board/legend.js";
import { chosenLevel } from "../storage/levels.js";
import { Messages } from "../game/messages.js";
import { Moves } from "../game/moves.js";
import { Pad } from "../board/pad.js";
import { Refused, wordsOf } from "../engines/refusal.js";
import { Roles, sidesOf } from "../game/roles.js";
import { saveMenu } from "../storage/pictures.js";
import { gamePart, link, MAX_MOVES, pack, readGame } from "../storage/share.js";
import { hintSnippet } from "../questions/snippet.js";
import { site } from "../engines/site.js";
import { programInWords, ProgramStrip } from "../game/strip.js";
import { UnplacedMoves } from "../game/unplaced.js";
import { gameSounds, sound } from "../ui/sound.js";
import { BoardFigure } from "../board/figure.js";
import { read, StatusLine } from "../game/status.js";
import { toKeep } from "../storage/stars.js";
import { keepResult, savedGame } from "../storage/store.js";
import { explainedTiles } from "../board/tiles.js";

/** @import { Answer, Drawn, FamilyCard, OptionRow, Picture, Position } from "../types.js" */
/** @import { WayBack } from "../questions/hint_button.js" */
/** @import { Chosen } from "../storage/levels.js" */
/** @import { SharedGame } from "../storage/share.js" */
/** @import { SavedGame } from "../storage/store.js" */
/** @typedef {{ start: "first" | "last" | "film", glide: boolean, by?: "player" | "clock" }} Motion `by` whom a move was made */

/** @type {Motion} */
const AT_REST = { start: "last", glide: false };
/** @type {Motion} */
const MOVED = { start: "film", glide: true, by: "player" };
/** @type {Motion} */
const TICKED = { start: "film", glide: true, by: "clock" };

/** What takes Enter itself. */
const TAKES_ENTER = "a, button, input, select, summary, textarea";
/** Kinds of advice that help. */
const HELPS = ["best", "impossible"];

/** Whether a level was opened since the page was loaded. */
let opened = false;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} name of a shipped level, or packed text
 * @param {string} [number] of the level in a file that holds several
 * @param {string} [query] the game that a link carries
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name, number, query = "") {
  // Beside a server the first view goes before.
  if (!site.server) void loadRules(familyName);
  const [level, shared] = await Promise.all([chosenLevel(familyName, name, number), readGame(query)]);
  // Links to a level of a file carry that level alone.
  const own = number === undefined ? name : await pack(level.text);
  // Who edits a level of a file keeps the others.
  const edit = number === undefined ? undefined : link("edit", familyName, name, Number(number));
  return show(root, familyName, own, { ...level, title: shared?.title ?? level.title }, shared, edit);
}

/**
 * Mounts the view with a level that was chosen; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} name of a shipped level, or packed text
 * @param {Chosen} level
 * @param {SharedGame} [shared] the game that a link carries
 * @param {string} [edit] the address of the editor with this level
 * @returns {Promise<() => void>}
 */
export async function show(root, familyName, name, level, shared, edit = link("edit", familyName, name)) {
  const [card, options] = await Promise.all([family(familyName), optionTable()]);
  const table = new Table(card, options, level, name, edit);
  if (shared?.moves.length || shared?.role) {
    await table.join(shared);
    // From now on the game is kept here: a reload must not go back to the moves of the link.
    const route = location.hash.split("?")[0] + (await gamePart({ title: shared.title, moves: [] }));
    history.replaceState(null, "", route);
  } else await table.open(await unfinished(card, level.text));
  root.replaceChildren(table.element);
  return () => table.leave();
}

/**
 * The game of a level that was not over when it was left. After a reload an ended one is shown again, too.
 * @param {FamilyCard} card
 * @param {string} text of the level
 * @returns {Promise<SavedGame | undefined>}
 */
async function unfinished({ family }, text) {
  const reloaded = !opened;
  opened = true;
  const game = await savedGame(family, text);
  return game && (reloaded || !game.over) ? game : undefined;
}

/** A game on the table with everything around it. */
class Table {
  #game;
  #name;
  #edit;
  #title;
  #isDoubtful;
  #onwon;
  #onplayed;
  /** Ends what is asked about the level, once it is left. */
  #left = new AbortController();
  /** Whether help was counted for the position that is shown. */
  #isHelped = false;
  #help = new Help((words, kind, back) => this.#advise(words, kind, back), () => this.#show(AT_REST));
  /** What is to be told once the last frame of a move is shown. @type {(() => void) | undefined} */
  #ending;
  /** The entries of the legend that is written, as JSON. @type {string | undefined} */
  #legendKey;
  /** Whether the level has sounds of its own. */
  #sounds = false;
  /** The answer on the board, where one is drawn. @type {{ drawn: Picture, answer: Answer } | undefined} */
  #shown;

  /**
   * @param {FamilyCard} card
   * @param {OptionRow[]} options every option that there is
   * @param {Chosen} level
   * @param {string} name of a shipped level, or packed text
   * @param {string} edit the address of the editor with this level
   */
  constructor(card, options, { text, title, next, chooser, place, onwon, onplayed, isDoubtful = false }, name, edit) {
    this.#onwon = onwon;
    this.#onplayed = onplayed;
    const game = new Game(card, text);
    this.#game = game;
    this.#name = name;
    this.#edit = edit;
    this.#title = title;
    this.#isDoubtful = isDoubtful;
    const address = location.hash.split("?")[0] ?? "";
    const press = (/** @type {string} */ text) => this.#press(text);
    const anew = () => this.#anew(game.restart());
    this.figure = new BoardFigure(press, (every) => void this.#hops(every));
    this.message = new Messages();
    this.figure.frame.after(this.message.element);
    this.moves = new Moves((text) => this.#move(text));
    this.pad = new Pad(press);
    this.unplaced = new UnplacedMoves((text) => this.#move(text));
    this.strip = new ProgramStrip((text) => this.#move(text));
    this.clock = new Clock((text) => this.#tick(text), () => this.#isIdle());
    this.endPanel = new EndPanel(anew, next, chooser);
    this.statusLine = new StatusLine(game, this.endPanel);
    this.autosave = new Autosave(game, () => ({ address, title: this.heading.textContent ?? "" }));
    this.questions = new Questions(card, options, () => game.request(), (drawn, answer) => this.#explain(drawn, answer), (to) => void this.#goTo(to));
    this.keyList = new KeyList();
    this.snippet = hintSnippet(() => game.request());
    const acts = { move: press, undo: () => this.undo.click(), next: () => this.#ending ?? this.endPanel.goOn(), leave: () => this.undo.focus() };
    this.keys = new BoardKeys(this.figure.board.element, acts);
    this.feedback = h("p", { class: "feedback", hidden: true });
    this.known = h("strong", {});
    const back = h("button", { type: "button", onclick: () => this.#show(AT_REST) }, "Back to the game");
    this.back = h("div", { class: "row back", hidden: true }, this.known, back);
    this.roles = new Roles((role) => void this.#change(game.as(role)));
    const button = (/** @type {string} */ words, /** @type {string} */ key, /** @type {() => void} */ act) =>
      h("button", { type: "button", "data-key": key, "aria-keyshortcuts": key, onclick: act }, words);
    this.undo = button("Undo", "u", () => this.#change(game.undo()));
    this.redo = button("Redo", "r", () => this.#change(game.redo()));
    this.restart = button("Restart", "t", anew);
    this.seed = h("button", { type: "button", hidden: true, onclick: () => this.#anew(game.reseed(anySeed())) }, "Another seed");
    this.hint = button("Hint", "h", () => this.#hint());
    this.hint.classList.add("accent");
    this.deny = denial(() => game.request(), { say: (words, kind) => this.#say(words, kind), won: (answer) => this.#denied(answer), left: this.#left.signal });
    const tools = h("div", { class: "row tools", role: "group", "aria-label": "Game" }, this.undo, this.redo, this.restart, this.seed, this.hint, this.deny);
    this.heading = h("h1", { tabindex: -1 }, title ?? name);
    this.legend = h("ul", { class: "legend" });
    this.goal = h("p", { class: "goal-words", hidden: true });
    this.rules = h("div", { class: "rules" }, h("p", {}, card.rules));
    this.lines = h("ol", { class: "lines", tabindex: 0, "aria-label": "The board in words" });
    const answers = h("section", { class: "answers", "aria-label": "Answers" }, this.questions.progress, this.questions.result);
    const inWords = h("details", { class: "in-words" }, h("summary", {}, "The board in words"), this.lines);
    const about = h("details", { class: "about" }, h("summary", {}, "Rules"), this.rules, this.legend, h("p", { class: "source" }, card.source));
    const head = h("header", { class: "level" }, h("p", { class: "family" }, card.title), place && h("p", { class: "place" }, h("a", { href: chooser }, place)), this.heading, this.roles.element);
    this.hero = h("div", { class: "hero" }, this.figure.element, this.strip.element, this.unplaced.element, this.pad.element, this.clock.element, this.back, this.figure.switches);
    const panel = h("aside", { class: "panel", "aria-label": "Game and questions" }, head, this.goal, this.statusLine.element, this.endPanel.element, tools, this.feedback, this.moves.element, answers, this.#links(), about, inWords, lab(this.questions.controls, this.#saveMenu(), site.server && this.snippet.element), this.keyList.element);
    this.element = h("div", { class: "table" }, this.hero, panel);
    const onward = (/** @type {KeyboardEvent} */ event) => this.#onward(event);
    // While the event goes down: on the board of a game that has ended Enter is no move.
    document.addEventListener("keydown", onward, true);
    const arrow = (/** @type {KeyboardEvent} */ event) => !event.defaultPrevented && this.pad.takes(event) && event.preventDefault();
    document.addEventListener("keydown", arrow);
    const unbind = shortcuts({
      u: () => this.undo.click(),
      r: () => this.redo.click(),
      t: () => this.restart.click(),
      h: () => this.hint.click(),
      j: () => this.questions.press("judge"),
      o: () => this.questions.first(),
      b: () => this.#back(),
      g: () => this.figure.board.focus(),
      Escape: () => this.#escape(),
    });
    this.unbind = () => {
      document.removeEventListener("keydown", arrow);
      document.removeEventListener("keydown", onward, true);
      unbind();
    };
  }

  /**
   * Asks for the first position, or for that of a game that was begun before.
   * @param {SharedGame | SavedGame} [game]
   * @param {number} [given] how many of its moves somebody else made
   */
  async open(game, given = 0) {
    const resumed = game && (await this.#game.resume(game, given).catch((error) => (error instanceof Refused ? error : Promise.reject(error))));
    const first = !resumed || resumed instanceof Refused ? await this.#game.open() : resumed;
    this.#describe(first);
    this.#show(AT_REST);
    void warmUp(this.#game.card.family);
    void this.#assess(this.statusLine.tell());
    const texts = this.#texts(AT_REST);
    this.message.show(texts);
    if (texts.length) announce(texts.join(" "));
    if (resumed instanceof Refused) this.#say(`The moves of this game cannot be played here: ${resumed.message}`, "refused");
  }

  /**
   * Opens the game that a link carries.
   * @param {SharedGame} game
   */
  async join(game) {
    await this.open(game, game.moves.length);
    this.autosave.save();
  }

  /** @param {Position} first */
  #describe({ picture, offers, refuses, goal, rules, details, controls }) {
    this.seed.hidden = !controls?.seeded;
    this.keyList.show(controls);
    this.goal.hidden = goal === null;
    this.goal.textContent = `Goal: ${goal}`;
    this.rules.replaceChildren(...[rules, ...details].map((line) => h("p", {}, line)));
    this.questions.offer(offers, refuses);
    this.hint.hidden = !offers.includes("hint");
    if (this.#title === undefined) this.heading.textContent = picture.title;
  }

  /** Ends what runs. */
  leave() {
    this.unbind();
    this.#left.abort();
    this.clock.leave();
    this.autosave.flush();
    this.statusLine.stop();
    this.#ending = undefined;
    this.figure.stop();
    this.questions.cancel();
    this.#help.clear();
    leaveLevel();
  }

  /** The way to the editor, and to others. */
  #links() {
    const share = h("button", { type: "button", class: "quiet", onclick: () => this.#share() }, canShare() ? "Share" : "Copy link");
    return h("div", { class: "row links" }, h("a", { href: this.#edit }, "Edit this level"), share);
  }

  /**
   * Enter goes on, once the game has ended, wherever it means nothing else.
   * @param {KeyboardEvent} event
   */
  #onward(event) {
    const isPlain = event.key === "Enter" && !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    const taken = event.target instanceof Element && event.target.closest(TAKES_ENTER);
    if (!isPlain || taken || !this.endPanel.isShown || this.#ending) return;
    event.preventDefault();
    event.stopPropagation();
    this.endPanel.goOn();
  }

  /**
   * The level is won by saying that it cannot be solved.
   * @param {Answer} answer the proof
   */
  #denied(answer) {
    const { card, level, help } = this.#game;
    const focused = this.#focused();
    this.#explain(answer.drawn, answer);
    this.#say(`Right, it cannot be solved. ${answer.words[0] ?? ""}`, "best");
    this.deny.hidden = true;
    this.endPanel.show({ lost: false, stars: undefined, helped: isHelped(help), best: undefined });
    this.#handOn(focused);
    this.figure.board.celebrate();
    sound("won");
    void keepResult(card.family, level, toKeep({ kind: "won" }, undefined, undefined, help));
    this.#onplayed?.(this.#game, true);
  }

  /** @param {string} text */
  #move(text) {
    void this.#change(this.#game.make(text), MOVED);
  }

  /**
   * Plays a move of a key, the pad or the board. What changes nothing is no move, but a game may answer it with a text or a
   * sound.
   * @param {string} text
   */
  #press(text) {
    if (!this.#game.position?.controls) return this.#move(text);
    const idle = (/** @type {Position} */ { events }) => {
      gameSounds(events?.sounds ?? []);
      this.#read(events?.messages ?? []);
      announce(events?.messages.join(" ") || "Nothing changes.");
    };
    void this.#change(this.#game.attempt(text, idle), MOVED);
  }

  /**
   * The move of the clock. It stops before a game becomes too long to be kept in a link.
   * @param {string} text
   */
  async #tick(text) {
    if (this.#game.moves.length < MAX_MOVES) return this.#change(this.#game.make(text), TICKED);
    this.clock.hold();
    this.#say(`The clock stands: a game holds ${MAX_MOVES.toLocaleString("en")} moves at most.`, "refused");
  }

  /** Whether the clock may play: nothing else is under way or shown, and its move changes something. */
  #isIdle() {
    const { position, busy } = this.#game;
    const tick = position?.controls?.tick?.move;
    const shown = this.#ending !== undefined || !this.back.hidden || this.questions.running;
    return !busy && !shown && tick !== undefined && position?.legal.includes(tick) === true;
  }

  /**
   * Begins the level anew.
   * @param {Promise<Position | undefined>} change
   */
  async #anew(change) {
    await this.#change(change);
    this.clock.reset();
  }

  /**
   * Waits for a change of the game and shows what came of it.
   * @param {Promise<Position | undefined>} change
   * @param {Motion} [motion]
   */
  async #change(change, motion = { start: "last", glide: true }) {
    const before = this.#game.position;
    try {
      const role = this.#game.role;
      if ((await change) === undefined) return;
      if (this.#game.role !== role) this.pad.clear();
      this.questions.moved(this.#game.line, this.#game.moves.length);
      this.#help.clear();
      this.#isHelped = false;
      this.feedback.hidden = true;
      delete this.feedback.dataset["step"];
      this.statusLine.stop();
      if (motion.by === "player") this.clock.moved();
      else if (!motion.by) this.clock.hold();
      if (motion.by !== "clock") this.message.show([]);
      this.autosave.save(motion.by === "clock");
      this.#onplayed?.(this.#game, false);
      const hasSounds = this.#playSounds(motion);
      this.#ending = () => this.#conclude(motion, before, hasSounds);
      this.#show(motion);
    } catch (error) {
      this.clock.hold();
      this.#say(wordsOf(error), "refused");
    }
  }

  /**
   * Plays the sounds of a move; whether there were any.
   * @param {Motion} motion
   */
  #playSounds({ by }) {
    const sounds = by ? (this.#game.position?.events?.sounds ?? []) : [];
    this.#sounds ||= sounds.length > 0;
    gameSounds(sounds);
    return sounds.length > 0;
  }

  /**
   * Tells what came of a change whose last frame is shown.
   * @param {Motion} motion
   * @param {Position | undefined} before
   * @param {boolean} hasSounds whether the move had sounds of its own
   */
  #conclude(motion, before, hasSounds) {
    const [texts, result, focused] = [this.#texts(motion), this.#game.position?.result, this.#focused()];
    this.#read(texts);
    const compared = this.statusLine.tell();
    this.#handOn(focused);
    if (result?.kind === "won" && motion.by) this.figure.board.celebrate();
    if (result?.kind === "won") this.#onwon?.();
    if (!hasSounds && (result || !this.#sounds) && (result || motion.by !== "clock")) sound(result?.kind ?? "move");
    if (motion.by === "clock" && !texts.length && !result) return;
    const program = tilesInWords(this.#game.position);
    const told = program && program !== tilesInWords(before) ? [program] : [];
    announce([...told, ...texts, this.statusLine.sentence(), ...this.statusLine.news(before?.board.lines ?? [], texts)].join(" "));
    if (result && motion.by === "player") this.endPanel.element.scrollIntoView({ block: "nearest" });
    // Who puts a program together, or has one choice, tries: such moves are no mistakes.
    const isTried = this.#game.position?.composed !== undefined || (result?.kind === "ended" && this.#game.made === 1);
    const judges = result && motion.by && !isTried && this.#game.position?.offers.includes("judge");
    void this.#assess(compared, judges ? this.questions.judgeEnd() : undefined);
  }

  /**
   * Says how well a game was played that has ended, all at once when all of it is known: one sentence would cut off another.
   * @param {Promise<boolean>} compared whether the best that was possible has become known
   * @param {Promise<string | undefined>} [judged] the first mistake
   */
  async #assess(compared, judged) {
    const { position } = this.#game;
    const [isNews, headline] = await Promise.all([compared, judged]);
    if (this.#left.signal.aborted || this.#game.position !== position || !(isNews || headline)) return;
    announce([this.statusLine.sentence(), headline && `${headline}.`].filter(Boolean).join(" "));
  }

  /** What has the focus, where that is something of this view. */
  #focused() {
    const { activeElement } = document;
    return this.element.contains(activeElement) ? activeElement : null;
  }

  /**
   * What has vanished under the focus hands it on: to the way on from an ended game, else to the board.
   * @param {Element | null} focused
   */
  #handOn(focused) {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== focused;
    if (!focused || isElsewhere || focused.getClientRects().length > 0) return;
    if (this.endPanel.isShown) this.endPanel.focus();
    else this.figure.board.focus();
  }

  /**
   * The texts that are to be read now: those of a move that was made, those before a level, those behind the last one.
   * @param {Motion} motion
   */
  #texts({ by }) {
    const { position, made } = this.#game;
    return by || made === 0 || position?.over ? (position?.events?.messages ?? []) : [];
  }

  /**
   * Shows texts of the game, where there are any; the clock waits until they are read.
   * @param {string[]} texts
   */
  #read(texts) {
    if (!texts.length) return;
    this.clock.hold();
    this.message.show(texts);
  }

  /** Tells what is still to be told of the last move: the end of a walk only once it is shown. */
  #tell() {
    const ending = this.#ending;
    this.#ending = undefined;
    ending?.();
  }

  /** @param {Motion} motion */
  #show(motion) {
    const position = this.#game.position;
    if (!position) return;
    const { picture, legal, board, controls, events } = position;
    const focused = this.#focused();
    this.#shown = undefined;
    const shown = { ...this.#playable(position), ...motion, frame: controls?.frame_ms ?? undefined, told: events?.messages ?? [] };
    this.figure.show(picture, { ...shown, onend: () => this.#tell() });
    this.pad.show(legal, controls);
    this.hero.classList.toggle("padded", this.pad.used);
    this.keys.show(controls, position.result?.kind === "won");
    this.clock.show(controls?.tick, position.over);
    this.lines.replaceChildren(...board.lines.map((line) => h("li", {}, read(line))));
    this.back.hidden = true;
    this.statusLine.element.hidden = false;
    const last = picture.frames.at(-1);
    const places = new Set([...(last?.cells ?? []), ...(last?.pieces ?? [])].map(({ act }) => act));
    this.strip.show(position.tiles);
    this.unplaced.show(position, places);
    this.moves.show(position, legal.every((move) => places.has(move)), this.#help.best);
    this.#enable(this.undo, this.#game.canUndo);
    this.#enable(this.redo, this.#game.canRedo);
    this.#enable(this.restart, this.#game.made > 0);
    this.#enable(this.hint, !position.result);
    this.hint.classList.toggle("accent", !position.result);
    this.deny.hidden = !this.#isDoubtful || Boolean(position.result) || !position.offers.includes("solve");
    // What is begun below the board is watched on it: a film, or a step of a program.
    const steps = position.composed !== undefined && position.moves.at(-1) === "step";
    if (motion.by === "player" && (picture.frames.length > 1 || steps)) this.figure.element.scrollIntoView({ block: "nearest" });
    this.#writeLegend(picture);
    this.roles.show(sidesOf(position), position.role);
    this.questions.won = position.result?.kind === "won" ? this.#game.moves : [];
    this.snippet.refresh();
    this.#handOn(focused);
  }

  /**
   * Writes the legend, unless it has the same entries already.
   * @param {Picture} picture
   */
  #writeLegend(picture) {
    const key = JSON.stringify([picture.legend, explainedTiles(picture)]);
    if (key === this.#legendKey) return;
    this.#legendKey = key;
    this.legend.replaceChildren(...legendOf(picture));
  }

  /**
   * What can be played in a position, and the marks of the help that was asked for.
   * @param {Position} position
   */
  #playable({ legal, board, changes, said, ways, controls }) {
    const help = { best: this.#help.best, look: this.#help.look };
    return { ...help, legal, places: board.places, changes: changes ?? {}, said: said ?? {}, ways, padded: controls !== undefined };
  }

  /**
   * A button that has nothing to do keeps the focus, and says so.
   * @param {HTMLButtonElement} button
   * @param {boolean} enabled
   */
  #enable(button, enabled) {
    button.setAttribute("aria-disabled", String(!enabled));
  }

  async #hint() {
    await this.#game.settled();
    const { position } = this.#game;
    if (this.hint.getAttribute("aria-disabled") === "true" || !position) return;
    this.clock.hold();
    const climbs = this.#game.card.options["hint"]?.includes("reveal") === true;
    void this.#help.ask(this.#game.request(), position, this.questions.given("hint"), climbs);
  }

  /**
   * Says what a hint tells.
   * @param {string} words
   * @param {string} kind
   * @param {WayBack} [back] where to go back to
   */
  #advise(words, kind, back) {
    const label = back && `Go back to before move ${back.count + 1}`;
    this.#say(words, kind, back && h("button", { type: "button", class: "go-back", onclick: () => void this.#goTo(back) }, label));
    if (!this.#isHelped && HELPS.includes(kind)) {
      this.#isHelped = true;
      this.#game.help.hints++;
      this.autosave.save();
      this.#onplayed?.(this.#game, false);
    }
    this.feedback.dataset["step"] = String(this.#help.step);
  }

  /** Goes back to before the mistake, where a hint or a judgement offers that. */
  #back() {
    const offered = [...this.element.querySelectorAll(".go-back")].find((button) => button.getClientRects().length > 0);
    if (offered instanceof HTMLElement) offered.click();
    else this.#say("There is nothing to go back to: no hint and no judgement names a mistake here.", "none");
  }

  /**
   * Goes to a position of the game, and shows it where the board is out of sight.
   * @param {WayBack} to
   */
  async #goTo(to) {
    await this.#change(this.#game.goTo(to));
    this.figure.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * Says something below the buttons, in sight.
   * @param {string} words
   * @param {string} kind
   * @param {HTMLButtonElement} [button] what can be done about it
   */
  #say(words, kind, button) {
    const isFocused = this.feedback.contains(document.activeElement);
    this.feedback.hidden = false;
    this.feedback.replaceChildren(words, ...(button ? [" ", button] : []));
    this.feedback.dataset["kind"] = kind;
    // The button stands where another one was.
    if (isFocused) (button ?? this.hint).focus();
    // The answer follows in a moment.
    if (kind === "thinking") return announce(words);
    announce(button ? `${words} ${button.textContent}.` : words);
    this.feedback.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Drawn | undefined} shown an answer drawn on the board
   * @param {Answer} answer
   */
  #explain(shown, answer) {
    this.clock.hold();
    const drawn = shown?.picture;
    if (!drawn) return;
    // A judgement is of moves that were made.
    if ((answer.optimum || answer.line) && answer.question !== "judge" && !this.#game.position?.result) {
      this.#game.help.solution = true;
      this.autosave.save();
      this.#onplayed?.(this.#game, false);
    }
    this.#tell();
    this.known.textContent = verdict(answer).words;
    this.#shown = { drawn, answer };
    this.figure.show(drawn, { start: still() ? "first" : "film", glide: false });
    this.back.hidden = false;
    // The status speaks of the game, not of the frame that is shown.
    this.statusLine.element.hidden = drawn.frames.length > 1;
    this.figure.element.scrollIntoView({ block: "nearest" });
  }

  #saveMenu() {
    return saveMenu(() => this.#onScreen(), { made: () => this.#game.made, pictures: () => picturesOf(this.#game) });
  }

  /** What is on screen, for those who keep a picture of it. */
  #onScreen() {
    const { moves, ...level } = this.#game.request();
    const { drawn, answer } = this.#shown ?? {};
    const picture = drawn ?? this.#game.position?.picture ?? { title: "", description: "", legend: [], frames: [] };
    return { board: this.figure.board.element, picture, request: answer ? { ...level, answer } : { ...level, moves }, family: level.family, name: this.#name, title: this.heading.textContent ?? "" };
  }

  /**
   * The film of what is shown with every hop, or the short one again.
   * @param {boolean} every
   */
  async #hops(every) {
    const [position, shown] = [this.#game.position, this.#shown];
    if (!position) return;
    const options = shown ? { every } : { ...this.#playable(position), every };
    const start = still() ? "first" : "film";
    if (!every) return this.figure.show(shown?.drawn ?? position.picture, { ...options, start });
    const { moves, ...request } = this.#game.request();
    const about = shown ? { answer: shown.answer } : { moves };
    try {
      const { picture } = await drawing({ ...request, ...about, every_hop: true });
      if (position === this.#game.position && shown === this.#shown) this.figure.show(picture, { ...options, start });
    } catch (error) {
      this.#say(wordsOf(error), "refused");
    }
  }

  #escape() {
    this.questions.cancel();
    if (!this.back.hidden) this.#show(AT_REST);
  }

  async #share() {
    const { words, more } = await copyLink(this.#game, this.#name, this.heading.textContent ?? "");
    this.#say(words, "shared");
    this.feedback.append(...more);
  }
}

/**
 * The program that moves have composed, as a sentence; empty where there is none.
 * @param {Position | undefined} position
 */
function tilesInWords(position) {
  return position?.tiles ? `${programInWords(position.tiles.tiles)}.` : "";
}
