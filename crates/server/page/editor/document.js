// The document that is open: its title, its versions, and whether another tab shows it too.

import { announce } from "../ui/announce.js";
import { h } from "../ui/element.js";
import { Together } from "../storage/together.js";
import { REASONS, savedVersions } from "../storage/versions.js";
import { dateOf } from "./templates.js";

/** @import { Draft } from "../storage/drafts.js" */
/** @import { Version } from "../storage/versions.js" */

const TOGETHER = "This document is open in another tab, too. What is typed there and what is typed here are kept apart, as two drafts.";

/** What is known of a document beside its text. */
export class DocumentDetails {
  #draft;
  #onversion;
  #together;

  /**
   * @param {Draft} draft
   * @param {(version: Version) => void} onversion told that one wants to go back to a version
   */
  constructor(draft, onversion) {
    this.#draft = draft;
    this.#onversion = onversion;
    this.title = h("input", { type: "text", maxlength: 200, autocomplete: "off", oninput: () => this.#draft.rename(this.title.value.trim()) });
    this.list = h("ol", { class: "versions-list" });
    this.versions = h("details", { class: "versions", ontoggle: () => void this.#fill() }, h("summary", {}, "Versions"), this.list);
    this.element = h("div", { class: "row document" }, h("label", {}, "Title ", this.title), this.versions, h("a", { href: "#/edit" }, "All documents"));
    this.shared = h("p", { class: "notice", role: "status", hidden: true }, TOGETHER);
    this.#together = new Together((isShared) => {
      this.shared.hidden = !isShared;
      if (!isShared) void draft.claim();
    });
    this.show();
  }

  /**
   * Shows what is known of the draft that is shown now.
   * @param {string} [title] as the text says it, where it was read
   */
  show(title) {
    const { shown } = this.#draft;
    this.#together.show(`${this.#draft.family} ${this.#draft.from}`);
    this.title.placeholder = title ?? shown?.title ?? this.title.placeholder;
    if (document.activeElement !== this.title) this.title.value = shown?.name ?? "";
  }

  /** Makes a list that is open show the versions that there are now. */
  renew() {
    if (this.versions.open) void this.#fill();
  }

  leave() {
    this.#together.leave();
  }

  async #fill() {
    const { shown, text } = this.#draft;
    const versions = shown ? await savedVersions(shown.id) : [];
    const item = (/** @type {Version} */ version) => {
      const back = h("button", { type: "button", "aria-disabled": version.text === text ? "true" : null, onclick: () => version.text !== this.#draft.text && this.#back(version) }, "Go back to it");
      return h("li", {}, h("span", {}, `${dateOf(version.at)}, ${REASONS[version.why]}`), back);
    };
    this.list.replaceChildren(...(versions.length ? versions.map(item) : [h("li", {}, "None yet: a version is kept when it is played, when its link is copied, and each ten minutes of change.")]));
  }

  /** @param {Version} version */
  async #back(version) {
    await this.#draft.version("before");
    this.#onversion(version);
    announce(`The text is as it was on ${dateOf(version.at)}. The text before is a version, too.`);
    void this.#fill();
  }
}
