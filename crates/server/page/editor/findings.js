// What more is known of the level at hand once it is solved: what is counted of the best line, how many solutions are as
// short, which first moves lose, whether there is a way round the solution that the text states, and the best solution to
// be stepped through. Each is a question of its own, asked while nothing else is; the next change gives up what runs.

import { levelsOf, picture, proven } from "../engines/api.js";
import { Refused } from "../engines/refusal.js";
import { provenBound } from "../questions/answer.js";
import { h } from "../ui/element.js";

/** @import { Answer, FamilyCard, Judgement, Picture, Position, Request } from "../types.js" */

/** @typedef {{ level: string, items: Map<string, string>, film: Picture | undefined }} Known */

/** Milliseconds that each question may take. */
const LONGEST = 10_000;
/** More first moves than these are not judged one by one. */
const MOST_MOVES = 8;
/** Lines of words that are shown of an answer. */
const MOST_LINES = 4;

/** The list below the line about the level at hand. */
export class Findings {
  #card;
  /** What is known, and of which level. @type {Known} */
  #known = { level: "", items: new Map(), film: undefined };

  /**
   * @param {FamilyCard} card
   * @param {(film: Picture) => void} onstep asked to step through a solution
   */
  constructor(card, onstep) {
    this.#card = card;
    this.list = h("ul", { class: "findings", "aria-label": "What more is known" });
    this.step = h("button", { type: "button", hidden: true, onclick: () => this.#known.film && onstep(this.#known.film) }, "Step through the best solution");
    this.element = h("div", { class: "findings-box", hidden: true }, this.list, this.step);
  }

  /** Nothing is known: the text was changed, or is solved no more. */
  clear() {
    this.element.hidden = true;
  }

  /**
   * Tells why the level cannot be solved.
   * @param {string} why
   */
  tell(why) {
    this.#known = { level: "", items: new Map([["why", why]]), film: undefined };
    this.element.hidden = false;
    this.#show();
  }

  /**
   * Asks what more there is to know of a level that is solved.
   * @param {{ level: string, position: Position, isStated: boolean }} one its text, its start or a position on the way, and
   *   whether its text states a solution
   * @param {Answer} answer to the plain question `solve`
   * @param {AbortSignal} signal
   */
  async follow({ level, position, isStated }, answer, signal) {
    this.element.hidden = false;
    if (this.#known.level === level) return this.#show();
    /** @type {Known} */
    const known = (this.#known = { level, items: new Map(), film: undefined });
    const request = { family: this.#card.family, level };
    const say = (/** @type {string} */ name, /** @type {string} */ words) => {
      if (signal.aborted || known !== this.#known) return;
      known.items.set(name, words);
      this.#show();
    };
    this.#show();
    try {
      for (const [index, line] of counted(answer).entries()) say(`line ${index}`, line);
      await this.#film({ ...request, answer }, known, signal);
      await this.#count(request, answer, say, signal);
      if (isStated) await this.#shortcut(request, position, say, signal);
      await this.#losing(request, position, say, signal);
    } catch {
      // What was given up is asked again when the level is shown again; a refusal is no finding.
      if (signal.aborted) this.#known = { ...known, level: "" };
    }
  }

  #show() {
    const { items, film } = this.#known;
    this.list.replaceChildren(...[...items.values()].map((words) => h("li", {}, words)));
    this.step.hidden = !film || film.frames.length < 2;
  }

  /**
   * @param {Request} request
   * @param {Answer} answer
   * @param {(name: string, words: string) => void} say
   * @param {AbortSignal} signal
   */
  async #count(request, answer, say, signal) {
    if (!this.#card.options["solve"]?.includes("count")) return;
    say("count", "Solutions as short: not counted yet");
    const counted = await this.#ask({ ...request, question: "solve", options: { count: true } }, signal);
    // What is counted of a line is told of the line that is shown.
    const more = counted?.words.slice(counted.line?.counts ? 2 : 1).filter((line) => !answer.words.includes(line)).slice(0, MOST_LINES) ?? [];
    say("count", more.length ? more.join("; ") : `Solutions as short: not counted in ${LONGEST / 1000} seconds`);
  }

  /**
   * @param {Request} request with the answer that has the solution
   * @param {Known} known
   * @param {AbortSignal} signal
   */
  async #film(request, known, signal) {
    const drawn = await picture(request, signal).catch(() => undefined);
    if (!signal.aborted && drawn) known.film = drawn.picture;
    if (known === this.#known) this.#show();
  }

  /**
   * Whether there is a way round the solution that the text states.
   * @param {Request} request
   * @param {Position} position
   * @param {(name: string, words: string) => void} say
   * @param {AbortSignal} signal
   */
  async #shortcut(request, position, say, signal) {
    if (!position.offers.includes("shortcut")) return;
    // The text of a level that was taken out of a file need not have what the file states.
    const [alone] = await levelsOf({ ...request, number: 1 }, signal);
    if (!alone?.states_solution) return;
    const refused = (/** @type {unknown} */ error) => error instanceof Refused && say("shortcut", `The stated solution is wrong: ${error.message}`);
    const found = await this.#ask({ ...request, question: "shortcut" }, signal, refused);
    if (found?.words[0]) say("shortcut", `The stated solution: ${found.words[0]}`);
  }

  /**
   * Which of the moves of the position lose.
   * @param {Request} request
   * @param {Position} position
   * @param {(name: string, words: string) => void} say
   * @param {AbortSignal} signal
   */
  async #losing(request, { offers, legal, legal_total, moves, said = {} }, say, signal) {
    if (!offers.includes("judge") || moves.length || legal_total > MOST_MOVES) return;
    const lost = [];
    for (const move of legal) {
      const judged = /** @type {Judgement | undefined} */ (/** @type {unknown} */ ((await this.#ask({ ...request, question: "judge", moves: [move] }, signal))?.answer ?? undefined));
      const isLost = judged?.moves[0]?.lost;
      if (isLost === null || isLost === undefined) return;
      if (isLost) lost.push(said[move] ?? move);
    }
    say("losing", lost.length ? `First moves that lose: ${lost.join(", ")}` : "No first move loses");
  }

  /**
   * The answer to a question; nothing where it is refused or not decided.
   * @param {Request} request
   * @param {AbortSignal} signal
   * @param {(error: unknown) => void} [refused] told why there is none
   */
  async #ask(request, signal, refused) {
    const answer = await proven(request, LONGEST, { signal, progress: () => undefined }).catch((error) => void refused?.(error));
    if (signal.aborted) throw signal.reason;
    return answer?.verdict === "unfinished" && provenBound(answer) === undefined ? undefined : answer;
  }
}

/**
 * The lines of an answer behind the first that tell what is counted.
 * @param {Answer} answer
 */
function counted({ words, line }) {
  return line?.counts ? words.slice(1, 2) : [];
}
