// Files of what a browser keeps, to be taken along: JSON with the version `menagerie` and one list. Anybody may have written
// them, so everything in them is checked.

/** The version of such files. */
export const VERSION = 1;

/**
 * The rows of a list in a text, each as `check` gives it.
 * @template Row
 * @param {string} text
 * @param {string} name of the list
 * @param {number} most rows
 * @param {(row: Record<string, unknown>, number: number) => Row} check gets the number of the row, from 1
 * @returns {Row[]}
 */
export function listIn(text, name, most, check) {
  /** @type {unknown} */
  let whole;
  try {
    whole = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  const { menagerie, [name]: rows } = /** @type {Record<string, unknown>} */ (whole ?? {});
  if (menagerie !== VERSION) throw new Error(`expected 'menagerie': ${VERSION}, found ${JSON.stringify(menagerie) ?? "nothing"}`);
  if (!Array.isArray(rows)) throw new Error(`expected a list of '${name}'`);
  if (rows.length > most) throw new Error(`expected at most ${most.toLocaleString("en")} ${name}`);
  return rows.map((row, index) => check(row ?? {}, index + 1));
}

/**
 * Refuses a value that does not fit.
 * @param {string} which row it is of
 * @param {string} name
 * @param {unknown} found
 * @param {boolean} fits
 */
export function expect(which, name, found, fits) {
  if (!fits) throw new Error(`${which} has the ${name} ${(JSON.stringify(found) ?? "nothing").slice(0, 40)}`);
}
