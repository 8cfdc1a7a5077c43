/**
 * Records for tests of Deno KV, and databases on which something happens meanwhile.
 *
 * @module
 */

import type { Kv, KvAtomic } from "../../src/adapters/deno_kv/deno_kv.ts";
import type {
  AdapterAccount,
  AdapterProviderSession,
  AdapterProviderTokens,
  AdapterUser,
} from "../../src/adapters/contract/types.ts";

/** Milliseconds. */
export const HOUR = 3_600_000;

/** A user without an address. */
export function nobody(id: string): AdapterUser {
  return { id, email: null, emailVerified: null };
}

/** An account at the provider `p`. */
export function accountOf(userId: string, providerAccountId: string): AdapterAccount {
  return { type: "oidc", provider: "p", providerAccountId, userId };
}

/** The tokens of the account `1` at the provider `p`. */
export function providerTokensOf(userId: string, tokens: string): AdapterProviderTokens {
  return { userId, provider: "p", providerAccountId: "1", version: 1, leaseUntil: null, tokens };
}

/** A session of the account `1` at the provider `p`. */
export function providerSessionOf(
  userId: string,
  id: string,
  idToken: string | null,
): AdapterProviderSession {
  const names = { provider: "p", providerAccountId: "1", sub: "1", sid: "at p" };
  return { id, userId, ...names, idToken, expires: soon() };
}

/** A database on which something happens before the first write. */
export function interruptedOnce(kv: Deno.Kv, happens: () => Promise<unknown>): Kv {
  let waiting = true;
  return withWrites(kv, (atomic) => ({
    async commit() {
      if (waiting) {
        waiting = false;
        await happens();
      }
      return await atomic.commit();
    },
  }));
}

/** A database that writes in its own way. */
export function withWrites(kv: Deno.Kv, write: (atomic: KvAtomic) => Partial<KvAtomic>): Kv {
  return {
    get: (key) => kv.get(key),
    getMany: (keys) => kv.getMany(keys as Deno.KvKey[]),
    list: (selector, options) => kv.list(selector, options),
    atomic() {
      const atomic = kv.atomic();
      return {
        check: (...entries) => atomic.check(...entries),
        set: (key, value, options) => atomic.set(key, value, options),
        delete: (key) => atomic.delete(key),
        commit: () => atomic.commit(),
        ...write(atomic),
      };
    },
  };
}

/** The keys below a prefix, as JSON. */
export async function keysIn(kv: Deno.Kv, prefix: readonly string[]): Promise<string[]> {
  const entries = await Array.fromAsync(kv.list({ prefix: [...prefix] }));
  return entries.map(({ key }) => JSON.stringify(key));
}

/** The same, without the generations that removed users leave. */
export async function leftIn(kv: Deno.Kv, prefix: readonly string[]): Promise<string[]> {
  return (await keysIn(kv, prefix)).filter((key) => !key.includes('"security"'));
}

/** In an hour. */
export function soon(): Date {
  return new Date(Date.now() + HOUR);
}
