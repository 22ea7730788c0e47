// Drafts of the editor: each tab has its own, so that two tabs do not overwrite each other; a new tab begins with the
// newest of all. A tab that was copied from another begins with a copy.

import { keepDraft, keptDraft } from "./store.js";

/** @param {string} family */
const own = (family) => `menagerie.draft.${family}`;

/**
 * The draft of this tab, else the newest.
 * @param {string} family
 * @returns {Promise<string | undefined>}
 */
export async function draft(family) {
  return sessionStorage.getItem(own(family)) ?? (await keptDraft(family));
}

/**
 * @param {string} family
 * @param {string} text
 */
export async function saveDraft(family, text) {
  try {
    sessionStorage.setItem(own(family), text);
  } catch {
    sessionStorage.removeItem(own(family)); // It is larger than a tab may store: only the newest draft is kept.
  }
  await keepDraft(family, text);
}
