// Seeds of random numbers.

/** Any seed, of 32 bits. */
export function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
