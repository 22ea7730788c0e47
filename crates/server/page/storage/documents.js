// The documents of this browser as a list: every draft is one. What is done with them as wholes: they are given a name,
// copied, removed with a way back, and written to a file and read from one.

import { byId, freshName, OWN, savedAs, savedDrafts } from "./drafts.js";
import { expect, listIn, VERSION } from "./kept_file.js";
import { link } from "./share.js";
import { write } from "./store.js";
import { keepVersions, REASONS, savedVersions } from "./versions.js";

/** @import { DraftRow } from "./drafts.js" */
/** @import { Version, Why } from "./versions.js" */
/** @typedef {{ family: string, from: string, text: string, title: string, name?: string, at: number, versions: Omit<Version, "draft">[] }} FiledDocument a document in a file */

/** A file with more documents, or of more characters, is refused, and so is a text of more characters. */
const MOST = 5000;
const LONGEST = 200_000_000;
const LONGEST_TEXT = 4_000_000;
/** Characters of the first line that stand for a title. */
const TITLE = 60;

/**
 * Opens a text as a document of one's own.
 * @param {{ family: string, text: string }} level
 */
export async function openDocument({ family, text }) {
  location.hash = link("edit", family, await savedAs(family, text));
}

/**
 * What a document is called: the name that it was given, the title that its text says, or its first line.
 * @param {Pick<DraftRow, "name" | "title" | "text">} row
 */
export function titleOf({ name, title, text }) {
  return name || title || (text.split("\n").find((line) => line.trim()) ?? "").trim().slice(0, TITLE) || "Nothing written";
}

/**
 * All documents, the newest first: those that are there, and those that were removed.
 * @returns {Promise<{ kept: DraftRow[], removed: DraftRow[] }>}
 */
export async function savedDocuments() {
  const all = (await savedDrafts()).filter(({ text }) => text.trim());
  const removed = (await savedDrafts(undefined, true)).sort((one, other) => (other.removed ?? 0) - (one.removed ?? 0));
  return { kept: all, removed };
}

/**
 * Changes a document as it is in the database now.
 * @param {DraftRow} row as it was read
 * @param {Partial<DraftRow>} change
 * @returns {Promise<boolean>} whether it is kept
 */
export async function changeDocument(row, change) {
  const newest = (await byId(row.id)) ?? row;
  return write("drafts", (store) => void store.put({ ...newest, ...change }));
}

/**
 * Copies a document, without its versions; the copy is one's own.
 * @param {DraftRow} row
 * @returns {Promise<boolean>} whether it is kept
 */
export function copyDocument(row) {
  const id = freshName();
  const { family, text } = row;
  return write("drafts", (store) => void store.put({ id, family, from: OWN + id, text, title: row.title, name: `${titleOf(row)} (copy)`, tab: "", at: Date.now() }));
}

/** All documents that are there, as the text of a file. */
export async function exported() {
  const { kept } = await savedDocuments();
  const documents = await Promise.all(kept.map(async ({ id, family, from, text, title, name, at }) => {
    const versions = (await savedVersions(id)).map(({ at, why, text }) => ({ at, why, text }));
    return { family, from, text, title, ...(name ? { name } : {}), at, versions };
  }));
  return JSON.stringify({ menagerie: VERSION, documents }, null, 1);
}

/**
 * Takes the documents of a file over; one whose text is there already is left out.
 * @param {File} file
 * @returns {Promise<{ taken: number, known: number }>}
 */
export async function imported(file) {
  if (file.size > LONGEST) throw new Error("it is too large");
  const documents = listIn(await file.text(), "documents", MOST, checked);
  const { kept } = await savedDocuments();
  const fresh = documents.filter((one) => !kept.some((row) => row.family === one.family && row.text === one.text));
  const rows = fresh.map(({ versions, ...row }) => ({ row: { ...row, id: freshName(), tab: "" }, versions }));
  const isKept = await write("drafts", (store) => rows.forEach(({ row }) => store.put(row)));
  if (!isKept) throw new Error("this browser keeps nothing more: its storage is full or closed");
  await keepVersions(rows.flatMap(({ row, versions }) => versions.map((version) => ({ ...version, draft: row.id }))));
  return { taken: fresh.length, known: documents.length - fresh.length };
}

/**
 * A document with nothing in it but what is known.
 * @param {Record<string, unknown>} row
 * @param {number} number
 * @returns {FiledDocument}
 */
function checked({ family, from, text, title, name, at, versions = [] }, number) {
  const which = `document ${number}`;
  expect(which, "family", family, typeof family === "string" && /^[\w-]{1,64}$/.test(family));
  expect(which, "origin", from, isText(from, LONGEST_TEXT) && from !== "");
  expect(which, "text", text, isText(text, LONGEST_TEXT));
  expect(which, "title", title, isText(title, 1000));
  expect(which, "name", name, name === undefined || isText(name, 1000));
  expect(which, "time", at, isTime(at));
  expect(which, "list of versions", versions, Array.isArray(versions) && versions.length <= MOST);
  const known = /** @type {Record<string, unknown>[]} */ (versions).map((version, index) => checkedVersion(version ?? {}, `${which}, version ${index + 1}`));
  return /** @type {FiledDocument} */ ({ family, from, text, title, ...(name ? { name } : {}), at, versions: known });
}

/**
 * @param {Record<string, unknown>} version
 * @param {string} which
 * @returns {Omit<Version, "draft">}
 */
function checkedVersion({ at, why, text }, which) {
  expect(which, "time", at, isTime(at));
  expect(which, "reason", why, typeof why === "string" && why in REASONS);
  expect(which, "text", text, isText(text, LONGEST_TEXT));
  return { at: Number(at), why: /** @type {Why} */ (why), text: String(text) };
}

/**
 * @param {unknown} found
 * @param {number} most characters
 */
const isText = (found, most) => typeof found === "string" && found.length <= most;

/** @param {unknown} found */
const isTime = (found) => Number.isSafeInteger(found) && Number(found) >= 0;
