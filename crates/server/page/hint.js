// The hint button of your own game. Copy this file, or load it from the server; it needs nothing else. The server must
// let your page ask:
//   menagerie serve --allow-origin https://your.game
//
// In a script:
//   import { hint } from "./hint.js";
//   const { best } = await hint("http://127.0.0.1:4663", { family, level, moves: ["3", "4"] });
//   await hint(server, { family: "puzzlescript", level: theWholeGame, number: 2, moves: ["left", "up"] });
//
// Without one: a button that says in the <output> behind it what is best. The page of a level has this line ready.
//   <button data-menagerie="http://127.0.0.1:4663" data-family="pebble" data-level="…" data-moves='["3"]'>Hint</button> <output></output>
// A text of several levels takes data-number="2", too, and a server that was started with a token data-token="…", which
// everyone who reads the page can see: hand it out to people who may ask.
//   <script type="module" src="http://127.0.0.1:4663/hint.js"></script>

/**
 * @typedef {object} Hint
 * @property {string[]} best empty where nothing is left to do, or nothing helps any more
 * @property {"found" | "impossible" | "unfinished" | null} [verdict] whether the goal can still be reached
 * @property {string} words what the button says: how the position stands, and the best moves
 * @property {boolean | null} can_win whether the goal can still be reached, in a game for two whether the side to move can
 *   force a win; null where that is not known
 * @property {{ value: number, unit: string, proven: boolean }} [left] what is left with the best moves: moves, or a cost
 * @property {{ value: number, unit: string, proven: boolean }} [total] what the whole game comes to, where that is counted
 * @property {string} [value] of a game for two, for the side to move: win, loss or draw
 * @property {string[]} [said] the best moves as a person reads them, where that differs
 * @property {string} [now] the best moves in words, of which eight are named at most
 */

/**
 * The best moves now.
 * @param {string} server its address
 * @param {{ family?: string, level: string, number?: number, moves?: string[], role?: string }} position the text, of
 *   several levels with the number of the one that is played (from 1), and the moves made so far
 * @param {AbortSignal} [signal] stops the waiting
 * @param {string} [token] of a server that was started with one
 * @returns {Promise<Hint>}
 */
export async function hint(server, position, signal, token) {
  const root = `${server}/api/v1`;
  const body = JSON.stringify(position);
  /** @type {Record<string, string>} */
  const allowed = token ? { Authorization: `Bearer ${token}` } : {};
  const headers = { "Content-Type": "application/json", Prefer: "wait=10", ...allowed };
  let response = await fetch(`${root}/hint`, { method: "POST", headers, body, signal: signal ?? null });
  let said = await response.json();
  while (response.ok && (said.state === "queued" || said.state === "running")) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    response = await fetch(`${root}/jobs/${said.id}`, { headers: allowed, signal: signal ?? null });
    said = await response.json();
  }
  if (!response.ok) throw new Error(said.detail ?? said.title);
  if (said.state && !said.result) throw new Error(said.error?.detail ?? said.state);
  const { verdict, answer, standing } = said.result ?? said;
  const best = answer?.best ?? [];
  return { ...standing, verdict, best, words: words(standing) };
}

/**
 * What a hint says, in words.
 * @param {{ words: string, now?: string }} standing how the position stands, and the best moves in words
 * @returns {string}
 */
function words(standing) {
  return standing.now === undefined ? standing.words : `${standing.words} Best now: ${standing.now}.`;
}

/**
 * Asks for the hint of a button and says it in the output behind it; the page can listen to the event `menagerie-hint`.
 * @param {HTMLElement} button
 */
async function pressed(button) {
  const { menagerie: server = "", family = "", level = "", number, moves = "[]", role, token } = button.dataset;
  const output = button.nextElementSibling instanceof HTMLOutputElement ? button.nextElementSibling : null;
  if (output) output.textContent = "…";
  try {
    const position = { family, level, moves: JSON.parse(moves), ...(role === undefined ? {} : { role }), ...(number ? { number: Number(number) } : {}) };
    const found = await hint(server, position, undefined, token);
    if (output) output.textContent = found.words;
    button.dispatchEvent(new CustomEvent("menagerie-hint", { detail: found, bubbles: true }));
  } catch (error) {
    if (output) output.textContent = `No hint: ${error instanceof Error ? error.message : error}`;
  }
}

for (const button of typeof document === "undefined" ? [] : document.querySelectorAll("button[data-menagerie]")) {
  if (button instanceof HTMLElement) button.addEventListener("click", () => void pressed(button));
}
