// Levels of which it is the question whether they can be solved at all: they are won by saying so where they cannot.

import { ask } from "../engines/api.js";
import { h } from "../ui/element.js";
import { wordsOf } from "../engines/refusal.js";

/** @import { Answer, Request } from "../types.js" */
/**
 * @typedef {object} Told
 * @property {(words: string, kind: string) => void} say
 * @property {(answer: Answer) => void} won told the answer that proves it impossible
 * @property {AbortSignal} left aborted where the level is left
 */

/** The longest that a proof is waited for. */
const TIME = "30s";

/**
 * The button that says so.
 * @param {() => Request} request the level
 * @param {Told} told
 */
export function denial(request, { say, won, left }) {
  const button = h("button", { type: "button", class: "deny", hidden: true, onclick: () => void claimed() }, "It cannot be solved");
  async function claimed() {
    const { moves: _moves, ...level } = request();
    say("Thinking …", "thinking");
    try {
      const answer = await ask({ ...level, question: "solve", options: { time: TIME }, picture: true }, { signal: left });
      if (answer.verdict === "impossible") return won(answer);
      say(answer.verdict === "found" ? "It can be solved: there is a way, which is not told here." : "Nobody knows yet: the proof takes longer than this.", "refused");
    } catch (error) {
      if (!left.aborted) say(wordsOf(error), "refused");
    }
  }
  return button;
}
