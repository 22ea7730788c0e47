// A game that knows its own rules and asks a menagerie server for hints. The server is named in the address:
// `?server=http://127.0.0.1:4663`; without that it is the one that served this page.

import { hint } from "../hint.js";

const SIDE = 3;
const START = "011101010";
const level = `board = "${SIDE}x${SIDE}"\nmoves = "plus"\nstart = "${START}"\n`;
const server = new URLSearchParams(location.search).get("server") ?? new URL("..", location.href).href.replace(/\/$/, "");

const lamps = [...START].map((sign) => sign === "1");
/** @type {string[]} */
const moves = [];
const said = /** @type {HTMLElement} */ (document.getElementById("said"));

const buttons = lamps.map((_, index) => {
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", () => press(index));
  return button;
});
document.getElementById("lamps")?.append(...buttons);
document.getElementById("hint")?.addEventListener("click", help);

/** @param {number} pressed */
function press(pressed) {
  const [row, column] = [Math.floor(pressed / SIDE), pressed % SIDE];
  for (let lamp = 0; lamp < lamps.length; lamp++) {
    const far = Math.abs(Math.floor(lamp / SIDE) - row) + Math.abs((lamp % SIDE) - column);
    if (far <= 1) lamps[lamp] = !lamps[lamp];
  }
  moves.push(String(pressed + 1));
  said.textContent = lamps.some(Boolean) ? "" : "All lamps are out.";
  draw([]);
}

/** @param {string[]} best */
function draw(best) {
  buttons.forEach((button, index) => {
    button.textContent = String(index + 1);
    button.setAttribute("aria-pressed", String(lamps[index]));
    button.classList.toggle("best", best.includes(String(index + 1)));
  });
}

async function help() {
  try {
    const { best, words } = await hint(server, { family: "toggle", level, moves });
    said.textContent = words;
    draw(best);
  } catch (error) {
    said.textContent = `No hint: ${error instanceof Error ? error.message : error}`;
  }
}

draw([]);
