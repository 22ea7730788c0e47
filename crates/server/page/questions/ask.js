// The questions that a level answers: a button each, the options that each takes, live progress with a way to stop it,
// and the answer's card. A question goes on when the page is loaded again, and while the server is unreachable.

import { announce } from "../ui/announce.js";
import { ask, picture, questionTable } from "../engines/api.js";
import { card, reason, verdict } from "./answer.js";
import { forget, remember, remembered } from "./pending.js";
import { capitalised, h, plural } from "../ui/element.js";
import { hardest } from "./hardest.js";
import { explained, filledIn, optionField, unfit } from "./options.js";
import { Judged } from "./judgement.js";
import { unreachableText } from "../engines/retry.js";
import { Refused, wordsOf } from "../engines/refusal.js";

/** @import { PendingQuestion } from "./pending.js" */
/** @import { WayBack } from "./hint_button.js" */
/** @import { ProgressUpdate, Answer, Drawn, FamilyCard, OptionRow, Request } from "../types.js" */

/** Options that the game fills in. */
const FILLED = ["moves", "role", "reveal"];
/** The option that is a solution to be compared. */
const INTENDED = "intended";
/** The questions that are about the game on the board, so that options which choose another one are not offered. */
const OF_THE_GAME = ["hint", "judge"];
/** What stands on a button in place of the question's name. @type {Record<string, string>} */
const LABELS = { judge: "Judge my moves" };
/** The time that judging a game takes at most that has ended. */
const JUDGING = "10s";
/** Seconds that a question may take. */
const LIMITS = [10, 30, 60];
let panels = 0;

/**
 * The picture of an answer that came without one, as one of a server that has less time than drawing takes.
 * @param {Request} position
 * @param {Answer} answer
 * @param {AbortSignal} signal
 */
function drawnLater(position, answer, signal) {
  return picture({ ...position, answer }, signal).catch(() => undefined);
}

/** The questions of one game. */
export class Questions {
  #card;
  #table;
  #request;
  #onanswer;
  /** @type {AbortController | undefined} */
  #running;
  #go;
  /** The judgement that is shown. @type {Judged | undefined} */
  #judged;

  /**
   * @param {FamilyCard} card
   * @param {OptionRow[]} table every option that there is
   * @param {() => Request} request the position asked about
   * @param {(drawn: Drawn | undefined, answer: Answer) => void} onanswer told of an answer drawn on the board
   * @param {(to: WayBack) => void} [go] goes to a position of the game; without it there are no moves to be judged
   */
  constructor(card, table, request, onanswer, go) {
    this.#card = card;
    this.#table = table.map((row) => card.own_options.find(({ name }) => name === row.name) ?? row);
    this.#request = request;
    this.#onanswer = onanswer;
    this.#go = go;
    const questions = card.answers.filter((question) => question !== "hint" && (go || question !== "judge"));
    const button = (/** @type {string} */ question, /** @type {number} */ index) =>
      h("button", { type: "button", class: index === 0 ? "primary" : "", "data-question": question, onclick: () => this.ask(question) }, LABELS[question] ?? capitalised(question));
    this.buttons = h("div", { class: "row questions" }, ...questions.map(button));
    this.options = h("form", { class: "options", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...this.#fields());
    this.stop = h("button", { type: "button", class: "stop", onclick: () => this.cancel() }, "Cancel");
    this.bar = h("progress", { "aria-label": "Progress" });
    this.stage = h("p", { class: "update" });
    this.progress = h("div", { class: "working", hidden: true }, this.bar, this.stage, this.stop);
    this.result = h("div", { class: "result" });
    /** The moves that have won the game; none while it is not won. @type {string[]} */
    this.won = [];
    this.refused = h("div", {});
    const details = h("details", { class: "more-options" }, h("summary", {}, "Options"), this.options, this.refused);
    /** What is asked, and how; `progress` and `result` stand wherever the owner puts them. */
    this.controls = h("section", { class: "ask", "aria-label": "Questions" }, this.buttons, details);
    void this.#describe();
  }

  /** Says on each button what its question does. */
  async #describe() {
    const rows = await questionTable();
    for (const button of this.buttons.querySelectorAll("button")) button.title = rows.find(({ name }) => name === button.dataset["question"])?.about ?? "";
  }

  /**
   * Shows only the questions that the level answers, and goes on with the one that was asked before the page was loaded
   * again.
   * @param {string[]} offers
   * @param {Record<string, string>} [refuses] why the level does not answer a question, by the question's name
   */
  offer(offers, refuses = {}) {
    const told = Object.entries(refuses).map(([question, why]) => h("p", { "data-refused": question }, `${capitalised(question)} is not answered here: ${why}.`));
    this.refused.replaceChildren(...told);
    for (const part of this.controls.querySelectorAll(".questions button, .options fieldset")) {
      if (part instanceof HTMLElement) part.hidden = !offers.includes(part.dataset["question"] ?? part.dataset["options"] ?? "");
    }
    const before = this.#running ? undefined : remembered(this.#request());
    if (before && offers.includes(before.request.question ?? "")) void this.#run(before);
  }

  /** Whether a question is being answered. */
  get running() {
    return this.#running !== undefined;
  }

  /** Gives up what runs. */
  cancel() {
    this.#running?.abort();
  }

  /** Forgets the question and the answer: the level is another now. */
  clear() {
    this.#giveUp();
    this.#show();
  }

  /**
   * The position is another now: forgets the question and the answer, unless it is a judgement of which this is a position.
   * @param {string[]} line the moves made, then those taken back
   * @param {number} made
   */
  moved(line, made) {
    this.#giveUp();
    if (!this.#judged?.follow(line, made)) this.#show();
  }

  /** Ends the question that is being answered. */
  #giveUp() {
    if (!this.#running) return;
    this.cancel();
    this.#rest();
  }

  /**
   * Shows a result in place of the one before.
   * @param {...HTMLElement} parts
   */
  #show(...parts) {
    this.#judged = undefined;
    this.result.replaceChildren(...parts);
  }

  /**
   * Judges the moves of a game that has ended, unless that is done already.
   * @returns {Promise<string | undefined>} the first mistake, which is left to be announced with the words of the end
   */
  async judgeEnd() {
    if (this.#judged || this.#running) return undefined;
    const request = this.#requestFor("judge");
    await this.#run({ request: { ...request, options: { ...request.options, time: JUDGING } }, began: Date.now() }, true);
    return this.#headline;
  }

  /** What the judgement that is shown says first. */
  get #headline() {
    return this.#judged?.headline;
  }

  /** Asks the first question. */
  first() {
    this.#press("button:not([hidden])");
  }

  /**
   * Asks a question, where the level answers it.
   * @param {string} question
   */
  press(question) {
    this.#press(`[data-question="${question}"]:not([hidden])`);
  }

  /** @param {string} selector */
  #press(selector) {
    const button = this.buttons.querySelector(selector);
    if (button instanceof HTMLElement) button.click();
  }

  /**
   * @param {string} question
   * @param {boolean} [plain] whether it is asked without the options that are filled in
   */
  async ask(question, plain = false) {
    const wrong = !plain && unfit(this.#inputs(question), this.#table);
    if (wrong) return this.#notice(wrong, "refused");
    this.cancel();
    const request = this.#requestFor(question);
    await this.#run({ request: plain ? { ...request, options: this.#limits() } : request, began: Date.now() });
  }

  /**
   * @param {PendingQuestion} pending
   * @param {boolean} [isQuiet] whether a judgement is announced by somebody else
   */
  async #run(pending, isQuiet = false) {
    const { request, began } = pending;
    let job = pending.job;
    const running = new AbortController();
    this.#running = running;
    /** @type {ProgressUpdate | null} */
    let latest = null;
    const tick = () => this.#update(latest, Date.now() - began, job !== undefined);
    const timer = setInterval(tick, 200);
    this.#show();
    this.progress.hidden = false;
    tick();
    remember(pending);
    try {
      const { signal } = running;
      const onjob = (/** @type {string} */ id) => remember({ ...pending, job: (job = id) });
      const asking = { signal, job, onjob, progress: (/** @type {ProgressUpdate | null} */ update) => (latest = update ?? latest) };
      await this.#answered(request, await ask({ ...request, picture: true }, asking), signal, isQuiet);
    } catch (error) {
      this.#failed(error, request, running.signal);
    } finally {
      clearInterval(timer);
      if (this.#running === running) this.#rest();
    }
  }

  /** Nothing is asked any more. */
  #rest() {
    forget();
    this.#running = undefined;
    this.progress.hidden = true;
  }

  /**
   * @param {Request} request
   * @param {Answer} answered
   * @param {AbortSignal} signal
   * @param {boolean} isQuiet
   */
  async #answered(request, answered, signal, isQuiet) {
    const { question, options: _options, ...position } = request;
    const { drawn: own, ...answer } = answered;
    const isJudged = question === "judge" && answer.answer?.["positions"] !== undefined;
    const { kind, words } = verdict(answer);
    // An unfinished answer adds nothing to the board, but a judged line of which something is known.
    const drawn = kind === "unfinished" && !isJudged ? undefined : (own ?? (await drawnLater(position, answer, signal)));
    // Where a limit struck before the first position, there is nothing but a bound.
    if (isJudged) return this.#answeredJudge(position, answer, drawn, signal, isQuiet);
    const opened = await hardest(request.family, answer, signal);
    if (signal.aborted) return;
    const shown = card(answer, drawn?.csv);
    if (opened) shown.querySelector(".said")?.after(opened);
    const elsewhere = about(request, this.#request().moves ?? []);
    if (elsewhere) shown.querySelector("h2")?.after(h("p", { class: "about-start" }, elsewhere));
    this.#show(shown);
    announce(`${words}. ${kind === "unfinished" ? reason(answer) : (answer.words[0] ?? "")}`);
    this.#onanswer(drawn, answer);
  }

  /**
   * @param {Request} position
   * @param {Answer} answer
   * @param {Drawn | undefined} drawn
   * @param {AbortSignal} signal
   * @param {boolean} isQuiet
   */
  #answeredJudge(position, answer, drawn, signal, isQuiet) {
    if (signal.aborted) return;
    const moves = position.moves ?? [];
    const judged = new Judged(moves, answer, drawn, { go: (to) => this.#go?.(to), film: this.#onanswer });
    judged.follow(moves, moves.length);
    this.#show(judged.element);
    this.#judged = judged;
    if (!isQuiet) announce(`${judged.headline}.`);
  }

  /**
   * @param {unknown} error
   * @param {Request} request
   * @param {AbortSignal} signal
   */
  #failed(error, request, signal) {
    if (signal !== this.#running?.signal) return;
    if (signal.aborted || (error instanceof DOMException && error.name === "AbortError")) return this.#notice("Cancelled.", "cancelled");
    const words = wordsOf(error);
    if (!(error instanceof Refused)) return this.#notice(words, "failed");
    this.#notice(explained(error.problem, words, this.#inputs(request.question ?? ""), this.#table), "refused");
  }

  /**
   * @param {string} words
   * @param {"cancelled" | "refused" | "failed"} kind
   */
  #notice(words, kind) {
    this.#show(h("p", { class: `notice ${kind}` }, capitalised(words)));
    announce(words);
  }

  /**
   * @param {ProgressUpdate | null} update
   * @param {number} passed
   * @param {boolean} there whether it is a job of the server
   */
  #update(update, passed, there) {
    const { stage = "", done = 0, total = null, at_least = null, nodes = 0 } = update ?? {};
    if (total) [this.bar.max, this.bar.value] = [total, Math.min(done, total)];
    else this.bar.removeAttribute("value");
    const parts = [
      stage || "Thinking",
      total ? `${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : "",
      at_least ? `at least ${at_least}` : "",
      nodes ? `${nodes.toLocaleString("en")} units of work` : "",
      `${(passed / 1000).toFixed(1)} s`,
      there ? "on the server" : "",
    ];
    this.stage.textContent = unreachableText() ?? parts.filter(Boolean).join(" · ");
    this.progress.dataset["nodes"] = String(nodes);
  }

  /**
   * The question with the options that it knows.
   * @param {string} question
   * @returns {Request}
   */
  #requestFor(question) {
    const known = this.#card.options[question] ?? [];
    const { moves = [], role, ...level } = this.#request();
    const options = this.given(question);
    const own = this.#ownSolution(question, options);
    // Another board to start from has no moves made on it; a solution begins at the start.
    const isBegun = !own && moves.length > 0 && known.includes("moves") && options["start"] === undefined;
    const position = {
      ...(isBegun ? { moves } : {}),
      ...(role !== undefined && known.includes("role") ? { role } : {}),
    };
    return { ...level, ...position, question, options: own ? { ...options, [INTENDED]: own } : options };
  }

  /**
   * The moves that have won the game, where a question compares a solution and nothing but settings is given.
   * @param {string} question
   * @param {Record<string, unknown>} options that are given
   * @returns {string[] | undefined}
   */
  #ownSolution(question, options) {
    const isSetting = (/** @type {string} */ name) => name === "time" || this.#table.some((option) => option.name === name && option.choices !== undefined);
    const isMeant = this.#card.options[question]?.includes(INTENDED) && Object.keys(options).every(isSetting);
    return isMeant && this.won.length ? this.won : undefined;
  }

  /**
   * The options that are filled in for a question, and the time that it may take.
   * @param {string} question
   */
  given(question) {
    return { ...this.#limits(), ...filledIn(this.#inputs(question)) };
  }

  #limits() {
    return filledIn(this.options.querySelectorAll('select[name="time"]'));
  }

  /** @param {string} question */
  #inputs(question) {
    return this.options.querySelectorAll(`fieldset[data-options="${question}"] :is(input, select)`);
  }

  /** For each question a group of the options that it knows, and the time that any question may take. */
  #fields() {
    const group = (/** @type {string} */ question) => {
      const isFree = (/** @type {OptionRow} */ { name, another_game }) => !FILLED.includes(name) && !(another_game && OF_THE_GAME.includes(question));
      const known = this.#table.filter((option) => this.#card.options[question]?.includes(option.name) && isFree(option));
      return known.length ? [h("fieldset", { "data-options": question }, h("legend", {}, capitalised(question)), ...known.map(optionField))] : [];
    };
    return [...this.#card.answers.flatMap(group), timeLimit()];
  }
}

/** The field for the time that a question may take. */
function timeLimit() {
  const id = `time${panels++}`;
  const longest = LIMITS.at(-1);
  const choices = LIMITS.map((limit) => h("option", { value: limit === longest ? "" : `${limit}s`, selected: limit === longest }, plural(limit, "second")));
  const help = h("p", { class: "help", id: `${id}-help` }, "Then it ends with what is proven so far.");
  return h("div", { class: "option" }, h("label", { for: id }, "A question takes at most"), h("select", { name: "time", id, "aria-describedby": `${id}-help` }, ...choices), help);
}

/**
 * What an answer is about, where that is not the position shown.
 * @param {Request} request
 * @param {string[]} shown the moves before the position shown
 */
function about({ moves: made = [], options = {} }, shown) {
  // Another board to start from, where the level takes one; moves that are compared.
  const { start, [INTENDED]: intended } = /** @type {Record<string, unknown>} */ (options);
  if (Array.isArray(intended) && intended.join("\n") === shown.join("\n")) return undefined;
  if (typeof start === "string") return `About the board ${start}${made.length ? ` after ${plural(made.length, "move")}` : ""}, not the one of the game now.`;
  if (made.join("\n") === shown.join("\n")) return undefined;
  return made.length ? `About the position after ${plural(made.length, "move")}, not the one of the game now.` : "About the level from its start, not after your moves.";
}
