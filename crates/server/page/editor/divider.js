// The divider between the text and what is seen of it: dragged, or moved by the arrow keys, it gives either more room. How the
// room was divided last stays.

import { h } from "../ui/element.js";

const KEY = "menagerie.divided";
/** The least and the most of the width that the text has, and by how much a key changes it, in hundredths. */
const LEAST = 25;
const MOST = 75;
const STEP = 5;

/** A divider that sizes the columns of the element that it stands in. */
export function divider() {
  const element = h("div", { class: "divider", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Room of the text", "aria-valuemin": LEAST, "aria-valuemax": MOST });
  const divide = (/** @type {number} */ wanted) => {
    const part = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    element.setAttribute("aria-valuenow", String(part));
    element.parentElement?.style.setProperty("--text-room", `${part}%`);
  };
  const keep = () => {
    try {
      localStorage.setItem(KEY, String(now()));
    } catch {
      // It is full, or the browser forbids it: the division holds as long as the page.
    }
  };
  const now = () => Number(element.getAttribute("aria-valuenow"));
  element.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowLeft" ? -STEP : event.key === "ArrowRight" ? STEP : 0;
    if (!by) return;
    event.preventDefault();
    divide(now() + by);
    keep();
  });
  element.addEventListener("pointerdown", (event) => element.setPointerCapture(event.pointerId));
  element.addEventListener("pointermove", (event) => {
    const box = element.parentElement?.getBoundingClientRect();
    if (box && element.hasPointerCapture(event.pointerId)) divide(((event.clientX - box.left) / box.width) * 100);
  });
  element.addEventListener("pointerup", keep);
  queueMicrotask(() => divide(Number(stored() ?? 50)));
  return element;
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // The browser forbids it.
  }
}
