// Pointer, wheel and keys on the canvas: a touch sends the player there, a drag or the wheel scrolls, arrow keys walk.

import { Camera } from "./camera.js";

/** @import { Point, ViewerCommand } from "./types.js" */

/** Pixels that a finger may move and still touch. */
const STEADY = 8;
/** How far ahead of the player an arrow key puts its target, in metres. */
const AHEAD = 3;
/** Milliseconds between two targets of a key that is held. */
const RENEWED = 120;
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @typedef {object} Helm
 * @property {Camera} camera
 * @property {(command: ViewerCommand) => void} say
 * @property {() => Point | undefined} player where the player is
 * @property {() => void} changed told when the view has scrolled
 * @property {Record<string, () => void>} keys what other keys do
 */

/**
 * Listens on the canvas; gives what ends it.
 * @param {HTMLCanvasElement} canvas
 * @param {Helm} helm
 * @returns {() => void}
 */
export function steer(canvas, helm) {
  const end = new AbortController();
  pointers(canvas, helm, end.signal);
  wheel(canvas, helm, end.signal);
  arrows(canvas, helm, end.signal);
  return () => end.abort();
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Helm} helm
 * @param {AbortSignal} signal
 */
function pointers(canvas, { camera, say, changed }, signal) {
  /** @type {Map<number, Point>} */
  const down = new Map();
  let dragged = false;
  let apart = 0;
  const on = (/** @type {string} */ name, /** @type {(event: PointerEvent) => void} */ listener) =>
    canvas.addEventListener(name, /** @type {EventListener} */ (listener), { signal });
  on("pointerdown", (event) => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (down.size === 1) dragged = false;
    apart = distance(down);
  });
  on("pointermove", (event) => {
    const last = down.get(event.pointerId);
    if (!last) return;
    const way = { x: last.x - event.offsetX, y: last.y - event.offsetY };
    if (!dragged && down.size === 1 && Math.hypot(way.x, way.y) < STEADY) return;
    dragged = true;
    down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    camera.scroll(way.x / down.size, way.y / down.size);
    const now = distance(down);
    if (now && apart) camera.enlarge(now / apart, { x: event.offsetX, y: event.offsetY });
    apart = now;
    changed();
  });
  on("pointerup", (event) => {
    const touched = down.delete(event.pointerId) && !down.size && !dragged;
    apart = distance(down);
    if (touched) say({ touch: camera.toWorld(event.offsetX, event.offsetY) });
  });
  on("pointercancel", (event) => void down.delete(event.pointerId));
}

/**
 * Between two fingers; 0 for any other number of them.
 * @param {Map<number, Point>} down
 */
function distance(down) {
  const [one, other] = [...down.values()];
  return one && other && down.size === 2 ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Helm} helm
 * @param {AbortSignal} signal
 */
function wheel(canvas, { camera, changed }, signal) {
  const listener = (/** @type {WheelEvent} */ event) => {
    // A page that has the focus elsewhere scrolls past the world.
    const meant = event.deltaX || event.shiftKey || event.ctrlKey || document.activeElement === canvas;
    if (!meant) return;
    event.preventDefault();
    const unit = event.deltaMode ? 24 : 1;
    const [x, y] = event.shiftKey ? [event.deltaY, event.deltaX] : [event.deltaX, event.deltaY];
    if (event.ctrlKey) camera.enlarge(Math.exp(-event.deltaY * unit * 0.004), { x: event.offsetX, y: event.offsetY });
    else if (!x && camera.map.width / camera.map.height > 1) camera.scroll(y * unit, 0);
    else camera.scroll(x * unit, y * unit);
    changed();
  };
  canvas.addEventListener("wheel", listener, { signal, passive: false });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Helm} helm
 * @param {AbortSignal} signal
 */
function arrows(canvas, { camera, say, player, changed, keys }, signal) {
  /** @type {Set<string>} */
  const held = new Set();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let renewing;
  const walk = () => {
    const at = player();
    if (!at || !held.size) return;
    const along = (/** @type {0 | 1} */ axis) => [...held].reduce((sum, key) => sum + (WAYS[key]?.[axis] ?? 0), 0) * AHEAD;
    say({ touch: { x: at.x + along(0), y: at.y + along(1) } });
  };
  const stop = () => {
    clearInterval(renewing);
    if (held.size) say({ release: true });
    held.clear();
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const way = WAYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way && event.shiftKey) {
      camera.scroll(way[0] * 60, -way[1] * 60);
      changed();
    } else if (way && !event.repeat) {
      held.add(event.key);
      clearInterval(renewing);
      renewing = setInterval(walk, RENEWED);
      walk();
    } else if (!way && !keys[event.key]) return;
    else if (!event.repeat) keys[event.key]?.();
    event.preventDefault();
  };
  const release = (/** @type {KeyboardEvent} */ event) => {
    if (!held.has(event.key)) return;
    if (held.size === 1) return stop();
    held.delete(event.key);
    walk();
  };
  canvas.addEventListener("keydown", press, { signal });
  canvas.addEventListener("keyup", release, { signal });
  canvas.addEventListener("blur", stop, { signal });
  signal.addEventListener("abort", stop);
}
