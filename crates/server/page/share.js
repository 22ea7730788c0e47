// Levels in links: a shipped level by its name, any other as compressed text behind a `~` in the fragment, which is
// never sent to a server.

/** A text that unpacks to more than this is refused. */
const MOST = 4_000_000;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 * @param {number} most
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function pass(bytes, through, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new Error("The level in this link is too large.");
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}

/**
 * The text as it stands in a link.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function pack(text) {
  const bytes = await pass(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `~${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * The text of a link that `pack` made.
 * @param {string} packed
 * @returns {Promise<string>}
 */
export async function unpack(packed) {
  try {
    const binary = atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await pass(bytes, new DecompressionStream("deflate-raw"), MOST));
  } catch {
    throw new Error("The level in this link cannot be read: part of the link is missing.");
  }
}

/**
 * The link to play or edit a level, or to choose one of a file.
 * @param {"play" | "edit" | "levels"} view
 * @param {string} family
 * @param {string} name of a shipped level, or packed text
 * @param {number} [number] of the level in a file that holds several
 * @returns {string}
 */
export function link(view, family, name, number) {
  const parts = [view, family, encodeURIComponent(name), ...(number === undefined ? [] : [number])];
  return `#/${parts.join("/")}`;
}
