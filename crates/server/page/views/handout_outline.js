// Boards in outlines, to save ink and to be read in black and white: obstacles are hatched inside one contour, goals have a
// frame, cells to avoid a cross, figures and tiles are light greys. The fills of the roles are in print.css; shapes, and
// colours that a drawing states itself, are changed here.

import { s } from "../ui/element.js";
import { coveredPlaces, luminance, UNIT } from "../board/paint.js";

/** @import { Cell, Frame, Place } from "../types.js" */
/** @typedef {(colour: string) => string} Tone the grey that stands for a colour */

/** How far apart lines of a hatching are, along the side of a cell. */
const HATCH = UNIT / 4;
/** The sides of a goal's frame and of its mark, in cell widths: the frame shows around a figure, the mark does not. */
const FRAME = 0.86;
const MARK = 0.16;
/** Figures keep the colours of their outlines, which are darker than this lightness, and lose so much of the others. */
const DARK = 0.35;
const KEPT = 0.4;
/** The lightness of the darkest colour of tiles, and of those that cover more than this share of a board. */
const DARKEST = 0.25;
const DARKEST_WIDE = 0.74;
const WIDE = 0.07;
const HEX = /^#[0-9a-f]{6}$/i;
const NUMBERS = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/;

/**
 * Draws the outlines on a board, and its figures and tiles in grey.
 * @param {SVGElement} board
 * @param {Frame} frame that it shows
 * @param {Tone} tone of its tiles
 */
export function outline(board, frame, tone) {
  const covered = coveredPlaces(frame);
  const cells = frame.cells.filter(({ at }) => !covered.has(String(at)));
  const last = [...board.querySelectorAll(":scope > g > .cell[data-at]")].at(-1);
  board.classList.toggle("with-gaps", hasGaps(cells));
  last?.after(s("g", { class: "outlines", "aria-hidden": "true" }, ...obstacles(cells), ...goals(cells, frame), ...dangers(cells)));
  greyFigures(board);
  for (const tiles of board.querySelectorAll(".tiles")) grey(tiles, tone);
}

/**
 * Draws what stands in a legend in grey.
 * @param {Element} legend
 * @param {Tone} tone of its tiles
 */
export function greyIcons(legend, tone) {
  greyFigures(legend);
  for (const icon of legend.querySelectorAll(".tile-icon")) grey(icon, tone);
}

/**
 * The greys of the tiles of a board: as light as its colours are, stretched to what prints well, and light in any case for
 * what covers much. A dark board is turned round, so that most of it stays paper.
 * @param {SVGElement} board
 * @returns {Tone}
 */
export function toneOfTiles(board) {
  const areas = coverage(board);
  const all = [...areas.keys()].map(lightness);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const total = [...areas.values()].reduce((sum, area) => sum + area, 0);
  const middle = [...areas].reduce((sum, [colour, area]) => sum + lightness(colour) * area, 0) / total;
  const turns = middle < (low + high) / 2;
  return (colour) => {
    const share = high > low ? (lightness(colour) - low) / (high - low) : 1;
    const darkest = (areas.get(colour) ?? 0) > WIDE * total ? DARKEST_WIDE : DARKEST;
    return greyOf(darkest + (1 - darkest) * (turns ? 1 - share : share));
  };
}

/**
 * How much of a board each colour of its tiles covers, in cells.
 * @param {SVGElement} board
 * @returns {Map<string, number>}
 */
function coverage(board) {
  /** @type {Map<string, number>} */
  const areas = new Map();
  const uses = [...board.querySelectorAll(".tiles use")].map((use) => use.getAttribute("href"));
  for (const symbol of board.querySelectorAll(".tiles symbol")) {
    const count = uses.filter((href) => href === `#${symbol.id}`).length;
    const [, , width = 1, height = 1] = (symbol.getAttribute("viewBox") ?? "").split(" ").map(Number);
    for (const part of symbol.querySelectorAll("path, rect")) {
      const colour = part.getAttribute("fill") ?? "";
      const runs = [...(part.getAttribute("d") ?? "").matchAll(/h(\d+)/g)].map(([, run]) => Number(run));
      // Where letters stand for tiles, a tile is one colour.
      const area = part instanceof SVGRectElement ? 1 : runs.reduce((sum, run) => sum + run, 0) / (width * height);
      if (partsOf(colour)) areas.set(colour, (areas.get(colour) ?? 0) + area * count);
    }
  }
  return areas;
}

/**
 * The hatching of obstacles, and the contour around each group of them; without obstacles the contour of cells that leave
 * gaps, which would look like cells themselves.
 * @param {Cell[]} cells
 */
function obstacles(cells) {
  const places = cells.filter(isObstacle).map(({ at }) => at);
  if (places.length) return [s("path", { class: "hatch", d: places.map(hatching).join("") }), s("path", { class: "contour", d: contour(places) })];
  return hasGaps(cells) ? [s("path", { class: "contour", d: contour(cells.map(({ at }) => at)) })] : [];
}

/** @param {Cell} cell */
const isObstacle = ({ role, shape }) => role === "block" && shape === "square";

/**
 * Whether cells are squares, without obstacles, that do not fill a rectangle.
 * @param {Cell[]} cells
 */
function hasGaps(cells) {
  if (!cells.length || cells.some((cell) => cell.shape !== "square" || isObstacle(cell))) return false;
  const extent = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values) + 1;
  return cells.length < extent(cells.map(({ at }) => at[0])) * extent(cells.map(({ at }) => at[1])) - 0.5;
}

/**
 * Diagonal lines over a cell, which go on in the next one.
 * @param {Place} at
 */
function hatching(at) {
  const { left, top, right, bottom } = sides(at);
  const lines = [];
  // On a line, x + y is the same everywhere.
  for (let sum = Math.ceil((left + top) / HATCH) * HATCH; sum <= right + bottom; sum += HATCH) {
    const [from, to] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
    if (from < to) lines.push(`M${from} ${sum - from}L${to} ${sum - to}`);
  }
  return lines.join("");
}

/**
 * The sides of cells beside which no other of these cells lies.
 * @param {Place[]} places
 */
function contour(places) {
  const known = new Set(places.map(String));
  const lines = places.map((at) => {
    const [x, y] = at;
    const { left, top, right, bottom } = sides(at);
    const isOpen = (/** @type {number} */ dx, /** @type {number} */ dy) => !known.has(String([x + dx, y + dy]));
    return [
      isOpen(0, -1) && `M${left} ${top}H${right}`,
      isOpen(0, 1) && `M${left} ${bottom}H${right}`,
      isOpen(-1, 0) && `M${left} ${top}V${bottom}`,
      isOpen(1, 0) && `M${right} ${top}V${bottom}`,
    ].filter(Boolean).join("");
  });
  return lines.join("");
}

/** @param {Place} at */
function sides([x, y]) {
  return { left: (x - 0.5) * UNIT, top: (y - 0.5) * UNIT, right: (x + 0.5) * UNIT, bottom: (y + 0.5) * UNIT };
}

/**
 * A frame in each goal, a thick one where a piece covers most of it, and a mark where nothing else stands on it.
 * @param {Cell[]} cells
 * @param {Frame} frame
 */
function goals(cells, { pieces }) {
  const taken = new Set(pieces.map(({ at }) => String(at)));
  return cells.filter(({ role }) => role === "goal").flatMap(({ at: [x, y], shape, label }) => {
    const [centreX, centreY, half] = [x * UNIT, y * UNIT, (FRAME * UNIT) / 2];
    const isTaken = taken.has(String([x, y]));
    const name = `goal-frame${isTaken ? " covered" : ""}`;
    const ring = shape === "disc"
      ? s("circle", { class: name, cx: centreX, cy: centreY, r: half * 0.9 })
      : s("rect", { class: name, x: centreX - half, y: centreY - half, width: 2 * half, height: 2 * half, rx: 2 });
    const arm = MARK * UNIT;
    const mark = s("path", { class: "goal-mark", d: `M${centreX} ${centreY - arm}l${arm} ${arm}l${-arm} ${arm}l${-arm} ${-arm}z` });
    return label || isTaken ? [ring] : [ring, mark];
  });
}

/**
 * A cross on each cell to avoid.
 * @param {Cell[]} cells
 */
function dangers(cells) {
  return cells.filter(({ role }) => role === "danger").map(({ at: [x, y], shape }) => {
    const half = (shape === "disc" ? 0.32 : 0.47) * UNIT;
    const [left, top] = [x * UNIT - half, y * UNIT - half];
    return s("path", { class: "danger-cross", d: `M${left} ${top}l${2 * half} ${2 * half}M${left + 2 * half} ${top}l${-2 * half} ${2 * half}` });
  });
}

/** @param {Element} drawing */
function greyFigures(drawing) {
  for (const figure of drawing.querySelectorAll(".sprite")) {
    grey(figure, (colour) => (lightness(colour) < DARK ? colour : greyOf(1 - KEPT * (1 - lightness(colour)))));
  }
}

/**
 * Replaces the colours that a drawing states itself.
 * @param {Element} drawing
 * @param {Tone} tone
 */
function grey(drawing, tone) {
  for (const name of ["fill", "stroke"]) {
    for (const part of drawing.querySelectorAll(`[${name}]`)) {
      const colour = part.getAttribute(name) ?? "";
      if (partsOf(colour)) part.setAttribute(name, tone(colour));
    }
  }
}

/**
 * The three parts of a colour, 0 to 255 each; nothing for what is no colour.
 * @param {string} colour
 */
function partsOf(colour) {
  if (HEX.test(colour)) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return NUMBERS.exec(colour)?.slice(1).map(Number);
}

/**
 * How light a colour looks, from 0 to 1.
 * @param {string} colour
 */
function lightness(colour) {
  return luminance(partsOf(colour) ?? [0, 0, 0]) ** 0.45;
}

/** @param {number} light */
function greyOf(light) {
  const part = Math.round(255 * light).toString(16).padStart(2, "0");
  return `#${part}${part}${part}`;
}
