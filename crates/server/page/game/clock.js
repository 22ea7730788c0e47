// The clock of a game in real time: it plays a move at an interval. It starts with the first move of the player, or by its
// button; where less motion is asked for, by the button alone. It stands while the page is hidden, while a menu is open or
// a text is typed, and after the end; held, it goes on with the player's next move.

import { h, still } from "../ui/element.js";

/** @import { Controls } from "../types.js" */
/** @typedef {"ready" | "running" | "held" | "paused"} State */
/** @typedef {NonNullable<Controls["tick"]>} Tick */

/** What must not be open while the clock runs. */
const OPEN = "dialog[open], .save[open], .snippet[open], .keys[open], .disambiguation:not([hidden])";
const TYPED = "textarea, select, input:not([type=range], [type=checkbox])";

/** The clock with its button. */
export class Clock {
  /** @type {State} */
  #state = "ready";
  /** @type {Tick | undefined} */
  #tick;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether a tick is being played. */
  #busy = false;
  /** @type {(move: string) => Promise<void>} */
  #play;
  /** @type {() => boolean} */
  #ready;

  /**
   * @param {(move: string) => Promise<void>} play plays the move of the clock
   * @param {() => boolean} ready whether it can be played now
   */
  constructor(play, ready) {
    [this.#play, this.#ready] = [play, ready];
    this.toggle = h("button", { type: "button", onclick: () => this.#toggled() });
    this.element = h("div", { class: "clock", role: "group", "aria-label": "Clock", hidden: true }, this.toggle);
    this.#become("ready");
  }

  /**
   * @param {Tick | null | undefined} tick of the level
   * @param {boolean} over
   */
  show(tick, over) {
    this.#tick = tick ?? undefined;
    this.element.hidden = !tick;
    this.toggle.setAttribute("aria-disabled", String(over));
    if (over) this.hold();
  }

  /** The player has moved. */
  moved() {
    if (this.#state === "held" || (this.#state === "ready" && !still())) this.#become("running");
  }

  /** The clock stands until the player's next move. */
  hold() {
    if (this.#state === "running") this.#become("held");
  }

  /** The level begins anew. */
  reset() {
    this.#become("ready");
  }

  /** The clock stands for good. */
  leave() {
    this.#tick = undefined;
    this.#become("paused");
  }

  #toggled() {
    if (this.toggle.getAttribute("aria-disabled") === "true") return;
    this.#become(this.#state === "running" ? "paused" : "running");
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.#state && this.element.dataset["state"]) return;
    this.#state = state;
    this.element.dataset["state"] = state;
    this.toggle.textContent = state === "running" ? "Pause the clock" : "Start the clock";
    this.#wait(this.#tick?.every_ms ?? 0);
  }

  /** @param {number} pause in milliseconds */
  #wait(pause) {
    clearTimeout(this.#timer);
    if (this.#state === "running" && this.#tick) this.#timer = setTimeout(() => void this.#beat(), pause);
  }

  /** One tick; the next one is counted from its beginning, and never comes before its end. */
  async #beat() {
    const tick = this.#tick;
    if (!tick || this.#busy) return;
    const begun = performance.now();
    this.#busy = true;
    try {
      if (!stands() && this.#ready()) await this.#play(tick.move);
    } finally {
      this.#busy = false;
      this.#wait(Math.max(0, tick.every_ms - (performance.now() - begun)));
    }
  }
}

/** Whether whoever plays looks at something else. */
function stands() {
  return document.hidden || document.querySelector(OPEN) !== null || document.activeElement?.matches(TYPED) === true;
}
