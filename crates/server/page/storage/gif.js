// Films as GIF files (GIF89a): one palette for all frames, each frame compressed by Lempel, Ziv and Welch's method. The
// pictures of this page have few colours, so the palette holds the most frequent ones, and the others, which stand at
// blurred edges, become their nearest.

/** Colours of a palette. */
const COLOURS = 256;
/** Codes of a dictionary, at most. */
const CODES = 4096;

/** @typedef {{ data: Uint8ClampedArray, delay: number }} Shot the pixels of a frame, four bytes each, and how long it is shown, in milliseconds */

/**
 * The bytes of a film that begins anew at its end.
 * @param {number} width
 * @param {number} height
 * @param {Shot[]} shots
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function gif(width, height, shots) {
  const palette = frequent(shots);
  const out = new Bytes();
  out.text("GIF89a");
  out.words(width, height);
  out.bytes(0xf7, 0, 0);
  for (let index = 0; index < COLOURS; index++) out.colour(palette[index] ?? 0);
  out.bytes(0x21, 0xff, 11);
  out.text("NETSCAPE2.0");
  out.bytes(3, 1, 0, 0, 0);
  const nearest = nearestOf(palette);
  for (const { data, delay } of shots) {
    out.bytes(0x21, 0xf9, 4, 0);
    out.words(Math.round(delay / 10));
    out.bytes(0, 0, 0x2c);
    out.words(0, 0, width, height);
    out.bytes(0);
    compress(indices(data, nearest), out);
  }
  out.bytes(0x3b);
  return out.joined();
}

/** A file that grows. */
class Bytes {
  #size = 0;
  #room = new Uint8Array(1 << 16);

  /** @param {...number} values */
  bytes(...values) {
    for (const value of values) {
      if (this.#size === this.#room.length) {
        const room = new Uint8Array(2 * this.#size);
        room.set(this.#room);
        this.#room = room;
      }
      this.#room[this.#size++] = value;
    }
  }

  /** @param {...number} values of two bytes each */
  words(...values) {
    for (const value of values) this.bytes(value & 255, value >> 8);
  }

  /** @param {string} text */
  text(text) {
    this.bytes(...new TextEncoder().encode(text));
  }

  /** @param {number} colour */
  colour(colour) {
    this.bytes(colour >> 16, (colour >> 8) & 255, colour & 255);
  }

  joined() {
    return this.#room.slice(0, this.#size);
  }
}

/**
 * The colours that stand most often in these frames.
 * @param {Shot[]} shots
 * @returns {number[]}
 */
function frequent(shots) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { data } of shots) {
    let [colour, run] = [colourAt(data, 0), 0];
    for (let at = 0; at < data.length; at += 4, run++) {
      const next = colourAt(data, at);
      if (next === colour) continue;
      counts.set(colour, (counts.get(colour) ?? 0) + run);
      [colour, run] = [next, 0];
    }
    counts.set(colour, (counts.get(colour) ?? 0) + run);
  }
  return [...counts].sort((one, other) => other[1] - one[1]).slice(0, COLOURS).map(([colour]) => colour);
}

/**
 * @param {Uint8ClampedArray} data
 * @param {number} at
 */
function colourAt(data, at) {
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}

/**
 * The place of the nearest colour of a palette.
 * @param {number[]} palette
 * @returns {(colour: number) => number}
 */
function nearestOf(palette) {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  const far = (/** @type {number} */ one, /** @type {number} */ other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    const best = palette.reduce((best, one, index) => (far(one, colour) < far(palette[best] ?? 0, colour) ? index : best), 0);
    known.set(colour, best);
    return best;
  };
}

/**
 * @param {Uint8ClampedArray} data
 * @param {(colour: number) => number} nearest
 * @returns {Uint8Array}
 */
function indices(data, nearest) {
  const all = new Uint8Array(data.length / 4);
  let [last, index] = [-1, 0];
  for (let at = 0; at < all.length; at++) {
    const colour = colourAt(data, 4 * at);
    if (colour !== last) [last, index] = [colour, nearest(colour)];
    all[at] = index;
  }
  return all;
}

/**
 * Writes the pixels of a frame, compressed.
 * @param {Uint8Array} pixels
 * @param {Bytes} out
 */
function compress(pixels, out) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  /** The code of each known string that is continued by one more pixel; 0 where there is none. */
  const longer = new Uint16Array(CODES * COLOURS);
  const codes = new Codes(out);
  let [next, size] = [end + 1, 9];
  let prefix = -1;
  out.bytes(8);
  codes.put(clear, size);
  for (const pixel of pixels) {
    const found = prefix < 0 ? pixel : (longer[prefix * COLOURS + pixel] ?? 0);
    if (prefix < 0 || found) {
      prefix = found;
      continue;
    }
    codes.put(prefix, size);
    if (next < CODES) {
      longer[prefix * COLOURS + pixel] = next++;
      if (next > 1 << size && size < 12) size++;
    } else {
      codes.put(clear, size);
      longer.fill(0);
      [next, size] = [end + 1, 9];
    }
    prefix = pixel;
  }
  codes.put(prefix, size);
  codes.put(end, next >= 1 << size && size < 12 ? size + 1 : size);
  codes.finish();
}

/** Codes of any number of bits, in blocks of at most 255 bytes. */
class Codes {
  #block = /** @type {number[]} */ ([]);
  #bits = 0;
  #held = 0;
  #out;

  /** @param {Bytes} out */
  constructor(out) {
    this.#out = out;
  }

  /**
   * @param {number} code
   * @param {number} size in bits
   */
  put(code, size) {
    this.#held |= code << this.#bits;
    this.#bits += size;
    while (this.#bits >= 8) {
      this.#byte(this.#held & 255);
      this.#held >>>= 8;
      this.#bits -= 8;
    }
  }

  /** @param {number} value */
  #byte(value) {
    this.#block.push(value);
    if (this.#block.length === 255) this.#flush();
  }

  #flush() {
    if (!this.#block.length) return;
    this.#out.bytes(this.#block.length, ...this.#block);
    this.#block = [];
  }

  finish() {
    if (this.#bits) this.#byte(this.#held & 255);
    this.#flush();
    this.#out.bytes(0);
  }
}
