// The level editor: a text beside its picture, checked while it is written. Every problem is listed; the line of the
// nearest one is shown with a caret under the place. A level is solved here, and its par compared with the proven best.

import { announce } from "./announce.js";
import { check, families, levels, optionTable, play, Refused, wordsOf } from "./api.js";
import { Questions } from "./ask.js";
import { copy } from "./clipboard.js";
import { h, plural } from "./element.js";
import { download, dropped, extensions, read } from "./file.js";
import { levelText } from "./levels.js";
import { besidePar, statedPar } from "./par.js";
import { link, pack } from "./share.js";
import { keepDraft, keptDraft } from "./store.js";
import { Stage } from "./stage.js";
import { TextArea } from "./textarea.js";

/** @import { Answer, FamilyCard, LevelProblem, OptionRow, Picture, Position, ShippedLevel } from "./types.js" */

/** From the last key to the check, in milliseconds. */
const PAUSE = 250;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @param {string} [familyName]
 * @param {string} [name] of a shipped level, or packed text; without it the draft
 * @param {string} [number] of the level in a file that holds several
 * @returns {Promise<() => void>}
 */
export async function mount(root, familyName, name, number) {
  const [cards, table, shipped] = await Promise.all([families(), optionTable(), levels()]);
  const card = cards.find((one) => one.family === familyName) ?? cards.at(-1);
  if (!card) throw new Error("This server knows no family.");
  const own = shipped.filter((level) => level.family === card.family);
  const kept = await keptDraft(card.family);
  const text = name ? await levelText(card.family, name, number) : (kept ?? own[0]?.text ?? "");
  const editor = new Editor(cards, card, table, own, kept);
  root.replaceChildren(editor.element);
  editor.open(text);
  const stop = dropped((level) => void goTo(level.family, level.text));
  return () => {
    stop();
    editor.leave();
  };
}

/**
 * @param {string} family
 * @param {string} text
 */
async function goTo(family, text) {
  location.hash = link("edit", family, await pack(text));
}

/** What one works at. */
class Editor {
  #card;
  #cards;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {AbortController | undefined} */
  #checking;
  /** The text that another was begun over. */
  #before = "";

  /**
   * @param {FamilyCard[]} cards
   * @param {FamilyCard} card
   * @param {OptionRow[]} table every option that there is
   * @param {ShippedLevel[]} shipped
   * @param {string | undefined} kept the draft
   */
  constructor(cards, card, table, shipped, kept) {
    this.#cards = cards;
    this.#card = card;
    this.stage = new Stage();
    this.text = new TextArea(`Level text, ${card.family}`, () => this.#edited());
    this.state = h("p", { class: "check", role: "status" }, "Checking …");
    this.pointer = h("pre", { class: "pointer", role: "group", hidden: true, tabindex: 0, "aria-label": "Where it is wrong" });
    this.problems = h("ol", { class: "problems", "aria-label": "Problems" });
    this.several = h("p", { class: "row", hidden: true }, h("button", { type: "button", onclick: () => this.#choose() }, "Choose a level of this text"));
    this.play = h("button", { type: "button", class: "primary", onclick: () => this.#play() }, "Play it");
    this.solve = h("button", { type: "button", onclick: () => this.#solve(false) }, "Solve");
    this.par = h("button", { type: "button", onclick: () => this.#solve(true) }, "Check par");
    this.questions = new Questions(card, table, () => ({ family: card.family, level: this.text.value }), (drawn, answer) => this.#solved(drawn, answer));
    this.questions.buttons.hidden = true;
    this.taken = h("p", { class: "row begun", hidden: true }, h("span", {}, "Another text is begun."), h("button", { type: "button", onclick: () => this.#takeBack() }, "Back to the text before"));
    const family = h("select", { onchange: () => (location.hash = `#/edit/${family.value}`) }, ...cards.map((one) => h("option", { value: one.family, selected: one === card }, one.family)));
    const file = h("input", { type: "file", class: "file", id: "file", accept: extensions(cards).join(), onchange: () => this.#chosen(file.files?.[0]) });
    const choose = h("label", { class: "button", for: "file" }, "Open a file");
    const templates = h("div", { class: "row templates" }, h("label", {}, "Kind ", family), h("label", {}, "Begin with ", this.#templates(shipped, kept)));
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    const save = () => download(`level.${card.extension}`, this.text.value);
    const tools = h("div", { class: "row tools" }, this.play, this.solve, this.par, button("Copy link", () => this.#share()), button("Download", save), file, choose);
    const rules = h("details", { class: "about" }, h("summary", {}, "Rules"), h("p", {}, card.rules));
    const heading = h("h1", { tabindex: -1 }, "Make a level");
    const drop = h("p", { class: "drop" }, "A level file can be dropped anywhere on this page. The draft is kept in this browser.");
    const writing = h("section", { class: "writing", "aria-label": "Text" }, heading, templates, this.taken, tools, this.text.element, this.state, this.several, this.pointer, this.problems, this.questions.element, drop, rules);
    const seen = h("section", { class: "hero", "aria-label": "Picture and solution" }, this.stage.element, this.questions.progress, this.questions.result);
    this.element = h("div", { class: "editor" }, writing, seen);
  }

  /** @param {string} text */
  open(text) {
    this.text.value = text;
    void this.#check();
  }

  /** Ends what runs. */
  leave() {
    clearTimeout(this.#timer);
    this.#checking?.abort();
    this.questions.cancel();
  }

  /**
   * @param {ShippedLevel[]} shipped
   * @param {string | undefined} kept the draft
   */
  #templates(shipped, kept) {
    const texts = new Map(shipped.map((level) => [level.name, level.text]));
    if (kept !== undefined) texts.set("your draft", kept);
    texts.set("nothing", "");
    const choices = [...texts.keys()].map((name) => h("option", { value: name }, name));
    const select = h("select", { onchange: () => this.#begin(texts.get(select.value)) }, h("option", { value: "" }, "…"), ...choices);
    return select;
  }

  /** @param {string | undefined} text */
  #begin(text) {
    if (text === undefined) return;
    const before = this.text.value;
    this.text.replace(text);
    this.#before = before;
    this.taken.hidden = false;
  }

  #takeBack() {
    this.text.replace(this.#before);
    this.text.field.focus();
  }

  #edited() {
    this.taken.hidden = true;
    void keepDraft(this.#card.family, this.text.value);
    this.questions.clear();
    this.element.dataset["checked"] = "no";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE);
  }

  async #check() {
    this.#checking?.abort();
    const checking = new AbortController();
    this.#checking = checking;
    const level = { family: this.#card.family, level: this.text.value };
    try {
      const { valid, problems } = await check(level, checking.signal);
      const position = valid ? await play(level, checking.signal) : undefined;
      this.several.hidden = true;
      this.#tell(problems);
      if (position) this.#show(position);
    } catch (error) {
      if (checking.signal.aborted) return;
      this.several.hidden = !(error instanceof Refused && error.severalLevels);
      const problems = error instanceof Refused ? (error.problem.problems ?? []) : [];
      this.#tell(problems, wordsOf(error));
    }
    this.element.dataset["checked"] = "yes";
  }

  /** @param {Position} position */
  #show({ picture, offers }) {
    this.stage.show(picture, { start: "first" });
    const solvable = offers.includes("solve");
    this.solve.setAttribute("aria-disabled", String(!solvable));
    this.par.setAttribute("aria-disabled", String(!solvable));
    this.questions.offer(offers.filter((question) => question === "solve"));
  }

  /** @param {boolean} plain whether the level is solved as its par means it, without options */
  async #solve(plain) {
    if (this.solve.getAttribute("aria-disabled") === "true") return;
    const asked = this.questions.ask("solve", plain);
    this.questions.progress.scrollIntoView({ block: "nearest" });
    await asked;
    this.questions.result.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Picture | undefined} drawn the answer on the board
   * @param {Answer} answer
   */
  #solved(drawn, answer) {
    if (drawn) this.stage.show(drawn, { start: "first" });
    // With options it is another question than the one that a par answers.
    const words = Object.keys(answer.asked).length ? "" : besidePar(statedPar(this.text.value), answer);
    if (!words) return;
    this.questions.result.prepend(h("p", { class: "par" }, words));
    announce(words);
  }

  /**
   * @param {LevelProblem[]} problems
   * @param {string} [failure] what else is wrong
   */
  #tell(problems, failure) {
    const words = failure ?? (problems.length ? `Not valid: ${plural(problems.length, "problem")}` : "Valid");
    const valid = problems.length === 0 && failure === undefined;
    this.state.textContent = words;
    this.state.dataset["state"] = valid ? "valid" : "wrong";
    this.stage.element.classList.toggle("stale", !valid);
    for (const button of [this.play, this.solve, this.par]) button.setAttribute("aria-disabled", String(!valid));
    this.text.mark(problems.map(({ line }) => line), !valid);
    this.problems.replaceChildren(...problems.map((problem) => h("li", {}, this.#entry(problem))));
    this.#point(problems[0]);
    if (problems[0]) announce(`${words}. ${said(problems[0])}`);
  }

  /** @param {LevelProblem} problem */
  #entry(problem) {
    const place = h("span", { class: "place" }, `${problem.line}:${problem.column}`);
    return h("button", { type: "button", class: "problem", onclick: () => this.#goTo(problem) }, place, " ", sentence(problem));
  }

  /** @param {LevelProblem} problem */
  #goTo(problem) {
    this.#point(problem);
    this.text.goTo(problem.line, problem.column);
  }

  /** @param {LevelProblem | undefined} problem */
  #point(problem) {
    this.pointer.hidden = !problem;
    if (!problem) return;
    const line = this.text.line(problem.line);
    const before = [...line].slice(0, problem.column - 1).map((sign) => (sign === "\t" ? "\t" : " "));
    const room = " ".repeat(Math.max(0, problem.column - 1 - before.length));
    this.pointer.textContent = `${line}\n${before.join("")}${room}^ ${problem.message}`;
  }

  /** @param {File | undefined} file */
  async #chosen(file) {
    const level = file && (await read(file, this.#cards));
    if (level) void goTo(level.family, level.text);
  }

  async #play() {
    if (this.play.getAttribute("aria-disabled") === "true") return;
    location.hash = link("play", this.#card.family, await pack(this.text.value));
  }

  async #choose() {
    location.hash = link("levels", this.#card.family, await pack(this.text.value));
  }

  async #share() {
    const url = new URL(link("edit", this.#card.family, await pack(this.text.value)), location.href).href;
    const copied = await copy(url);
    this.state.textContent = copied ? "The link is copied: the whole level is in it." : url;
  }
}

/** @param {LevelProblem} problem */
function sentence({ message, expected }) {
  return expected ? `${message}; expected ${expected}` : message;
}

/** @param {LevelProblem} problem */
function said(problem) {
  return `Line ${problem.line}, column ${problem.column}: ${sentence(problem)}`;
}
