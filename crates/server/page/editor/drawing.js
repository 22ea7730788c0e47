// A level drawn: a palette, tools, the cells of the level, rows and columns to be added and removed. A stroke of the mouse or
// a finger, a key, or an action on what is selected is one change of the text each.

import { announce } from "../ui/announce.js";
import { h } from "../ui/element.js";
import { keyOf } from "../ui/key_names.js";
import { block, has, moveBy, pasted, shifted, transformed, whole, NO_EMPTY_CELLS } from "./blocks.js";
import { DrawingBoard, placeOf } from "./drawing_board.js";
import { TwoFingers } from "./two_fingers.js";
import { keyOfPlace, meaning, placed, placeOfKey } from "./placing.js";
import { area, box, flood, line, outline } from "./shapes.js";
import { Palette, Tools } from "./tools.js";

/** @import { Outcome, Selection } from "./blocks.js" */
/** @import { Canvas, Side } from "./canvas.js" */
/** @import { Placed } from "./placing.js" */
/** @import { Grid, Place } from "./shapes.js" */
/** @import { Action, Tool } from "./tools.js" */
/** @typedef {{ write: (text: string) => void, undo: () => void, redo: () => void }} History where changes of the text go */
/** @typedef {{ tool: Tool, ink: string, from: Place, last: Place, places: Place[], changes: Placed, moved?: Selection }} Stroke what is drawn while a button is held; `moved` is the selection that is dragged */

const SIDES = /** @type {const} */ (["top", "bottom", "left", "right"]);
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HELP = "The right button removes. Keys on the board: arrows move, Shift and arrows select, Space places, Delete removes, Ctrl+Z takes back, Ctrl+C, X and V copy, cut and paste; tools and entries have the keys beside them. Fingers: one draws, two move the view.";
/** The cells that were copied last, in whichever level. @type {string[][] | undefined} */
let copied;
let drawings = 0;

/** The view in which a level is drawn. */
export class Drawing {
  #history;
  /** @type {Canvas | undefined} */
  #canvas;
  /** @type {Stroke | undefined} */
  #stroke;
  /** @type {Selection | undefined} */
  #selection;
  /** From where the mouse moves the view. @type {{ x: number, y: number } | undefined} */
  #grip;

  /** @param {History} history */
  constructor(history) {
    this.#history = history;
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    this.palette = new Palette();
    this.tools = new Tools({ chosen: (tool) => this.#take(tool), act: (action) => this.#act(action) });
    this.view = new DrawingBoard(`drawing${drawings++}`);
    const size = (/** @type {Side} */ side) => h("div", { class: "size", role: "group", "aria-label": `At the ${side}` }, h("span", { "aria-hidden": "true" }, side), this.#sizer(side, "+"), this.#sizer(side, "−"));
    this.sizes = h("div", { class: "row sizes" }, ...SIDES.map(size));
    this.fixed = h("p", { class: "help", hidden: true }, "The number of rows and columns does not change here: other parts of the text depend on it.");
    this.noted = h("p", { class: "help" });
    const changes = h("div", { class: "row", role: "group", "aria-label": "Changes of the text" }, button("Undo change", () => history.undo()), button("Redo change", () => history.redo()));
    this.element = h("section", { class: "drawing", "aria-label": "Drawing", hidden: true }, this.palette.choice.element, this.tools.choice.element, this.view.room, this.noted, this.tools.actions, this.sizes, this.fixed, changes, h("p", { class: "help" }, HELP));
    const board = this.view.element;
    const fingers = new TwoFingers(this.view.room, () => this.#give());
    board.addEventListener("pointerdown", (event) => {
      if (!fingers.down(event)) this.#begin(event);
    });
    board.addEventListener("pointermove", (event) => {
      if (!fingers.move(event)) this.#go(event);
    });
    board.addEventListener("pointerup", (event) => {
      if (!fingers.up(event)) this.#end();
    });
    board.addEventListener("pointercancel", (event) => {
      fingers.up(event);
      this.#give();
    });
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    board.addEventListener("keydown", (event) => this.#pressed(event));
    this.#take("pencil");
  }

  /**
   * Shows the cells as they are now; where they are not known, those before stay and cannot be changed.
   * @param {Canvas | undefined} canvas
   */
  show(canvas) {
    this.#canvas = canvas;
    this.element.classList.toggle("stale", !canvas);
    if (!canvas) return;
    this.palette.offer(canvas.palette, canvas.blank);
    this.sizes.hidden = !canvas.isResizable;
    this.fixed.hidden = canvas.isResizable;
    const { head, anchor } = this.#selection ?? { head: { x: 0, y: 0 }, anchor: { x: 0, y: 0 } };
    if (Math.max(head.x, anchor.x) >= canvas.width || Math.max(head.y, anchor.y) >= canvas.height) this.#select(undefined);
    this.#paint();
  }

  /** Puts the focus on the cell of the cursor. */
  focus() {
    this.view.focus();
  }

  /** The character that is placed. */
  get #chosen() {
    return this.palette.chosen ?? this.#canvas?.filling ?? " ";
  }

  /**
   * The level with the stroke under way.
   * @param {Canvas} canvas
   * @returns {Grid}
   */
  #grid(canvas) {
    const { width, height } = canvas;
    return { width, height, at: (x, y) => this.#stroke?.changes.get(keyOfPlace({ x, y })) ?? canvas.at(x, y) };
  }

  #paint() {
    if (!this.#canvas) return;
    const { notes, palette } = this.#canvas;
    this.view.show(this.#grid(this.#canvas), palette, notes);
    this.noted.textContent = [...new Set(notes.map(({ words }) => `× ${words}`))].join("; ");
  }

  /**
   * @param {Side} side
   * @param {"+" | "−"} sign
   */
  #sizer(side, sign) {
    const kind = side === "left" || side === "right" ? "column" : "row";
    const words = sign === "+" ? `Add a ${kind} at the ${side}` : `Remove the ${kind} at the ${side}`;
    const act = () => {
      const text = sign === "+" ? this.#canvas?.grown(side) : this.#canvas?.shrunk(side);
      if (text === undefined) return announce(sign === "+" ? "The level would be too large to be drawn." : `It is the only ${kind}.`);
      this.#history.write(text);
      announce(`${this.#canvas?.width} columns, ${this.#canvas?.height} rows`);
    };
    return h("button", { type: "button", "aria-label": words, title: words, onclick: act }, sign);
  }

  /** @param {Tool} tool */
  #take(tool) {
    this.#give();
    this.view.element.dataset["tool"] = tool;
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const canvas = this.#canvas;
    const { tool } = this.tools;
    if (tool === "view" && event.pointerType !== "touch" && event.button === 0) {
      this.#grip = { x: event.clientX, y: event.clientY };
      return this.view.element.setPointerCapture(event.pointerId);
    }
    const place = placeOf(event.target);
    if (!canvas || !place || tool === "view" || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
    if (event.button === 2 && canvas.blank === null) return announce(NO_EMPTY_CELLS);
    if (event.pointerType !== "touch") this.view.element.setPointerCapture(event.pointerId);
    const ink = event.button === 2 ? canvas.filling : this.#chosen;
    const selection = this.#selection;
    this.#stroke = { tool, ink, from: place, last: place, places: [place], changes: new Map() };
    if (tool === "select" && selection && event.button === 0 && has(selection, place)) this.#stroke.moved = selection;
    else this.#select(undefined);
    this.#draw(place);
  }

  /** @param {PointerEvent} event */
  #go(event) {
    if (this.#grip) {
      this.view.room.scrollBy(this.#grip.x - event.clientX, 0);
      scrollBy(0, this.#grip.y - event.clientY);
      this.#grip = { x: event.clientX, y: event.clientY };
    }
    if (!this.#stroke) return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (place && keyOfPlace(place) !== keyOfPlace(this.#stroke.last)) this.#draw(place);
  }

  /**
   * Goes on with the stroke to a place.
   * @param {Place} place
   */
  #draw(place) {
    const [canvas, stroke] = [this.#canvas, this.#stroke];
    if (!canvas || !stroke) return;
    const { tool, from, last, ink, moved } = stroke;
    stroke.last = place;
    if (moved) {
      stroke.changes = shifted(canvas, moved, { x: place.x - from.x, y: place.y - from.y });
    } else if (tool === "select") {
      return this.#select({ anchor: from, head: place });
    } else {
      if (tool === "pencil") stroke.places.push(...line(last, place).slice(1));
      else if (tool === "line") stroke.places = line(from, place);
      else if (tool === "rectangle") stroke.places = outline(from, place);
      else stroke.places = flood(canvas, from).reverse();
      stroke.changes = placed(canvas, canvas, ink, stroke.places);
    }
    this.#paint();
  }

  /** A stroke is one change of the text. */
  #end() {
    const stroke = this.#stroke;
    [this.#stroke, this.#grip] = [undefined, undefined];
    if (!stroke) return;
    const { moved, from, last, changes } = stroke;
    if (moved) this.#select(moveBy(moved, { x: last.x - from.x, y: last.y - from.y }, this.#canvas));
    else if (stroke.tool === "select") return this.#tellSelection();
    this.#write(changes);
  }

  /** Gives up a stroke. */
  #give() {
    const isUnderWay = this.#stroke !== undefined;
    [this.#stroke, this.#grip] = [undefined, undefined];
    if (isUnderWay) this.#paint();
  }

  /**
   * Writes what changes; gives whether anything did.
   * @param {Placed} changes
   */
  #write(changes) {
    const canvas = this.#canvas;
    if (!canvas) return false;
    const differing = new Map([...changes].filter(([key, sign]) => {
      const { x, y } = placeOfKey(key);
      return canvas.at(x, y) !== sign;
    }));
    if (!differing.size) this.#paint();
    else this.#history.write(canvas.painted(differing));
    return differing.size > 0;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const key = keyOf(event).toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey || !(isCommand ? this.#command(key, event.shiftKey) : this.#keyed(event, key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string} key with Ctrl
   * @param {boolean} shift
   * @returns {boolean} whether it means something
   */
  #command(key, shift) {
    if (key === "z" || key === "y") {
      if (key === "y" || shift) this.#history.redo();
      else this.#history.undo();
    } else if (key === "c") this.#act("copy");
    else if (key === "x") this.#act("cut");
    else if (key === "v") this.#act("paste");
    else if (key === "a" && this.#canvas) this.#select(whole(this.#canvas), true);
    else return false;
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} key
   * @returns {boolean} whether it means something
   */
  #keyed(event, key) {
    const place = placeOf(event.target);
    if (!place) return false;
    const arrow = ARROWS[event.key];
    if (arrow) this.#step({ x: place.x + arrow[0], y: place.y + arrow[1] }, place, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.#put(place, this.#chosen);
    else if (event.key === "Delete" || event.key === "Backspace") this.#remove(place);
    else if (event.key === "Escape" && this.#selection) this.#select(undefined, true);
    else {
      const [, digit] = /^Digit(\d)$/.exec(event.code) ?? [];
      const said = this.tools.press(key) ?? this.palette.press(key) ?? (digit && !event.shiftKey ? this.palette.press(digit) : undefined);
      if (said) announce(said);
      return said !== undefined;
    }
    return true;
  }

  /**
   * Moves the cursor; with Shift what lies between is selected.
   * @param {Place} to
   * @param {Place} from
   * @param {boolean} isSelecting
   */
  #step(to, from, isSelecting) {
    const canvas = this.#canvas;
    if (!canvas || to.x < 0 || to.y < 0 || to.x >= canvas.width || to.y >= canvas.height) return;
    const anchor = this.#selection?.anchor ?? from;
    this.view.focus(to);
    if (isSelecting) this.#select({ anchor, head: to }, true);
    else this.#select(undefined);
  }

  /**
   * Uses the tool by a key: on what is selected, or on a cell.
   * @param {Place} place
   * @param {string} ink
   */
  #put(place, ink) {
    const canvas = this.#canvas;
    if (!canvas) return;
    const { tool } = this.tools;
    const { anchor, head } = this.#selection ?? { anchor: place, head: place };
    /** @type {Partial<Record<Tool, () => Place[]>>} */
    const shapes = { line: () => line(anchor, head), rectangle: () => outline(anchor, head) };
    const isFlood = tool === "fill" && !this.#selection;
    const places = isFlood ? flood(canvas, place).reverse() : (shapes[tool] ?? (() => area(anchor, head)))();
    this.#write(placed(canvas, canvas, ink, places));
    const words = meaning(canvas.palette, ink)?.words ?? ink;
    announce(places.length === 1 ? this.view.words(place) : `${places.length} cells: ${words}`);
  }

  /**
   * Empties what is selected, or a cell.
   * @param {Place} place
   */
  #remove(place) {
    const canvas = this.#canvas;
    if (!canvas) return;
    if (canvas.blank === null) return announce(NO_EMPTY_CELLS);
    const { blank } = canvas;
    const { anchor, head } = this.#selection ?? { anchor: place, head: place };
    const places = area(anchor, head);
    this.#write(new Map(places.map((one) => [keyOfPlace(one), blank])));
    announce(places.length === 1 ? this.view.words(place) : `${places.length} cells: ${meaning(canvas.palette, blank)?.words}`);
  }

  /**
   * @param {Selection | undefined} selection
   * @param {boolean} [isTold] whether it is said
   */
  #select(selection, isTold = false) {
    this.#selection = selection;
    this.view.select(selection?.anchor, selection?.head);
    if (isTold) this.#tellSelection();
  }

  #tellSelection() {
    const selection = this.#selection;
    if (!selection) return announce("Nothing is selected.");
    const { left, top, width, height } = box(selection.anchor, selection.head);
    announce(`Selected: rows ${top + 1} to ${top + height}, columns ${left + 1} to ${left + width}`);
  }

  /** @param {Action} action */
  #act(action) {
    const canvas = this.#canvas;
    if (!canvas) return;
    if (action === "copy" || action === "cut") this.#copy(canvas, action === "cut");
    else if (action === "paste") this.#paste(canvas);
    else this.#execute(transformed(canvas, this.#selection, action));
  }

  /**
   * @param {Canvas} canvas
   * @param {boolean} isCut
   */
  #copy(canvas, isCut) {
    if (!this.#selection) return announce("Nothing is selected.");
    if (isCut && canvas.blank === null) return announce(NO_EMPTY_CELLS);
    copied = block(canvas, this.#selection);
    if (isCut) this.#remove(this.#selection.head);
    announce(`${isCut ? "Cut" : "Copied"}: ${copied[0]?.length} columns, ${copied.length} rows`);
  }

  /** @param {Canvas} canvas */
  #paste(canvas) {
    if (!copied) return announce("Nothing was copied.");
    const { anchor, head } = this.#selection ?? { anchor: this.view.cursor, head: this.view.cursor };
    const { left, top } = box(anchor, head);
    this.#execute(pasted(canvas, copied, { x: left, y: top }));
  }

  /**
   * Does what is to be done with a block.
   * @param {Outcome} outcome
   */
  #execute({ changes, text, selection, said }) {
    if (changes) this.#write(changes);
    if (text !== undefined) this.#history.write(text);
    if (selection) this.#select(selection);
    announce(said);
  }
}
