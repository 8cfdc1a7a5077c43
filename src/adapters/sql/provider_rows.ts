/**
 * Tokens that the library renews, and sessions that began at a provider, in an SQL database.
 *
 * @module
 */

import type { Statement } from "./types.ts";
import { type Database, findEntity, list, remove, run, storeIf } from "./queries.ts";
import { columnsOf, replacement, toEntity } from "./rows.ts";
import type {
  AccountKey,
  Adapter,
  AdapterProviderSession,
  AdapterProviderTokens,
  ProviderSessionKey,
} from "../contract/types.ts";

/** The methods of the adapter for provider tokens. */
export function providerTokenMethods(db: Database) {
  const { providerTokens } = db.tables;
  return {
    listProviderTokensByUserId: (userId) => list<AdapterProviderTokens>(db, providerTokens, { userId }),
    setProviderTokens: (tokens, ifVersion) =>
      storeIf(db, providerTokens, { ...tokens }, ["version", ifVersion]),
    deleteProviderTokens: ({ provider, providerAccountId }) =>
      remove(db, providerTokens, { provider, providerAccountId }),
    async listProviderTokens(after, limit) {
      const { text, values } = behind(after);
      const [rows = []] = await run(db, {
        // MySQL binds a number as a floating-point number, which `LIMIT` refuses.
        text: `SELECT ${columnsOf(providerTokens)} FROM ${providerTokens.name}${text} ` +
          `ORDER BY ${providerTokens.key} LIMIT ${Math.trunc(limit)}`,
        values,
      });
      return rows.map((row) => toEntity<AdapterProviderTokens>(providerTokens, row));
    },
  } satisfies Adapter;
}

/** The methods of the adapter for provider sessions. */
export function providerSessionMethods(db: Database) {
  const { providerSessions } = db.tables;
  return {
    getProviderSession: (id) => findEntity<AdapterProviderSession>(db, providerSessions, { id }),
    async setProviderSession(session) {
      await run(db, replacement(db.dialect, providerSessions, { ...session }));
    },
    deleteProviderSession: (id) => remove(db, providerSessions, { id }),
    listProviderSessions(of, page) {
      return list<AdapterProviderSession>(db, providerSessions, keyOf(of), page);
    },
  } satisfies Adapter;
}

/** The columns of a key: other fields of what a caller hands in do not count. */
function keyOf(of: ProviderSessionKey): Readonly<Record<string, string>> {
  if ("userId" in of) return { userId: of.userId };
  const { provider } = of;
  return "sid" in of ? { provider, sid: of.sid } : { provider, sub: of.sub };
}

/** The condition for the rows after an account, in the order of the primary key. */
function behind(after: AccountKey | null): Statement {
  if (!after) return { text: "", values: [] };
  const { provider, providerAccountId } = after;
  return {
    text: ` WHERE "provider" > ? OR "provider" = ? AND "provider_account_id" > ?`,
    values: [provider, provider, providerAccountId],
  };
}
