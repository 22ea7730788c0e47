// What is pasted into a text: a text of this kind is typed, one of another kind is opened as that or offered, and nothing that
// was typed or pasted is lost.

import { recognised } from "../engines/api.js";
import { openDocument } from "../storage/documents.js";
import { chosen, excess, refuse, taken, withdraw } from "../storage/file.js";

/** @import { TextArea } from "./textarea.js" */

/** What is typed behind a text that was pasted and opens now. @type {TypedAhead | undefined} */
let arriving;

/**
 * Ends what was pasted elsewhere and opens now; gives what was typed behind it.
 * @returns {string | undefined} nothing where nothing was pasted
 */
export function typedMeanwhile() {
  const typed = arriving?.end();
  arriving = undefined;
  return typed;
}

/**
 * Looks at what is pasted into a text before it is typed: several lines, an object of JSON or a link may be a text of another
 * kind. What is too large is not taken.
 * @param {TextArea} text
 * @param {string} family the kind of the text
 * @param {() => boolean} isUntouched whether nothing was typed here, so that the text is as it came
 */
export function takePastes(text, family, isUntouched) {
  const pasting = new Pasting(text, family, isUntouched);
  text.field.addEventListener("paste", (event) => pasting.take(event));
}

/** Takes what is typed into a field while a text that was pasted there is looked at, or opens by itself. */
class TypedAhead {
  #field;
  #typed = "";

  /** @param {HTMLTextAreaElement} field */
  constructor(field) {
    this.#field = field;
    field.addEventListener("beforeinput", this.#beforeInput);
  }

  /** @param {InputEvent} event */
  #beforeInput = (event) => {
    if (!["insertText", "insertLineBreak"].includes(event.inputType)) return;
    event.preventDefault();
    this.#typed += event.data ?? "\n";
  };

  /** Ends it; gives what was typed. */
  end() {
    this.#field.removeEventListener("beforeinput", this.#beforeInput);
    const typed = this.#typed;
    this.#typed = "";
    return typed;
  }
}

/** Pastes into one text. */
class Pasting {
  #text;
  #family;
  #isUntouched;

  /**
   * @param {TextArea} text
   * @param {string} family
   * @param {() => boolean} isUntouched
   */
  constructor(text, family, isUntouched) {
    this.#text = text;
    this.#family = family;
    this.#isUntouched = isUntouched;
  }

  /** @param {ClipboardEvent} event */
  take(event) {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const words = excess(pasted);
    const { selectionStart, selectionEnd, value } = this.#text.field;
    const isWhole = !value.slice(0, selectionStart).trim() && !value.slice(selectionEnd).trim();
    const isLink = (isWhole || this.#isUntouched()) && /^\s*(https?:\/\/|www\.)\S+\s*$/i.test(pasted);
    if (!words && !isLink && !/[{\n]/.test(pasted.trim())) return;
    event.preventDefault();
    if (words) refuse(words);
    else void this.#paste(pasted, isWhole);
  }

  /**
   * Types what is pasted, opens it where it is all that there is and of another kind, or else offers that.
   * @param {string} pasted
   * @param {boolean} isWhole whether nothing else stays in the field
   */
  async #paste(pasted, isWhole) {
    const ahead = new TypedAhead(this.#text.field);
    const found = await recognised(pasted).catch(() => undefined);
    const isOwn = !found || (found.level === null && found.families.includes(this.#family));
    if (!found || isOwn || (!found.families.length && !found.certain)) {
      this.#text.insert(pasted + ahead.end());
      return withdraw();
    }
    if (isWhole || !found.families.length || found.level !== null || (this.#isUntouched() && found.certain)) {
      // Where something is asked or told first, what is typed meanwhile is typed here.
      const typed = found.families.length === 1 ? "" : ahead.end();
      if (typed) this.#text.insert(typed);
      const level = await taken(found, pasted, "What was pasted is not taken");
      if (level) {
        arriving = ahead;
        void openDocument(level);
      } else if (found.families.length && this.#text.element.isConnected) this.#text.insert(pasted);
      return;
    }
    this.#text.insert(pasted + ahead.end());
    const family = await chosen("What was pasted looks like a text of another kind. It can be opened by itself, as:", found.families);
    if (family !== undefined) void openDocument({ family, text: pasted });
  }
}
