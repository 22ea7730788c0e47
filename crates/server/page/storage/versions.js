// Versions of a draft: its text as it was when it was played, when its link was copied, each ten minutes of change, and
// before one goes back to an earlier version. They are kept in the database alone: what was typed last is the draft itself.

import { rows, write } from "./store.js";

/** @typedef {"played" | "shared" | "passed" | "before"} Why */
/** @typedef {{ draft: string, at: number, why: Why, text: string }} Version `draft` is the id of its draft, `at` milliseconds since 1970 */

/** What is said of each kind of version. @type {Record<Why, string>} */
export const REASONS = { played: "when it was played", shared: "when its link was copied", passed: "ten minutes after the one before", before: "before going back" };
/** Milliseconds of change from one version to the next. */
const BETWEEN = 600_000;
/** Versions that are kept of a draft; the oldest are forgotten first. */
const MOST = 50;

/**
 * The versions of a draft, the newest first.
 * @param {string} draft
 * @returns {Promise<Version[]>}
 */
export async function savedVersions(draft) {
  return (await rows("versions", [draft])).reverse();
}

/**
 * Keeps these versions as they are.
 * @param {Version[]} versions
 */
export function keepVersions(versions) {
  return write("versions", (store) => versions.forEach((version) => store.put(version)));
}

/**
 * Forgets all versions of these drafts.
 * @param {string[]} drafts
 */
export function forgetVersions(drafts) {
  return write("versions", (store) => drafts.forEach((draft) => store.delete(IDBKeyRange.bound([draft], [draft, []]))));
}

/** Keeps versions of the draft that is open. */
export class Versions {
  /** When the last version of a draft was made, or the draft was begun here. @type {Map<string, number>} */
  #last = new Map();

  /**
   * Keeps a text, unless the newest version has it already.
   * @param {string} draft
   * @param {string} text
   * @param {Why} why
   */
  async keep(draft, text, why) {
    const at = Date.now();
    this.#last.set(draft, at);
    const versions = await savedVersions(draft);
    if (versions[0]?.text === text || !text.trim()) return;
    await keepVersions([{ draft, at: Math.max(at, (versions[0]?.at ?? 0) + 1), why, text }]);
    const old = versions.slice(MOST - 1);
    if (old.length) await write("versions", (store) => old.forEach((version) => store.delete([draft, version.at])));
  }

  /**
   * Told of each change: keeps the text before it where the last version is old.
   * @param {string} draft
   * @param {string} before
   */
  changed(draft, before) {
    const last = this.#last.get(draft);
    if (last === undefined) this.#last.set(draft, Date.now());
    else if (Date.now() - last >= BETWEEN) void this.keep(draft, before, "passed");
  }
}
