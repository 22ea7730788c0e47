// A moment on a canvas. Colours are those of roles.css and world.css, read from the page again when the
// theme changes; every kind has a picture, a sprite or its letter, so that none is told by colour alone.

import { spriteImage } from "../board/sprites.js";
import { Camera } from "./camera.js";

/** @import { Body, Kind, Moment, Point, Setting } from "./types.js" */

const COLOURS = ["sky", "haze", "earth", "turf", "plank", "rung", "ink", "panel", "page", "block", "actor", "danger", "highlight", "grid"];
const PIECES = [0, 1, 2, 3, 4, 5, 6, 7];
const LEFT = 1;
const STOPPED = 2;
/** Pixels of a radius from which a face can be made out; smaller ones bear their letter alone. */
const SEEN = 9;

/** Reads colours from the style sheets, which a canvas cannot name. */
export class Palette {
  /** @type {Record<string, string>} */
  #read = {};
  #probe;

  /** @param {HTMLElement} probe an element of the view, of no size */
  constructor(probe) {
    this.#probe = probe;
  }

  /** Reads them again. */
  refresh() {
    const pieces = PIECES.flatMap((piece) => [`piece${piece}`, `piece${piece}-ink`]);
    for (const name of [...COLOURS, "actor-ink", ...pieces]) {
      this.#probe.style.color = `var(--${name})`;
      this.#read[name] = getComputedStyle(this.#probe).color;
    }
  }

  /**
   * @param {string} name
   * @returns {string}
   */
  of(name) {
    return this.#read[name] ?? "gray";
  }
}

/**
 * What each kind bears: its first letter, two where others begin with the same.
 * @param {Kind[]} kinds
 * @returns {string[]}
 */
export function lettered(kinds) {
  const first = (/** @type {Kind} */ { name }) => name.charAt(0).toUpperCase();
  const alone = (/** @type {Kind} */ kind) => kinds.filter((other) => first(other) === first(kind)).length === 1;
  return kinds.map((kind) => first(kind) + (alone(kind) ? "" : kind.name.charAt(1)));
}

/**
 * The role whose colour a kind has.
 * @param {Kind} kind
 * @returns {string}
 */
function roleOf({ player, colour }) {
  return player ? "actor" : `piece${colour}`;
}

/** Draws moments of one setting. */
export class Painter {
  /** @type {Map<number, { kind: Kind, sign: string, width: number, height: number }>} */
  #known = new Map();
  /** The pictures of kinds that have one, or a sprite. @type {Map<Kind, HTMLImageElement>} */
  #pictures = new Map();

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Camera} camera
   * @param {Palette} palette
   * @param {Setting} setting
   */
  constructor(context, camera, palette, setting) {
    this.context = context;
    this.camera = camera;
    this.palette = palette;
    this.setting = setting;
    const signs = lettered(setting.backdrop.kinds);
    for (const kind of setting.backdrop.kinds) {
      // An image runs and loads nothing, whatever its text says.
      const own = kind.appearance?.startsWith("data:image/") && Object.assign(new Image(), { src: kind.appearance });
      const picture = own || spriteImage(kind.sprite, palette.of(roleOf(kind)));
      if (picture) this.#pictures.set(kind, picture);
    }
    for (const [id, , kind, width, height] of setting.elements) {
      const found = setting.backdrop.kinds[kind];
      if (found) this.#known.set(id, { kind: found, sign: signs[kind] ?? "", width, height });
    }
  }

  /**
   * @param {Moment} moment
   * @param {number} density pixels of the screen in one of the page
   */
  draw(moment, density) {
    const { context, camera } = this;
    context.setTransform(density, 0, 0, density, 0, 0);
    this.#sky();
    for (const [low, high] of this.setting.backdrop.ladders) this.#ladder(low, high);
    const moved = new Map(moment.moving.map(([solid, x, y]) => [solid, { x, y }]));
    this.setting.backdrop.solids.forEach((solid, place) => this.#solid(solid.corners, solid.oneway, moved.get(place)));
    if (moment.target) this.#target(camera.toScreen({ x: moment.target[0], y: moment.target[1] }));
    const seen = moment.bodies.filter(([, x, y]) => this.#visible({ x, y }));
    for (const body of seen) this.#body(body, moment.torsos[body[0]]);
    for (const body of seen) this.#bubble(body, moment.says[body[0]]);
  }

  /** @param {Point} at */
  #visible(at) {
    const { x, y } = this.camera.toScreen(at);
    const { width, height } = this.camera.pixels;
    return x > -200 && x < width + 200 && y > -100 && y < height + 100;
  }

  #sky() {
    const { context, camera, palette } = this;
    const { width, height } = camera.pixels;
    const fill = context.createLinearGradient(0, 0, 0, height);
    fill.addColorStop(0, palette.of("sky"));
    fill.addColorStop(1, palette.of("haze"));
    context.fillStyle = palette.of("page");
    context.fillRect(0, 0, width, height);
    const [a, b] = [camera.toScreen({ x: 0, y: camera.map.height }), camera.toScreen({ x: camera.map.width, y: 0 })];
    context.fillStyle = fill;
    context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
  }

  /**
   * @param {Point[]} corners
   * @param {boolean} oneway
   * @param {Point | undefined} at
   */
  #solid(corners, oneway, at) {
    const { context, palette } = this;
    const xs = corners.map((corner) => corner.x);
    const ys = corners.map((corner) => corner.y);
    const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
    const shift = at ? { x: at.x - middle.x, y: at.y - middle.y } : { x: 0, y: 0 };
    const points = corners.map(({ x, y }) => this.camera.toScreen({ x: x + shift.x, y: y + shift.y }));
    this.#outline(points);
    context.fillStyle = palette.of(oneway ? "plank" : "earth");
    context.fill();
    context.save();
    context.clip();
    context.strokeStyle = palette.of("turf");
    context.lineWidth = Math.max(2, this.camera.scale * (oneway ? 0.16 : 0.24));
    const sides = points.map((from, place) => ({ from, to: points[(place + 1) % points.length] ?? from }));
    const area = sides.reduce((sum, { from, to }) => sum + from.x * to.y - to.x * from.y, 0);
    for (const { from, to } of sides) if ((to.x - from.x) * area > 0) this.#turf(from, to);
    context.restore();
    if (at) this.#arrows(points);
  }

  /**
   * Grass along an edge that looks upwards, if it is not steep.
   * @param {Point} from
   * @param {Point} to
   */
  #turf(from, to) {
    if (Math.abs(to.y - from.y) > Math.abs(to.x - from.x)) return;
    this.context.beginPath();
    this.context.moveTo(from.x, from.y);
    this.context.lineTo(to.x, to.y);
    this.context.stroke();
  }

  /**
   * Two arrow heads on what moves.
   * @param {Point[]} points
   */
  #arrows(points) {
    const { context, camera } = this;
    const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
    const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
    const size = camera.scale * 0.14;
    context.fillStyle = this.palette.of("page");
    for (const way of [-1, 1]) {
      context.beginPath();
      context.moveTo(x + way * size * 3, y);
      context.lineTo(x + way * size * 1.4, y - size);
      context.lineTo(x + way * size * 1.4, y + size);
      context.fill();
    }
  }

  /** @param {Point[]} points */
  #outline(points) {
    this.context.beginPath();
    points.forEach(({ x, y }, place) => (place ? this.context.lineTo(x, y) : this.context.moveTo(x, y)));
    this.context.closePath();
  }

  /**
   * @param {Point} low
   * @param {Point} high
   */
  #ladder(low, high) {
    const { context, camera } = this;
    const [a, b] = [camera.toScreen({ x: low.x, y: high.y }), camera.toScreen({ x: high.x, y: low.y })];
    const inset = (b.x - a.x) * 0.14;
    context.strokeStyle = this.palette.of("rung");
    context.lineWidth = Math.max(1.5, camera.scale * 0.09);
    context.beginPath();
    for (const x of [a.x + inset, b.x - inset]) context.rect(x, a.y, 0, b.y - a.y);
    const step = camera.scale * 0.5;
    const hidden = Math.ceil(Math.max(0, b.y - camera.pixels.height) / step);
    for (let y = b.y - step / 2 - hidden * step; y > Math.max(a.y, -step); y -= step) {
      context.moveTo(a.x + inset, y);
      context.lineTo(b.x - inset, y);
    }
    context.stroke();
  }

  /** @param {Point} at */
  #target({ x, y }) {
    const { context, camera } = this;
    const size = Math.max(7, camera.scale * 0.3);
    context.strokeStyle = this.palette.of("highlight");
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, size, 0, 7);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(x + (dx ?? 0) * size * 0.6, y + (dy ?? 0) * size * 0.6);
      context.lineTo(x + (dx ?? 0) * size * 1.4, y + (dy ?? 0) * size * 1.4);
    }
    context.stroke();
  }

  /**
   * @param {Body} body
   * @param {[number, number] | undefined} torso where the box on its legs is
   */
  #body([id, x, y, look, , cosine, sine], torso) {
    const known = this.#known.get(id);
    if (!known) return;
    const { context, camera } = this;
    const { kind } = known;
    const at = camera.toScreen({ x, y });
    const size = camera.scale * kind.radius;
    const way = look & LEFT ? -1 : 1;
    const picture = this.#pictures.get(kind);
    context.save();
    context.translate(at.x, at.y);
    if (kind.boxed) context.rotate(-Math.atan2(sine, cosine));
    context.strokeStyle = this.palette.of(look & STOPPED ? "danger" : "ink");
    context.lineWidth = look & STOPPED ? 3.5 : 1.25;
    const above = torso && { x: (torso[0] - x) * camera.scale, y: (y - torso[1]) * camera.scale };
    if (picture?.complete && picture.naturalWidth) this.#picture(picture, known, way);
    else this.#plain(known, size, way, above);
    context.restore();
    const top = kind.torso ? size + kind.torso.y * camera.scale : size;
    const head = { x: at.x, y: at.y + size - top };
    if (kind.player) this.#crown(head, kind.torso ? 0 : size, size);
    if (look & STOPPED) this.#sign(head, kind.torso ? 0 : size);
  }

  /**
   * A kind's own picture, looking where the body looks; that of a box fills it.
   * @param {HTMLImageElement} picture
   * @param {{ kind: Kind, width: number, height: number }} known
   * @param {number} way
   */
  #picture(picture, { kind, width, height }, way) {
    const { context, camera } = this;
    const wide = kind.radius * 2;
    const box = kind.boxed ? { x: width, y: height } : kind.torso ? { x: Math.max(kind.torso.x, wide), y: kind.torso.y + kind.radius } : { x: wide, y: wide };
    const up = kind.torso ? (kind.torso.y - kind.radius) / 2 : 0;
    const share = Math.min(box.x / picture.naturalWidth, box.y / picture.naturalHeight);
    const size = kind.boxed ? box : { x: picture.naturalWidth * share, y: picture.naturalHeight * share };
    const [w, h] = [size.x * camera.scale, size.y * camera.scale];
    if (kind.animal) context.scale(way, 1);
    context.drawImage(picture, -w / 2, -h / 2 - up * camera.scale, w, h);
  }

  /**
   * A disc or box in the kind's colour with its letter; animals have eyes.
   * @param {{ kind: Kind, sign: string, width: number, height: number }} known
   * @param {number} size
   * @param {number} way
   * @param {Point | undefined} above where the box on its legs is
   */
  #plain({ kind, sign, width, height }, size, way, above) {
    const { context, camera, palette } = this;
    const name = roleOf(kind);
    const box = (/** @type {Point} */ middle, /** @type {number} */ wide, /** @type {number} */ high) =>
      context.rect(middle.x - (wide * camera.scale) / 2, middle.y - (high * camera.scale) / 2, wide * camera.scale, high * camera.scale);
    context.fillStyle = palette.of(name);
    context.beginPath();
    if (kind.boxed) box({ x: 0, y: 0 }, width, height);
    else context.arc(0, 0, size, 0, 7);
    context.fill();
    context.stroke();
    let face = size;
    if (above && kind.torso) {
      context.beginPath();
      box(above, kind.torso.x, kind.torso.y);
      context.fill();
      context.stroke();
      face = (Math.min(kind.torso.x, kind.torso.y) / 2) * camera.scale;
      context.translate(above.x, above.y - (kind.torso.y / 2) * camera.scale + face);
    }
    const eyes = kind.animal && face > Math.max(SEEN, 0.28 * camera.scale);
    if (eyes) this.#eyes(face, way);
    this.#letter(sign, palette.of(`${name}-ink`), face, eyes);
  }

  /**
   * @param {number} size
   * @param {number} way
   */
  #eyes(size, way) {
    const { context } = this;
    for (const place of [0.12, 0.62]) {
      context.fillStyle = "#ffffff";
      context.beginPath();
      context.arc(way * place * size, -size * 0.38, size * 0.22, 0, 7);
      context.fill();
      context.fillStyle = "#1a1a1a";
      context.beginPath();
      context.arc(way * (place + 0.07) * size, -size * 0.38, size * 0.12, 0, 7);
      context.fill();
    }
  }

  /**
   * @param {string} sign
   * @param {string} ink
   * @param {number} size
   * @param {boolean} low whether eyes are above
   */
  #letter(sign, ink, size, low) {
    const { context } = this;
    const height = (low ? size * 0.85 : size * 1.2) * (sign.length > 1 ? 0.85 : 1);
    if (height < 6) return;
    context.fillStyle = ink;
    context.font = `700 ${height}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(sign, 0, low ? size * 0.42 : size * 0.06);
  }

  /**
   * A mark above the player.
   * @param {Point} at
   * @param {number} size
   * @param {number} radius
   */
  #crown({ x, y }, size, radius) {
    const { context } = this;
    const half = Math.max(5, radius * 0.45);
    context.fillStyle = this.palette.of("highlight");
    context.beginPath();
    context.moveTo(x - half, y - size - half * 1.9);
    context.lineTo(x + half, y - size - half * 1.9);
    context.lineTo(x, y - size - half * 0.6);
    context.fill();
  }

  /**
   * An exclamation mark above whom a script has left.
   * @param {Point} at
   * @param {number} size
   */
  #sign({ x, y }, size) {
    const { context } = this;
    context.fillStyle = this.palette.of("danger");
    context.font = "700 18px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText("!", x, y - size - 5);
  }

  /**
   * @param {Body} body
   * @param {string | undefined} text
   */
  #bubble([id, x, y], text) {
    const known = this.#known.get(id);
    if (!text || !known) return;
    const { context, camera, palette } = this;
    const at = camera.toScreen({ x, y: y + (known.kind.torso?.y ?? known.kind.radius) });
    if (at.x < 0 || at.x > camera.pixels.width) return;
    context.font = "600 13px system-ui, sans-serif";
    const width = context.measureText(text).width + 16;
    const left = Math.min(Math.max(at.x - width / 2, 4), Math.max(4, camera.pixels.width - width - 4));
    const top = Math.max(4, at.y - 36);
    context.beginPath();
    context.moveTo(left + 8, top);
    for (const [dx, dy, ex, ey] of /** @type {const} */ ([[1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]])) {
      context.arcTo(left + dx * width, top + dy * 24, left + ex * width, top + ey * 24, 8);
    }
    context.closePath();
    context.moveTo(at.x - 5, top + 24);
    context.lineTo(at.x, top + 31);
    context.lineTo(at.x + 5, top + 24);
    context.fillStyle = palette.of("panel");
    context.fill();
    context.strokeStyle = palette.of("ink");
    context.lineWidth = 1;
    context.stroke();
    context.fillStyle = palette.of("ink");
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(text, left + 8, top + 12.5);
  }
}
