// What is said to those who do not see the board: one polite live region for the whole page.

/**
 * Says a sentence; a later one replaces it.
 * @param {string} words
 */
export function announce(words) {
  const region = document.getElementById("announced");
  if (region) region.textContent = region.textContent === words ? `${words} ` : words;
}
