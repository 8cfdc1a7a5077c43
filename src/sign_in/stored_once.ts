/**
 * Stores what may be used once, such as a challenge: the database refuses a second row with the same key.
 *
 * @module
 */

import { toHex } from "../crypto/bytes.ts";
import { ofAnother, type Platform } from "../platform/platform.ts";
import type { TokenStore } from "../model/store.ts";
import type { VerificationToken } from "../adapters/contract/types.ts";

/** `identifier` of the rows with which a database is tried. */
const TEST = "passkey challenge";

/** How long such a row lives, in milliseconds, if the database fails before it is removed. */
const TEST_MAX_AGE = 300_000;

/**
 * Stores a row. Of several callers with the same key, one succeeds.
 *
 * @returns `null` if it was stored; the error of the database if the key was stored before.
 * @throws {AdapterError} if the database fails.
 */
export async function storeOnce(
  row: VerificationToken,
  store: TokenStore,
  platform: Platform,
): Promise<Error | null> {
  try {
    await store.createVerificationToken(row);
    return null;
  } catch (error) {
    if (!await storesTokens(row.expires, store, platform)) throw error;
    return error as Error;
  }
}

/** Results of the test, by the store of an adapter that does not promise it. */
const storeTests = new WeakMap<TokenStore, Promise<boolean>>();

/**
 * Whether the database refuses a second row with the same key. An adapter with methods of our own does: it says so in
 * `createVerificationToken`. Of those of Auth.js, DynamoDB, Redis, KV and others overwrite the row, and some add another.
 * They are tried once, with a row that does not stay.
 */
export function refusesDuplicates(store: TokenStore, platform: Platform): Promise<boolean> {
  if (store.addCredentials || store.createUserWithAccount) return Promise.resolve(true);
  const known = storeTests.get(store);
  if (known) {
    return ofAnother(known, () => {
      if (storeTests.get(store) === known) storeTests.delete(store);
      return refusesDuplicates(store, platform);
    }, platform);
  }
  const verdict = refusesSecondRow(store, platform);
  storeTests.set(store, verdict);
  verdict.catch(() => storeTests.delete(store));
  return verdict;
}

async function refusesSecondRow(store: TokenStore, platform: Platform): Promise<boolean> {
  const key = { identifier: TEST, token: toHex(platform.random(32)) };
  const row = { ...key, expires: new Date(platform.now() + TEST_MAX_AGE) };
  await store.createVerificationToken(row);
  const again = () => succeeds(() => store.createVerificationToken(row));
  // Twice: a single failure may have another reason, and the verdict lasts as long as the process.
  const isRefused = !await again() && !await again();
  await store.useVerificationToken(key);
  // Removes the second row, if it did not replace the first one. An adapter may reject if there is none.
  if (!isRefused) await succeeds(() => store.useVerificationToken(key));
  return isRefused;
}

async function succeeds(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the database stores another token. The error for a duplicate key differs between databases; but a database that
 * refuses one row and stores another has found a duplicate.
 */
async function storesTokens(
  expires: Date,
  store: TokenStore,
  platform: Platform,
): Promise<boolean> {
  const key = { identifier: TEST, token: toHex(platform.random(32)) };
  try {
    await store.createVerificationToken({ ...key, expires });
  } catch {
    return false;
  }
  await store.useVerificationToken(key);
  return true;
}
