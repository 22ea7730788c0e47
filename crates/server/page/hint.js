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
// A text of several levels takes data-number="2", too.
//   <script type="module" src="http://127.0.0.1:4663/hint.js"></script>

/**
 * The best moves now.
 * @param {string} server its address
 * @param {{ family?: string, level: string, number?: number, moves?: string[], role?: string }} position the text, of
 *   several levels with the number of the one that is played (from 1), and the moves made so far
 * @param {AbortSignal} [signal] stops the waiting
 * @returns {Promise<{ best: string[], moves_left?: number, at_most?: number }>} `best` is empty where nothing helps any more;
 *   `at_most` stands in place of `moves_left` where the move leads to a solution that is not proven shortest
 */
export async function hint(server, position, signal) {
  const root = `${server}/api/v1`;
  const body = JSON.stringify(position);
  const headers = { "Content-Type": "application/json", Prefer: "wait=10" };
  let response = await fetch(`${root}/hint`, { method: "POST", headers, body, signal: signal ?? null });
  let said = await response.json();
  while (response.ok && (said.state === "queued" || said.state === "running")) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    response = await fetch(`${root}/jobs/${said.id}`, { signal: signal ?? null });
    said = await response.json();
  }
  if (!response.ok) throw new Error(said.detail ?? said.title);
  if (said.state && !said.result) throw new Error(said.error?.detail ?? said.state);
  return (said.result ?? said).answer ?? { best: [] };
}

/**
 * What a hint says, in words.
 * @param {{ best: string[], moves_left?: number, at_most?: number }} hint
 * @returns {string}
 */
function words({ best, moves_left, at_most }) {
  if (!best.length) return moves_left === 0 ? "It is solved." : "Nothing helps from here: take moves back.";
  const left = moves_left ?? at_most;
  const rest = left === undefined ? "" : ` (${left} to go${moves_left === undefined ? ", not proven best" : ""})`;
  return `Best now: ${best.join(", ")}${rest}`;
}

/**
 * Asks for the hint of a button and says it in the output behind it; the page can listen to the event `menagerie-hint`.
 * @param {HTMLElement} button
 */
async function pressed(button) {
  const { menagerie: server = "", family = "", level = "", number, moves = "[]", role } = button.dataset;
  const output = button.nextElementSibling instanceof HTMLOutputElement ? button.nextElementSibling : null;
  if (output) output.textContent = "…";
  try {
    const found = await hint(server, { family, level, moves: JSON.parse(moves), ...(role === undefined ? {} : { role }), ...(number ? { number: Number(number) } : {}) });
    if (output) output.textContent = words(found);
    button.dispatchEvent(new CustomEvent("menagerie-hint", { detail: found, bubbles: true }));
  } catch (error) {
    if (output) output.textContent = `No hint: ${error instanceof Error ? error.message : error}`;
  }
}

for (const button of typeof document === "undefined" ? [] : document.querySelectorAll("button[data-menagerie]")) {
  if (button instanceof HTMLElement) button.addEventListener("click", () => void pressed(button));
}
