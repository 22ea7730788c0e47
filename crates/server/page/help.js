// The hint button: asks for a hint once at a position and gives it step by step.

import { Advice } from "./advice.js";
import { ask, Refused, wordsOf } from "./api.js";

/** @import { Place, Position, Request } from "./types.js" */

/** Help at a position. */
export class Help {
  /** The best moves, once they are told. @type {string[]} */
  best = [];
  /** Where to look, while no more than that is told. @type {Place[]} */
  look = [];
  #say;
  #onmarks;
  /** @type {AbortController | undefined} */
  #asking;
  /** What was given, and the options with which it was asked for. @type {{ advice: Advice, options: string } | undefined} */
  #given;

  /**
   * @param {(words: string, kind: string) => void} say
   * @param {() => void} onmarks called where `best` and `look` have changed
   */
  constructor(say, onmarks) {
    this.#say = say;
    this.#onmarks = onmarks;
  }

  /**
   * One step more of help.
   * @param {Request} request
   * @param {Position} position
   * @param {Record<string, unknown>} options
   */
  async ask(request, position, options) {
    const key = JSON.stringify(options);
    if (this.#given?.options === key) return this.#advise(this.#given.advice);
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#say("Thinking …", "thinking");
    try {
      const answer = await ask({ ...request, question: "hint", options }, { signal: asking.signal });
      if (asking.signal.aborted) return;
      const advice = new Advice(answer, position);
      this.#given = { advice, options: key };
      this.#advise(advice);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#say(error instanceof Refused ? `No hint: ${error.message}` : wordsOf(error), "refused");
    }
  }

  /** Forgets everything: the position is another now. */
  clear() {
    this.#asking?.abort();
    [this.best, this.look] = [[], []];
    this.#given = undefined;
  }

  /** @param {Advice} advice */
  #advise(advice) {
    const { kind, words, best, look } = advice.more();
    [this.best, this.look] = [best, look];
    this.#onmarks();
    this.#say(advice.hasMore ? `${words} Hint again for more.` : words, kind);
  }
}
