// What the server says of a text: one line for all of it, every problem with its place, and the line of one of them with a
// caret under the place. A text with warnings is valid.

import { announce } from "./announce.js";
import { h, plural } from "./element.js";

/** @import { LevelProblem } from "./types.js" */

/** Characters of a line that are shown on either side of a place. */
const AROUND = 120;

/** The verdict on a text, and the list of its problems. */
export class Problems {
  #lineOf;
  #ongo;

  /**
   * @param {(line: number) => string} lineOf gives a line of the text
   * @param {(problem: LevelProblem) => void} ongo asked to go to a problem
   */
  constructor(lineOf, ongo) {
    this.#lineOf = lineOf;
    this.#ongo = ongo;
    this.state = h("p", { class: "check", role: "status" }, "Checking …");
    this.pointer = h("pre", { class: "pointer", role: "group", hidden: true, tabindex: 0, "aria-label": "Where it is wrong" });
    this.list = h("ol", { class: "problems", "aria-label": "Problems" });
    this.element = h("div", { class: "verdict-on-text" }, this.state, this.pointer, this.list);
  }

  /**
   * @param {LevelProblem[]} problems
   * @param {boolean} valid whether the text is a level all the same
   * @param {string} [failure] what else is wrong
   */
  show(problems, valid, failure) {
    const warned = problems.length ? `Valid, ${plural(problems.length, "warning")}` : "Valid";
    const words = failure ?? (valid ? warned : `Not valid: ${plural(problems.length, "problem")}`);
    this.state.textContent = words;
    this.state.dataset["state"] = valid ? "valid" : "wrong";
    this.element.dataset["problems"] = valid ? "warnings" : "errors";
    this.list.setAttribute("aria-label", valid ? "Warnings" : "Problems");
    this.list.replaceChildren(...problems.map((problem) => h("li", {}, this.#entry(problem))));
    const [first] = problems;
    this.#point(first);
    if (first && !valid) announce(`${words}. Line ${first.line}, column ${first.column}: ${sentence(first)}`);
  }

  /**
   * Says something else for the moment.
   * @param {string} words
   */
  say(words) {
    this.state.textContent = words;
  }

  /** @param {LevelProblem} problem */
  #entry(problem) {
    const go = () => {
      this.#point(problem);
      this.#ongo(problem);
    };
    const place = h("span", { class: "place" }, `${problem.line}:${problem.column}`);
    return h("button", { type: "button", class: "problem", onclick: go }, place, " ", sentence(problem));
  }

  /** @param {LevelProblem | undefined} problem */
  #point(problem) {
    this.pointer.hidden = !problem;
    if (!problem) return;
    const signs = [...this.#lineOf(problem.line)];
    const at = problem.column - 1;
    const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
    const [cutBefore, cutBehind] = [from > 0 ? "…" : "", to < signs.length ? "…" : ""];
    const before = signs.slice(from, at).map((sign) => (sign === "\t" ? "\t" : " "));
    const room = " ".repeat(Math.max(0, Math.min(at, AROUND) - before.length) + cutBefore.length);
    this.pointer.textContent = `${cutBefore}${signs.slice(from, to).join("")}${cutBehind}\n${before.join("")}${room}^ ${problem.message}`;
  }
}

/** @param {LevelProblem} problem */
function sentence({ message, expected }) {
  return expected ? `${message}; expected ${expected}` : message;
}
