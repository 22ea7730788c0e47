// A picture on the page, with what can be clicked on it. One place takes part in the Tab order; the arrow keys go from
// place to place as they lie, Enter or the space bar plays. A move that is named after an arrow is that arrow. A place that
// begins several moves is marked until a second one, or a button of its owner's, says which. Every place is named by the
// words of the position; where the family tells what a move changes, pointing at it marks those places.

import { announce } from "../ui/announce.js";
import { Meanings } from "./disambiguation.js";
import { FarPlaces } from "./far_places.js";
import { s, still } from "../ui/element.js";
import { BLOCKED } from "./pad.js";
import { bounds, cornered, coveredPlaces, dashed, hottest, paint, paintNames, UNIT } from "./paint.js";
import { halves, paintStacked, stackedBox } from "./stacked.js";
import { TileLayer } from "./tiles.js";

/** @import { Box } from "./paint.js" */
/** @import { Frame, NamedPlace, Picture, Piece, Place } from "../types.js" */
/** @typedef {{ element: SVGElement, act: string, moves: string[], at: Place }} Spot */
/**
 * @typedef {object} Playable what is known of the position that a frame shows
 * @property {string[]} [legal] the moves that can be played
 * @property {string[]} [best] those to be highlighted
 * @property {Place[]} [look] places to look at
 * @property {NamedPlace[]} [places] what is at each place in words
 * @property {Record<string, NamedPlace[]>} [changes] the places that each move changes
 * @property {Record<string, string>} [said] the moves that a person reads otherwise than as their text
 * @property {{ to: string[], carried: string[] } | undefined} [ways] the places to which a text leads, and those whose pieces it
 *   takes elsewhere
 * @property {boolean} [padded] whether a pad has the moves too: then places may be too small for fingers
 */

const ARROWS = new Map(
  /** @type {[string, [string, number, number]][]} */ ([
    ["ArrowLeft", ["left", -1, 0]],
    ["ArrowRight", ["right", 1, 0]],
    ["ArrowUp", ["up", 0, -1]],
    ["ArrowDown", ["down", 0, 1]],
  ]),
);
/** Room around the board, in pixels before scaling. */
const MARGIN = 8;
/** The widest that a cell is drawn, in pixels. */
const WIDEST = 128;
/** The narrowest that a cell is drawn where it can be played, unless the board is larger than so many cells. */
const NARROWEST = 27;
const LARGE = 40;
/** Changed places that are named with a move. */
const MAX_NAMED = 12;
/** The shortest way of a finger that is a swipe, in pixels. */
const SWIPE = 24;
/** Places that take part in the wave of a won level, and the longest that one waits, in milliseconds. */
const MAX_WAVING = 400;
const MAX_DELAY = 700;
/** What is added to the name of a place to look at. */
const LOOK = ", a place to look at";
let boards = 0;

/** A board. Its `element` is put into the page by whoever owns it. */
export class Board {
  /** @type {Spot[]} */
  #spots = [];
  /** @type {Frame | undefined} */
  #frame;
  /** @type {Place | undefined} */
  #last;
  #meanings = new Meanings([]);
  /** Whether directions were moves, or a pad has the moves: then the board is seen whole, however small its places are. */
  #fits = false;
  /** Whether every move is a direction: then an arrow leads to no other place. */
  #isSteered = false;
  /** The place that begins several moves and was chosen last. @type {Spot | undefined} */
  #begun;
  /** Where a click leads, beside the moves. */
  #far = new FarPlaces(undefined, []);
  /** The place whose piece is to be taken elsewhere. @type {NamedPlace | undefined} */
  #carried;
  /** @type {Record<string, NamedPlace[]>} */
  #changes = {};
  /** @type {SVGGElement | undefined} */
  #marked;
  /** The names of places, which no mark covers. */
  #names = s("g", {});
  #tiles;
  /** The places of the frame on which tiles lie. @type {Set<string>} */
  #covered = new Set();
  /** Where a finger came down. @type {{ x: number, y: number } | undefined} */
  #down;
  #swiped = false;
  /** The place whose piece the mouse holds. @type {NamedPlace | undefined} */
  #held;
  #onmove;
  #onbegun;

  /**
   * @param {(move: string) => void} [onmove] told what was clicked; without it nothing can be clicked
   * @param {(moves: string[]) => void} [onbegun] told the moves that the chosen place begins, none where none is chosen
   */
  constructor(onmove, onbegun) {
    this.#onmove = onmove;
    this.#onbegun = onbegun;
    const id = `board${boards++}`;
    this.title = s("title", { id: `${id}-title` });
    this.description = s("desc", { id: `${id}-description` });
    const names = { "aria-labelledby": `${id}-title`, "aria-describedby": `${id}-description` };
    this.#tiles = new TileLayer(id);
    // There is nothing to tell of before the first picture.
    this.element = s("svg", { class: "board", "aria-hidden": "true", ...names }, this.title, this.description, this.#tiles.element);
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("pointerdown", (event) => this.#touched(event));
    this.element.addEventListener("pointerup", (event) => this.#lifted(event));
    this.element.addEventListener("pointermove", (event) => this.#dragged(event));
    this.element.addEventListener("pointercancel", () => (this.#down = this.#held = undefined));
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
    this.element.addEventListener("focusout", () => this.#mark(undefined));
    this.element.addEventListener("pointerover", (event) => this.#mark(this.#spot(event)));
    this.element.addEventListener("pointerleave", () => this.#mark(this.#spots.find(isSeen)));
  }

  /**
   * Shows one frame of a picture.
   * @param {Picture} picture
   * @param {number} index
   * @param {Playable & { glide?: boolean, names?: boolean, narrow?: boolean }} [options] what can be played, whether pieces
   *   glide from where they were, whether the names of places are written beside them, and whether there is no room for two
   *   boards beside each other
   */
  show(picture, index, { legal = [], best = [], look = [], glide = false, places = [], changes = {}, said = {}, ways, padded = false, names = false, narrow = false } = {}) {
    const frame = picture.frames[index];
    if (!frame) return;
    const focused = this.element.contains(document.activeElement);
    const before = this.#frame;
    this.title.textContent = picture.title;
    this.element.removeAttribute("aria-hidden");
    this.description.textContent = [picture.description, frame.caption].filter(Boolean).join(". ");
    const { drawn, named: written, box } = painted(picture, frame, names, narrow);
    this.#names = written;
    this.#tiles.show(picture.tiles ?? [], frame.tiles ?? []);
    // The tiles stay in the document: what moves is drawn anew.
    while (this.#tiles.element.nextSibling) this.#tiles.element.nextSibling.remove();
    this.element.append(drawn, this.#names);
    this.#frame = frame;
    this.#covered = coveredPlaces(frame);
    this.#meanings = new Meanings(legal);
    const directions = [...ARROWS.values()].some(([way]) => this.#meanings.has(way));
    this.#fits ||= padded || directions;
    this.#isSteered = directions && legal.every((move) => [...ARROWS.values()].some(([way]) => way === move));
    this.#size(box);
    this.#changes = changes;
    this.#marked = undefined;
    this.#begin(undefined);
    this.#carry(undefined);
    this.#far = new FarPlaces(ways, places);
    const named = new Map(places.map((place) => [String(place.at), place]));
    const looked = new Set(look.map(String));
    this.#equip(frame, drawn, new Set(best), named, said, looked);
    if (look.length) drawn.append(s("g", { class: "look", "aria-hidden": true }, ...look.flatMap((at) => cornered(at, this.#covered.has(String(at))))));
    nameCells(drawn, named, looked);
    this.element.classList.toggle("swiped", directions);
    if (focused) this.#refocus();
    if (glide && before && !still()) glideFrom(before, frame, drawn);
  }

  /** Puts the focus on the place that takes part in the Tab order. */
  focus() {
    (this.#spots.find(({ element }) => element.getAttribute("tabindex") === "0")?.element ?? this.element).focus();
  }

  /** A wave over the board, as its level is won. */
  celebrate() {
    if (still()) return;
    const parts = [...this.element.querySelectorAll("[data-at]")].slice(0, MAX_WAVING);
    for (const part of parts) {
      const [x = 0, y = 0] = (part.getAttribute("data-at") ?? "").split(",").map(Number);
      const steps = [{ transform: "none" }, { transform: `translateY(${-UNIT / 6}px)` }, { transform: "none" }];
      part.animate(steps, { duration: 320, delay: Math.min(MAX_DELAY, (x + y) * 35), easing: "ease-out" });
    }
  }

  /**
   * Sizes the board: either it fits whatever is there, or its places are large enough for fingers.
   * @param {Box} box
   */
  #size({ left, top, right, bottom }) {
    const [width, height] = [(right - left) * UNIT + 2 * MARGIN, (bottom - top) * UNIT + 2 * MARGIN];
    this.element.setAttribute("viewBox", `${left * UNIT - MARGIN} ${top * UNIT - MARGIN} ${width} ${height}`);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.maxWidth = `${(right - left) * WIDEST}px`;
    const small = this.#onmove && !this.#fits && Math.max(right - left, bottom - top) <= LARGE;
    this.element.style.minWidth = small ? `${Math.ceil((right - left) * NARROWEST)}px` : "";
    this.element.style.minHeight = small ? `${Math.ceil((bottom - top) * NARROWEST)}px` : "";
  }

  /**
   * Makes what can be played reachable and tells it to assistive technology.
   * @param {Frame} frame
   * @param {SVGGElement} drawn
   * @param {Set<string>} best
   * @param {Map<string, NamedPlace>} placed what is at each place in words
   * @param {Record<string, string>} said the moves that a person reads otherwise than as their text
   * @param {Set<string>} looked places to look at
   */
  #equip(frame, drawn, best, placed, said, looked) {
    const places = new Map(named(frame).map((thing) => [`${thing.act} at ${thing.at}`, thing]));
    const acts = /** @type {SVGElement[]} */ ([...drawn.querySelectorAll(".act")]);
    // Every place of a move is clicked, but the uppermost alone is the button.
    const uppermost = new Map(acts.map((element) => [element.dataset["act"], element]));
    /** @type {Map<string, Place>} */
    const marked = new Map();
    this.#spots = [];
    for (const element of acts) {
      const act = element.dataset["act"] ?? "";
      const thing = places.get(`${act} at ${element.dataset["at"]}`);
      const moves = this.#meanings.of(act);
      const [first] = moves;
      if (!thing || !this.#onmove || first === undefined) {
        element.classList.remove("act");
        continue;
      }
      const isBest = moves.some((move) => best.has(move));
      element.classList.toggle("best", isBest);
      if (uppermost.get(act) !== element) continue;
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      // A piece is smaller than its place: fingers are given all of it.
      if (element instanceof SVGGElement) element.prepend(s("circle", { class: "reach", cx: thing.at[0] * UNIT, cy: thing.at[1] * UNIT, r: UNIT / 2 }));
      const named = placed.get(String(thing.at));
      const words = moves.length > 1 ? `begins ${moves.length} moves` : (said[first] ?? `move ${first}`);
      const mark = !isBest ? "" : moves.length > 1 ? ", one of them a best move" : ", a best move";
      element.setAttribute("aria-label", `${spoken(words, act, named, thing.said)}${mark}${looked.has(String(thing.at)) ? LOOK : ""}`);
      const effect = this.#changes[first]?.map(({ name, words }) => `${words} ${name}`).slice(0, MAX_NAMED).join("; ");
      if (effect) element.setAttribute("aria-description", effect);
      this.#spots.push({ element, act, moves, at: thing.at });
      if (isBest) marked.set(String(thing.at), thing.at);
    }
    drawn.append(...bestMarks([...marked.values()]));
    this.#spots.sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);
    this.#aim(this.#nearest() ?? this.#spots[0]);
    this.element.setAttribute("role", this.#spots.length || placed.size ? "group" : "img");
    this.element.setAttribute("tabindex", "-1");
  }

  /** @param {Spot | undefined} spot */
  #aim(spot) {
    for (const one of this.#spots) one.element.setAttribute("tabindex", one === spot ? "0" : "-1");
  }

  /**
   * Marks the places that the move of a spot changes, where that is told; without a spot nothing.
   * @param {Spot | undefined} spot
   */
  #mark(spot) {
    this.#marked?.remove();
    const [move] = spot?.moves ?? [];
    const places = move !== undefined && this.#changes[move];
    if (!places) return;
    this.#marked = s("g", { class: "changed", "data-move": move, "aria-hidden": true }, ...this.#squares(places.map(({ at }) => at)));
    this.#names.before(this.#marked);
  }

  /**
   * Dashed squares around places.
   * @param {Place[]} places
   */
  #squares(places) {
    return places.flatMap((at) => dashed(at, 0.8, this.#covered.has(String(at))));
  }

  /** The spot closest to where the focus was last. */
  #nearest() {
    const last = this.#last;
    if (!last) return undefined;
    const far = (/** @type {Spot} */ { at }) => Math.hypot(at[0] - last[0], at[1] - last[1]);
    return this.#spots.reduce((/** @type {Spot | undefined} */ best, spot) => {
      return best && far(best) <= far(spot) ? best : spot;
    }, undefined);
  }

  #refocus() {
    (this.#nearest()?.element ?? this.element).focus();
  }

  /** @param {Event} event */
  #spot(event) {
    const act = acted(event);
    return this.#spots.find((spot) => spot.act === act);
  }

  /** @param {Event} event */
  #focused(event) {
    const spot = this.#spot(event);
    if (!spot) return;
    this.#last = spot.at;
    this.#aim(spot);
    if (isSeen(spot)) this.#mark(spot);
  }

  /** @param {PointerEvent} event */
  #touched(event) {
    this.#swiped = false;
    this.#down = event.pointerType !== "mouse" && event.isPrimary ? { x: event.clientX, y: event.clientY } : undefined;
    const place = event.pointerType === "mouse" && event.button === 0 ? this.#far.at(centreAt(event)) : undefined;
    this.#held = place && this.#far.isCarried(place) ? place : undefined;
  }

  /**
   * Marks the piece that the mouse draws away from its place.
   * @param {PointerEvent} event
   */
  #dragged(event) {
    const held = this.#held;
    if (held && this.#carried !== held && centreAt(event) !== String(held.at)) this.#carry(held);
  }

  /**
   * Takes the piece that the mouse holds to where it is let go; whether it held one.
   * @param {PointerEvent} event
   */
  #dropped(event) {
    const [held, place] = [this.#held, this.#far.at(centreAt(event))];
    this.#held = undefined;
    // A press and release on one place is a click.
    if (!held || place === held) return false;
    this.#swiped = true;
    this.#carry(undefined);
    if (place) this.#onmove?.(`${held.name} to ${place.name}`);
    return true;
  }

  /**
   * A swipe over the board is the move of its direction.
   * @param {PointerEvent} event
   */
  #lifted(event) {
    if (this.#dropped(event)) return;
    const [down, move] = [this.#down, this.#onmove];
    this.#down = undefined;
    if (!down || !move) return;
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
    const flat = Math.abs(dx) > Math.abs(dy);
    const way = flat ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
    if (!this.#meanings.has(way)) return;
    this.#swiped = true; // The click that may follow is no move of its own.
    move(way);
  }

  /** @param {Event} event */
  #clicked(event) {
    if (this.#swiped) return void (this.#swiped = false);
    if (this.#goes(event)) return;
    const act = acted(event) ?? this.#below(event);
    if (act) this.#choose(act);
  }

  /**
   * Goes to a place that no move leads to at once, or takes a piece there; whether that was meant.
   * @param {Event} event
   */
  #goes(event) {
    const [carried, move] = [this.#carried, this.#onmove];
    const place = this.#far.at(centreAt(event));
    if (!move || !place) return false;
    if (carried) {
      this.#carry(undefined);
      if (place !== carried) move(`${carried.name} to ${place.name}`);
      return true;
    }
    // What a single move does goes before.
    if (acted(event)) return false;
    if (this.#far.isCarried(place)) this.#carry(place);
    else if (this.#far.isReached(place)) move(`to ${place.name}`);
    return true;
  }

  /** @param {NamedPlace | undefined} place whose piece is to be taken elsewhere */
  #carry(place) {
    this.element.querySelector(".carried")?.remove();
    this.#carried = place;
    if (!place) return;
    this.#names.before(s("g", { class: "carried", "aria-hidden": true }, ...this.#squares([place.at])));
    announce(`${place.words}: choose where to.`);
  }

  /**
   * What lies where a click was, if the board was drawn anew between press and release.
   * @param {Event} event
   */
  #below(event) {
    const there = event instanceof MouseEvent && event.target === this.element && document.elementFromPoint(event.clientX, event.clientY);
    return there && this.element.contains(there) ? there.closest(".act")?.getAttribute("data-act") : undefined;
  }

  /**
   * Plays the move of a place, or the one that it ends; a place that begins several moves waits for a second one.
   * @param {string} act
   */
  #choose(act) {
    const [begun, spot] = [this.#begun, this.#spots.find((spot) => spot.act === act)];
    if (spot) this.#last = spot.at;
    const [only, ...others] = spot?.moves ?? [];
    const move = (begun && Meanings.ending(begun.moves, act)) ?? (others.length ? undefined : only);
    if (move !== undefined) this.#onmove?.(move);
    else if (spot) this.#begin(begun === spot ? undefined : spot);
  }

  /**
   * Marks the place that begins the next move, lets places be clicked that end one, and tells which moves it begins.
   * @param {Spot | undefined} spot
   */
  #begin(spot) {
    if (!spot && !this.#begun) return;
    this.element.querySelector(".begun")?.remove();
    this.#begun = spot;
    if (spot) this.#names.before(s("g", { class: "begun", "aria-hidden": true }, ...this.#squares([spot.at])));
    for (const element of this.element.querySelectorAll("[data-act]")) {
      const act = element.getAttribute("data-act") ?? "";
      const ends = spot && Meanings.ending(spot.moves, act) !== undefined;
      element.classList.toggle("act", ends || this.#meanings.of(act).length > 0);
    }
    this.#onbegun?.(spot?.moves ?? []);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#onmove) return;
    const spot = this.#spot(event);
    const arrow = ARROWS.get(event.key);
    if (arrow) {
      event.preventDefault();
      if (this.#meanings.has(arrow[0])) this.#onmove(arrow[0]);
      else if (this.#isSteered) announce(BLOCKED);
      else towards(this.#spots, spot, arrow)?.element.focus();
    } else if (spot && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.#choose(spot.act);
    }
  }
}

/**
 * The centre of the place that an event is about, as it stands in its mark; empty where it is about none.
 * @param {Event} event
 */
function centreAt(event) {
  return /** @type {Element} */ (event.target).closest?.("[data-at]")?.getAttribute("data-at") ?? "";
}

/**
 * The words of the place that an event is about.
 * @param {Event} event
 */
function acted(event) {
  return /** @type {Element} */ (event.target).closest?.(".act")?.getAttribute("data-act");
}

/**
 * A frame with the names of its places, and the box to show both in.
 * @param {Picture} picture
 * @param {Frame} frame
 * @param {boolean} isNamed whether the names of places are written
 * @param {boolean} isNarrow whether two boards stand one below the other
 * @returns {{ drawn: SVGGElement, named: SVGGElement, box: Box }}
 */
function painted({ frames, names = [], quiet_labels }, frame, isNamed, isNarrow) {
  const options = { most: hottest(frames), labelled: isNamed || !quiet_labels, names: isNamed ? names : [] };
  const parts = isNarrow ? halves(frame) : undefined;
  if (!parts) return { drawn: paint(frame, options.most, options.labelled), named: paintNames(frame, options.names), box: room(frames, frame) };
  const last = frames.at(-1) ?? frame;
  const box = room([halves(last)?.played ?? last], parts.played);
  return { ...paintStacked(parts, box, options), box: stackedBox(parts, box) };
}

/**
 * The box to show a frame in: that of the last frame, so that a film stands still, unless this one needs more.
 * @param {Frame[]} frames
 * @param {Frame} frame
 * @returns {Box}
 */
function room(frames, frame) {
  const [own, last] = [bounds([frame]), bounds(frames.slice(-1))];
  const fits = own.left >= last.left && own.top >= last.top && own.right <= last.right && own.bottom <= last.bottom;
  return fits ? last : own;
}

/**
 * Cells and pieces that mean a move, with what is said of them; a piece goes before the cell below it.
 * @param {Frame} frame
 */
function named(frame) {
  const cells = frame.cells.map(({ act, at, label }) => ({ act, at, said: label }));
  const pieces = frame.pieces.map(({ act, at, letter }) => ({ act, at, said: letter }));
  return [...cells, ...pieces].filter((thing) => thing.act !== null);
}

/**
 * The name of a place that can be played.
 * @param {string} move in words
 * @param {string} act
 * @param {NamedPlace | undefined} place
 * @param {string} said what is written there, where no words are known
 */
function spoken(move, act, place, said) {
  const told = place?.name.replace(/^\S+ /, "") === act;
  if (place) return `${place.name}: ${place.words}${told ? "" : `, ${move}`}`;
  const plain = said && said !== act ? `${act}: ${said}` : act;
  return move === `move ${act}` ? plain : `${plain}, ${move}`;
}

/**
 * Names the places that cannot be played, for those who explore the board.
 * @param {SVGGElement} drawn
 * @param {Map<string, NamedPlace>} words
 * @param {Set<string>} looked places to look at
 */
function nameCells(drawn, words, looked) {
  const buttons = new Set([...drawn.querySelectorAll("[role=button]")].map((one) => one.getAttribute("data-at")));
  for (const cell of drawn.querySelectorAll("[data-at]:not([role])")) {
    const at = cell.getAttribute("data-at") ?? "";
    const place = buttons.has(at) ? undefined : words.get(at);
    if (!place) continue;
    cell.setAttribute("role", "img");
    cell.setAttribute("aria-label", `${place.name}: ${place.words}${looked.has(at) ? LOOK : ""}`);
    buttons.add(at);
  }
}

/**
 * A ring in each place with a star on it: its form, not its colour, tells it from plates. It stays within its place, and the
 * star between the names of the places around it, so that neither covers those, nor a mark beside it.
 * @param {Place[]} places
 */
function bestMarks(places) {
  const ring = (/** @type {Place} */ [x, y]) => ({ cx: x * UNIT, cy: y * UNIT, r: UNIT * 0.455 });
  const seams = places.map((at) => s("circle", { ...ring(at), class: "mark halo seam" }));
  const marks = places.map((at) => {
    const { cx, cy } = ring(at);
    const badge = s("circle", { class: "highlight", cx: cx + 10, cy: cy - 15.5, r: 6.5 });
    const star = s("text", { class: "ink on-highlight", x: cx + 10, y: cy - 12, "font-size": 9.5 }, "★");
    return s("g", { class: "hinted" }, s("circle", { ...ring(at), class: "mark ring" }), badge, star);
  });
  return [...seams, ...marks];
}

/**
 * The spot that an arrow key leads to. Among moves that end in a direction, such as `6 left`, the key of another one turns
 * first, to the nearest that ends in it, and then goes that way from one to the next.
 * @param {Spot[]} spots
 * @param {Spot | undefined} from
 * @param {[string, number, number]} arrow
 * @returns {Spot | undefined}
 */
function towards(spots, from, arrow) {
  const ends = (/** @type {Spot} */ { act }) => act.endsWith(` ${arrow[0]}`);
  const facing = spots.filter(ends);
  if (!from || !facing.length || ends(from)) return ahead(from && facing.length ? facing : spots, from, arrow);
  const far = (/** @type {Spot} */ { at }) => 100 * Math.abs(at[0] - from.at[0]) + Math.abs(at[1] - from.at[1]);
  return facing.reduce((one, other) => (far(other) < far(one) ? other : one));
}

/**
 * The next spot that way: what lies to the side counts four times.
 * @param {Spot[]} spots
 * @param {Spot | undefined} from
 * @param {[string, number, number]} arrow
 * @returns {Spot | undefined}
 */
function ahead(spots, from, [, sx, sy]) {
  if (!from) return spots[0];
  const ranked = spots.map((spot) => {
    const [dx, dy] = [spot.at[0] - from.at[0], spot.at[1] - from.at[1]];
    const [forward, aside] = [dx * sx + dy * sy, Math.abs(dx * sy) + Math.abs(dy * sx)];
    return { spot, far: forward > 0.01 && aside <= forward * 2 ? forward + 4 * aside : Infinity };
  });
  const best = ranked.reduce((one, other) => (other.far < one.far ? other : one), { spot: from, far: Infinity });
  return best.far === Infinity ? undefined : best.spot;
}

/**
 * Lets pieces glide from where equal ones stood in the frame before.
 * @param {Frame} before
 * @param {Frame} frame
 * @param {SVGGElement} drawn
 */
function glideFrom(before, frame, drawn) {
  const key = (/** @type {Piece} */ piece) => `${piece.role} ${piece.letter}`;
  const stands = (/** @type {Frame} */ there, /** @type {Piece} */ piece) =>
    there.pieces.some((one) => key(one) === key(piece) && String(one.at) === String(piece.at));
  const gone = before.pieces.filter((piece) => !stands(frame, piece));
  const elements = drawn.querySelectorAll(".piece");
  frame.pieces.forEach((piece, index) => {
    if (stands(before, piece)) return;
    const from = gone.findIndex((one) => key(one) === key(piece) || one.role === "actor" && piece.role === "actor");
    const [old] = from < 0 ? [] : gone.splice(from, 1);
    if (!old) return;
    const by = [old.at[0] - piece.at[0], old.at[1] - piece.at[1]].map((part) => `${(part * UNIT).toFixed(1)}px`);
    const steps = [{ transform: `translate(${by})` }, { transform: "none" }];
    elements[index]?.animate(steps, { duration: 180, easing: "ease-out" });
  });
}

/**
 * Whether the focus is on a spot and is shown there: not where a finger or the mouse has put it.
 * @param {Spot} spot
 */
function isSeen({ element }) {
  return element.matches(":focus-visible");
}
