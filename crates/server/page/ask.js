// The questions that a level answers: a button each, the options that each takes, live progress with a way to stop it,
// and the answer's card.

import { announce } from "./announce.js";
import { ask, picture, Refused } from "./api.js";
import { card, verdict } from "./answer.js";
import { capitalised, h } from "./element.js";

/** @import { ProgressUpdate, Answer, FamilyCard, OptionRow, Picture, Request } from "./types.js" */

/** Options that the game fills in. */
const FILLED = ["moves", "role"];
const LIMITS = ["10s", "30s", "60s"];

/** The questions of one game. */
export class Questions {
  #card;
  #table;
  #request;
  #onanswer;
  /** @type {AbortController | undefined} */
  #running;

  /**
   * @param {FamilyCard} card
   * @param {OptionRow[]} table every option that there is
   * @param {() => Request} request the position asked about
   * @param {(drawn: Picture | undefined, answer: Answer) => void} onanswer told of an answer drawn on the board
   */
  constructor(card, table, request, onanswer) {
    this.#card = card;
    this.#table = table;
    this.#request = request;
    this.#onanswer = onanswer;
    const asked = card.answers.filter((question) => question !== "hint");
    const button = (/** @type {string} */ question, /** @type {number} */ index) =>
      h("button", { type: "button", class: index === 0 ? "primary" : "", "data-question": question, onclick: () => this.ask(question) }, capitalised(question));
    this.buttons = h("div", { class: "row questions" }, ...asked.map(button));
    this.options = h("form", { class: "options", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...this.#fields());
    this.stop = h("button", { type: "button", class: "stop", onclick: () => this.cancel() }, "Cancel");
    this.bar = h("progress", { "aria-label": "Progress" });
    this.stage = h("p", { class: "update" });
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
    for (const part of this.element.querySelectorAll(".questions button, .options fieldset")) {
      if (part instanceof HTMLElement) part.hidden = !offers.includes(part.dataset["question"] ?? part.dataset["options"] ?? "");
    }
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
    /** @type {ProgressUpdate | null} */
    let latest = null;
    const tick = () => this.#update(latest, performance.now() - began);
    const timer = setInterval(tick, 200);
    this.result.replaceChildren();
    this.progress.hidden = false;
    tick();
    try {
      const answer = await ask(request, { signal: running.signal, progress: (update) => (latest = update ?? latest) });
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
   * @param {ProgressUpdate | null} update
   * @param {number} passed
   */
  #update(update, passed) {
    const { stage = "", done = 0, total = null, at_least = null, nodes = 0 } = update ?? {};
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
    const position = {
      ...(moves.length && known.includes("moves") ? { moves } : {}),
      ...(role !== undefined && known.includes("role") ? { role } : {}),
    };
    return { ...level, ...position, question, options: this.given(question) };
  }

  /**
   * The options that are filled in for a question, and the time that it may take.
   * @param {string} question
   */
  given(question) {
    /** @type {Record<string, unknown>} */
    const options = {};
    const time = this.options.querySelector('select[name="time"]');
    if (time instanceof HTMLSelectElement && time.value) options["time"] = time.value;
    for (const input of this.options.querySelectorAll(`fieldset[data-options="${question}"] :is(input, select)`)) {
      if (input instanceof HTMLSelectElement && input.value) options[input.name] = input.value;
      if (!(input instanceof HTMLInputElement)) continue;
      if (input.type === "checkbox") {
        if (input.checked) options[input.name] = true;
      } else if (input.value) options[input.name] = input.type === "number" ? Number(input.value) : input.value;
    }
    return options;
  }

  /** For each question a group of the options that it knows, and the time that any question may take. */
  #fields() {
    const group = (/** @type {string} */ question) => {
      const known = this.#table.filter(({ name }) => this.#card.options[question]?.includes(name) && !FILLED.includes(name));
      return known.length ? [h("fieldset", { "data-options": question }, h("legend", {}, capitalised(question)), ...known.map(field))] : [];
    };
    const choices = LIMITS.map((limit) => h("option", { value: limit === "60s" ? "" : limit }, limit.replace("s", " s")));
    choices.at(-1)?.setAttribute("selected", "");
    return [...this.#card.answers.flatMap(group), h("label", {}, h("select", { name: "time" }, ...choices), h("span", {}, "at most"))];
  }
}

/**
 * The field of an option.
 * @param {OptionRow} option
 */
function field({ name, value, choices, about }) {
  const input = {
    switch: () => h("input", { type: "checkbox", name }),
    number: () => h("input", { type: "number", name, min: 0, step: 1 }),
    choice: () => h("select", { name }, h("option", { value: "" }, ""), ...(choices ?? []).map((choice) => h("option", { value: choice }, choice))),
    text: () => h("input", { type: "text", name, autocomplete: "off" }),
    moves: () => h("input", { type: "text", name, autocomplete: "off" }),
  };
  return h("label", { title: about }, input[value](), h("span", {}, name));
}
