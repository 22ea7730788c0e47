// The board with its caption and, where a picture has several frames, the means to go through them: slider, step by
// step, by itself.

import { Board } from "./board.js";
import { Disambiguation } from "./disambiguation.js";
import { h, still } from "../ui/element.js";
import { lettersSwitch } from "./sprites.js";
import { tableOf } from "./table.js";

/** @import { Playable } from "./board.js" */
/** @import { Picture } from "../types.js" */

/** A film lasts about this long, in milliseconds; no frame is shown shorter or longer than these. */
const FILM = 6000;
const SHORTEST = 50;
const LONGEST = 650;
/** Films of more frames than this jump from frame to frame. */
const GLIDING = 80;

/** Below this width there is no room for two boards beside each other. */
const NARROW = "(max-width: 36rem)";

/** A board and its film strip. */
export class BoardFigure {
  /** @type {Picture | undefined} */
  #picture;
  #index = 0;
  /** What can be played on the last frame. @type {Playable} */
  #playable = {};
  /** What is to be done once the last frame is shown. @type {(() => void) | undefined} */
  #onend;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** How long a frame is shown, where that is known, in milliseconds. @type {number | undefined} */
  #frame;
  /** Texts that stand elsewhere on the page: no caption repeats them. */
  #told = "";
  #names;
  #hops;
  #asks;
  /** Whether the board was drawn for a narrow screen. */
  #isNarrow = false;

  /**
   * @param {(move: string) => void} [onmove] told what was clicked on the board
   * @param {(every: boolean) => void} [onhops] asked for the film with every hop, or for the short one again
   */
  constructor(onmove, onhops) {
    this.disambiguation = new Disambiguation((move) => onmove?.(move));
    this.board = new Board(onmove, (moves) => this.disambiguation.show(moves, this.#playable.said ?? {}, this.#playable.best ?? []));
    this.#names = h("input", { type: "checkbox", onchange: () => this.#draw(this.#index, false) });
    this.#hops = h("input", { type: "checkbox", onchange: () => onhops?.(this.#hops.checked) });
    this.named = h("span", {}, "Numbers of positions");
    this.numbers = h("label", { class: "switch", hidden: true }, this.#names, this.named);
    this.every = h("label", { class: "switch", hidden: true }, this.#hops, "Every hop");
    this.letters = lettersSwitch(() => this.#draw(this.#index, false));
    this.#asks = onhops !== undefined;
    this.caption = h("figcaption", { class: "caption" });
    this.slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Step", oninput: () => this.#slid() });
    this.toggle = h("button", { type: "button", class: "quiet", onclick: () => this.#toggled() }, "Play");
    this.count = h("span", { class: "count" });
    const step = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {number} */ by) =>
      h("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => this.#stepped(by) }, sign);
    const [back, on] = [step("One step back", "‹", -1), step("One step on", "›", 1)];
    this.film = h("div", { class: "film", role: "group", "aria-label": "Replay", hidden: true }, this.toggle, back, this.slider, on, this.count);
    this.table = h("div", { class: "board-table", hidden: true });
    /** What a board scrolls in that is wider than the screen. */
    this.frame = h("div", { class: "board-frame" }, this.board.element);
    // What scrolls takes the focus of the keyboard, whose arrows scroll it.
    const sizes = new ResizeObserver(() => {
      if (this.frame.scrollWidth > this.frame.clientWidth) this.frame.tabIndex = 0;
      else this.frame.removeAttribute("tabindex");
      // Outside of this call, since the board has another size then.
      if (matchMedia(NARROW).matches !== this.#isNarrow) requestAnimationFrame(() => this.#draw(this.#index, false));
    });
    for (const sized of [this.frame, this.board.element]) sizes.observe(sized);
    /** How the board is drawn; whoever shows it may put them elsewhere. */
    this.switches = h("div", { class: "row switches" }, this.numbers, this.letters, this.every);
    this.element = h("figure", { class: "board-figure" }, this.frame, this.disambiguation.element, this.film, this.caption, this.switches, this.table);
  }

  /**
   * Shows a picture. What can be played can be played on its last frame.
   * @param {Picture} picture
   * @param {Playable & { start?: "first" | "last" | "film", glide?: boolean, every?: boolean, frame?: number | undefined, told?: string[], onend?: () => void }} [options]
   *   what can be played; whether to begin with the first frame, the last, or to run through them, which is to show the
   *   last at once where less motion is asked for; whether it is a film with every hop; how many milliseconds a frame is
   *   shown; texts that stand elsewhere; called as soon as the last frame is shown
   */
  show(picture, { start = "last", glide = false, every = false, frame, told = [], onend, ...playable } = {}) {
    this.stop();
    const last = picture.frames.length - 1;
    [this.#picture, this.#playable, this.#onend] = [picture, playable, onend];
    [this.#frame, this.#told] = [frame, told.join(" ")];
    // Where many moves have films, the room of the strip stays, so that nothing below it jumps.
    this.film.classList.toggle("roomy", frame !== undefined && (last > 0 || this.film.classList.contains("roomy")));
    this.film.hidden = last < 1;
    this.named.textContent = picture.names?.length ? "Numbers of positions" : "Numbers";
    this.numbers.hidden = !picture.names?.length && !picture.quiet_labels;
    this.letters.hidden = !picture.tiles?.length && !picture.frames.some(({ pieces }) => pieces.some(({ sprite }) => sprite));
    this.every.hidden = !this.#asks || !(picture.abridged || every);
    this.#hops.checked = every;
    this.slider.max = String(last);
    const runs = start === "film" && last > 0 && !still();
    this.#draw(start === "first" || runs ? 0 : last, glide);
    if (runs) this.#run();
  }

  /** Stops a film that runs. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.toggle.textContent = "Play";
  }

  /**
   * @param {number} index
   * @param {boolean} glide
   */
  #draw(index, glide) {
    const picture = this.#picture;
    const last = (picture?.frames.length ?? 1) - 1;
    if (!picture) return;
    this.#index = index;
    const playable = index === last ? this.#playable : { padded: this.#playable.padded === true };
    this.#isNarrow = matchMedia(NARROW).matches;
    this.board.show(picture, index, { ...playable, glide, names: this.#names.checked, narrow: this.#isNarrow });
    const caption = picture.frames[index]?.caption ?? "";
    this.caption.textContent = caption;
    this.caption.hidden = !caption || this.#told.includes(caption);
    const table = picture.frames[index]?.table;
    this.table.hidden = !table;
    this.element.classList.toggle("tabled", Boolean(table));
    this.table.replaceChildren(...(table ? [tableOf(table)] : []));
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", caption || `step ${index} of ${last}`);
    // A caption says itself which move this is.
    this.count.textContent = caption ? "" : `${index} / ${last}`;
    if (index === last) this.#end();
  }

  /** Whoever waits for the last frame is told once. */
  #end() {
    const onend = this.#onend;
    this.#onend = undefined;
    onend?.();
  }

  #run() {
    const frames = this.#picture?.frames.length ?? 1;
    this.toggle.textContent = "Pause";
    const pause = this.#frame ?? Math.min(LONGEST, Math.max(SHORTEST, FILM / frames));
    this.#timer = setTimeout(() => {
      this.#draw(this.#index + 1, frames <= GLIDING);
      if (this.#index < frames - 1) this.#run();
      else this.stop();
    }, pause);
  }

  #toggled() {
    if (this.#timer !== undefined) return this.stop();
    if (this.#index >= (this.#picture?.frames.length ?? 1) - 1) this.#draw(0, false);
    this.#run();
  }

  /** @param {number} by */
  #stepped(by) {
    this.stop();
    const last = (this.#picture?.frames.length ?? 1) - 1;
    this.#draw(Math.min(last, Math.max(0, this.#index + by)), true);
  }

  #slid() {
    this.stop();
    this.#draw(Number(this.slider.value), false);
  }
}
