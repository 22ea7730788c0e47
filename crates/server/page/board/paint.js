// One frame of a picture as SVG, from the ground up: links, cells, overlays, labels, pieces, walls, letters. Colours
// are classes named after the roles, so that the style sheet decides. What can be clicked is marked by `data-act`. The
// names of places are drawn by themselves, since marks lie below them. Tiles lie below all of this: of the cell under a
// tile nothing is drawn, and what marks it has a seam in the colour of the page.

import { s } from "../ui/element.js";
import { spriteOf } from "./sprites.js";

/** @import { Cell, Edge, Frame, Name, Overlay, Piece, Place } from "../types.js" */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box in cell widths */

/** Pixels of one cell width, before scaling. */
export const UNIT = 40;
/** The part of a cell that heat covers: what the cell is stays visible around it. */
const HEATED = 0.72;
/** How far a way back is drawn beside the way there, in cell widths. */
const BACK = 0.13;
/** Colours of this luminance contrast as much with black as with white. */
export const HALF = Math.sqrt(1.05 * 0.05) - 0.05;

/**
 * The smallest box that holds everything in these frames.
 * @param {Frame[]} frames
 * @returns {Box}
 */
export function bounds(frames) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const reach = (/** @type {Place} */ [x, y], /** @type {number} */ half) => {
    box.left = Math.min(box.left, x - half);
    box.top = Math.min(box.top, y - half);
    box.right = Math.max(box.right, x + half);
    box.bottom = Math.max(box.bottom, y + half);
  };
  for (const frame of frames) {
    for (const thing of [...frame.cells, ...frame.pieces]) reach(thing.at, 0.5);
    for (const [x, y] of frame.tiles ?? []) reach([x, y], 0.5);
    for (const edge of frame.edges) [edge.from, edge.to].forEach((end) => reach(end, 0));
  }
  return box.left > box.right ? { left: 0, top: 0, right: 1, bottom: 1 } : box;
}

/**
 * The frame drawn.
 * @param {Frame} frame
 * @param {number} most the largest size of a heat value in the picture
 * @param {boolean} [labelled] whether the labels of cells are written
 * @returns {SVGGElement}
 */
export function paint(frame, most, labelled = true) {
  const links = frame.edges.filter((edge) => edge.stroke === "link");
  const bars = frame.edges.filter((edge) => edge.stroke !== "link");
  const heated = new Set(frame.overlays.map((overlay) => (hasNumber(overlay) ? String(overlay.at) : "")));
  const covered = coveredPlaces(frame);
  const labels = frame.cells.filter((cell) => cell.label && !covered.has(String(cell.at)));
  const walls = new Set(bars.map(({ from, to, stroke }) => (stroke === "wall" ? middle(from, to) : "")));
  const hidden = new Set(numbersBelow(frame));
  const taken = { covered, labelled: new Set(labels.map((cell) => String(cell.at))), walls };
  const written = labels.filter((cell) => labelled && !heated.has(String(cell.at)) && !hidden.has(cell));
  return s(
    "g",
    {},
    ...links.flatMap(line),
    ...frame.cells.map((one) => (covered.has(String(one.at)) ? underTile(one) : cell(one))),
    ...frame.overlays.flatMap((overlay) => over(overlay, taken, most)),
    ...written.map((cell) => text(cell.at, cell.label, `on-${cell.role}`)),
    ...frame.pieces.map(piece),
    ...bars.flatMap(line),
  );
}

/**
 * The cells whose label is a number below an actor: it is written beside the actor, as a name is.
 * @param {Frame} frame
 */
function numbersBelow({ cells, pieces }) {
  const below = new Set(pieces.map(({ at, role }) => (role === "actor" ? String(at) : "")));
  return cells.filter(({ at, label }) => below.has(String(at)) && /^\d+$/.test(label));
}

/**
 * The names of those places that have a cell, and the numbers below actors.
 * @param {Frame} frame
 * @param {Name[]} names
 * @returns {SVGGElement}
 */
export function paintNames(frame, names) {
  const places = new Set(frame.cells.map((cell) => String(cell.at)));
  const below = numbersBelow(frame).map(({ at, label }) => ({ at, text: label }));
  return s("g", { class: "names" }, ...names.filter(({ at }) => places.has(String(at))).map(name), ...below.map(name));
}

/**
 * The places on which tiles lie.
 * @param {Frame} frame
 * @returns {Set<string>}
 */
export function coveredPlaces({ tiles = [] }) {
  return new Set(tiles.map(([x, y]) => String([x, y])));
}

/**
 * A square mark with broken lines around a place; on a tile, whose colours are its own, with a seam.
 * @param {Place} at
 * @param {number} side in cell widths
 * @param {boolean} covered whether a tile lies there
 * @returns {SVGElement[]}
 */
export function dashed([x, y], side, covered) {
  const square = { x: px(x - side / 2), y: px(y - side / 2), width: px(side), height: px(side) };
  const seam = covered ? [s("rect", { ...square, class: "mark wide seam" })] : [];
  return [...seam, s("rect", { ...square, class: "mark dashed" })];
}

/**
 * The four corners of a square around a place: where to look; on a tile with a seam.
 * @param {Place} at
 * @param {boolean} covered whether a tile lies there
 * @returns {SVGElement[]}
 */
export function cornered([x, y], covered) {
  const [far, arm] = [0.42, 0.2];
  const corner = (/** @type {number} */ sx, /** @type {number} */ sy) =>
    `M${px(x + sx * (far - arm))} ${px(y + sy * far)}H${px(x + sx * far)}V${px(y + sy * (far - arm))}`;
  const d = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].join("");
  const seam = covered ? [s("path", { d, class: "mark wide seam" })] : [];
  return [...seam, s("path", { d, class: "mark cornered" })];
}

/**
 * The name of a place at its upper left, with a seam in the colour of the page.
 * @param {Name} name
 */
function name({ at: [x, y], text: words }) {
  return s("text", { class: "ink name", x: px(x - 0.38), y: px(y - 0.3), "font-size": 11 }, words);
}

/** @param {number} value */
const px = (value) => Math.round(value * UNIT * 100) / 100;

/**
 * The cell under a tile, which is clicked, named and focused, but not seen.
 * @param {Cell} cell
 */
function underTile({ at: [x, y], act }) {
  const place = { x: px(x - 0.48), y: px(y - 0.48), width: px(0.96), height: px(0.96) };
  return s("rect", { ...place, class: `cell under${act === null ? "" : " act"}`, "data-act": act, "data-at": String([x, y]) });
}

/** @param {Cell} cell */
function cell({ at: [x, y], shape, role, act }) {
  const more = { class: `cell ${role}${act === null ? "" : " act"}`, "data-act": act, "data-at": String([x, y]) };
  if (shape === "disc") return s("circle", { ...more, cx: px(x), cy: px(y), r: px(0.46) });
  return s("rect", { ...more, x: px(x - 0.48), y: px(y - 0.48), width: px(0.96), height: px(0.96), rx: 3 });
}

/**
 * A piece: its sprite, with the letter where the sprite does not say it, or a disc with the letter.
 * @param {Piece} piece
 */
function piece(piece) {
  const { at, role, letter, act, lettered } = piece;
  const [x, y] = at;
  const sprite = spriteOf(piece, px(x), px(y), UNIT);
  const drawn = sprite ?? s("circle", { cx: px(x), cy: px(y), r: px(0.36), class: `cell ${role}` });
  const attributes = { class: `piece${act === null ? "" : " act"}`, "data-act": act, "data-at": String(at) };
  const written = letter && (lettered || !sprite) && text(at, letter, `on-${role} letter`);
  return s("g", attributes, drawn, written);
}

/**
 * Text centred on a place, the smaller the longer it is.
 * @param {Place} at
 * @param {string} words
 * @param {string} ink
 */
function text([x, y], words, ink) {
  const size = Math.min(UNIT * 0.45, (UNIT * 1.2) / Math.max(1, [...words].length));
  return s("text", { class: `ink ${ink}`, "aria-hidden": true, x: px(x), y: px(y) + size * 0.35, "font-size": size.toFixed(1) }, words);
}

/** @param {Edge} edge */
function line({ from, to, stroke, role }) {
  const ends = { x1: px(from[0]), y1: px(from[1]), x2: px(to[0]), y2: px(to[1]) };
  const seam = stroke === "arrow" && s("line", { ...ends, class: "seam", "stroke-width": 6 });
  const width = stroke === "wall" ? 6 : 2.5;
  const head = stroke === "arrow" && arrowHead(from, to, role);
  const bar = s("line", { ...ends, class: `${stroke} line-${role}`, "stroke-width": width });
  return [seam, bar, head].filter((part) => part !== false);
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {string} role
 */
function arrowHead(from, to, role) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.max(0.02, Math.hypot(dx, dy));
  const [ux, uy] = [(dx / length) * 0.28, (dy / length) * 0.28];
  const left = [px(to[0] - ux - uy * 0.6), px(to[1] - uy + ux * 0.6)];
  const right = [px(to[0] - ux + uy * 0.6), px(to[1] - uy - ux * 0.6)];
  return s("polygon", { class: role, points: `${px(to[0])},${px(to[1])} ${left} ${right}` });
}

/**
 * The middle of a line, in whole quarters of a cell.
 * @param {Place} from
 * @param {Place} to
 */
function middle(from, to) {
  return `${Math.round(2 * (from[0] + to[0]))},${Math.round(2 * (from[1] + to[1]))}`;
}

/**
 * What an answer adds to the board.
 * @param {Overlay} overlay
 * @param {{ covered: Set<string>, labelled: Set<string>, walls: Set<string> }} taken the places that have a tile, or a
 *   label of their own, and the middles of walls
 * @param {number} most
 * @returns {(SVGElement | false)[]}
 */
function over(overlay, { covered, labelled, walls }, most) {
  if (overlay.kind === "path") return path(overlay.points, labelled);
  const [x, y] = overlay.at;
  const onTile = covered.has(String(overlay.at));
  const inner = { x: px(x - HEATED / 2), y: px(y - HEATED / 2), width: px(HEATED), height: px(HEATED) };
  if (hasNumber(overlay)) {
    const { fill, dark } = heat(overlay.value, most);
    const ink = dark ? "on-danger" : "on-goal";
    const seam = onTile && s("rect", { ...inner, class: "mark wide seam" });
    return [seam, s("rect", { ...inner, class: "cell", fill, rx: 2 }), text(overlay.at, number(overlay), ink)];
  }
  const taken = onTile || labelled.has(String(overlay.at));
  // A wall is drawn over the upper edge and would hide what is said there.
  const walled = walls.has(middle([x - 0.5, y - 0.5], [x + 0.5, y - 0.5]));
  const mark = marked(overlay.at, overlay.label, taken, walled ? 0.4 : -0.4);
  if (overlay.kind === "square") return [...dashed(overlay.at, HEATED, onTile), ...mark];
  const ring = { cx: px(x), cy: px(y), r: px(0.42) };
  return [s("circle", { ...ring, class: "mark wide seam" }), s("circle", { ...ring, class: "mark ring" }), ...mark];
}

/**
 * What is said with a mark: in the middle, or on a badge at an edge where the place has a label of its own or a tile.
 * @param {Place} at
 * @param {string} label
 * @param {boolean} taken
 * @param {number} edge how far below the middle
 * @returns {SVGElement[]}
 */
function marked(at, label, taken, edge) {
  if (!label) return [];
  if (!taken) return [text(at, label, "noted")];
  const width = 6 * [...label].length + 6;
  const [x, y] = [px(at[0]), px(at[1] + edge)];
  const badge = s("rect", { class: "highlight", x: x - width / 2, y: y - 6, width, height: 12, rx: 3 });
  return [badge, s("text", { class: "ink on-highlight letter", x, y: y + 3.5, "font-size": 10 }, label)];
}

/**
 * A line with a seam in the colour of the page, beside the labels of the places that it passes.
 * @param {Place[]} points
 * @param {Set<string>} labelled
 */
function path(points, labelled) {
  const aside = points.some((at) => labelled.has(String(at))) ? 0.32 : 0;
  let back = 0;
  const list = points.flatMap((at, index) => {
    const [[x, y], [x0, y0], [x1, y1]] = [at, points[index - 1] ?? at, points[index + 1] ?? at];
    const place = () => `${px(x + aside - back)},${px(y + aside - back)}`;
    const there = place();
    // Where it turns round, it goes back beside itself.
    if ((x - x0) * (x1 - x) + (y - y0) * (y1 - y) >= 0) return there;
    back = BACK - back;
    return [there, place()];
  }).join(" ");
  return [
    s("polyline", { class: "way seam", points: list, "stroke-width": 8 }),
    s("polyline", { class: "way line-path", points: list, "stroke-width": 4 }),
  ];
}

/**
 * Whether a mark is a number on its colour.
 * @param {Overlay} overlay
 * @returns {overlay is Extract<Overlay, { value: number }>}
 */
function hasNumber(overlay) {
  return overlay.kind === "heat" || overlay.kind === "count";
}

/**
 * A count, or a gain with its sign.
 * @param {Extract<Overlay, { value: number }>} overlay
 */
function number({ kind, value }) {
  const signed = kind === "heat" && value > 0 ? `+${value}` : String(value).replace("-", "−");
  return signed.length > 2 ? ` ${signed} ` : signed;
}

/**
 * The colour of a gain: blue for a loss, orange for a gain, neutral between.
 * @param {number} value
 * @param {number} most
 * @returns {{ fill: string, dark: boolean }}
 */
export function heat(value, most) {
  const end = value < 0 ? [0, 114, 178] : [230, 120, 0];
  const share = Math.sqrt(Math.min(1, Math.abs(value) / Math.max(1, most)));
  const mixed = [232, 230, 225].map((from, index) => Math.round(from + ((end[index] ?? from) - from) * share));
  return { fill: `rgb(${mixed})`, dark: luminance(mixed) <= HALF };
}

/** The relative luminance of a colour of 0 to 255 each, as WCAG 2 has it. @param {number[]} colour */
export function luminance(colour) {
  const parts = colour.map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The largest size of a heat value.
 * @param {Frame[]} frames
 * @returns {number}
 */
export function hottest(frames) {
  const values = frames.flatMap((frame) => frame.overlays.map((one) => (hasNumber(one) ? Math.abs(one.value) : 0)));
  return values.reduce((most, value) => Math.max(most, value), 0);
}
