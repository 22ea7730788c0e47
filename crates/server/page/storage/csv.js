// Lines of comma-separated values, as RFC 4180 has them. A cell that a spreadsheet would take for a formula begins with an
// apostrophe, since anybody may have written the files that it comes from.

/**
 * A line with its end.
 * @param {string[]} cells
 * @returns {string}
 */
export const csvLine = (cells) => `${cells.map(cell).join(",")}\r\n`;

/** @param {string} text */
function cell(text) {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
