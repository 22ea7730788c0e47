// Elements in one expression. Attributes are set as such; `on…` listen; text is never markup. What is true is set without
// a value, but in the attributes of ARIA, where only the word counts.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  return fill(element, attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function present(children) {
  return children.filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * Whether whoever looks asked for less motion.
 * @returns {boolean}
 */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A text with a capital letter at its beginning.
 * @param {string} text
 * @returns {string}
 */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A number with its noun: `1 move`, `16 moves`. Every count that a person reads is written by this function.
 * @param {number} count
 * @param {string} one
 * @param {string} [many] where it is not `one` with an s
 * @returns {string}
 */
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/**
 * A number with its unit, a noun in the plural as answers have it: `1 press`, `2 tokens`.
 * @param {number} count
 * @param {string} unit
 * @returns {string}
 */
export function inUnits(count, unit) {
  return plural(count, unit.replace(/(ss|sh|ch|x)es$|s$/, "$1"), unit);
}
