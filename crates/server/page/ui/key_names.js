// What a key means as a shortcut: its letter, or, on a layout without Latin letters (Greek, Cyrillic, Hebrew, Thai …), the
// letter that stands at its place on a US keyboard. Layouts with Latin letters (AZERTY, Dvorak) go by the letter alone.

/** The keys that have a Latin letter on a US keyboard, by `KeyboardEvent.code`. */
const PLACE = /^Key([A-Z])$/;
/** Letters of other scripts, and the signs that are written on them. Common are such as `µ`, which Latin layouts have. */
const OTHER = /(?=[\p{L}\p{M}])[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const LATIN = /^\p{Script=Latin}$/u;

/** Whether the letter that was typed last was of another script: some of its layouts have `/` or `;` on such a place. */
let other = false;

/**
 * The key of an event, as shortcuts know it.
 * @param {KeyboardEvent} event
 * @returns {string}
 */
export function keyOf(event) {
  const { key, code, shiftKey } = event;
  const [, letter] = PLACE.exec(code) ?? [];
  if (letter === undefined || event.getModifierState("AltGraph")) return key;
  if (OTHER.test(key)) other = true;
  // With Shift or Ctrl some layouts of other scripts give Latin letters.
  else if (LATIN.test(key) && !shiftKey && !event.ctrlKey && !event.metaKey) other = false;
  if (!OTHER.test(key) && !(other && isSign(key))) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

/**
 * Whether a key is one sign and no letter.
 * @param {string} key
 */
function isSign(key) {
  return [...key].length === 1 && !/\p{L}/u.test(key);
}
