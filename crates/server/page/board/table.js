// A table that belongs to a picture: a histogram of distances, the best edits, presses cell by cell.

import { h } from "../ui/element.js";

/** @import { Table } from "../types.js" */

/**
 * The table as an element; one column may have bars beside its numbers.
 * @param {Table} table
 * @returns {HTMLElement}
 */
export function tableOf({ header, rows, bars }) {
  const values = bars === undefined ? [] : rows.map((row) => Number(row[bars]) || 0);
  const most = Math.max(1, ...values);
  const numeric = header.map((_, column) => rows.every((row) => !row[column] || !Number.isNaN(Number(row[column]))));
  const cells = (/** @type {string[]} */ row) => row.map((cell, column) => h("td", { class: numeric[column] ? "number" : "" }, cell));
  const line = (/** @type {string[]} */ row, /** @type {number} */ index) => {
    if (row.length < header.length) return h("tr", {}, h("td", { colspan: header.length }, row.join(" ")));
    return h("tr", {}, ...cells(row), bars !== undefined && h("td", { class: "histogram" }, bar((values[index] ?? 0) / most)));
  };
  const names = header.map((name, column) => h("th", { scope: "col", class: numeric[column] ? "number" : "" }, name));
  // Whoever hears the table has the numbers: the bars say nothing more.
  const head = h("tr", {}, ...names, bars !== undefined && h("td", {}));
  return h("div", { class: "listed", tabindex: 0, role: "region", "aria-label": "Table" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows.map(line))));
}

/** @param {number} share of the longest */
function bar(share) {
  const drawn = h("span", { class: "filled", "aria-hidden": "true" });
  drawn.style.inlineSize = share > 0 ? `max(1px, ${(share * 100).toFixed(2)}%)` : "0";
  return drawn;
}
