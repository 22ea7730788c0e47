// The level editor: a text beside the game that it makes. The text is checked while it is written; the level is played,
// drawn and solved at once, and its par compared with the proven best. Of a text of several levels one is chosen; it stays
// chosen while the text changes.

import { announce } from "../ui/announce.js";
import { arranged, families, levels, optionTable, shippedFiles, stated, warmUp } from "../engines/api.js";
import { Questions } from "../questions/ask.js";
import { Canvas } from "./canvas.js";
import { copy } from "../storage/clipboard.js";
import { DocumentDetails } from "./document.js";
import { openDocument } from "../storage/documents.js";
import { Draft } from "../storage/drafts.js";
import { Drawing } from "./drawing.js";
import { h, plural } from "../ui/element.js";
import { FindBar } from "./find.js";
import { download, dropped, excess, fileButton } from "../storage/file.js";
import { LevelList } from "./level_list.js";
import { levelsWith } from "../storage/levels.js";
import { Offered } from "./alternatives.js";
import { isError, Problems, sentence } from "./problems.js";
import { Refused, wordsOf } from "../engines/refusal.js";
import { takePastes, typedMeanwhile } from "./pasting.js";
import { link, pack } from "../storage/share.js";
import { withProven } from "./statements.js";
import { templates } from "./templates.js";
import { TextArea } from "./textarea.js";
import { divider } from "./divider.js";
import { Truth } from "./truth.js";
import { Walkthrough } from "./walkthrough.js";
import { Preview } from "./preview.js";

/** @import { Answer, Drawn, FamilyCard, LevelProblem, ListedLevel, NamedCanvas, OptionRow, Picture } from "../types.js" */

/** @import { Examples } from "./templates.js" */

/** From the last key to the check, in milliseconds. */
const PAUSE = 250;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} familyName
 * @param {string} [name] of a shipped level, packed text, or the name of a draft; without it the newest draft
 * @param {string} [number] of the level in a file that holds several
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name, number) {
  const [cards, table, shipped, files] = await Promise.all([families(), optionTable(), levels(), shippedFiles()]);
  const card = cards.find((one) => one.family === familyName);
  if (!card) throw new Error(`There is no kind of puzzle '${familyName}'.`);
  const own = shipped.filter((level) => level.family === card.family);
  const draft = await Draft.open(card.family, name, card.starter);
  const words = excess(draft.text);
  if (words) throw new Error(words);
  const examples = { levels: own, files: files.filter((file) => file.family === card.family) };
  const editor = new Editor(cards, card, table, examples, draft, { name, number: number === undefined ? undefined : Number(number) });
  root.replaceChildren(editor.element);
  editor.open(Number(number ?? 1), typedMeanwhile());
  const stop = dropped((level) => void openDocument(level));
  return () => {
    stop();
    editor.leave();
  };
}

/**
 * The title of a text: of a collection whose levels have titles the first of them.
 * @param {ListedLevel[]} levels
 * @param {string} title of the level at hand
 */
function titleOfText(levels, title) {
  const first = levels.length > 1 ? levels[0]?.title : undefined;
  return first ? `${first} and ${levels.length - 1} more` : title;
}

/** What one works at. */
class Editor {
  #card;
  #cards;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {AbortController | undefined} */
  #checking;
  #draft;
  /** What stands in the address: the name of the document, and the number of the level in it. */
  #address;
  #hash = location.hash;
  /** The levels of the text when it was last valid. @type {ListedLevel[]} */
  #levels = [];
  /** The number of the level that is played, drawn and asked about. */
  #number = 1;
  /** The text of that level alone, where the text holds several. @type {string | undefined} */
  #alone;
  /** The rows of the level in the text, where they are known. @type {Canvas | undefined} */
  #canvas;
  /** The name of the picture that is drawn instead of the level. */
  #pictured = "";

  /**
   * @param {FamilyCard[]} cards
   * @param {FamilyCard} card
   * @param {OptionRow[]} table every option that there is
   * @param {Examples} examples of the family
   * @param {Draft} draft
   * @param {{ name: string | undefined, number: number | undefined }} address
   */
  constructor(cards, card, table, examples, draft, address) {
    this.#cards = cards;
    this.#card = card;
    this.#draft = draft;
    this.#address = address;
    this.text = new TextArea(`Level text, ${card.family}`, card.tokens, () => this.#edited());
    takePastes(this.text, card.family, () => this.#draft.shown === undefined);
    this.find = new FindBar(this.text);
    for (const event of ["click", "keyup"]) this.text.field.addEventListener(event, () => this.#followCursor());
    this.text.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.#run(event);
    });
    const lineOf = (/** @type {number} */ line) => this.text.line(line);
    this.problems = new Problems(lineOf, ({ line, column }) => this.text.goTo(line, column));
    this.preview = new Preview(card, lineOf, (line) => this.text.goToLine(line), (moves) => this.#state(moves));
    this.truth = new Truth(card, (number) => this.#choose(number), (film) => this.#step(film));
    this.list = new LevelList(card, { go: (number) => this.#choose(number), arrange: (order, number) => this.#arrange(order, number), state: () => this.#stateProven() });
    this.drawing = new Drawing({ write: (text) => this.text.change(text), undo: () => this.text.undo(), redo: () => this.text.redo() });
    this.walkthrough = new Walkthrough(this.drawing.view.element);
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    this.levels = h("select", { onchange: () => this.#choose(Number(this.levels.value)) });
    this.said = h("span", { class: "help" });
    this.several = h("label", { class: "several", hidden: true }, "Level ", this.levels);
    this.draw = h("button", { type: "button", "aria-pressed": "false", hidden: true, onclick: () => this.#turn(!this.#isDrawing) }, "Draw");
    this.subject = h("select", { onchange: () => this.#drawInstead(this.subject.value) });
    // Below the drawing: it is known later than what is drawn, and moves nothing under the finger.
    this.subjects = h("label", { hidden: true }, "Drawn: ", this.subject);
    this.play = h("button", { type: "button", class: "primary", onclick: () => this.#play() }, "Play it");
    this.solve = button("Solve", () => this.#solve(false));
    this.par = button("Check par", () => this.#solve(true));
    this.questions = new Questions(card, table, () => ({ family: card.family, level: this.#alone ?? this.text.value }), (drawn, answer) => this.#solved(drawn, answer));
    this.questions.buttons.hidden = true;
    this.offered = new Offered(draft, () => this.#turned());
    this.document = new DocumentDetails(draft, ({ text }) => this.text.change(text));
    this.unsaved = h("p", { class: "notice failed", role: "status", hidden: true }, "This browser keeps nothing of what you type: its storage is full or closed. Download the text before you leave.");
    draft.onsaved = (saved) => (this.unsaved.hidden = saved);
    const heading = h("h1", { tabindex: -1 }, "Make a level");
    const rules = h("details", { class: "about" }, h("summary", {}, "Rules"), h("p", {}, card.rules));
    const drop = h("p", { class: "drop" }, "A text of any kind can be pasted here, or dropped anywhere on this page as a file: a level, a game, a collection, a save, or the JSON of a gist. Its kind is recognised. What you type is kept in this browser.");
    const writing = h("section", { class: "writing", "aria-label": "Text" }, heading, this.document.element, templates(cards, card, examples), this.offered.element, this.unsaved, this.document.shared, this.#tools(), this.text.element, this.find.element, this.problems.element, this.questions.controls, drop, rules);
    this.undrawn = h("p", { class: "help undrawn", hidden: true });
    const choices = h("div", { class: "row choices" }, this.several, this.draw, this.undrawn);
    const seen = h("section", { class: "hero", "aria-label": "Picture and solution" }, choices, this.truth.element, this.preview.element, this.drawing.element, this.subjects, this.truth.findings.element, this.questions.progress, this.questions.result, this.list.element);
    this.element = h("div", { class: "editor" }, writing, divider(), seen);
  }

  /**
   * @param {number} number of the level to begin with
   * @param {string} [typed] behind a text that was pasted: it is typed on
   */
  open(number, typed) {
    void warmUp(this.#card.family);
    this.text.value = this.#draft.text + (typed ?? "");
    this.#number = number;
    if (typed !== undefined) {
      this.text.field.dataset["typing"] = "";
      this.text.field.setSelectionRange(this.text.value.length, this.text.value.length);
    }
    if (typed) this.#edited();
    else void this.#check().then(() => this.#arrive(number));
  }

  /**
   * The text is scrolled to the level that one came for.
   * @param {number} number
   */
  #arrive(number) {
    const line = this.#levels.find((level) => level.number === number)?.line;
    if (number > 1 && line !== undefined && this.text.field.scrollTop === 0) this.text.scrollTo(line);
  }

  /** Another draft of this document is to be shown, or its text as it came. */
  #turned() {
    this.preview.forget();
    this.truth.forget();
    this.questions.clear();
    this.document.show();
    this.#turn(false);
    this.open(1);
    this.text.field.focus();
  }

  /** Ends what runs. */
  leave() {
    clearTimeout(this.#timer);
    this.#checking?.abort();
    this.questions.cancel();
    this.truth.leave();
    this.preview.leave();
    this.list.leave();
    this.document.leave();
  }

  /** What is done with the text as a whole. */
  #tools() {
    const share = h("button", { type: "button", onclick: () => this.#share() }, "Copy link");
    const save = h("button", { type: "button", onclick: () => download(`level.${this.#card.extension}`, this.text.value) }, "Download");
    const { other_editor: other } = this.#card;
    const carry = other && h("button", { type: "button", onclick: () => void this.#carry(other) }, `Copy for ${other}`);
    return h("div", { class: "row tools" }, this.play, this.solve, this.par, share, save, carry, ...fileButton(this.#cards, (level) => void openDocument(level)), h("button", { type: "button", class: "short", "aria-keyshortcuts": "Control+F", onclick: () => this.find.open() }, "Find"), this.said);
  }

  /**
   * Writes moves that win the level into the text, as its solution. One undo of the text takes that back.
   * @param {string[]} moves
   */
  async #state(moves) {
    const level = this.text.value;
    const several = this.#levels.length > 1 ? { number: this.#number } : {};
    const text = await stated({ family: this.#card.family, level, moves, ...several });
    if (this.text.value !== level) return;
    this.text.change(text);
    announce("The text states your moves as the solution now.");
  }

  /** Writes what is proven of each level into the text. One undo of the text takes all of it back. */
  async #stateProven() {
    const file = { family: this.#card.family, level: this.text.value };
    const { text, words } = await withProven(file, (level) => this.truth.answerTo(level));
    if (this.text.value !== file.level) return;
    this.text.change(text);
    announce(words);
    this.said.textContent = words;
  }

  /**
   * Writes the levels in the order of these numbers, as one change of the text, and goes to the one that has `number` then.
   * @param {number[]} order
   * @param {number} number
   */
  async #arrange(order, number) {
    const level = this.text.value;
    const text = await arranged({ family: this.#card.family, level, order });
    if (this.text.value !== level) return;
    this.#number = number;
    this.preview.forget();
    this.truth.renumbered();
    this.text.change(text);
    announce(`${plural(order.length, "level")}; at level ${number}.`);
    await this.#check();
  }

  #edited() {
    this.#draft.edited(this.text.value);
    this.said.textContent = "";
    this.offered.show();
    this.document.show();
    this.#stay();
    this.questions.clear();
    this.truth.changed();
    this.walkthrough.end();
    this.element.dataset["checked"] = "no";
    this.#know(this.#canvas?.follow(this.text.value) ? this.#canvas : undefined);
    this.#checking?.abort();
    clearTimeout(this.#timer);
    // A stroke is a change by itself; keys come one after the other.
    this.#timer = setTimeout(() => void this.#check(), this.#isDrawing ? 0 : PAUSE);
  }

  /** From the first key on a reload and *Back* lead to what is typed; another view may be on its way. */
  #stay() {
    const { name, number } = this.#address;
    const { family, from } = this.#draft;
    if (name === from || location.hash !== this.#hash) return;
    this.#address.name = from;
    history.replaceState(null, "", link("edit", family, from, number));
    this.#hash = location.hash;
  }

  async #check() {
    clearTimeout(this.#timer);
    this.#checking?.abort();
    const { signal } = (this.#checking = new AbortController());
    const text = this.text.value;
    if (!text.trim()) return this.#tellOfNothing();
    try {
      const { all, chosen, pictures } = await levelsWith({ family: this.#card.family, level: text, pictures: this.#isDrawing }, this.#number, signal);
      const opened = this.preview.open(chosen.text ?? text, signal);
      // What is proven is asked beside the picture, by engines of its own.
      this.truth.follow(text, all, all.length > 1 ? chosen : { ...chosen, text }, opened, (chosen.problems ?? []).filter(isError).length);
      const position = await opened;
      if (!position) return;
      [this.#levels, this.#number, this.#alone] = [all, chosen.number, all.length > 1 ? chosen.text : undefined];
      this.#list();
      this.list.show(text, all, this.#number);
      const title = titleOfText(all, position.picture.title);
      this.#draft.titled(title);
      this.document.show(title);
      this.#tell(chosen.problems ?? [], true);
      // What is drawn stays where a change of it has a level that is written otherwise.
      const drawn = this.#subjectOf(pictures) ?? chosen.canvas;
      this.#know(drawn ? new Canvas(text, drawn) : this.#isDrawing ? this.#canvas : undefined);
      this.#tellUndrawn(chosen.not_drawn);
      this.#offer(position.offers);
    } catch (error) {
      if (signal.aborted) return;
      const problems = error instanceof Refused ? (error.problem.problems ?? []) : [];
      this.#tell(problems, false, error);
      this.truth.invalid(problems[0] ? `Line ${problems[0].line}: ${sentence(problems[0])}` : wordsOf(error));
    }
    this.element.dataset["checked"] = "yes";
  }

  /**
   * Offers the pictures that the text draws beside its levels; gives the one that is drawn now, if it is one.
   * @param {NamedCanvas[]} pictures
   */
  #subjectOf(pictures) {
    const found = pictures.find(({ name }) => name === this.#pictured);
    if (!found) this.#pictured = "";
    const option = (/** @type {string} */ value, /** @type {string} */ words) => h("option", { value, selected: value === this.#pictured }, words);
    this.subject.replaceChildren(option("", "the level"), ...pictures.map(({ name }) => option(name, name)));
    this.subjects.hidden = pictures.length === 0 || !this.#isDrawing;
    return found?.canvas;
  }

  /** @param {string} name of a picture; nothing for the level */
  #drawInstead(name) {
    this.#pictured = name;
    this.#know(undefined);
    void this.#check();
  }

  /** An empty text is no mistake. */
  #tellOfNothing() {
    this.#tell([], false, new Error("Nothing is written yet: begin with a small one above, paste a text, or write."));
    this.preview.clear();
    this.truth.forget();
    this.list.clear();
    this.element.dataset["checked"] = "yes";
  }

  /** Lists the levels of the text, to choose from. */
  #list() {
    this.several.hidden = this.#levels.length < 2;
    const words = (/** @type {ListedLevel} */ { number, title, line }) => `${number}${title ? `. ${title}` : ""} (line ${line})`;
    this.levels.replaceChildren(...this.#levels.map((level) => h("option", { value: level.number, selected: level.number === this.#number }, words(level))));
  }

  /**
   * What was typed is played at once, beside the text.
   * @param {Event} event
   */
  async #run(event) {
    event.preventDefault();
    await this.#check();
    this.#turn(false);
    this.preview.focus();
  }

  /**
   * @param {number} number
   * @param {boolean} [scrolls] whether the text is scrolled to the level, too
   */
  #choose(number, scrolls = true) {
    if (number === this.#number) return;
    this.#number = number;
    this.#pictured = "";
    const line = this.#levels.find((level) => level.number === number)?.line;
    if (scrolls && line !== undefined) this.text.scrollTo(line);
    if (this.#isDrawing) this.#know(undefined);
    this.preview.forget();
    this.questions.clear();
    this.element.dataset["checked"] = "no";
    void this.#check();
  }

  /** Chooses the level in which the cursor is. */
  #followCursor() {
    if (this.#levels.length < 2 || this.element.dataset["checked"] !== "yes") return;
    const line = this.text.cursorLine;
    const level = this.#levels.findLast((one) => one.line <= line);
    if (level) this.#choose(level.number, false);
  }

  /**
   * Takes what is known of the rows of the level: without that it cannot be drawn.
   * @param {Canvas | undefined} canvas
   */
  #know(canvas) {
    this.#canvas = canvas;
    if (this.#isDrawing) this.drawing.show(canvas);
    // Drawing does not end because a text is not valid for a moment.
    if (canvas || !this.#isDrawing) this.draw.hidden = !canvas;
  }

  /**
   * Says why a level cannot be drawn. Where another one was drawn before, that ends.
   * @param {string | undefined} why
   */
  #tellUndrawn(why) {
    this.undrawn.hidden = why === undefined;
    this.undrawn.textContent = why ?? "";
    if (why !== undefined && this.#isDrawing && !this.#canvas) this.#turn(false);
  }

  get #isDrawing() {
    return !this.drawing.element.hidden;
  }

  /** @param {boolean} drawing */
  #turn(drawing) {
    if (drawing && !this.#canvas) return;
    this.draw.setAttribute("aria-pressed", String(drawing));
    this.drawing.element.hidden = !drawing;
    this.walkthrough.end();
    this.preview.element.hidden = drawing;
    this.subjects.hidden = true;
    const isOther = this.#pictured !== "";
    this.#pictured = "";
    if (isOther) this.#canvas = undefined;
    // The pictures beside the levels are read where one draws.
    if (drawing || isOther) void this.#check();
    if (!drawing || !this.#canvas) return this.#know(this.#canvas);
    this.drawing.show(this.#canvas);
    this.drawing.focus();
  }

  /** @param {string[]} offers the questions that the level answers */
  #offer(offers) {
    const solvable = offers.includes("solve");
    for (const one of [this.solve, this.par]) one.setAttribute("aria-disabled", String(!solvable));
    this.questions.offer(offers.filter((question) => question === "solve"));
  }

  /**
   * Shows a solution to be stepped through: over the drawing, where one draws.
   * @param {Picture} film
   * @param {boolean} [focuses] whether the focus goes to its steps
   */
  #step(film, focuses = true) {
    if (!this.#isDrawing) return this.preview.explain(film);
    this.walkthrough.show(film);
    if (focuses) this.walkthrough.focus();
  }

  /** @param {boolean} plain whether the level is solved as its par means it, without options */
  async #solve(plain) {
    // What was just typed is read first.
    if (this.element.dataset["checked"] !== "yes") await this.#check();
    if (this.solve.getAttribute("aria-disabled") === "true") return;
    this.walkthrough.end();
    const answered = this.questions.ask("solve", plain);
    this.questions.progress.scrollIntoView({ block: "nearest" });
    await answered;
    this.questions.result.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Drawn | undefined} drawn the answer on the board
   * @param {Answer} answer
   */
  #solved(drawn, answer) {
    if (drawn) this.#step(drawn.picture, false);
    // With options it is another question than the one that a par answers.
    if (Object.keys(answer.asked).length) return;
    const { verdict, par, optimum } = answer;
    const best = optimum?.proven ? `proven best is ${optimum.value}` : "best is not proven";
    const words = par?.words ?? (verdict === "impossible" ? "" : `The level states no par; the ${best}.`);
    if (!words) return;
    this.questions.result.prepend(h("p", { class: "par" }, words));
    announce(words);
  }

  /**
   * @param {LevelProblem[]} problems
   * @param {boolean} valid
   * @param {unknown} [error] why it is not valid
   */
  #tell(problems, valid, error) {
    this.problems.show(problems, valid, valid || problems.length ? undefined : wordsOf(error));
    this.preview.figure.element.classList.toggle("stale", !valid);
    for (const button of [this.play, this.solve, this.par]) button.setAttribute("aria-disabled", String(!valid));
    const lines = (/** @type {boolean} */ wrong) => problems.filter((problem) => isError(problem) === wrong).map(({ line }) => line);
    this.text.mark(lines(true), lines(false));
  }

  /** The number in a link to this level of the text. */
  get #linked() {
    return this.#levels.length > 1 ? this.#number : undefined;
  }

  async #play() {
    if (this.play.getAttribute("aria-disabled") === "true") return;
    const [packed] = await Promise.all([pack(this.text.value), this.#draft.version("played")]);
    location.hash = link("play", this.#card.family, packed, this.#linked);
  }

  /**
   * Copies the text for another editor of the language, in which it runs as it is.
   * @param {string} other its name
   */
  async #carry(other) {
    const copied = await copy(this.text.value);
    this.said.textContent = copied ? `The text is copied. Nothing in it is of this page alone: ${other} runs it as it is, with the same errors.` : "This browser does not let the page copy: select the text and copy it.";
  }

  async #share() {
    const kept = this.#draft.version("shared");
    const url = new URL(link("edit", this.#card.family, await pack(this.text.value), this.#linked), location.href).href;
    const [copied] = await Promise.all([copy(url), kept]);
    this.said.textContent = copied ? "The link is copied." : "The link is shown below.";
    this.document.renew();
    this.problems.say(copied ? "The link is copied: the whole text is in it." : url);
  }
}
