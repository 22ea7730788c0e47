// The drafts of the editor. What is typed is kept at once, and nothing but typing ever takes its place.
//
// A draft belongs to a document: a level of a family, a text that a link carries, or a text of one's own, which is known by
// a name behind a `*`. Opening a document shows its newest draft; its other drafts, and the text as it came, are offered. A
// draft is written by one tab at a time: a tab goes on with a draft of its own or of a tab that is closed. Over the draft of
// a tab that lives, over a text as it came, and where a text is replaced as a whole, it begins another draft.
//
// A page that is left may break off what the database is writing, so what is not written then goes to `localStorage`, where
// it is found beside the drafts of the database. It goes there, too, where the database takes nothing.

import { fileText } from "./levels.js";
import { isPacked } from "./share.js";
import { done, rows, write } from "./store.js";
import { isLive, tab } from "./tab.js";
import { forgetVersions, Versions } from "./versions.js";

/** @import { Why } from "./versions.js" */
/** @typedef {{ id: string, family: string, from: string, text: string, title: string, name?: string, tab: string, at: number, removed?: number | undefined }} DraftRow `title` as the text says it, `name` as the author does, `removed` when it was taken out of the list */

/** What the name of a text of one's own, and the address of a draft, begin with. */
export const OWN = "*";
/** Drafts that are kept of a family; the oldest are forgotten first. */
const MOST = 200;
/** Milliseconds after which a draft that was removed is forgotten: thirty days. */
const WAY_BACK = 30 * 24 * 3_600_000;
/** What keys of `localStorage` begin with: of drafts that the database has not taken, and of the first drafts of all, one a family. */
const LEFT = "menagerie.typed.";
const FIRST = "menagerie.draft.";
/** A text of which less than this part stays is replaced as a whole. */
const STAYS = 0.1;

/** Drafts that were typed and are not in the database yet, by their ids. @type {Map<string, DraftRow>} */
const waiting = new Map();
/** Families of which a draft was begun since the oldest were forgotten. */
const begun = /** @type {Set<string>} */ (new Set());
let isWriting = false;

/** A name for something new. */
export function freshName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");
}

/**
 * The drafts of a family, the newest first.
 * @param {string} [family] without it those of all
 * @param {boolean} [removed] whether those that were removed are meant, and not those that are there
 * @returns {Promise<DraftRow[]>}
 */
export async function savedDrafts(family, removed = false) {
  const rows = (await everyDraft()).filter((row) => (row.removed !== undefined) === removed && (family === undefined || row.family === family));
  return rows.sort((one, other) => other.at - one.at);
}

/**
 * The draft of an id, as it was written last.
 * @param {string} id
 */
export async function byId(id) {
  return (await everyDraft()).find((row) => row.id === id);
}

/** All drafts, each as it was written last. */
async function everyDraft() {
  const all = /** @type {Map<string, DraftRow>} */ (new Map());
  for (const row of [...(await rows("drafts", [])), ...left(), ...waiting.values()]) {
    if (row.at >= (all.get(row.id)?.at ?? 0)) all.set(row.id, row);
  }
  return [...all.values()];
}

/**
 * The drafts in `localStorage`.
 * @returns {DraftRow[]}
 */
function left() {
  const keys = Object.keys(localStorage);
  const first = keys.filter((key) => key.startsWith(FIRST)).map((key) => {
    const family = key.slice(FIRST.length);
    return { id: `${family} first`, family, from: `${OWN}first`, text: localStorage.getItem(key) ?? "", title: "", tab: "", at: 0 };
  });
  return [...first, ...keys.filter((key) => key.startsWith(LEFT)).map((key) => JSON.parse(localStorage.getItem(key) ?? ""))];
}

/** Forgets the drafts in `localStorage`. */
export function forgetLeft() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(LEFT) || key.startsWith(FIRST)) localStorage.removeItem(key);
}

/** Keeps what waits where a page that is left can still write. */
function stash() {
  for (const row of waiting.values()) stashed(row);
}

/**
 * Whether `localStorage` takes a draft.
 * @param {DraftRow} row
 */
function stashed(row) {
  try {
    localStorage.setItem(LEFT + row.id, JSON.stringify(row));
    return true;
  } catch {
    return false; // It is full, or the browser forbids it.
  }
}

addEventListener("pagehide", stash);
document.addEventListener("visibilitychange", stash);

/**
 * Writes all that waits, one draft after the other, each as it is by then.
 * @param {(saved: boolean) => void} onsaved told after each whether the browser keeps it
 */
async function writeAll(onsaved) {
  if (isWriting) return;
  isWriting = true;
  for (let row = [...waiting.values()][0]; row; row = [...waiting.values()][0]) {
    const { id } = row;
    const saved = await write("drafts", (store) => {
      store.put(row);
      store.transaction.commit?.();
    });
    if (saved) localStorage.removeItem(LEFT + id);
    onsaved(saved || stashed(waiting.get(id) ?? row));
    if (!saved || waiting.get(id) === row) waiting.delete(id);
  }
  isWriting = false;
  for (const family of begun) await forgetOldest(family);
}

/**
 * Forgets the oldest drafts of a family, and those that were removed long ago.
 * @param {string} family
 */
async function forgetOldest(family) {
  begun.delete(family);
  const removed = (await savedDrafts(family, true)).filter((row) => Date.now() - (row.removed ?? 0) > WAY_BACK);
  const old = [...(await savedDrafts(family)).slice(MOST), ...removed].map(({ id }) => id);
  if (!old.length) return;
  await write("drafts", (store) => old.forEach((id) => store.delete(id)));
  for (const id of old) localStorage.removeItem(LEFT + id);
  await forgetVersions(old);
}

/**
 * Takes a draft to be written on by this tab; whether it may be.
 * @param {DraftRow} row
 * @returns {Promise<boolean>}
 */
async function claimed(row) {
  const own = await tab();
  const isOwn = row.tab === own;
  if (!isOwn && (await isLive(row.tab))) return false;
  let taken = false;
  const saved = await write("drafts", async (store) => {
    const known = /** @type {DraftRow | undefined} */ (await done(store.get(row.id)));
    // It may have been taken, or written, since it was read.
    taken = !known || (known.tab === row.tab && known.at <= row.at);
    if (taken) store.put({ ...row, tab: own });
  });
  return saved ? taken : isOwn;
}

/** A document that is open in the editor, and the draft of it that is being written. */
export class Draft {
  #tab;
  /** The draft that typing goes to; none where it begins another. @type {DraftRow | undefined} */
  #row;
  /** The drafts of the document. @type {DraftRow[]} */
  #rows;
  #versions = new Versions();

  /**
   * @param {string} family
   * @param {string} from the document, as it stands in an address
   * @param {string | undefined} original its text as it came: none of a text of one's own
   * @param {DraftRow[]} rows its drafts
   * @param {string} tab the name of this tab
   */
  constructor(family, from, original, rows, tab) {
    this.family = family;
    this.from = from;
    this.original = original;
    this.text = "";
    /** The draft that is shown. @type {DraftRow | undefined} */
    this.shown = undefined;
    this.#rows = rows;
    this.#tab = tab;
    /** Told after each change whether the browser keeps it. @type {(saved: boolean) => void} */
    this.onsaved = () => undefined;
  }

  /**
   * Opens a document and shows its newest draft, or its text as it came. A text that is the draft of another document
   * already is that document. Without a name it is the newest text of one's own, or the newest draft of the family. One
   * that was removed is there under its own name alone; what is typed puts it back.
   * @param {string} family
   * @param {string} [name] of a shipped level, a packed text, or the name of a draft or a document of one's own
   * @param {string} [starter] the text where nothing was written yet
   * @returns {Promise<Draft>}
   */
  static async open(family, name, starter = "") {
    const isLink = name !== undefined && !name.startsWith(OWN);
    const [all, own, came] = await Promise.all([savedDrafts(family), tab(), isLink ? fileText(family, name) : undefined]);
    const removed = name?.startsWith(OWN) ? (await savedDrafts(family, true)).find(({ id }) => OWN + id === name) : undefined;
    const found = name === undefined ? (all.find(({ from }) => from.startsWith(OWN)) ?? all[0]) : (named(all, name, came) ?? removed);
    const from = found?.from ?? name ?? OWN + freshName();
    const original = from === name ? came : from.startsWith(OWN) ? undefined : await fileText(family, from).catch(() => undefined);
    const draft = new Draft(family, from, original, all.filter((row) => row.from === from), own);
    await draft.show(found);
    if (!found && original === undefined) draft.text = starter;
    return draft;
  }

  /** The drafts of this document that are not shown, the newest first. */
  get others() {
    return this.#rows.filter((row) => row.id !== this.shown?.id && row.text !== this.text);
  }

  /**
   * Shows a draft of this document, or its text as it came.
   * @param {DraftRow} [row]
   */
  async show(row) {
    this.#row = row && (await claimed(row)) ? { ...row, tab: this.#tab } : undefined;
    this.shown = row;
    this.text = row ? row.text : (this.original ?? "");
  }

  /** Goes on with the draft that is shown, where no other tab writes on it any more. */
  async claim() {
    const { shown } = this;
    if (this.#row || !shown || shown.text !== this.text || !(await claimed(shown))) return;
    if (this.shown === shown) this.#row ??= { ...shown, tab: this.#tab };
  }

  /**
   * Keeps the text as a version of the draft; a text as it came is no draft.
   * @param {Why} why
   */
  async version(why) {
    if (this.#row) await this.#versions.keep(this.#row.id, this.text, why);
  }

  /**
   * Calls the document by a name; without one it is called as its text says.
   * @param {string} name
   */
  rename(name) {
    if (!this.#row) this.edited(this.text);
    if (this.#row) this.#keep({ ...this.#row, name });
  }

  /**
   * Keeps what was typed.
   * @param {string} text all of it
   */
  edited(text) {
    if (isReplaced(this.text, text)) this.#row = undefined;
    if (this.#row) this.#versions.changed(this.#row.id, this.text);
    this.text = text;
    if (!this.#row && !text.trim()) return;
    if (!this.#row) begun.add(this.family);
    this.#row ??= { id: freshName(), family: this.family, from: this.from, text, title: "", tab: this.#tab, at: 0 };
    this.#keep({ ...this.#row, text, tab: this.#tab, at: Date.now(), removed: undefined });
  }

  /**
   * Keeps the title that the text says.
   * @param {string} title
   */
  titled(title) {
    if (this.#row && this.#row.title !== title && this.#row.text === this.text) this.#keep({ ...this.#row, title });
  }

  /** @param {DraftRow} row */
  #keep(row) {
    this.#rows = [row, ...this.#rows.filter(({ id }) => id !== row.id)];
    this.#row = this.shown = row;
    waiting.set(row.id, row);
    void writeAll(this.onsaved);
  }
}

/**
 * Keeps a text as a document of one's own, unless a draft of it is kept, and gives the name under which it is opened.
 * @param {string} family
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function savedAs(family, text) {
  const known = (await savedDrafts(family)).find((row) => row.text === text);
  if (known) return OWN + known.id;
  const draft = await Draft.open(family, OWN + freshName());
  draft.edited(text);
  return draft.from;
}

/**
 * The draft that a name means: that of this name, the newest of the document, or one that holds what the link carries.
 * @param {DraftRow[]} all
 * @param {string} name
 * @param {string | undefined} came
 */
function named(all, name, came) {
  return all.find(({ id }) => OWN + id === name) ?? all.find(({ from }) => from === name) ?? all.find(({ text }) => isPacked(name) && text === came);
}

/**
 * Whether less than a part of a text stays at its beginning and its end; by default, whether hardly anything does.
 * @param {string} before
 * @param {string} text
 * @param {number} [part]
 */
export function isReplaced(before, text, part = STAYS) {
  if (!before.trim()) return false;
  const [stays, least] = [before.length * part, Math.min(before.length, text.length)];
  let [from, behind] = [0, 0];
  while (from < least && from < stays && before[from] === text[from]) from++;
  while (behind < least - from && from + behind < stays && before.at(-1 - behind) === text.at(-1 - behind)) behind++;
  return from + behind < stays;
}
