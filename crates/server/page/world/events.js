// What happens in a world, line by line: what scripts print and elements say, who ate whom, how it ended. The same lines
// as `menagerie world run` prints.

import { h } from "../ui/element.js";
import { inRoom } from "./room.js";

/** @import { WorldEvent, Moment, Setting } from "./types.js" */

/** Lines that are shown; the oldest go first. */
const MOST = 200;

/**
 * One event as a sentence.
 * @param {WorldEvent} event
 * @returns {string}
 */
export function sentence([, step, element, kind, verb, text]) {
  return `step ${step}, ${kind}${element ? ` ${element}` : ""} ${verb}: ${text}`;
}

/** The list of what happened. */
export class Events {
  #last = 0;
  #step = 0;
  #asking = false;

  /** @param {string} world */
  constructor(world) {
    this.world = world;
    this.list = h("ol", { class: "world-events", "aria-label": "What happened", tabindex: 0 });
    this.none = h("p", { class: "hint" }, "Nothing yet. What scripts print, what is said and who is eaten is listed here.");
    this.unread = h("ul", { class: "world-unread" });
    this.notes = h("details", { class: "world-notes", hidden: true }, h("summary", {}, "What of the map is not read"), this.unread);
    this.element = h("section", {}, h("details", { open: true }, h("summary", {}, "What happened"), this.none, this.list), this.notes);
  }

  /** @param {Setting} setting */
  arrange({ unread }) {
    this.notes.hidden = !unread.length;
    this.unread.replaceChildren(...unread.map(({ file, line, message }) => h("li", {}, `${file}, line ${line}: ${message}`)));
  }

  /**
   * Takes what is new in a moment; asks for what was missed.
   * @param {Moment} moment
   */
  update({ step, events }) {
    const newest = events.at(-1)?.[0] ?? 0;
    if (step < this.#step || newest < this.#last) this.#clear();
    this.#step = step;
    const first = events[0]?.[0] ?? 0;
    if (first > this.#last + 1 && !this.#asking) void this.#ask();
    if (this.#asking) return;
    this.#add(events);
  }

  #clear() {
    this.#last = 0;
    this.list.replaceChildren();
    this.none.hidden = false;
  }

  /** @param {WorldEvent[]} events */
  #add(events) {
    const { list } = this;
    const fresh = events.filter(([number]) => number > this.#last);
    const end = fresh.at(-1);
    if (!end) return;
    this.#last = end[0];
    const below = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
    list.append(...fresh.map((event) => h("li", { "data-verb": event[4] }, sentence(event))));
    while (list.childElementCount > MOST) list.firstElementChild?.remove();
    this.none.hidden = true;
    if (below) list.scrollTop = list.scrollHeight;
  }

  /** Reads all events that the room keeps: moments hold the newest alone. */
  async #ask() {
    this.#asking = true;
    const response = await fetch(inRoom(this.world, "events")).catch(() => null);
    const text = response?.ok ? await response.text() : "";
    this.#asking = false;
    const all = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    this.#add(all.map(({ number, step, element, kind, event, text }) => [number, step, element ?? 0, kind, event, text]));
  }
}
