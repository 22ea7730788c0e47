// The sounds that a game names by texts of its own: a short tone for each text, always the same one. The text chooses wave
// form, pitch, slide and length by a small hash.

/** @typedef {{ type: OscillatorType, from: number, to: number, length: number }} Tone frequencies in hertz, seconds */

const WAVES = /** @type {const} */ (["sine", "triangle", "square", "sawtooth"]);
/** The lowest pitch, and how many semitones there are above it. */
const LOWEST = 165;
const SEMITONES = 30;
/** Semitones that a tone slides up or down, at most. */
const SLIDE = 12;
/** The shortest tone in seconds, and what a longer one has more. */
const SHORTEST = 0.06;
const LONGER = 0.2;

/**
 * The tone of a sound.
 * @param {string} text by which the game calls it
 * @returns {Tone}
 */
export function toneOf(text) {
  const part = parts(text);
  const type = WAVES[part(WAVES.length)] ?? "sine";
  const [pitch, slide] = [part(SEMITONES + 1), part(2 * SLIDE + 1) - SLIDE];
  // Whole numbers: what lies behind the point may differ between browsers.
  const hertz = (/** @type {number} */ semitone) => Math.round(LOWEST * 2 ** (semitone / 12));
  return { type, from: hertz(pitch), to: hertz(pitch + slide), length: SHORTEST + (LONGER * part(101)) / 100 };
}

/**
 * Numbers that follow from a text: each call gives one below its argument. FNV-1a, stirred by xorshift.
 * @param {string} text
 * @returns {(below: number) => number}
 */
function parts(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (below) => {
    hash ^= hash << 13;
    hash ^= hash >>> 17;
    hash ^= hash << 5;
    return (hash >>> 0) % below;
  };
}
