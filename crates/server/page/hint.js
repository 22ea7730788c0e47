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
 * @property {number} [moves_left] of a best solution
 * @property {number} [at_most] in place of `moves_left` where the move leads to a solution that is not proven shortest
 * @property {number} [cost_left] what is still to pay, in place of moves
 * @property {number} [tokens] of the program that the moves lead to, in place of moves
 * @property {string} [value] of a game for two, for the side to move: win, loss or draw
 * @property {number} [distance] the moves until a game for two is decided
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
  const { verdict, answer } = said.result ?? said;
  return { verdict, best: [], ...answer };
}

/**
 * What a hint says, in words.
 * @param {Hint} hint
 * @returns {string}
 */
function words({ verdict, best, ...counted }) {
  if (verdict === "impossible") return "It cannot be won from here: take moves back.";
  if (verdict === "unfinished") return "No best move is known within the limits.";
  if (!best.length) return counted.moves_left === 0 ? "It is solved." : "Nothing is left to do.";
  const left = rest(counted);
  return `Best now: ${best.join(", ")}${left && ` (${left})`}`;
}

/**
 * What is left with the best moves, in the family's own measure.
 * @param {Omit<Hint, "best">} hint
 */
function rest({ moves_left, at_most, cost_left, tokens, value, distance }) {
  if (moves_left !== undefined) return `${moves_left} to go`;
  if (at_most !== undefined) return `${at_most} to go, not proven best`;
  if (cost_left !== undefined) return `${cost_left} still to pay`;
  if (tokens !== undefined) return `a program of ${tokens} ${tokens === 1 ? "token" : "tokens"}`;
  if (value === undefined) return "";
  return distance === undefined ? `a ${value}` : `a ${value} in ${distance} ${distance === 1 ? "move" : "moves"}`;
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
    if (output) output.textContent = words(found);
    button.dispatchEvent(new CustomEvent("menagerie-hint", { detail: found, bubbles: true }));
  } catch (error) {
    if (output) output.textContent = `No hint: ${error instanceof Error ? error.message : error}`;
  }
}

for (const button of typeof document === "undefined" ? [] : document.querySelectorAll("button[data-menagerie]")) {
  if (button instanceof HTMLElement) button.addEventListener("click", () => void pressed(button));
}
