/**
 * Random choices that a seed repeats: for data of a test that is the same in each run. A test of random inputs takes
 * `seeded()` of `_seeded.ts`.
 *
 * @module
 */

/** Random choices. */
export interface Random {
  /** The number that decides them: the same seed gives the same choices. */
  readonly seed: number;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  /** True with a probability, such as 0.5. */
  chance(probability: number): boolean;
  /** One of several values. */
  pick<T>(values: ArrayLike<T>): T;
  /** Up to `most` values. */
  some<T>(most: number, make: () => T): T[];
}

/** Makes random choices: the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(number() * limit);
  return {
    seed,
    below,
    chance: (probability) => number() < probability,
    pick: (values) => values[below(values.length)]!,
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
}
