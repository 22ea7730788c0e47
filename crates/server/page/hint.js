// The hint button of your own game. Copy this file; it needs nothing else. The server must let your page ask:
//   menagerie serve --allow-origin https://your.game
//
//   import { hint } from "./hint.js";
//   const { best } = await hint("http://127.0.0.1:4663", { family, level, moves: ["3", "4"] });

/**
 * The best moves now.
 * @param {string} server its address
 * @param {{ family: string, level: string, moves?: string[], role?: string }} position the level's text and the moves
 *   made so far
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
