// The data of an answer, to take along: as JSON and as a table, to the clipboard or as a file.

import { copy } from "../storage/clipboard.js";
import { h } from "../ui/element.js";
import { download } from "../storage/file.js";

/** @import { Answer } from "../types.js" */

/**
 * What can be taken along of an answer.
 * @param {Answer} answer
 * @param {string | undefined} table of the answer as comma-separated values
 * @returns {HTMLElement}
 */
export function dataOf(answer, table) {
  const json = JSON.stringify(answer, null, 1);
  const said = h("p", { class: "taken", role: "status" });
  const name = `${answer.family}-${answer.question}`;
  const shown = h("details", { class: "raw" }, h("summary", {}, "Show the JSON"), h("pre", { tabindex: 0, "aria-label": "The answer as JSON" }, json));
  const forms = [form("JSON", json, `${name}.json`, "application/json", said)];
  if (table) forms.push(form("CSV", table, `${name}.csv`, "text/csv", said));
  return h("details", { class: "data" }, h("summary", {}, "Data"), ...forms, said, shown);
}

/**
 * The moves that an answer states, to take along as one text that is read back; nothing where it states none.
 * @param {Answer} answer
 * @returns {HTMLElement | null}
 */
export function lineOf({ line }) {
  if (!line?.text) return null;
  const said = h("span", { class: "taken", role: "status" });
  const copyText = async () => {
    said.textContent = (await copy(line.text)) ? "The moves are in the clipboard." : line.text;
  };
  return h("div", { class: "row" }, h("button", { type: "button", "data-export": "copy-moves", onclick: copyText }, "Copy moves"), said);
}

/**
 * One form of the data: to be copied and to be kept as a file.
 * @param {string} kind
 * @param {string} text
 * @param {string} file
 * @param {string} type
 * @param {HTMLElement} said where what happened is written
 */
function form(kind, text, file, type, said) {
  const copyText = async () => {
    const copied = await copy(text);
    said.textContent = copied ? `The ${kind} is in the clipboard.` : "This browser keeps its clipboard closed: download the file.";
  };
  const keep = () => {
    download(file, text, type);
    said.textContent = `${file} is downloaded.`;
  };
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", "data-export": `copy-${kind.toLowerCase()}`, onclick: copyText }, `Copy ${kind}`),
    h("button", { type: "button", "data-export": `download-${kind.toLowerCase()}`, onclick: keep }, `Download ${kind}`),
  );
}
