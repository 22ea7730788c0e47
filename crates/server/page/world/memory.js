// What the script of one animal keeps from step to step, for whoever writes it.

import { h } from "../ui/element.js";
import { inRoom } from "./room.js";

/** @import { Setting } from "./types.js" */

/** Milliseconds between two looks. */
const PAUSE = 500;

/** Shows the memory of an animal that is chosen, while it is open. */
export class Memory {
  #refreshed = 0;

  /** @param {string} world */
  constructor(world) {
    this.world = world;
    this.choice = h("select", { "aria-label": "Animal", onchange: () => this.refresh(0) });
    this.text = h("pre", { class: "world-memory", role: "region", tabindex: 0, "aria-label": "element.memory" });
    this.element = h("details", { ontoggle: () => this.refresh(0) }, h("summary", {}, "What an animal keeps"), this.choice, this.text);
  }

  /** @param {Setting} setting */
  arrange({ elements, backdrop: { kinds } }) {
    const { value } = this.choice;
    const steered = elements.filter(([, , kind]) => kinds[kind]?.animal && !kinds[kind]?.player);
    this.choice.replaceChildren(...steered.map(([id, name, kind]) => h("option", { value: String(id) }, `${kinds[kind]?.name} ${id} ${name}`.trim())));
    if (steered.some(([id]) => String(id) === value)) this.choice.value = value;
    this.element.hidden = !steered.length;
  }

  /**
   * Asks again when it is open, and the last look is long ago or was at another one.
   * @param {number} now milliseconds; 0 asks at once
   */
  refresh(now) {
    if (!this.element.open || (now && now < this.#refreshed + PAUSE)) return;
    this.#refreshed = now || this.#refreshed;
    void this.#ask(this.choice.value);
  }

  /** @param {string} id */
  async #ask(id) {
    const response = await fetch(inRoom(this.world, `elements/${id}/memory`)).catch(() => null);
    if (!response?.ok || id !== this.choice.value) return;
    const { step, memory } = await response.json();
    this.text.textContent = `step ${step}: ${memory || "nothing"}`;
  }
}
