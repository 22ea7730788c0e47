// Small pictures of worlds as they stand now: each is asked for when it comes into sight, without a room being
// opened for it, and drawn by the painter of the live view.

import { h } from "../ui/element.js";
import { onServer } from "../engines/base.js";
import { Camera } from "./camera.js";
import { Painter, Palette } from "./paint.js";
import { styled } from "./style.js";
import { Narrator } from "./words.js";

/** @import { Moment, Setting } from "./types.js" */
/** @typedef {{ canvas: HTMLCanvasElement, setting: Setting, moment: Moment, painter: Painter, camera: Camera }} Seen */

/** How much of a world is seen beside what the live view shows. */
const ZOOM = 0.85;
/** When a picture is drawn again, with the images that its kinds have, in milliseconds. */
const AGAIN = 400;

/** The small pictures of a view. */
export class Snapshots {
  /** @type {Map<Element, string>} */
  #waiting = new Map();
  #left = new AbortController();
  /** @type {Seen[]} */
  #seen = [];
  #probe = h("span", { hidden: true });
  #palette = new Palette(this.#probe);
  #sight = new IntersectionObserver((entries) => entries.forEach((entry) => entry.isIntersecting && void this.#look(entry.target)), { rootMargin: "200px" });
  #theme = new MutationObserver(() => this.#recolour());
  #dark = matchMedia("(prefers-color-scheme: dark)");

  constructor() {
    this.#theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#dark.addEventListener("change", this.#recolour);
  }

  /**
   * The place of a world's picture.
   * @param {string} name
   * @returns {HTMLElement}
   */
  of(name) {
    const place = h("div", { class: "world-snapshot", "aria-hidden": "true" }, h("canvas", {}));
    this.#waiting.set(place, name);
    this.#sight.observe(place);
    return place;
  }

  /** Ends what waits. */
  leave() {
    this.#sight.disconnect();
    this.#theme.disconnect();
    this.#dark.removeEventListener("change", this.#recolour);
    this.#left.abort();
  }

  /** @param {Element} place */
  async #look(place) {
    this.#sight.unobserve(place);
    const name = this.#waiting.get(place);
    const canvas = place.querySelector("canvas");
    if (name === undefined || !canvas) return;
    await styled();
    // A world that cannot be loaded keeps an empty picture: its own view says why.
    const answer = await fetch(onServer(`api/v1/worlds/${encodeURIComponent(name)}/picture`), { signal: this.#left.signal }).catch(() => null);
    const seen = answer?.ok ? await answer.json().catch(() => null) : null;
    if (seen) this.#show(canvas, seen.setting, seen.moment);
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Setting} setting
   * @param {Moment} moment
   */
  #show(canvas, setting, moment) {
    const context = canvas.getContext("2d");
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!context || !width) return;
    const camera = new Camera();
    camera.zoom = ZOOM;
    camera.fit({ width, height }, setting.backdrop);
    const player = new Narrator(setting, () => undefined).player(moment);
    if (player) camera.follow({ x: player[1], y: player[2] });
    const density = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
    canvas.parentElement?.append(this.#probe);
    this.#palette.refresh();
    const seen = { canvas, setting, moment, camera, painter: new Painter(context, camera, this.#palette, setting) };
    this.#seen.push(seen);
    this.#draw(seen);
    setTimeout(() => this.#draw(seen), AGAIN);
  }

  /** @param {Seen} seen */
  #draw({ canvas, painter, moment }) {
    painter.draw({ ...moment, says: {} }, devicePixelRatio || 1);
    canvas.dataset["step"] = String(moment.step);
  }

  #recolour = () => {
    this.#palette.refresh();
    this.#seen.forEach((seen) => this.#draw(seen));
  };
}
