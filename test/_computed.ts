/**
 * What is computed for passwords, counted and not timed. Keys come at once: such a test does not read them.
 *
 * @module
 */

import crypto from "node:crypto";

/** What has been computed. */
export interface Computed {
  /** `ln,r,p` of scrypt, or the iterations of PBKDF2; `·2` if the key has two blocks. */
  readonly costs: readonly string[];
  /** The same in rounds of scrypt, of which an iteration of PBKDF2 is half of one. */
  readonly rounds: number;
}

type Derived = (error: null, key: Uint8Array) => void;
type Cost = Required<Pick<crypto.ScryptOptions, "N" | "r" | "p">>;

/** Runs something, and returns what was computed. */
export async function computedBy(run: () => Promise<unknown>): Promise<Computed> {
  const costs: string[] = [];
  let rounds = 0;
  const { scrypt } = crypto;
  const { subtle } = globalThis.crypto;
  const { deriveBits } = subtle;
  Object.assign(crypto, {
    scrypt(...[, , length, { N, r, p }, done]: [unknown, unknown, number, Cost, Derived]) {
      costs.push(`${Math.log2(N)},${r},${p}`);
      rounds += N * r * p;
      queueMicrotask(() => done(null, new Uint8Array(length).fill(1)));
    },
  });
  subtle.deriveBits = (algorithm, _key, length) => {
    const { iterations } = algorithm as Pbkdf2Params;
    const blocks = Math.ceil(Number(length) / 256);
    costs.push(blocks === 1 ? `${iterations}` : `${iterations}·${blocks}`);
    rounds += iterations * blocks / 2;
    return Promise.resolve(new Uint8Array(Number(length) / 8).fill(1).buffer);
  };
  try {
    await run();
  } finally {
    Object.assign(crypto, { scrypt });
    subtle.deriveBits = deriveBits;
  }
  return { costs, rounds };
}
