// What the server says of a text: one line for all of it, every problem with its place, and the line of one of them with a
// caret under the place. Errors are counted apart from warnings, also where the text runs all the same.

import { announce } from "../ui/announce.js";
import { h, plural } from "../ui/element.js";

/** @import { LevelProblem } from "../types.js" */

/** Characters of a line that are shown on either side of a place. */
const AROUND = 120;

/** The verdict on a text, and the list of its problems. */
export class Problems {
  #lineOf;
  #ongo;

  /** What was announced last. */
  #told = "";

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
    const words = failure ?? verdict(problems, valid);
    const errors = problems.filter(isError);
    this.state.textContent = words;
    this.state.dataset["state"] = !valid ? "wrong" : errors.length ? "runs" : "valid";
    this.list.setAttribute("aria-label", valid && !errors.length ? "Warnings" : "Problems");
    this.list.replaceChildren(...problems.map((problem) => h("li", {}, this.#entry(problem))));
    const first = errors[0] ?? problems[0];
    this.#point(first);
    const told = first && (!valid || errors.length) ? `${words}. Line ${first.line}, column ${first.column}: ${sentence(first)}` : "";
    // What was told of a text that is mended stands no longer.
    if (told || this.#told) announce(told);
    this.#told = told;
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
    const words = isError(problem) ? sentence(problem) : `warning: ${sentence(problem)}`;
    return h("button", { type: "button", class: "problem", "data-severity": severity(problem), onclick: go }, place, " ", words);
  }

  /** @param {LevelProblem | undefined} problem */
  #point(problem) {
    this.pointer.hidden = !problem;
    if (!problem) return;
    this.pointer.dataset["severity"] = severity(problem);
    const signs = [...this.#lineOf(problem.line)];
    const at = problem.column - 1;
    const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
    const [cutBefore, cutBehind] = [from > 0 ? "…" : "", to < signs.length ? "…" : ""];
    const before = signs.slice(from, at).map((sign) => (sign === "\t" ? "\t" : " "));
    const room = " ".repeat(Math.max(0, Math.min(at, AROUND) - before.length) + cutBefore.length);
    // What is wrong stands on lines of its own, which may wrap.
    this.pointer.replaceChildren(`${cutBefore}${signs.slice(from, to).join("")}${cutBehind}\n${before.join("")}${room}^ `, h("span", {}, problem.message));
  }
}

/** @param {LevelProblem} problem */
export function isError(problem) {
  return severity(problem) === "error";
}

/** @param {LevelProblem} problem */
function severity(problem) {
  return problem.severity ?? "error";
}

/**
 * @param {LevelProblem[]} problems
 * @param {boolean} valid
 */
function verdict(problems, valid) {
  const errors = problems.filter(isError).length;
  const warnings = plural(problems.length - errors, "warning");
  if (!valid) return problems.length > errors ? `Not valid: ${plural(errors, "error")}, ${warnings}` : `Not valid: ${plural(errors, "problem")}`;
  if (errors) return `${plural(errors, "error")}, ${warnings}: runs all the same`;
  return problems.length ? `Valid, ${warnings}` : "Valid";
}

/**
 * A problem in words, without its place.
 * @param {LevelProblem} problem
 */
export function sentence({ message, expected }) {
  return expected ? `${message}; expected ${expected}` : message;
}
