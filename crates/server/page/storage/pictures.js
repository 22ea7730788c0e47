// What is on screen, to keep: a picture of the board (SVG, PNG), its film (GIF), all frames of it on a page (SVG), the game
// as a film (GIF), and the way to the sheet that is printed.

import { picture as drawing } from "../engines/api.js";
import { Board } from "../board/board.js";
import { h, plural } from "../ui/element.js";
import { download } from "./file.js";
import { gif } from "./gif.js";
import { wordsOf } from "../engines/refusal.js";
import { addToLast } from "./sets.js";
import { isPacked } from "./share.js";
import { imageOf, png, svgFile } from "../board/image.js";

/** @import { Shot } from "./gif.js" */
/** @import { Picture, Request } from "../types.js" */
/** @typedef {{ picture: Picture, index: number }} Still a frame of a picture */
/**
 * @typedef {object} OnScreen
 * @property {SVGSVGElement} board the board in the page
 * @property {Picture} picture that it shows a frame of
 * @property {Request} request that has the server draw the same: level, moves, role, and the answer where one is drawn
 * @property {string} family
 * @property {string} name of the level as it stands in a link: that of a shipped level, or packed text
 * @property {string} title of the level
 */

/** Pixels of the wider side of a film. */
const SIDE = 480;
/** Frames of a film, at most. */
const MAX_FRAMES = 300;
/** A film lasts about this long; each frame this long at least and at most, and the last one longer, in milliseconds. */
const FILM = 8000;
const SHORTEST = 80;
const LONGEST = 700;
const END = 2000;

/**
 * The menu.
 * @param {() => OnScreen} shown what is on screen now
 * @param {{ made: () => number, pictures: () => Promise<Picture[]> }} game how many moves were made, and the pictures of all
 *   positions up to the one at hand
 * @returns {HTMLElement}
 */
export function saveMenu(shown, { made, pictures }) {
  const said = h("p", { class: "taken", role: "status" });
  const button = (/** @type {string} */ words, /** @type {string} */ kind, /** @type {(now: OnScreen) => Promise<[string, BlobPart, string]>} */ make) => {
    const save = async () => {
      said.textContent = "One moment …";
      try {
        const [name, content, type] = await make(shown());
        download(name, content, type);
        said.textContent = `${name} is downloaded.`;
      } catch (error) {
        said.textContent = wordsOf(error);
      }
    };
    return h("button", { type: "button", "data-save": kind, onclick: save }, words);
  };
  const board = [
    button("Picture (PNG)", "png", async (now) => [`${stem(now)}.png`, await png(svgFile(now.board)), "image/png"]),
    button("Picture (SVG)", "svg", async (now) => [`${stem(now)}.svg`, svgFile(now.board).text, "image/svg+xml"]),
  ];
  const film = [
    button("Film (GIF)", "gif", async (now) => [`${stem(now)}.gif`, await filmOf(framesOf([now.picture]), " The film strip holds them all."), "image/gif"]),
    button("Film strip (SVG)", "strip", async (now) => [`${stem(now)}-strip.svg`, (await drawing(now.request)).svg, "image/svg+xml"]),
  ];
  const game = button("Film of my game (GIF)", "game", async (now) => [`${stem(now)}-game.gif`, await filmOf(shortened(await pictures())), "image/gif"]);
  const addToSet = async () => {
    const { request, title } = shown();
    const set = await addToLast({ family: request.family, title, text: request.level });
    said.replaceChildren(...(set ? ["Added to ", h("a", { href: `#/sets/${set.id}` }, set.title || "a new set"), `: ${plural(set.levels.length, "level")}.`] : ["This browser keeps nothing, so that there are no sets here."]));
  };
  const set = h("button", { type: "button", "data-save": "set", onclick: () => void addToSet() }, "Add to a set");
  const print = h("a", { class: "button", "data-save": "print" }, "Print a sheet");
  const open = () => {
    const { picture, family, name } = shown();
    for (const one of film) one.hidden = picture.frames.length < 2;
    game.hidden = made() === 0;
    print.setAttribute("href", `#/print/${family}/${encodeURIComponent(name)}`);
    said.textContent = "";
  };
  // A click is told of before the menu opens, a search in the page that opens it is told of by `toggle` alone.
  return h("details", { class: "save", ontoggle: open }, h("summary", { onclick: open }, "Save or print"), h("div", { class: "row" }, ...board, ...film, game, print, set), said);
}

/**
 * The name of a file, without its ending.
 * @param {OnScreen} now
 */
function stem({ family, name }) {
  return isPacked(name) ? `${family}-level` : `${family}-${name.replaceAll(/[^\w-]+/g, "-")}`;
}

/**
 * All frames of some pictures, in turn.
 * @param {Picture[]} pictures
 * @returns {Still[]}
 */
function framesOf(pictures) {
  return pictures.flatMap((picture) => picture.frames.map((_, index) => ({ picture, index })));
}

/**
 * The frames of a game: where they are too many, the last one of each move.
 * @param {Picture[]} pictures
 */
function shortened(pictures) {
  const frames = framesOf(pictures);
  return frames.length > MAX_FRAMES ? pictures.map((picture) => ({ picture, index: picture.frames.length - 1 })) : frames;
}

/**
 * Frames as a GIF file.
 * @param {Still[]} frames
 * @param {string} [more] what is said where they are too many
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function filmOf(frames, more = "") {
  if (frames.length > MAX_FRAMES) throw new Error(`This film has ${frames.length} frames; a GIF made here has ${MAX_FRAMES} at most.${more}`);
  const board = new Board();
  const place = h("div", { class: "offstage", "aria-hidden": "true", "data-theme": "light" }, board.element);
  document.body.append(place);
  try {
    const drawn = frames.map(({ picture, index }) => {
      board.show(picture, index);
      return svgFile(board.element);
    });
    return await shot(drawn);
  } finally {
    place.remove();
  }
}

/**
 * Drawings as the frames of one film.
 * @param {import("../board/image.js").Drawing[]} drawn
 */
async function shot(drawn) {
  const wide = Math.max(...drawn.map(({ width }) => width));
  const high = Math.max(...drawn.map(({ height }) => height));
  const scale = Math.min(2, SIDE / Math.max(wide, high));
  const canvas = h("canvas", { width: Math.ceil(wide * scale), height: Math.ceil(high * scale) });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser makes no films.");
  const each = Math.min(LONGEST, Math.max(SHORTEST, FILM / drawn.length));
  /** @type {Shot[]} */
  const shots = [];
  for (const [index, drawing] of drawn.entries()) {
    const [width, height] = [drawing.width * scale, drawing.height * scale];
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(await imageOf(drawing), (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    shots.push({ data, delay: index === drawn.length - 1 ? END : each });
  }
  return gif(canvas.width, canvas.height, shots);
}
