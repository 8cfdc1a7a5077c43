/**
 * The password and the generation of a user in Deno KV.
 *
 * @module
 */

import { type KvDatabase, readKv, storeIf } from "./queries.ts";
import type { Adapter, AdapterSecurity } from "../contract/types.ts";

/** The methods of the adapter for them. */
export function securityIn({ kv, keys }: KvDatabase) {
  return {
    getSecurity: (userId) => readKv<AdapterSecurity>(kv, keys.security(userId)),
    setSecurity(security, ifGeneration) {
      const key = keys.security(security.userId);
      return storeIf(kv, key, {
        isExpected: (value) => ((value as AdapterSecurity | null)?.generation ?? null) === ifGeneration,
        put: (atomic) => void atomic.set(key, security),
      });
    },
  } satisfies Adapter;
}
