// A field for a text with numbered lines, some of them marked. Lines and columns count from 1, columns in characters.

import { Colours } from "./colours.js";
import { TextLayer } from "./text_layer.js";
import { h } from "../ui/element.js";

/** @import { Token } from "../types.js" */
/** @import { Piece } from "./text_layer.js" */

/** The longest text that a browser types into a field at once without stopping to think. */
const MAX_TYPED_LENGTH = 100_000;

/** Lines from which a text is typed as markup: Chromium takes seconds for a thousand lines of plain text. */
const MANY_LINES = 30;

/** Lines whose numbers are written together. */
const BLOCK = 100;

/** The field with its numbers. */
export class TextArea {
  /** The lines with problems, and the class of each. @type {Map<number, "wrong" | "warned">} */
  #marked = new Map();
  /** Whether anything that is found is marked. */
  #hasFound = false;
  /** What is written in each block of the margin: its lines, and how they are marked. @type {WeakMap<Element, string>} */
  #written = new WeakMap();

  /**
   * @param {string} label
   * @param {Token[]} tokens what has a colour of its own
   * @param {() => void} onedit told of every change by hand
   */
  constructor(label, tokens, onedit) {
    const attributes = { class: "text", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
    this.field = h("textarea", { ...attributes, "aria-label": label, rows: 16, oninput: () => this.#changed(onedit), onscroll: () => this.#scrolled() });
    this.numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    this.colours = new Colours(tokens);
    this.found = new TextLayer("places");
    this.element = h("div", { class: "numbered" }, this.numbers, h("div", { class: "inked" }, this.found.element, this.colours.element, this.field));
    new ResizeObserver(() => this.#scrolled()).observe(this.field);
  }

  get value() {
    return this.field.value;
  }

  set value(text) {
    this.field.value = text;
    this.#number();
  }

  /**
   * Makes the text this one by typing over the part that differs, so that the field's own undo takes the change back.
   * @param {string} text
   */
  change(text) {
    const before = this.value;
    if (before === text) return;
    const least = Math.min(before.length, text.length);
    let [from, behind] = [0, 0];
    while (from < least && before[from] === text[from]) from++;
    while (behind < least - from && before[before.length - 1 - behind] === text[text.length - 1 - behind]) behind++;
    // A character of two units is not split.
    if (from > 0 && /[\ud800-\udbff]/.test(before.charAt(from - 1))) from--;
    if (behind > 0 && /[\udc00-\udfff]/.test(before.charAt(before.length - behind))) behind--;
    this.#type(from, before.length - behind, text.slice(from, text.length - behind), text);
  }

  /**
   * Types a text over what is selected.
   * @param {string} text
   */
  insert(text) {
    const { selectionStart: from, selectionEnd: to } = this.field;
    const plain = text.replace(/\r\n?/g, "\n");
    this.#type(from, to, plain, this.value.slice(0, from) + plain + this.value.slice(to));
    this.field.setSelectionRange(from + plain.length, from + plain.length);
  }

  /** Takes back the last change of the text, typed or not. */
  undo() {
    this.#inField(() => document.execCommand("undo"));
  }

  /** Makes the change again that was taken back last. */
  redo() {
    this.#inField(() => document.execCommand("redo"));
  }

  /**
   * One line of the text; nothing beyond its end.
   * @param {number} number
   * @returns {string}
   */
  line(number) {
    return this.value.split("\n")[number - 1] ?? "";
  }

  /** The line of the cursor. */
  get cursorLine() {
    return this.value.slice(0, this.field.selectionStart).split("\n").length;
  }

  /**
   * Marks lines with problems.
   * @param {number[]} wrong lines with errors
   * @param {number[]} warned lines with warnings
   */
  mark(wrong, warned) {
    this.#marked = new Map();
    for (const line of warned) this.#marked.set(line, "warned");
    for (const line of wrong) this.#marked.set(line, "wrong");
    this.field.setAttribute("aria-invalid", String(wrong.length > 0));
    this.#number();
  }

  /**
   * Marks what is found in the text as it is now.
   * @param {Piece[]} places
   */
  showFound(places) {
    this.#hasFound = places.length > 0;
    this.found.take(this.value, places);
    this.#scrolled();
  }

  /**
   * Puts the cursor there, the character selected.
   * @param {number} line
   * @param {number} column
   */
  goTo(line, column) {
    const signs = [...this.line(line)];
    const from = signs.slice(0, column - 1).join("").length;
    this.#select(line, from, from + (signs[column - 1]?.length ?? 0));
  }

  /**
   * Puts the cursor on a line, all of it selected.
   * @param {number} line
   */
  goToLine(line) {
    this.#select(line, 0, this.line(line).length);
  }

  /**
   * @param {number} line
   * @param {number} from
   * @param {number} to
   */
  #select(line, from, to) {
    const lines = this.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(start + from, start + to);
    this.scrollTo(line);
    this.field.scrollIntoView({ block: "nearest" });
  }

  /**
   * Scrolls the field so that a line is seen near its top.
   * @param {number} line
   */
  scrollTo(line) {
    const height = this.field.scrollHeight / Math.max(1, this.value.split("\n").length);
    this.field.scrollTop = Math.max(0, (line - 4) * height);
  }

  /**
   * Types a text over a part of the field; `whole` is what the field holds then.
   * @param {number} from
   * @param {number} to
   * @param {string} text
   * @param {string} whole
   */
  #type(from, to, text, whole) {
    this.#inField(() => {
      this.field.setSelectionRange(from, to);
      // No other way to change a field goes into its history.
      if (typed(text, () => this.value === whole)) return;
      this.field.value = whole;
      this.field.dispatchEvent(new Event("input"));
    });
  }

  /**
   * Does something with the focus in the field; then the focus, and what is seen, are as before.
   * @param {() => void} act
   */
  #inField(act) {
    const focused = document.activeElement;
    const { scrollX, scrollY } = window;
    const { scrollTop } = this.field;
    // The keyboard of a touch screen stays away.
    this.field.inputMode = "none";
    this.field.focus({ preventScroll: true });
    act();
    this.field.scrollTop = scrollTop;
    this.field.inputMode = "";
    if (focused instanceof HTMLElement || focused instanceof SVGElement) focused.focus({ preventScroll: true });
    scrollTo(scrollX, scrollY);
  }

  /** @param {() => void} onedit */
  #changed(onedit) {
    this.#number();
    onedit();
  }

  /** Writes the numbers, block by block: those of lines that stay are left alone, since a text may have very many lines. */
  #number() {
    this.colours.read(this.value);
    this.element.classList.toggle("has-colours", this.colours.isDrawn);
    const count = this.value.split("\n").length;
    const blocks = Math.ceil(count / BLOCK);
    while (this.numbers.childElementCount > blocks) this.numbers.lastElementChild?.remove();
    for (let block = 0; block < blocks; block++) this.#numberBlock(block, Math.min(count, (block + 1) * BLOCK));
    this.#scrolled();
  }

  /**
   * Writes the numbers of a block of lines: a text, in which the marked lines alone are elements.
   * @param {number} block
   * @param {number} last line of it
   */
  #numberBlock(block, last) {
    const lines = Array.from({ length: last - block * BLOCK }, (_, index) => block * BLOCK + index + 1);
    const written = lines.map((line) => `${line}${this.#marked.get(line) ?? ""}`).join();
    const known = this.numbers.children[block];
    if (known instanceof HTMLElement && this.#written.get(known) === written) return;
    const element = known instanceof HTMLElement ? known : h("div", {});
    /** @type {(string | HTMLElement)[]} */
    const parts = [];
    let plain = "";
    for (const line of lines) {
      const kind = this.#marked.get(line);
      if (kind) parts.push(plain, h("span", { class: kind }, String(line)));
      plain = kind ? "\n" : `${plain}${line}\n`;
    }
    element.replaceChildren(...parts, plain);
    this.#written.set(element, written);
    if (!known) this.numbers.append(element);
  }

  #scrolled() {
    this.numbers.scrollTop = this.field.scrollTop;
    this.colours.show(this.field);
    if (this.#hasFound) this.found.show(this.field);
    else this.found.clear();
  }
}

/**
 * Types a text over what is selected in the field that has the focus.
 * @param {string} text
 * @param {() => boolean} isRight whether the field holds what it should
 * @returns {boolean} whether it does now
 */
function typed(text, isRight) {
  if (text.length > MAX_TYPED_LENGTH) return false;
  if (!text) return document.execCommand("delete") && isRight();
  if (text.split("\n").length >= MANY_LINES && document.execCommand("insertHTML", false, markup(text))) {
    if (isRight()) return true;
    document.execCommand("undo");
  }
  return document.execCommand("insertText", false, text) && isRight();
}

/**
 * A text as markup that a field takes as this text: the last line end counts where another one follows.
 * @param {string} text
 */
function markup(text) {
  const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return (escaped + (text.endsWith("\n") ? "\n" : "")).replaceAll("\n", "<br>");
}
