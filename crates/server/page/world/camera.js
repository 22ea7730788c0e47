// Between metres and pixels of a view that may have scrolled, as crates/world/src/camera.rs has it.

import { still } from "../ui/element.js";

/** @import { Point } from "./types.js" */

/** Pixels of a metre, at least and at most. */
const SMALLEST = 6;
const LARGEST = 160;
/** The same before anybody enlarges it: letters can be read, and not everything is one animal. */
const LEGIBLE = 22;
const COMFORTABLE = 64;
/** The part of the way to its goal that a gliding view goes in a sixtieth of a second. */
const GLIDE = 0.12;

/** A view of a part of the world. */
export class Camera {
  centre = { x: 0, y: 0 };
  scale = 32;
  pixels = { width: 1, height: 1 };
  map = { width: 1, height: 1 };
  zoom = 1;
  /** Whether it goes where the player goes. */
  follows = true;
  #placed = false;

  /**
   * Has the view fill the pixels, so that at most one direction scrolls where animals are large enough then.
   * @param {{ width: number, height: number }} pixels
   * @param {{ width: number, height: number }} map
   */
  fit(pixels, map) {
    [this.pixels, this.map] = [pixels, map];
    const cover = Math.max(pixels.width / map.width, pixels.height / map.height);
    this.scale = Math.min(LARGEST, Math.max(SMALLEST, Math.min(Math.max(cover, LEGIBLE), COMFORTABLE) * this.zoom));
    this.centre = this.#inside(this.centre);
  }

  /**
   * The point under a pixel.
   * @param {number} x
   * @param {number} y
   * @returns {Point}
   */
  toWorld(x, y) {
    const { centre, scale, pixels } = this;
    return { x: centre.x + (x - pixels.width / 2) / scale, y: centre.y + (pixels.height / 2 - y) / scale };
  }

  /**
   * The pixel that shows a point.
   * @param {Point} at
   * @returns {Point}
   */
  toScreen({ x, y }) {
    const { centre, scale, pixels } = this;
    return { x: pixels.width / 2 + (x - centre.x) * scale, y: pixels.height / 2 - (y - centre.y) * scale };
  }

  /**
   * Scrolls by pixels, and no longer follows.
   * @param {number} x
   * @param {number} y
   */
  scroll(x, y) {
    this.follows = false;
    this.centre = this.#inside({ x: this.centre.x + x / this.scale, y: this.centre.y - y / this.scale });
  }

  /**
   * Shows more or less; the point under the pixel, or the middle, stays.
   * @param {number} factor
   * @param {{ x: number, y: number }} [at]
   */
  enlarge(factor, at = { x: this.pixels.width / 2, y: this.pixels.height / 2 }) {
    const before = this.toWorld(at.x, at.y);
    this.zoom = Math.min(4, Math.max(0.25, this.zoom * factor));
    this.fit(this.pixels, this.map);
    const after = this.toWorld(at.x, at.y);
    this.centre = this.#inside({ x: this.centre.x + before.x - after.x, y: this.centre.y + before.y - after.y });
  }

  /**
   * Goes towards a point, at once the first time or where less motion is asked for.
   * @param {Point} at
   */
  follow(at) {
    if (!this.follows) return;
    const goal = this.#inside(at);
    const share = this.#placed && !still() ? GLIDE : 1;
    const way = { x: goal.x - this.centre.x, y: goal.y - this.centre.y };
    this.centre = { x: this.centre.x + way.x * share, y: this.centre.y + way.y * share };
    this.#placed = true;
  }

  /**
   * The nearest centre that keeps the view on the map; a map smaller than the view is centred.
   * @param {Point} at
   * @returns {Point}
   */
  #inside({ x, y }) {
    const within = (/** @type {number} */ at, /** @type {number} */ seen, /** @type {number} */ all) =>
      seen >= all ? all / 2 : Math.min(all - seen / 2, Math.max(seen / 2, at));
    const { pixels, scale, map } = this;
    return { x: within(x, pixels.width / scale, map.width), y: within(y, pixels.height / scale, map.height) };
  }
}
