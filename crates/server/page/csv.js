// Answers as tables of comma-separated values (RFC 4180), the columns of `--csv` as docs/json.md names them. Which table
// an answer has follows from the fields that it holds.

/** @import { Answer } from "./types.js" */
/** @typedef {Record<string, any>} Body the answer or the certificate of one of the families */
/** @typedef {{ header: string[], rows: unknown[][] }} Listing */

/**
 * @param {unknown} value
 * @returns {value is any[]}
 */
const list = (value) => Array.isArray(value);
/** @param {unknown} value */
const nested = (value) => list(value) && (value.length === 0 || list(value[0]));
/** @param {unknown} value */
const plain = (value) => value !== null && value !== undefined && typeof value !== "object";

/**
 * Numbered from 1.
 * @param {unknown[]} items
 * @returns {unknown[][]}
 */
const numbered = (items) => items.map((item, index) => [index + 1, item]);

/**
 * @param {string[]} header
 * @param {Record<string, unknown>[]} records
 * @returns {Listing}
 */
const recorded = (header, records) => ({ header, rows: records.map((record) => header.map((name) => record[name])) });

/** The tables, the first that fits first. @type {[(body: Body) => boolean, (body: Body) => Listing][]} */
const TABLES = [
  [({ distances }) => list(distances), ({ distances }) => ({ header: ["distance", "count"], rows: distances.map((/** @type {unknown} */ count, /** @type {number} */ distance) => [distance, count]) })],
  [({ top }) => list(top), ({ top }) => recorded(["row", "column", "edit", "gain"], top)],
  [({ best }) => list(best?.removals), removals],
  [({ starts }) => list(starts) && typeof starts[0] === "object", ({ starts }) => recorded(["column", "facing", "row", "column_end", "wins"], starts)],
  [({ starts }) => list(starts), ({ starts, cost }) => ({ header: ["start", "cost"], rows: starts.map((/** @type {unknown} */ start) => [start, cost]) })],
  // The places of a certificate are more than the path that leads to them.
  [({ places }) => list(places), ({ places }) => ({ header: ["position"], rows: places.map((/** @type {unknown} */ place) => [place]) })],
  [({ path }) => list(path), ({ path }) => ({ header: ["step", "row", "column"], rows: numbered(path).map((row) => row.flat()) })],
  [({ gaps }) => list(gaps), ({ gaps }) => ({ header: ["row", "gap"], rows: numbered(gaps) })],
  [({ quiet, single }) => list(quiet) || list(single), patterns],
  [({ all, presses }) => nested(all) && presses !== undefined, ({ all }) => ({ header: ["set", "press"], rows: each(all) })],
  [({ presses }) => list(presses), presses],
  [({ all, exactly }) => nested(all) && exactly !== undefined, ({ all }) => ({ header: ["series", "moves"], rows: numbered(all.map((/** @type {string[]} */ moves) => moves.join(" "))) })],
  [({ all }) => nested(all), ({ all }) => ({ header: ["solution", "step", "move"], rows: numbered(all).flatMap(([number, moves]) => numbered(/** @type {unknown[]} */ (moves)).map((row) => [number, ...row])) })],
  [({ solution }) => list(solution), ({ solution }) => ({ header: ["step", "move"], rows: numbered(solution) })],
  [({ program }) => typeof program === "string", ({ all, program, tokens }) => ({ header: ["program", "tokens"], rows: (all ?? [program]).map((/** @type {string} */ one) => [one, tokens]) })],
  [({ best }) => list(best), moves],
  // Certificates.
  [({ cells }) => nested(cells), ({ cells }) => ({ header: ["row", "column"], rows: cells })],
  [({ cells }) => list(cells), ({ cells, weights }) => ({ header: ["cell", "weight"], rows: cells.map((/** @type {unknown} */ cell, /** @type {number} */ index) => [cell, weights?.[index] ?? 1]) })],
  [({ rows }) => list(rows), ({ rows }) => ({ header: ["row", "weights"], rows: numbered(rows) })],
  [() => true, single],
];

/**
 * The best removals, each with what it gains.
 * @param {Body} body
 * @returns {Listing}
 */
function removals({ wins, best }) {
  const gain = Math.max(0, best.wins - wins);
  return recorded(["row", "column", "gain"], best.removals.map((/** @type {Body} */ tile) => ({ ...tile, gain })));
}

/**
 * The presses of quiet patterns, then those that change each cell alone.
 * @param {Body} body
 * @returns {Listing}
 */
function patterns({ quiet, single }) {
  const rows = (/** @type {string} */ kind, /** @type {(unknown[] | null)[]} */ all) =>
    all.flatMap((presses, index) => (presses?.length ? presses : kind === "cell" ? [""] : []).map((press) => [kind, index + 1, press]));
  return { header: ["kind", "number", "press"], rows: [...rows("quiet", quiet ?? []), ...rows("cell", single ?? [])] };
}

/**
 * How often each place is pressed.
 * @param {Body} body
 * @returns {Listing}
 */
function presses({ presses }) {
  const times = new Map();
  for (const press of presses) times.set(press, (times.get(press) ?? 0) + 1);
  return { header: ["press", "times"], rows: [...times] };
}

/**
 * Best moves, each with what is known of it.
 * @param {Body} body
 * @returns {Listing}
 */
function moves({ best, programs, optimal: _optimal, tiles: _tiles, ...rest }) {
  const beside = Object.entries(rest).filter(([name, value]) => plain(value) || name === "distance");
  const header = ["move", ...(programs ? ["program"] : []), ...beside.map(([name]) => name)];
  const values = beside.map(([, value]) => value ?? "");
  return { header, rows: best.map((/** @type {string} */ move, /** @type {number} */ index) => [move, ...(programs ? [programs[index] ?? ""] : []), ...values]) };
}

/**
 * Every single value, in one row.
 * @param {Body} body
 * @returns {Listing}
 */
function single(body) {
  const entries = Object.entries(body).filter(([name, value]) => plain(value) && name !== "kind");
  return { header: entries.map(([name]) => name), rows: [entries.map(([, value]) => value)] };
}

/**
 * @param {unknown[][]} lists
 * @returns {unknown[][]}
 */
function each(lists) {
  return lists.flatMap((items, index) => items.map((item) => [index + 1, item]));
}

/**
 * An answer as comma-separated values; nothing where it is unfinished.
 * @param {Answer} answer
 * @returns {string | undefined}
 */
export function csv({ verdict, answer, proof }) {
  const body = answer ?? proof;
  if (verdict === "unfinished" || !body) return undefined;
  const [, listing] = TABLES.find(([fits]) => fits(body)) ?? [undefined, single];
  const { header, rows } = listing(body);
  return [header, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** @param {unknown} value */
function cell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[,"\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
