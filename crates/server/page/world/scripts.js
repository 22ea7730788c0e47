// The script editor: what is put in acts from the next step on; what does not load, or fails in play, is marked at its
// line.

import { announce } from "../ui/announce.js";
import { h } from "../ui/element.js";
import { keyOf } from "../ui/key_names.js";
import { TextArea } from "../editor/textarea.js";
import { inRoom } from "./room.js";

/** @import { Moment } from "./types.js" */

/** The editor of a world's scripts. */
export class Scripts {
  /** @type {Record<string, string>} */
  #present = {};
  /** The files' own texts of scripts that differ from them. @type {Record<string, string>} */
  #originals = {};
  /** Texts that were edited and not put in. @type {Map<string, string>} */
  #edited = new Map();
  #shown = "";
  /** @type {{ line: number, column: number, message: string } | null} */
  #refused = null;
  /** What came of putting in the text that is shown. */
  #word = "";
  /** What was last heard to fail in play. @type {Pick<Moment, "failures" | "problem">} */
  #reported = { failures: [], problem: null };

  /** @param {string} world */
  constructor(world) {
    this.world = world;
    this.area = new TextArea("The script", [], () => this.#edit());
    this.choice = h("select", { "aria-label": "Script", onchange: () => this.#show(this.choice.value) });
    this.put = h("button", { type: "button", class: "primary", title: "Ctrl+S", onclick: () => void this.#send() }, "Put in");
    this.back = h("button", { type: "button", onclick: () => this.#revert() }, "Take back");
    this.original = h("button", { type: "button", title: "The text that the world came with, to be put in", onclick: () => this.#restore() }, "Original");
    this.said = h("p", { class: "script-said" });
    this.errors = h("ul", { class: "script-errors", "aria-label": "What is wrong" });
    const keys = (/** @type {KeyboardEvent} */ event) => this.#keys(event);
    const about = h("p", { class: "hint" }, "Runs in every step for each of its animals. ", h("kbd", {}, "Ctrl"), " ", h("kbd", {}, "S"), " puts it in.");
    this.element = h("section", { class: "scripts", "aria-labelledby": "scripts-title", onkeydown: keys },
      h("div", { class: "row" }, h("h2", { id: "scripts-title" }, "Script"), this.choice),
      about, this.area.element, this.errors, h("div", { class: "row" }, this.put, this.back, this.original, this.said));
  }

  /**
   * Takes the present texts; what is being edited stays.
   * @param {Record<string, string>} scripts
   * @param {Record<string, string>} originals
   */
  update(scripts, originals) {
    this.#present = scripts;
    this.#originals = originals;
    const names = Object.keys(scripts);
    this.choice.replaceChildren(...names.map((name) => h("option", { value: name }, name)));
    this.element.hidden = !names.length;
    if (scripts[this.#shown] !== this.area.value) this.#word = "";
    for (const [name, text] of this.#edited) if (scripts[name] === text) this.#edited.delete(name);
    this.#show(names.includes(this.#shown) ? this.#shown : (names[0] ?? ""));
  }

  /**
   * Shows what fails in play.
   * @param {Moment} moment
   */
  report(moment) {
    const { failures, problem } = moment;
    const reported = { failures, problem };
    if (JSON.stringify(reported) === JSON.stringify(this.#reported)) return;
    this.#reported = reported;
    this.#list();
  }

  #list() {
    const entry = (/** @type {string} */ file, /** @type {number | null} */ line, /** @type {string} */ words) => {
      const place = line ? `${file}, line ${line}` : file;
      const go = () => this.#goTo(file, line ?? 1);
      return h("li", { "data-file": file, "data-line": line ?? "" }, h("button", { type: "button", class: "place", onclick: go }, place), " ", words);
    };
    const refused = this.#refused;
    const { failures, problem } = this.#reported;
    const all = [
      refused && entry(this.#shown, refused.line, refused.message),
      problem && entry(problem.file, problem.line, problem.message),
      ...failures.map(({ script, line, message, kind, count, elements }) => entry(script, line, `${message} — stopped for ${who(kind, count, elements)}`)),
    ].filter((one) => one !== null);
    this.errors.replaceChildren(...all);
    this.#mark();
  }

  #mark() {
    const { failures, problem } = this.#reported;
    const failed = [...failures.map(({ script, line }) => ({ file: script, line })), ...(problem ? [problem] : [])];
    const own = failed.filter(({ file, line }) => file === this.#shown && line).map(({ line }) => line ?? 0);
    const lines = this.#refused ? [this.#refused.line] : this.#edited.has(this.#shown) ? [] : own;
    this.area.mark(lines, []);
  }

  /**
   * @param {string} file
   * @param {number} line
   */
  #goTo(file, line) {
    if (file in this.#present && file !== this.#shown) this.#show(file);
    this.area.goTo(line, 1);
  }

  /** @param {string} name */
  #show(name) {
    if (name !== this.#shown) [this.#refused, this.#word] = [null, ""];
    this.#shown = this.choice.value = name;
    const text = this.#edited.get(name) ?? this.#present[name] ?? "";
    if (text !== this.area.value) this.area.value = text;
    this.#state();
    this.#mark();
  }

  #edit() {
    const text = this.area.value;
    this.#word = "";
    if (text === this.#present[this.#shown]) this.#edited.delete(this.#shown);
    else this.#edited.set(this.#shown, text);
    this.#state();
  }

  #state() {
    const edited = this.#edited.has(this.#shown);
    this.put.setAttribute("aria-disabled", String(!edited));
    this.back.setAttribute("aria-disabled", String(!edited));
    this.original.hidden = !(this.#shown in this.#originals);
    this.said.textContent = this.#word || (edited ? "Edited, not yet put in." : "");
  }

  #revert() {
    this.#edited.delete(this.#shown);
    [this.#refused, this.#word] = [null, ""];
    this.#show(this.#shown);
    this.#list();
  }

  #restore() {
    this.area.value = this.#originals[this.#shown] ?? this.area.value;
    this.#edit();
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    if (keyOf(event) !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void this.#send();
  }

  async #send() {
    const [file, text] = [this.#shown, this.area.value];
    if (!this.#edited.has(file)) return;
    // What was said of the text before is over, whichever comes first now: the answer or the first failure in play.
    this.#refused = null;
    const response = await fetch(inRoom(this.world, `scripts/${encodeURIComponent(file)}`), { method: "PUT", body: text, headers: { "Content-Type": "text/plain" } }).catch(() => null);
    const said = await response?.json().catch(() => ({}));
    if (response?.ok) {
      this.#present[file] = text;
      if (this.#edited.get(file) === text) this.#edited.delete(file);
      this.#word = `In force from step ${said.step} on.`;
    } else {
      const [first] = said?.problems ?? [];
      this.#refused = first ?? null;
      this.#word = first ? "Not put in: the old text goes on." : (said?.detail ?? "The server does not answer.");
      if (first) this.area.goTo(first.line, first.column);
    }
    this.#state();
    this.#list();
    const wrong = this.#refused;
    announce(wrong ? `${file}, line ${wrong.line}: ${wrong.message}` : (this.said.textContent ?? ""));
  }
}

/**
 * @param {string} kind
 * @param {number} count
 * @param {number[]} elements
 */
function who(kind, count, elements) {
  return count === 1 ? `${kind} ${elements[0]}` : `${count} of kind ${kind}`;
}
