// Compressing and decompressing: by the browser where it can, else by `deflate.js`.

import { deflate, gunzip, inflate } from "./deflate.js";

/**
 * A stream of the browser's for this format; nothing where it has none.
 * @param {"CompressionStream" | "DecompressionStream"} kind
 * @param {CompressionFormat} format
 */
function stream(kind, format) {
  try {
    return new globalThis[kind](format);
  } catch {
    return undefined;
  }
}

/**
 * The bytes as raw DEFLATE.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function compressed(bytes) {
  const through = stream("CompressionStream", "deflate-raw");
  return through ? passed(bytes, through, Infinity) : deflate(bytes);
}

/**
 * The bytes of raw DEFLATE. Throws where they cannot be read, and a `RangeError` where there are more than `most`.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} most
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function decompressed(bytes, most) {
  const through = stream("DecompressionStream", "deflate-raw");
  if (through) return passed(bytes, through, most);
  const { content, end } = inflate(bytes, most);
  if (end !== bytes.length) throw new Error("Something follows the compressed text.");
  return content;
}

/**
 * What a response carries as a gzip file, as the body of another.
 * @param {Response} response
 * @returns {Promise<BodyInit>}
 */
export async function unzipped(response) {
  const through = stream("DecompressionStream", "gzip");
  if (through && response.body) return response.body.pipeThrough(through);
  return gunzip(new Uint8Array(await response.arrayBuffer()));
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 * @param {number} most
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function passed(bytes, through, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new RangeError(`There are more than ${most} bytes.`);
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}
