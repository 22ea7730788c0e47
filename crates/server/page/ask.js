// The questions that a level answers: a button each, the options that they take, live progress with a way to stop it,
// and the answer's card.

import { announce } from "./announce.js";
import { ask, picture, Refused } from "./api.js";
import { card, verdict } from "./answer.js";
import { h } from "./element.js";

/** @import { Advance, Answer, FamilyCard, Picture, Request } from "./types.js" */

/** What the buttons say; a question that is not here is named as it is. */
const NAMES = new Map([
  ["solve", "Solve"],
  ["count", "Count"],
  ["improve", "Improve"],
  ["reach", "Reachable?"],
  ["map", "Map"],
]);
/** Options that are said or not said. */
const SWITCHES = ["all", "count", "path"];
/** Options that the game fills in. */
const FILLED = ["moves", "role"];
const LIMITS = ["10s", "30s", "60s"];

/** The questions of one game. */
export class Questions {
  #card;
  #request;
  #onanswer;
  /** @type {AbortController | undefined} */
  #running;

  /**
   * @param {FamilyCard} card
   * @param {() => Request} request the position asked about
   * @param {(drawn: Picture | undefined, answer: Answer) => void} onanswer told of an answer drawn on the board
   */
  constructor(card, request, onanswer) {
    this.#card = card;
    this.#request = request;
    this.#onanswer = onanswer;
    const asked = card.answers.filter((question) => question !== "hint");
    const button = (/** @type {string} */ question, /** @type {number} */ index) =>
      h("button", { type: "button", class: index === 0 ? "primary" : "", "data-question": question, onclick: () => this.ask(question) }, NAMES.get(question) ?? question);
    this.buttons = h("div", { class: "row questions" }, ...asked.map(button));
    this.options = h("form", { class: "options", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...this.#fields(asked));
    this.stop = h("button", { type: "button", class: "stop", onclick: () => this.cancel() }, "Cancel");
    this.bar = h("progress", { "aria-label": "Progress" });
    this.stage = h("p", { class: "advance" });
    this.progress = h("div", { class: "working", hidden: true }, this.bar, this.stage, this.stop);
    this.result = h("div", { class: "result" });
    const details = h("details", { class: "more-options" }, h("summary", {}, "Options"), this.options);
    this.element = h("section", { class: "ask", "aria-label": "Questions" }, this.buttons, details, this.progress, this.result);
  }

  /**
   * Shows only the questions that the level answers.
   * @param {string[]} offers
   */
  offer(offers) {
    for (const button of this.buttons.querySelectorAll("button")) button.hidden = !offers.includes(button.dataset["question"] ?? "");
  }

  /** Gives up what runs. */
  cancel() {
    this.#running?.abort();
  }

  /** Forgets the answer: the position is another now. */
  clear() {
    this.cancel();
    this.result.replaceChildren();
  }

  /** Asks the first question. */
  first() {
    const [question] = this.buttons.querySelectorAll("button:not([hidden])");
    if (question instanceof HTMLElement) question.click();
  }

  /** @param {string} question */
  async ask(question) {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    const request = this.#asked(question);
    const elsewhere = (this.#request().moves?.length ?? 0) > 0 && request.moves === undefined;
    const began = performance.now();
    /** @type {Advance | null} */
    let latest = null;
    const tick = () => this.#advance(latest, performance.now() - began);
    const timer = setInterval(tick, 200);
    this.result.replaceChildren();
    this.progress.hidden = false;
    tick();
    try {
      const answer = await ask(request, { signal: running.signal, progress: (advance) => (latest = advance ?? latest) });
      await this.#answered(request, answer, elsewhere, running.signal);
    } catch (error) {
      this.#failed(error, running.signal);
    } finally {
      clearInterval(timer);
      if (this.#running === running) this.progress.hidden = true;
    }
  }

  /**
   * @param {Request} request
   * @param {Answer} answer
   * @param {boolean} elsewhere whether it is not about the position shown: the question knows no moves
   * @param {AbortSignal} signal
   */
  async #answered(request, answer, elsewhere, signal) {
    const { question: _question, options: _options, ...position } = request;
    const drawn = await picture({ ...position, answer }, signal).catch(() => undefined);
    if (signal.aborted) return;
    const shown = card(answer, drawn?.words);
    if (elsewhere) shown.querySelector("h3")?.after(h("p", { class: "about-start" }, "About the level from its start, not after your moves."));
    this.result.replaceChildren(shown);
    announce(`${verdict(answer).words}. ${drawn?.words?.[0] ?? drawn?.description ?? ""}`);
    this.#onanswer(drawn?.picture, answer);
  }

  /**
   * @param {unknown} error
   * @param {AbortSignal} signal
   */
  #failed(error, signal) {
    if (signal !== this.#running?.signal) return;
    const cancelled = signal.aborted || (error instanceof DOMException && error.name === "AbortError");
    const words = cancelled ? "Cancelled." : error instanceof Error ? error.message : String(error);
    const kind = cancelled ? "cancelled" : error instanceof Refused ? "refused" : "failed";
    this.result.replaceChildren(h("p", { class: `notice ${kind}` }, words));
    announce(words);
  }

  /**
   * @param {Advance | null} advance
   * @param {number} passed
   */
  #advance(advance, passed) {
    const { stage = "", done = 0, total = null, at_least = null, nodes = 0 } = advance ?? {};
    if (total) [this.bar.max, this.bar.value] = [total, Math.min(done, total)];
    else this.bar.removeAttribute("value");
    const parts = [
      stage || "Thinking",
      total ? `${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : "",
      at_least ? `at least ${at_least}` : "",
      nodes ? `${nodes.toLocaleString("en")} units of work` : "",
      `${(passed / 1000).toFixed(1)} s`,
    ];
    this.stage.textContent = parts.filter(Boolean).join(" · ");
    this.progress.dataset["nodes"] = String(nodes);
  }

  /**
   * The question with the options that it knows.
   * @param {string} question
   * @returns {Request}
   */
  #asked(question) {
    const known = this.#card.options[question] ?? [];
    const { moves = [], role, ...level } = this.#request();
    /** @type {Record<string, unknown>} */
    const options = {};
    for (const [name, value] of new FormData(this.options)) {
      if (name !== "time" && !known.includes(name)) continue;
      if (SWITCHES.includes(name)) options[name] = true;
      else if (value) options[name] = String(value);
    }
    const position = {
      ...(moves.length && known.includes("moves") ? { moves } : {}),
      ...(role !== undefined && known.includes("role") ? { role } : {}),
    };
    return { ...level, ...position, question, options };
  }

  /** @param {string[]} questions */
  #fields(questions) {
    const known = questions.flatMap((question) => this.#card.options[question] ?? []);
    const names = [...new Set(known)].filter((name) => !FILLED.includes(name));
    const field = (/** @type {string} */ name) => {
      const takers = questions.filter((question) => this.#card.options[question]?.includes(name)).join(", ");
      const input = SWITCHES.includes(name) ? h("input", { type: "checkbox", name }) : h("input", { type: "text", name, autocomplete: "off" });
      return h("label", {}, input, h("span", {}, name, " ", h("small", {}, `(${takers})`)));
    };
    const choices = LIMITS.map((limit) => h("option", { value: limit === "60s" ? "" : limit }, limit.replace("s", " s")));
    choices.at(-1)?.setAttribute("selected", "");
    return [...names.map(field), h("label", {}, h("select", { name: "time" }, ...choices), h("span", {}, "at most"))];
  }
}
