// What is proven of each level while the text is written: a chip for each level, and a line about the one at hand. A level
// is asked as soon as the text is valid, the one at hand first; what is known of a text of a level stays known. A change of
// the text gives up what runs.

import { levelsOf, proven } from "../engines/api.js";
import { provenBound, verdict } from "../questions/answer.js";
import { Refused, wordsOf } from "../engines/refusal.js";
import { Findings } from "./findings.js";
import { isReplaced } from "../storage/drafts.js";
import { capitalised, h, plural } from "../ui/element.js";

/** @import { Answer, FamilyCard, ListedLevel, Picture, Position } from "../types.js" */
/**
 * @typedef {object} Known what is known of a level
 * @property {"proven" | "found" | "impossible" | "searching" | "unfinished" | "invalid" | "unasked"} state
 * @property {string} short for the chip
 * @property {string} words as a sentence without its full stop
 * @property {string} [detail] why, where that is long
 * @property {string} [gist] the least of it: `24 moves`
 * @property {Answer} [answer] that has a solution
 */

/** Milliseconds for a level in the last pass. */
const LONGEST = 10_000;
/** Milliseconds for each level: all levels within the first, then those that are not known within the next. */
const PASSES = [1000, LONGEST];
/** The signs of chips that show no number. */
const SIGNS = { impossible: "✗", invalid: "!", unasked: "–" };

/** A level that cannot be taken out of its text. @type {Known} */
const GONE = { state: "invalid", short: SIGNS.invalid, words: "This level is not valid" };
/** The part of a level's text that stays where the level was changed, and not replaced by another. */
const STAYS = 0.5;

/** The chips of the levels, and the line about the one at hand. */
export class Truth {
  #card;
  #ongo;
  /** What is settled, by the texts of levels. @type {Map<string, Known>} */
  #settled = new Map();
  /** What was settled last of the level of each number, and its text. @type {Map<number, { text: string, known: Known, errors: number }>} */
  #last = new Map();
  /** What was settled of them before that. @type {Map<number, Known>} */
  #before = new Map();
  /** @type {Map<number, HTMLElement>} */
  #chips = new Map();
  /** The number of the level at hand. */
  #number = 1;
  /** Whether its text states a solution. */
  #isStated = false;
  /** The errors of a text that runs all the same. */
  #errors = 0;
  /** The position of it that is shown, once it is. @type {Promise<Position | undefined> | undefined} */
  #position;
  /** @type {AbortController | undefined} */
  #asking;

  /**
   * @param {FamilyCard} card
   * @param {(number: number) => void} ongo asked to go to a level
   * @param {(film: Picture) => void} onstep asked to step through the best solution of the level at hand
   */
  constructor(card, ongo, onstep) {
    this.#card = card;
    this.#ongo = ongo;
    this.line = h("p", { class: "truth-line" });
    // A region of its own: what is said of a stroke at the same moment is not replaced.
    this.findings = new Findings(card, onstep);
    this.settled = h("p", { class: "spoken", role: "status" });
    this.chips = h("ol", { class: "chips", "aria-label": "Levels", hidden: true });
    this.element = h("section", { class: "truth", "aria-label": "What is proven", hidden: true }, this.line, this.settled, this.chips);
  }

  /** The text was changed: what is shown is of the text before. */
  changed() {
    this.#asking?.abort();
    this.element.classList.add("stale");
    this.findings.clear();
  }

  /**
   * The text is not valid: says why beside the board, too.
   * @param {string} words
   */
  invalid(words) {
    this.#asking?.abort();
    this.element.hidden = false;
    this.element.classList.add("stale");
    this.findings.clear();
    this.line.textContent = words;
    this.line.dataset["state"] = "invalid";
  }

  /** Levels have other numbers now: nothing was before under these. */
  renumbered() {
    this.#last.clear();
    this.#before.clear();
  }

  /**
   * What was found of a level with this text, where anything was.
   * @param {string} text
   * @returns {Answer | undefined}
   */
  answerTo(text) {
    return this.#settled.get(text)?.answer;
  }

  /** Another document is shown: nothing was before. */
  forget() {
    this.leave();
    this.renumbered();
    this.element.hidden = true;
    this.findings.clear();
  }

  leave() {
    this.#asking?.abort();
  }

  /**
   * Follows a text that is valid now.
   * @param {string} text
   * @param {ListedLevel[]} levels
   * @param {ListedLevel} chosen the level at hand
   * @param {Promise<Position | undefined>} position of it that is shown, once it is
   * @param {number} errors of the text, which runs all the same
   */
  follow(text, levels, { number, text: alone = text, states_solution: isStated = false }, position, errors) {
    this.#asking?.abort();
    this.#number = number;
    this.#position = position;
    this.#isStated = isStated;
    this.#errors = errors;
    this.findings.clear();
    this.element.classList.toggle("with-errors", errors > 0);
    this.element.classList.remove("stale");
    this.element.hidden = false;
    this.#lay(levels);
    const { signal } = (this.#asking = new AbortController());
    const numbers = [number, ...levels.map((level) => level.number).filter((other) => other !== number)];
    void this.#ask(text, alone, numbers, signal);
  }

  /**
   * Asks the level at hand, then all levels, within a short time and then within a longer one.
   * @param {string} text
   * @param {string | undefined} alone the text of the level at hand
   * @param {number[]} numbers of all levels, that of the level at hand first
   * @param {AbortSignal} signal
   */
  async #ask(text, alone, numbers, signal) {
    const texts = /** @type {Map<number, string | undefined>} */ (new Map([[this.#number, alone]]));
    let open = numbers;
    for (const [pass, millis] of PASSES.entries()) {
      const isLast = pass === PASSES.length - 1;
      const left = [];
      for (const number of open) {
        if (!texts.has(number)) await this.#read(text, texts, signal);
        if (signal.aborted) return;
        const level = texts.get(number);
        const known = level === undefined ? GONE : await this.#known(level, millis, isLast, (now) => this.#show(number, now), signal);
        if (signal.aborted) return;
        this.#show(number, known);
        if (known.state === "searching") left.push(number);
        else if (level !== undefined) this.#settle(number, level, known);
      }
      open = left;
      if (pass === 0) await this.#find(texts.get(this.#number), signal);
    }
  }

  /**
   * Asks what more there is to know of the level at hand, where it is solved.
   * @param {string | undefined} level its text
   * @param {AbortSignal} signal
   */
  async #find(level, signal) {
    const answer = level === undefined ? undefined : this.#settled.get(level)?.answer;
    const position = answer && (await this.#position?.catch(() => undefined));
    if (level !== undefined && answer && position && !signal.aborted) await this.findings.follow({ level, position, isStated: this.#isStated }, answer, signal);
  }

  /**
   * Adds the texts of all levels that are valid, by their numbers.
   * @param {string} text of all
   * @param {Map<number, string | undefined>} texts
   * @param {AbortSignal} signal
   */
  async #read(text, texts, signal) {
    const listed = await levelsOf({ family: this.#card.family, level: text, texts: true }, signal).catch(() => []);
    for (const level of listed) texts.set(level.number, level.text);
    for (const number of this.#chips.keys()) if (!texts.has(number)) texts.set(number, undefined);
  }

  /**
   * What is known of a level within so much time.
   * @param {string} level
   * @param {number} millis
   * @param {boolean} isLast whether it is asked no more
   * @param {(known: Known) => void} meanwhile
   * @param {AbortSignal} signal
   * @returns {Promise<Known>}
   */
  async #known(level, millis, isLast, meanwhile, signal) {
    const family = this.#card.family;
    const settled = this.#settled.get(level);
    if (settled) return settled;
    try {
      meanwhile(searching(undefined));
      // What is counted below the line is a second search.
      const options = this.#card.options["solve"]?.includes("unconfirmed") ? { options: { unconfirmed: true } } : {};
      const answer = await proven({ family, level, ...options }, millis, { signal, progress: ({ at_least }) => meanwhile(searching(at_least ?? undefined)) });
      const known = told(answer, isLast);
      if (known.state !== "searching") this.#settled.set(level, known);
      return known;
    } catch (error) {
      return failed(error, isLast);
    }
  }

  /**
   * @param {number} number
   * @param {string} text of the level
   * @param {Known} known
   */
  #settle(number, text, known) {
    const last = this.#last.get(number);
    const errors = this.#errors;
    if (last?.text !== text) {
      // A text that was replaced is no change of the level before, and one with errors is another game.
      const isChange = last && last.known.words !== known.words && !errors && !last.errors && !isReplaced(last.text, text, STAYS);
      if (isChange) this.#before.set(number, last.known);
      else this.#before.delete(number);
    }
    this.#last.set(number, { text, known, errors });
    if (number !== this.#number) return;
    this.#show(number, known);
    this.settled.textContent = this.line.textContent;
  }

  /**
   * Makes a chip for each level, with what was known of it last.
   * @param {ListedLevel[]} levels
   */
  #lay(levels) {
    this.chips.hidden = levels.length < 2;
    this.#chips.clear();
    const chips = levels.map(({ number, title }) => {
      const chip = h("button", { type: "button", class: "chip", "data-number": number, "aria-current": number === this.#number ? "true" : null, onclick: () => this.#ongo(number) });
      chip.dataset["title"] = title ?? "";
      this.#chips.set(number, chip);
      this.#write(chip, number, this.#last.get(number)?.known ?? searching(undefined));
      chip.classList.add("waiting");
      return h("li", {}, chip);
    });
    this.chips.replaceChildren(...chips);
  }

  /**
   * @param {number} number
   * @param {Known} known
   */
  #show(number, known) {
    const chip = this.#chips.get(number);
    chip?.classList.remove("waiting");
    if (chip) this.#write(chip, number, known);
    if (number !== this.#number) return;
    const before = known === this.#last.get(number)?.known ? this.#before.get(number) : undefined;
    const as = this.#errors ? `, of the game as it runs with ${plural(this.#errors, "error")}` : "";
    const words = before ? `${known.words}. Before the last change: ${before.gist ?? before.words.toLowerCase()}.` : `${known.words}${as}.`;
    if (known.detail) this.findings.tell(known.detail);
    if (this.line.textContent !== words) this.line.textContent = words;
    this.line.dataset["state"] = known.state;
  }

  /**
   * @param {HTMLElement} chip
   * @param {number} number
   * @param {Known} known
   */
  #write(chip, number, { state, short, words, detail }) {
    chip.dataset["state"] = state;
    chip.replaceChildren(h("span", { class: "number" }, String(number)), " ", h("b", {}, short));
    const title = chip.dataset["title"];
    const whole = [words, detail].filter(Boolean).join(": ");
    // Who speaks to the page says what is written on the chip.
    chip.setAttribute("aria-label", `Level ${number} ${short}${title ? `, ${title}` : ""}: ${whole}`);
    chip.title = whole;
  }
}

/**
 * @param {number | undefined} least
 * @returns {Known}
 */
function searching(least) {
  return least ? { state: "searching", short: `≥ ${least}`, words: `Searching, at least ${least}` } : { state: "searching", short: "…", words: "Searching" };
}

/**
 * What an answer says.
 * @param {Answer} answer
 * @param {boolean} isLast
 * @returns {Known}
 */
function told(answer, isLast) {
  const { kind, words } = verdict(answer);
  const { optimum } = answer;
  const least = provenBound(answer);
  if (kind === "impossible") return { state: kind, short: SIGNS[kind], words, detail: answer.words[0] ?? "" };
  if (kind === "unfinished") {
    if (!isLast) return searching(least);
    const words = `Not decided in ${LONGEST / 1000} seconds`;
    return { state: kind, short: least ? `≥ ${least}` : "?", words: least ? `${words}: at least ${least}` : words };
  }
  // The moves themselves are told by the answer to *Solve*.
  const gist = answer.words[0]?.split(": ")[0] ?? "";
  const short = !optimum ? "✓" : optimum.proven ? String(optimum.value) : `≤ ${optimum.value}`;
  return { state: kind, short, words: `${words}: ${gist}${least === undefined ? "" : `, at least ${least}`}`, gist, answer };
}

/**
 * What a refusal says; a limit that was reached is no answer.
 * @param {unknown} error
 * @param {boolean} isLast
 * @returns {Known}
 */
function failed(error, isLast) {
  const type = error instanceof Refused ? error.problem.type : undefined;
  if (type === "/api#exceeded" && !isLast) return searching(undefined);
  const state = type === "/api#invalid-level" ? "invalid" : "unasked";
  return { state, short: SIGNS[state], words: capitalised(wordsOf(error)) };
}
