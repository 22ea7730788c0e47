// What stays in this browser: the newest draft of each family.

/** @param {string} family */
const key = (family) => `menagerie.draft.${family}`;

/**
 * The newest draft of a family.
 * @param {string} family
 * @returns {Promise<string | undefined>}
 */
export async function keptDraft(family) {
  return localStorage.getItem(key(family)) ?? undefined;
}

/**
 * @param {string} family
 * @param {string} text
 */
export async function keepDraft(family, text) {
  localStorage.setItem(key(family), text);
}
