/** A generator of numbers from 0 up to, but not including, 1. The same seed gives the same numbers. */
type Random = () => number;

/** Hashes numbers into a seed of 32 bits (FNV-1a), so that the same data gives the same forecast. */
export function seedOf(values: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const value of values) {
    for (let rest = Math.round(value), byte = 0; byte < 4; byte++, rest >>>= 8) {
      hash = Math.imul(hash ^ (rest & 0xff), 0x01000193);
    }
  }
  return hash >>> 0;
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state suffice for 10,000 trials. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
