// The hint button: each request at a position tells one kind of hint more, from whether it can be won to the best moves. Each
// is asked for by itself, so that nothing of a later one is known here before.

import { full, LAST, partial } from "./hint_steps.js";
import { ask } from "../engines/api.js";
import { Refused, wordsOf } from "../engines/refusal.js";

/** @import { Said } from "./hint_steps.js" */
/** @import { Judgement, Place, Position, Request } from "../types.js" */
/** @typedef {{ line: string[], count: number }} WayBack the position after so many moves of a line */

/** Help at a position. */
export class Help {
  /** The best moves, once they are told. @type {string[]} */
  best = [];
  /** Where to look, while that is told. @type {Place[]} */
  look = [];
  #say;
  #onmarks;
  /** @type {AbortController | undefined} */
  #asking;
  /** The kind of hint that was told last; 0 before the first. */
  #step = 0;
  /** What it said. @type {Said | undefined} */
  #said;
  /** Where to go back to from this position, once that was sought. @type {WayBack | "none" | "unknown" | undefined} */
  #back;
  /** The options with which it was asked for. */
  #options = "";

  /**
   * @param {(words: string, kind: string, back?: WayBack) => void} say told the words, and where to go back to from a lost
   *   position
   * @param {() => void} onmarks called where `best` and `look` have changed
   */
  constructor(say, onmarks) {
    this.#say = say;
    this.#onmarks = onmarks;
  }

  /**
   * One kind of hint more.
   * @param {Request} request
   * @param {Position} position
   * @param {Record<string, unknown>} options
   * @param {boolean} climbs whether the family tells hints in part
   */
  async ask(request, position, options, climbs) {
    const key = JSON.stringify(options);
    if (this.#options !== key) this.clear();
    this.#options = key;
    if (this.#step === LAST && this.#said) return this.#tell(this.#said);
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#say("Thinking …", "thinking", this.#way);
    try {
      const said = await this.#next({ ...request, question: "hint", options }, position, climbs, asking.signal);
      const isSought = said.kind === "impossible" && this.#back === undefined;
      const back = isSought ? await wayBack(request, position, options, asking.signal) : this.#back;
      if (asking.signal.aborted) return;
      this.#back = back;
      const noWay = isSought && back === "none" ? "It could not be solved from the start." : "";
      this.#tell({ ...said, words: [said.words, noWay].filter(Boolean).join(" ") });
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#say(error instanceof Refused ? `No hint: ${error.message}` : wordsOf(error), "refused");
    }
  }

  /** The kind of hint that was told last, from 1; 0 before the first. */
  get step() {
    return this.#step;
  }

  /** Forgets everything: the position is another now. */
  clear() {
    this.#asking?.abort();
    [this.best, this.look] = [[], []];
    [this.#step, this.#said, this.#back] = [0, undefined, undefined];
  }

  /**
   * The next kind of hint that says something new.
   * @param {Request} request
   * @param {Position} position
   * @param {boolean} climbs
   * @param {AbortSignal} signal
   * @returns {Promise<Said>}
   */
  async #next(request, position, climbs, signal) {
    for (;;) {
      // Where it is not known how the position stands, no kind before the last says more.
      const step = !climbs || this.#said?.kind === "unfinished" ? LAST : this.#step + 1;
      const options = step < LAST ? { ...request.options, reveal: step } : request.options ?? {};
      const answer = await ask({ ...request, options }, { signal });
      if (signal.aborted) throw signal.reason;
      const said = step < LAST ? partial(answer, position) : full(answer, position);
      const news = said.words !== this.#said?.words;
      [this.#step, this.#said] = [step, said];
      if (news || step === LAST) return said;
    }
  }

  /** Where to go back to, where that is known. */
  get #way() {
    return typeof this.#back === "object" ? this.#back : undefined;
  }

  /** @param {Said} said */
  #tell({ kind, words, best, look }) {
    [this.best, this.look] = [best, look];
    this.#onmarks();
    this.#say(this.#step < LAST ? `${words} Hint again for more.` : words, kind, this.#way);
  }
}

/**
 * Where to go back to from a position that is lost, as far as that is known; "none" where the level has no solution.
 * @param {Request} request
 * @param {Position} position
 * @param {Record<string, unknown>} options
 * @param {AbortSignal} signal
 * @returns {Promise<WayBack | "none" | "unknown">}
 */
async function wayBack(request, { offers }, options, signal) {
  if (!request.moves?.length || !offers.includes("judge")) return "unknown";
  const { answer } = await ask({ ...request, question: "judge", options }, { signal });
  if (!answer?.["positions"]) return "unknown";
  const { positions, moves, back_to } = /** @type {Judgement} */ (/** @type {unknown} */ (answer));
  if (back_to !== null) return { line: moves.map(({ move }) => move), count: back_to };
  return positions[0]?.can_win === false ? "none" : "unknown";
}
