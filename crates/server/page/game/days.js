// The puzzle of each day: what its level is, by the date alone, and on which days it was solved here.

/** @import { Dailies, NewRequest } from "../types.js" */

const KEY = "menagerie.days";
/** Days that are remembered. */
const MOST = 400;
const DAY = 86_400_000;

/**
 * The date of today where the page is read: `2026-11-30`.
 * @returns {string}
 */
export function today() {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/**
 * The number of a day since 1 January 1970; nothing for what is no date.
 * @param {string} date
 * @returns {number | undefined}
 */
export function dayOf(date) {
  const millis = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(millis) || millis < 0 ? undefined : millis / DAY;
}

/**
 * The level of a day.
 * @param {Dailies} dailies
 * @param {number} day
 * @returns {NewRequest | undefined}
 */
export function levelOfDay({ puzzles }, day) {
  const kind = puzzles[day % puzzles.length];
  return kind && { ...kind, seed: day };
}

/**
 * A date in words.
 * @param {string} date
 */
export const dateInWords = (date) => new Date(`${date}T00:00:00Z`).toLocaleDateString("en", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });

/** The days on which the puzzle was solved. @returns {string[]} */
export function solvedDays() {
  try {
    const days = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(days) ? days.map(String).filter((day) => dayOf(day) !== undefined) : [];
  } catch {
    return [];
  }
}

/** @param {string} date whose puzzle is solved */
export function solved(date) {
  const days = [...new Set([...solvedDays(), date])].sort().slice(-MOST);
  localStorage.setItem(KEY, JSON.stringify(days));
}

/**
 * The number of days in a row, up to this date or the day before, on which the puzzle was solved.
 * @param {string} date
 */
export function inARow(date) {
  const days = new Set(solvedDays().map(dayOf));
  const last = dayOf(date) ?? 0;
  let day = days.has(last) ? last : last - 1;
  let count = 0;
  while (days.has(day)) [day, count] = [day - 1, count + 1];
  return count;
}
