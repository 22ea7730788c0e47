// What one makes: anything that is pasted or opened, a new document of each kind, and the documents of this browser.

import { families, isOutOfReach, levels, recognised, shippedFiles } from "../engines/api.js";
import { announce } from "../ui/announce.js";
import { capitalised, h, plural } from "../ui/element.js";
import { changeDocument, copyDocument, exported, imported, openDocument, savedDocuments, titleOf } from "../storage/documents.js";
import { freshName, OWN } from "../storage/drafts.js";
import { download, dropped, excess, fileButton, refuse, taken } from "../storage/file.js";
import { isPacked, link } from "../storage/share.js";
import { Thumbnails } from "../board/thumbnails.js";
import { begun, dateOf } from "../editor/templates.js";
import { wordsOf } from "../engines/refusal.js";

/** @import { DraftRow } from "../storage/drafts.js" */
/** @import { FamilyCard, ShippedFile, ShippedLevel } from "../types.js" */

/** Documents whose pictures are drawn and that are listed before one asks for more. */
const LISTED = 30;

/**
 * Mounts the view; gives what ends it.
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function mount(root) {
  const [cards, all, files] = await Promise.all([families(), levels(), shippedFiles()]);
  const thumbnails = new Thumbnails();
  const list = new DocumentList(all);
  await list.fill();
  const kinds = h("ul", { class: "cards kinds" }, ...cards.map((card) => kind(card, all, files, thumbnails)));
  const making = h("section", { "aria-labelledby": "kinds" }, h("h2", { id: "kinds" }, "Something new"), kinds);
  root.replaceChildren(h("div", { class: "documents" }, h("h1", { tabindex: -1 }, "What do you want to make?"), taking(cards), list.element, making));
  const stop = dropped((level) => void openDocument(level));
  return () => {
    stop();
    thumbnails.leave();
  };
}

/**
 * Where anything is pasted or opened: its kind is recognised.
 * @param {FamilyCard[]} cards
 */
function taking(cards) {
  const take = async (/** @type {string} */ text) => {
    const words = excess(text);
    if (words) return refuse(words);
    const found = await recognised(text).catch((error) => refuse(wordsOf(error)));
    const level = found && (await taken(found, text, "What was pasted is not taken"));
    if (level) await openDocument(level);
  };
  const field = h("textarea", { rows: 3, spellcheck: "false", "aria-label": "A text of any kind", placeholder: "Paste a game, a level, a collection, a save, or the JSON of a gist" });
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim() || field.value.trim()) return;
    event.preventDefault();
    field.value = text;
    void take(text);
  });
  const go = h("button", { type: "button", class: "primary", onclick: () => (field.value.trim() ? void take(field.value) : field.focus()) }, "Open it");
  const tools = h("div", { class: "row" }, go, ...fileButton(cards, (level) => void openDocument(level)));
  return h("section", { class: "taking", "aria-labelledby": "taking" }, h("h2", { id: "taking" }, "Something you have"), field, tools, h("p", { class: "drop" }, "Its kind is recognised. A file can be dropped anywhere on this page."));
}

/**
 * A kind of puzzle: its picture, a small start, and what is shipped to begin with.
 * @param {FamilyCard} card
 * @param {ShippedLevel[]} all
 * @param {ShippedFile[]} files
 * @param {Thumbnails} thumbnails
 */
function kind(card, all, files, thumbnails) {
  const { family, about } = card;
  const own = all.filter((level) => level.family === family);
  const examples = begun({ levels: own, files: files.filter((file) => file.family === family) });
  const small = own[0] && !isOutOfReach(card) ? thumbnails.of({ family, level: own[0].text }) : undefined;
  const start = h("a", { class: "card", href: link("edit", family, OWN + freshName()) }, small, h("strong", {}, family), h("span", { class: "about" }, capitalised(about)));
  const item = (/** @type {{ value: string, words: string }} */ { value, words }) => h("li", {}, h("a", { href: link("edit", family, value) }, words));
  const from = h("details", {}, h("summary", {}, h("span", { class: "spoken" }, `${family}: `), `Begin with one of ${examples.length} examples`), h("ul", {}, ...examples.map(item)));
  return h("li", {}, start, from);
}

/** The documents of this browser. */
class DocumentList {
  #shipped;
  /** @type {DraftRow[]} */
  #kept = [];
  /** @type {DraftRow[]} */
  #removed = [];
  #isWhole = false;

  /** @param {ShippedLevel[]} shipped */
  constructor(shipped) {
    this.#shipped = shipped;
    this.search = h("input", { type: "search", autocomplete: "off", oninput: () => this.#write() });
    this.finding = h("label", {}, "Search ", this.search);
    this.list = h("ul", { class: "document-list" });
    this.more = h("button", { type: "button", onclick: () => this.#all() }, "Show all");
    this.bin = h("ul", { class: "document-list" });
    this.binned = h("summary", {});
    this.gone = h("details", { class: "gone" }, this.binned, this.bin);
    this.words = h("p", { role: "status" });
    const file = h("input", { type: "file", class: "file", id: "documents-file", accept: ".json", onchange: () => void this.#take(file.files?.[0]) });
    const save = h("button", { type: "button", onclick: () => void exported().then((text) => download("menagerie-documents.json", text, "application/json")) }, "Save all as one file");
    const tools = h("div", { class: "row" }, save, file, h("label", { class: "button", for: "documents-file" }, "Take over from a file"));
    this.element = h("section", { class: "own-documents", "aria-labelledby": "own-documents" }, h("h2", { id: "own-documents", tabindex: -1 }, "Your documents"), this.finding, this.list, this.more, this.words, this.gone, tools);
  }

  /** Reads the documents that there are now, and writes the list. */
  async fill() {
    const { kept, removed } = await savedDocuments();
    [this.#kept, this.#removed] = [kept, removed];
    this.#write();
  }

  #all() {
    this.#isWhole = true;
    const at = this.list.children.length;
    this.#write();
    const next = this.list.children[at]?.querySelector("a");
    next?.focus();
  }

  #write() {
    const wanted = this.search.value.trim().toLowerCase();
    const found = this.#kept.filter((row) => `${titleOf(row)} ${row.family} ${row.text}`.toLowerCase().includes(wanted));
    const shown = this.#isWhole ? found : found.slice(0, LISTED);
    this.list.replaceChildren(...shown.map((row) => this.#item(row)));
    this.more.hidden = shown.length === found.length;
    this.finding.hidden = this.#kept.length < 2;
    this.words.textContent = found.length ? "" : this.#kept.length ? "No document has these words." : "What you make is kept here, in this browser alone; there is nothing yet.";
    this.gone.hidden = !this.#removed.length;
    this.binned.textContent = `${plural(this.#removed.length, "document")} removed in the last thirty days`;
    this.bin.replaceChildren(...this.#removed.map((row) => this.#goneItem(row)));
  }

  /** @param {DraftRow} row */
  #item(row) {
    const title = titleOf(row);
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", "aria-label": `${words} ${title}`, onclick: act }, words);
    const copy = async () => this.#tell(await copyDocument(row), `A copy of ${title} is made.`);
    const remove = async () => {
      await this.#tell(await changeDocument(row, { removed: Date.now() }), `${title} is removed. It can be put back for thirty days.`);
      document.getElementById("own-documents")?.focus();
    };
    const name = h("a", { href: link("edit", row.family, OWN + row.id) }, title);
    return h("li", {}, h("span", { class: "document-name" }, name, h("span", { class: "about" }, [row.family, this.#origin(row), row.at ? dateOf(row.at) : ""].filter(Boolean).join(", "))), button("Duplicate", () => void copy()), button("Remove", () => void remove()));
  }

  /** @param {DraftRow} row */
  #goneItem(row) {
    const title = titleOf(row);
    const back = async () => {
      await this.#tell(await changeDocument(row, { removed: undefined }), `${title} is back.`);
      document.getElementById("own-documents")?.focus();
    };
    return h("li", {}, h("span", { class: "document-name" }, h("span", {}, title), h("span", { class: "about" }, row.family)), h("button", { type: "button", "aria-label": `Put back ${title}`, onclick: () => void back() }, "Put back"));
  }

  /**
   * What a document began as.
   * @param {DraftRow} row
   */
  #origin({ family, from }) {
    if (from.startsWith(OWN)) return "";
    if (isPacked(from)) return "from a link";
    return `from ${this.#shipped.find((level) => level.family === family && level.name === from)?.title ?? from}`;
  }

  /**
   * Says what was done, and shows the list as it is then.
   * @param {boolean} isKept
   * @param {string} words
   */
  async #tell(isKept, words) {
    await this.fill();
    const said = isKept ? words : "This browser keeps nothing more: its storage is full or closed.";
    this.words.textContent = said;
    announce(said);
  }

  /** @param {File | undefined} file */
  async #take(file) {
    if (!file) return;
    try {
      const { taken, known } = await imported(file);
      await this.#tell(true, `${plural(taken, "document")} taken over from ${file.name}${known ? `; ${known} were here already` : ""}.`);
    } catch (error) {
      const words = `${file.name} is not taken: ${error instanceof Error ? error.message : error}.`;
      this.words.textContent = words;
      announce(words);
    }
  }
}
