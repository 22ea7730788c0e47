// What stays in this browser: drafts of the editor. Each tab has its own, so that two tabs do not overwrite each other; a
// tab that has none takes the newest.

/** @param {string} family */
const key = (family) => `menagerie.draft.${family}`;

/**
 * The draft of a family: that of this tab, else the newest.
 * @param {string} family
 * @returns {Promise<string | undefined>}
 */
export async function keptDraft(family) {
  return sessionStorage.getItem(key(family)) ?? localStorage.getItem(key(family)) ?? undefined;
}

/**
 * Keeps what is being written in this tab.
 * @param {string} family
 * @param {string} text
 */
export async function keepDraft(family, text) {
  sessionStorage.setItem(key(family), text);
  localStorage.setItem(key(family), text);
}
