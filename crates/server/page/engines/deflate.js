// DEFLATE (RFC 1951) in plain code, for browsers without `CompressionStream` and `DecompressionStream`, or without the
// format `deflate-raw` in them. Reading knows every kind of block; codes are looked up in one table of their longest
// length. Writing makes one block with the fixed codes and finds repetitions by chains of equal beginnings of three bytes,
// so that a text becomes about a fifth longer than zlib makes it.

/** Lengths: the code 257 + i means BASE[i] bytes and as many more as EXTRA[i] further bits say. */
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_EXTRA = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/** The order in which the lengths of the codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;
const LONGEST = 258;
const WINDOW = 32_768;
/** Beginnings that are compared for one repetition, at most. */
const TRIES = 64;

/** The lengths of the fixed codes: literals and lengths, distances. */
const FIXED = [...Array(144).fill(8), ...Array(112).fill(9), ...Array(24).fill(7), ...Array(8).fill(8)];
const FIXED_DISTANCES = Array(30).fill(5);

/** @typedef {{ table: Uint16Array, longest: number }} Codes the symbol (times 16) and the length of each code, by as many bits as the longest has */

/**
 * The codes of symbols by their lengths, as they stand in the bits: the first bit is the lowest.
 * @param {number[]} lengths
 * @returns {number[]}
 */
function codesOf(lengths) {
  const next = Array(17).fill(0);
  for (const length of lengths) if (length) next[length + 1]++;
  for (let length = 1; length < 17; length++) next[length] = (next[length - 1] + next[length]) << 1;
  return lengths.map((length) => (length ? reversed(next[length]++, length) : 0));
}

/**
 * @param {number} code
 * @param {number} length
 */
function reversed(code, length) {
  let out = 0;
  for (let bit = 0; bit < length; bit++) out |= ((code >> bit) & 1) << (length - 1 - bit);
  return out;
}

/**
 * @param {number[]} lengths
 * @returns {Codes}
 */
function tableOf(lengths) {
  const longest = Math.max(1, ...lengths);
  const table = new Uint16Array(1 << longest);
  codesOf(lengths).forEach((code, symbol) => {
    const length = lengths[symbol] ?? 0;
    if (!length) return;
    for (let at = code; at < table.length; at += 1 << length) table[at] = (symbol << 4) | length;
  });
  return { table, longest };
}

/** A compressed text that is read bit by bit. */
class Reader {
  #bytes;
  #held = 0;
  #count = 0;

  /**
   * @param {Uint8Array} bytes
   * @param {number} at where it begins
   */
  constructor(bytes, at) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** @param {number} count */
  #need(count) {
    while (this.#count < count) {
      this.#held |= (this.#bytes[this.at++] ?? 0) << this.#count;
      this.#count += 8;
    }
  }

  /** @param {number} count */
  #drop(count) {
    this.#held >>>= count;
    this.#count -= count;
    // Some bits are looked at ahead; those that are taken must be there.
    if (this.at - (this.#count >> 3) > this.#bytes.length) throw new Error("The compressed text ends too early.");
  }

  /** @param {number} count */
  bits(count) {
    this.#need(count);
    const value = this.#held & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  /** @param {Codes} codes */
  symbol({ table, longest }) {
    this.#need(longest);
    const found = table[this.#held & ((1 << longest) - 1)] ?? 0;
    if (!found) throw new Error("The compressed text has a code that means nothing.");
    this.#drop(found & 15);
    return found >> 4;
  }

  /** Goes on with the next whole byte. */
  align() {
    this.at -= this.#count >> 3;
    [this.#held, this.#count] = [0, 0];
  }
}

/** Bytes that become more. */
class Output {
  bytes;
  length = 0;
  #most;

  /**
   * @param {number} size that is expected
   * @param {number} most
   */
  constructor(size, most) {
    this.bytes = new Uint8Array(size);
    this.#most = most;
  }

  /**
   * Makes room for so many more.
   * @param {number} count
   */
  room(count) {
    const wanted = this.length + count;
    if (wanted > this.#most) throw new RangeError(`The text has more than ${this.#most} bytes.`);
    if (wanted <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, 2 * this.bytes.length));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/**
 * The bytes that were compressed, and where the compressed ones end. Throws where they cannot be read, and a `RangeError`
 * where there are more than `most`.
 * @param {Uint8Array} bytes
 * @param {number} [most]
 * @param {number} [at] where they begin
 * @returns {{ content: Uint8Array<ArrayBuffer>, end: number }}
 */
export function inflate(bytes, most = Infinity, at = 0) {
  const reader = new Reader(bytes, at);
  const out = new Output(4 * bytes.length, most);
  for (let last = false; !last; ) {
    last = reader.bits(1) === 1;
    const kind = reader.bits(2);
    if (kind === 0) stored(bytes, reader, out);
    else if (kind === 1) coded(reader, out, tableOf(FIXED), tableOf(FIXED_DISTANCES));
    else if (kind === 2) coded(reader, out, ...ownCodes(reader));
    else throw new Error("The compressed text has a block of no known kind.");
  }
  reader.align();
  return { content: out.bytes.slice(0, out.length), end: reader.at };
}

/**
 * @param {Uint8Array} bytes
 * @param {Reader} reader
 * @param {Output} out
 */
function stored(bytes, reader, out) {
  reader.align();
  const [length, inverse] = [reader.bits(16), reader.bits(16)];
  reader.align();
  const part = bytes.subarray(reader.at, reader.at + length);
  if ((length ^ inverse) !== 0xffff || part.length < length) throw new Error("The compressed text has a broken block.");
  out.room(length);
  out.bytes.set(part, out.length);
  out.length += length;
  reader.at += length;
}

/**
 * The codes that a block says itself.
 * @param {Reader} reader
 * @returns {[Codes, Codes]}
 */
function ownCodes(reader) {
  const [literals, distances, count] = [reader.bits(5) + 257, reader.bits(5) + 1, reader.bits(4) + 4];
  const own = Array(19).fill(0);
  for (const place of ORDER.slice(0, count)) own[place] = reader.bits(3);
  const codes = tableOf(own);
  /** @type {number[]} */
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = reader.symbol(codes);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...Array(3 + reader.bits(2)).fill(lengths[lengths.length - 1] ?? 0));
    else lengths.push(...Array(symbol === 17 ? 3 + reader.bits(3) : 11 + reader.bits(7)).fill(0));
  }
  return [tableOf(lengths.slice(0, literals)), tableOf(lengths.slice(literals, literals + distances))];
}

/**
 * @param {Reader} reader
 * @param {Output} out
 * @param {Codes} literals
 * @param {Codes} distances
 */
function coded(reader, out, literals, distances) {
  for (let symbol = reader.symbol(literals); symbol !== END; symbol = reader.symbol(literals)) {
    out.room(LONGEST);
    if (symbol < END) {
      out.bytes[out.length++] = symbol;
      continue;
    }
    const length = (LENGTH_BASE[symbol - 257] ?? 0) + reader.bits(LENGTH_EXTRA[symbol - 257] ?? 0);
    const far = reader.symbol(distances);
    const distance = (DISTANCE_BASE[far] ?? Infinity) + reader.bits(DISTANCE_EXTRA[far] ?? 0);
    if (distance > out.length) throw new Error("The compressed text repeats what is not there.");
    // It may repeat what it is just writing.
    for (let end = out.length + length; out.length < end; out.length++) out.bytes[out.length] = out.bytes[out.length - distance] ?? 0;
  }
}

/**
 * The content of a gzip file (RFC 1952) of one member.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function gunzip(bytes) {
  const flags = bytes[3] ?? 0;
  if (bytes[0] !== 31 || bytes[1] !== 139 || bytes[2] !== 8) throw new Error("This is no gzip file.");
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  // A name and a comment end with a zero each.
  for (const part of [8, 16]) if (flags & part) at = bytes.indexOf(0, at) + 1;
  if (flags & 2) at += 2;
  const { content, end } = inflate(bytes, Infinity, at);
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(end + 4, true);
  if (size !== content.length) throw new Error("The gzip file is broken.");
  return content;
}

/** Bits that are written into bytes, the lowest first. */
class Writer {
  #out = new Output(1024, Infinity);
  #held = 0;
  #count = 0;

  /**
   * @param {number} value
   * @param {number} count of its bits, at most 16
   */
  bits(value, count) {
    this.#held |= value << this.#count;
    this.#count += count;
    this.#out.room(4);
    for (; this.#count >= 8; this.#count -= 8, this.#held >>>= 8) this.#out.bytes[this.#out.length++] = this.#held & 255;
  }

  /** All of them; the last byte is filled up. */
  end() {
    this.bits(0, (8 - this.#count) % 8);
    return this.#out.bytes.slice(0, this.#out.length);
  }
}

/**
 * The bytes compressed.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function deflate(bytes) {
  const writer = new Writer();
  const [literals, distances] = [codesOf(FIXED), codesOf(FIXED_DISTANCES)];
  const symbol = (/** @type {number} */ one) => writer.bits(literals[one] ?? 0, FIXED[one]);
  const chains = new Chains(bytes);
  writer.bits(1, 1);
  writer.bits(1, 2);
  for (let at = 0; at < bytes.length; ) {
    const { length, distance } = chains.longest(at);
    if (length < 3) symbol(bytes[at] ?? 0);
    else {
      const [long, far] = [placeOf(LENGTH_BASE, length), placeOf(DISTANCE_BASE, distance)];
      symbol(257 + long);
      writer.bits(length - (LENGTH_BASE[long] ?? 0), LENGTH_EXTRA[long] ?? 0);
      writer.bits(distances[far] ?? 0, 5);
      writer.bits(distance - (DISTANCE_BASE[far] ?? 0), DISTANCE_EXTRA[far] ?? 0);
    }
    for (const end = at + (length < 3 ? 1 : length); at < end; at++) chains.add(at);
  }
  symbol(END);
  return writer.end();
}

/**
 * The place of the last entry that is not larger.
 * @param {number[]} bases
 * @param {number} value
 */
function placeOf(bases, value) {
  return bases.findLastIndex((base) => base <= value);
}

/** Where each beginning of three bytes was met, the last first. */
class Chains {
  #bytes;
  #last = new Int32Array(WINDOW).fill(-1);
  #before;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    this.#before = new Int32Array(bytes.length);
  }

  /** @param {number} at */
  #key(at) {
    const [one = 0, two = 0, three = 0] = [this.#bytes[at], this.#bytes[at + 1], this.#bytes[at + 2]];
    return ((one << 10) ^ (two << 5) ^ three) & (WINDOW - 1);
  }

  /** @param {number} at */
  add(at) {
    const key = this.#key(at);
    this.#before[at] = this.#last[key] ?? -1;
    this.#last[key] = at;
  }

  /**
   * The longest repetition of what is before a place.
   * @param {number} at
   */
  longest(at) {
    const most = Math.min(LONGEST, this.#bytes.length - at);
    let [length, distance] = [0, 0];
    let place = this.#last[this.#key(at)] ?? -1;
    for (let tries = 0; tries < TRIES && place >= 0 && at - place <= WINDOW && length < most; tries++) {
      let same = 0;
      while (same < most && this.#bytes[place + same] === this.#bytes[at + same]) same++;
      if (same > length) [length, distance] = [same, at - place];
      place = this.#before[place] ?? -1;
    }
    return { length, distance };
  }
}
