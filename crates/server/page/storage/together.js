// Which documents other tabs of this browser show now: tabs tell each other. A browser without broadcast channels tells
// nothing; a tab that was killed is taken to show its document until this one shows another.

import { tab } from "./tab.js";

/** @typedef {{ kind: "shows" | "too" | "gone", id: string, tab: string }} Message */

/** The tabs that show the document of this one. */
export class Together {
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("menagerie.documents") : undefined;
  /** @type {string | undefined} */
  #id;
  /** The names of the other tabs that show it. */
  #others = /** @type {Set<string>} */ (new Set());
  #onchange;
  /** The name of this tab, once it is known: what is said as the page is left is said at once. @type {string | undefined} */
  #tab;

  /** @param {(isShared: boolean) => void} onchange told whether another tab shows the same document */
  constructor(onchange) {
    this.#onchange = onchange;
    void tab().then((name) => {
      this.#tab = name;
      this.#say("shows");
    });
    this.#channel?.addEventListener("message", ({ data }) => void this.#heard(data));
    addEventListener("pagehide", this.#hide);
  }

  /**
   * This tab shows a document now.
   * @param {string | undefined} id of the document, of which each tab may have a draft of its own
   */
  show(id) {
    if (id === this.#id) return;
    this.#say("gone");
    this.#id = id;
    this.#forget();
    this.#say("shows");
  }

  leave() {
    this.show(undefined);
    removeEventListener("pagehide", this.#hide);
    this.#channel?.close();
  }

  #hide = () => this.#say("gone");

  #forget() {
    if (this.#others.size) this.#onchange(false);
    this.#others.clear();
  }

  /** @param {Message["kind"]} kind */
  #say(kind) {
    if (this.#id !== undefined && this.#tab !== undefined) this.#channel?.postMessage({ kind, id: this.#id, tab: this.#tab });
  }

  /** @param {Message} message */
  #heard({ kind, id, tab }) {
    if (id !== this.#id) return;
    const before = this.#others.size;
    if (kind === "gone") this.#others.delete(tab);
    else this.#others.add(tab);
    if (kind === "shows") this.#say("too");
    if (!before !== !this.#others.size) this.#onchange(this.#others.size > 0);
  }
}
