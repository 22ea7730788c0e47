// SHA-256 (FIPS 180-4) of a text, as hexadecimal digits. The browser's own `crypto.subtle` is missing wherever a page is
// served without TLS from another machine, and keys must be the same there; a level is short, so speed does not matter.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
/** The same of the square roots of the first 8 primes. */
const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/**
 * The digest of a text in UTF-8.
 * @param {string} text
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(text) {
  const message = padded(new TextEncoder().encode(text));
  const hash = Uint32Array.from(START);
  for (let at = 0; at < message.byteLength; at += 64) compress(hash, new DataView(message.buffer, at, 64));
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * The bytes, a one bit, zeros, and the length in bits: a multiple of 64 bytes.
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  new DataView(message.buffer).setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  return message;
}

/**
 * @param {Uint32Array} hash
 * @param {DataView} block of 64 bytes
 */
function compress(hash, block) {
  const schedule = extended(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  schedule.forEach((word, round) => {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[round] ?? 0) + word) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] = (hash[at] ?? 0) + word));
}

/** @param {DataView} block */
function extended(block) {
  const words = new Uint32Array(64);
  const word = (/** @type {number} */ at) => words[at] ?? 0;
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < 64; at++) {
    const [near, far] = [word(at - 2), word(at - 15)];
    const mixed = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[at] = word(at - 16) + mixed + word(at - 7) + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
  }
  return words;
}

/**
 * @param {number} word
 * @param {number} by bits to the right
 */
function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}
