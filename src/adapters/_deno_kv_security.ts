/**
 * The password and the generation of a user in Deno KV.
 *
 * @module
 */

import { commit, repeat } from "./_deno_kv_entries.ts";
import { type KvDatabase, readKv } from "./_deno_kv_queries.ts";
import type { Adapter, AdapterSecurity } from "./types.ts";

/** The methods of the adapter for them. */
export function securityIn({ kv, keys }: KvDatabase) {
  return {
    getSecurity: (userId) => readKv<AdapterSecurity>(kv, keys.security(userId)),
    setSecurity: (security, ifGeneration) =>
      repeat(async () => {
        const key = keys.security(security.userId);
        const entry = await kv.get(key);
        const stored = entry.value as AdapterSecurity | null;
        if ((stored?.generation ?? null) !== ifGeneration) return "changed";
        const atomic = kv.atomic();
        atomic.check(entry);
        atomic.set(key, security);
        return await commit(atomic) && "stored";
      }).then((outcome) => outcome === "stored"),
  } satisfies Adapter;
}
