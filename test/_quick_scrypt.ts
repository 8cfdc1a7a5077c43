/**
 * scrypt in an instant. As its users want it, it takes 128 MB and half a second, and a test of a form with a password
 * derives a dozen keys. `test/crypto/password_cost_test.ts` and the nightly run have scrypt as it is.
 *
 * @module
 */

import crypto from "node:crypto";
import { isNightly } from "./_nightly.ts";

type Scrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  length: number,
  cost: crypto.ScryptOptions,
  callback: (error: Error | null, key: Uint8Array) => void,
) => void;

/** The largest cost, `N`, that stays as it is: that of hashes of other products, such as Better Auth. */
const LARGEST = 2 ** 14;

/** The cost in place of a larger one. */
const QUICK = 2 ** 4;

const { scrypt } = crypto;

/** Gives the same key for the same password, salt and cost, and another one for others. */
const quickScrypt: Scrypt = (password, salt, length, cost, callback) => {
  const { N = 2 ** 14, r, p } = cost;
  if (N <= LARGEST) return scrypt(password, salt, length, cost, callback);
  // Node has `salt.toHex()` from version 25 on.
  scrypt(password, JSON.stringify([...salt, N, r, p]), length, { N: QUICK, r, p }, callback);
};

/** Runs something while each key is derived in an instant, but for the nightly run. */
export async function withQuickScrypt<T>(run: () => Promise<T>): Promise<T> {
  return isNightly ? await run() : await withInstantScrypt(run);
}

/** The same, also in the nightly run: for a test with hundreds of forms. */
export async function withInstantScrypt<T>(run: () => Promise<T>): Promise<T> {
  Object.assign(crypto, { scrypt: quickScrypt });
  try {
    return await run();
  } finally {
    Object.assign(crypto, { scrypt });
  }
}
