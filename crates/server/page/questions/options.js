// The options of questions as fields that a person understands. What an option is about is its label: the server
// declares it in one sentence (`about` of GET /families). What follows a colon in it is how the value is written, and
// the unit of a number stands behind its field.

import { h } from "../ui/element.js";

/** @import { OptionRow, ProblemBody } from "../types.js" */
/** @typedef {{ label: string, written: string, unit: string }} Wording how an option is called, how its value is written, what a number counts */

let fields = 0;

/**
 * How an option is called on the page.
 * @param {OptionRow} option
 * @returns {Wording}
 */
function wording({ about, value }) {
  const [label = about, written = ""] = about.split(/: (.*)/s);
  const unit = value === "number" ? (/number of (\w+)/.exec(about)?.[1] ?? "") : "";
  // Parts of a value are named in capitals on the command line.
  return { label, written: value === "text" ? written.replace(/[A-Z]{2,}(,[A-Z]{2,})*/g, (names) => names.toLowerCase()) : "", unit };
}

/**
 * The field of an option: a box to tick, or a labelled field with what is said about its value below it.
 * @param {OptionRow} option
 * @returns {HTMLElement}
 */
export function optionField(option) {
  const { name, value, choices = [], default: left = "as usual" } = option;
  const { label, written, unit } = wording(option);
  const id = `option${fields++}`;
  if (value === "switch") return h("label", { class: "switch" }, h("input", { type: "checkbox", name }), h("span", {}, label));
  const help = written && value !== "choice" ? `${id}-help` : null;
  const input = {
    number: () => h("input", { type: "number", name, id, min: 0, step: 1, inputmode: "numeric", "aria-describedby": help }),
    choice: () => h("select", { name, id }, ...[...new Set([left, ...choices])].map((choice) => h("option", { value: choice === left ? "" : choice }, choice))),
    text: () => h("input", { type: "text", name, id, autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-describedby": help }),
  }[value === "moves" ? "text" : value]();
  if (value === "moves") input.dataset["list"] = "";
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, unit && !label.includes(unit) ? `${label} (${unit})` : label),
    h("div", { class: "row" }, input, unit && h("span", { class: "unit", "aria-hidden": "true" }, unit)),
    help && h("p", { class: "help", id: help }, `Written as ${written}`),
  );
}

/**
 * What is filled in, by the names of the options. Boxes that are not ticked and empty fields are left out.
 * @param {Iterable<Element>} inputs
 * @returns {Record<string, unknown>}
 */
export function filledIn(inputs) {
  /** @type {Record<string, unknown>} */
  const given = {};
  for (const input of inputs) {
    if (input instanceof HTMLSelectElement && input.value) given[input.name] = input.value;
    if (!(input instanceof HTMLInputElement)) continue;
    if (input.type === "checkbox" && input.checked) given[input.name] = true;
    if (input.type === "number" && input.value) given[input.name] = Number(input.value);
    if (input.type !== "text" || !input.value.trim()) continue;
    given[input.name] = "list" in input.dataset ? input.value.split(";").map((text) => text.trim()).filter(Boolean) : input.value.trim();
  }
  return given;
}

/**
 * The first field whose value cannot be sent, marked and focused, with what it takes; nothing where all can.
 * @param {Iterable<Element>} inputs
 * @param {OptionRow[]} table
 * @returns {string | undefined}
 */
export function unfit(inputs, table) {
  for (const input of inputs) {
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const wrong = input.type === "number" && !input.validity.valid;
    input.setAttribute("aria-invalid", String(wrong));
    if (!wrong) continue;
    reveal(input);
    const option = table.find(({ name }) => name === input.name);
    return `“${option ? wording(option).label : input.name}” takes a whole number, 0 or more.`;
  }
  return undefined;
}

/**
 * What the server says against an option, with the option as the page labels it, whose field is marked and focused; the
 * server's own words where they are about none of these options.
 * @param {ProblemBody} problem
 * @param {string} words of the problem
 * @param {Iterable<Element>} inputs of the question
 * @param {OptionRow[]} table
 * @returns {string}
 */
export function explained({ type }, words, inputs, table) {
  if (type !== "/api#bad-request" && type !== "/api#not-offered") return words;
  const given = filledIn(inputs);
  for (const [name, value] of Object.entries(given)) {
    const option = table.find((one) => one.name === name);
    const named = words.includes(`'${name}'`);
    // A text that the level cannot use is cited, or spoken of by the option's name.
    const cited = typeof value === "string" && (words.includes(`'${value}'`) || new RegExp(`\\b${name}\\b`).test(words));
    if (!option || !(named || cited)) continue;
    const field = [...inputs].find((input) => input instanceof HTMLElement && input.getAttribute("name") === name);
    if (field instanceof HTMLElement) {
      field.setAttribute("aria-invalid", "true");
      reveal(field);
    }
    const { label, written } = wording(option);
    const plain = words.replace(`the option '${name}' takes`, "it takes").replace(/[A-Z]{2,}(,[A-Z]{2,})+/, written || "$&");
    return `“${label}”: ${plain}.`;
  }
  return missing(words, inputs, table);
}

/**
 * What the server says of options that are not given, with each as the page labels it; the first field is marked and focused.
 * @param {string} words of the problem
 * @param {Iterable<Element>} inputs of the question
 * @param {OptionRow[]} table
 * @returns {string}
 */
function missing(words, inputs, table) {
  let said = words;
  for (const field of [...inputs].reverse()) {
    const name = field.getAttribute("name");
    const option = table.find((one) => one.name === name);
    if (!option || !(field instanceof HTMLElement) || !words.includes(`'${name}'`)) continue;
    field.setAttribute("aria-invalid", "true");
    reveal(field);
    said = said.replace(`'${name}'`, `“${wording(option).label}”`);
  }
  return said;
}

/** @param {HTMLElement} field */
function reveal(field) {
  const folded = field.closest("details");
  if (folded) folded.open = true;
  field.focus();
}
