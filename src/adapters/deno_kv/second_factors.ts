/**
 * Second factors in Deno KV, and sign-ins between their two steps.
 *
 * @module
 */

import { all, expiring, type KvAtomic, type KvKey, type KvKeys } from "./entries.ts";
import { dropPieces, joinPieces, putPieces, readPieces, toPieces } from "./pieces.ts";
import { changeKv, type KvDatabase, readKv, storeIf } from "./queries.ts";
import type { Adapter, AdapterPendingSignIn, AdapterSecondFactor } from "../contract/types.ts";

/** A sign-in between its two steps: `data` is in UTF-8, because it can be longer than a value. */
interface StoredSignIn extends Pick<AdapterPendingSignIn, "tries" | "expires"> {
  /** The first piece of the data. */
  readonly first: Uint8Array;
  /** How many pieces follow. */
  readonly pieces: number;
}

/** The methods of the adapter for them. */
export function secondFactorsIn({ kv, keys }: KvDatabase) {
  const keyOf = (userId: string) => keys.record("secondFactor", userId);

  return {
    getSecondFactor: (userId) => readKv<AdapterSecondFactor>(kv, keyOf(userId)),
    setSecondFactor: (factor, ifVersion) =>
      storeIf(kv, keyOf(factor.userId), {
        isExpected: (value) => ((value as AdapterSecondFactor | null)?.version ?? null) === ifVersion,
        put(atomic) {
          const { userId } = factor;
          atomic.set(keyOf(userId), factor);
          // So that it is removed with the user, and by a takeover.
          atomic.set(keys.owned(userId, "secondFactor", userId), 0);
          atomic.set(keys.mark(userId), true);
        },
      }),
    async listSecondFactors(after, limit) {
      const prefix = keys.record("secondFactor");
      // The least text after another one ends with zero; numbers are after all texts.
      const start = after === null ? prefix : keyOf(`${after}\0`);
      const entries = await all(kv.list({ start, end: [...prefix, 0] }, { limit }));
      return entries.map(({ value }) => value as AdapterSecondFactor);
    },
    async getPendingSignIn(id) {
      const key = signInKey(keys, id);
      const stored = await readPieces<StoredSignIn>(kv, key, key);
      if (!stored) return null;
      const { first, pieces, tries, expires } = stored.record;
      const data = joinPieces(first, stored.others.slice(0, pieces));
      return data === null ? null : { id, data, tries, expires };
    },
    setPendingSignIn: (pending, ifTries) =>
      storeIf(kv, signInKey(keys, pending.id), {
        isExpected: (value) => ((value as StoredSignIn | null)?.tries ?? null) === ifTries,
        put(atomic, value) {
          if (value) dropSignIn(atomic, keys, { id: pending.id, ...value as StoredSignIn });
          putSignIn(atomic, keys, pending);
        },
      }),
    async deletePendingSignIn(id) {
      return await changeKv<StoredSignIn>(kv, signInKey(keys, id), {
        to: (stored) => stored,
        put: (atomic, stored) => dropSignIn(atomic, keys, { id, ...stored }),
      }) !== null;
    },
  } satisfies Adapter;
}

function signInKey(keys: KvKeys, id: string): KvKey {
  return keys.record("pendingSignIn", id);
}

/** @throws {Error} if the data is longer than 600 000 bytes. */
function putSignIn(atomic: KvAtomic, keys: KvKeys, { id, data, tries, expires }: AdapterPendingSignIn): void {
  const all = toPieces(data, "the pending sign-in");
  const pieces = all.length - 1;
  const key = signInKey(keys, id);
  const options = expiring(expires);
  atomic.set(key, { tries, expires, first: all[0], pieces } satisfies StoredSignIn, options);
  putPieces(atomic, key, { pieces: all, options });
  atomic.set(keys.ending(expires.getTime(), "pendingSignIn", id), pieces, options);
}

function dropSignIn(
  atomic: KvAtomic,
  keys: KvKeys,
  { id, expires, pieces }: Pick<AdapterPendingSignIn, "id" | "expires"> & Pick<StoredSignIn, "pieces">,
): void {
  const key = signInKey(keys, id);
  atomic.delete(key);
  dropPieces(atomic, key, pieces);
  atomic.delete(keys.ending(expires.getTime(), "pendingSignIn", id));
}
