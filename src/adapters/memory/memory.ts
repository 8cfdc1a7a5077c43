/**
 * Users and sessions in memory, for tests and first steps.
 *
 * @module
 */

// deno-lint-ignore-file require-await -- a failing method rejects, as with a database; it does not throw.

import { webPlatform } from "../../platform/platform.ts";
import { withBeside } from "../contract/beside.ts";
import { namedRows } from "../contract/named_rows.ts";
import { pause } from "../contract/pause.ts";
import type { Adapter } from "../contract/types.ts";
import { addRow, changeIn, cloneOf, type Ending, methodsOf, ownedBy, tokenKeyOf } from "./rows.ts";
import { assertOwner, emptyTables, type Tables } from "./tables.ts";
import { accountMethods, authenticatorMethods, userMethods } from "./users.ts";

/**
 * Stores users, accounts, sessions and tokens in memory, with all their fields: they are lost when the process ends,
 * and other processes cannot read them. Arguments and results are copied.
 *
 * @example
 * ```ts
 * import { Memory } from "@latchkey/auth/adapters/memory";
 *
 * const adapter = Memory();
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * console.log(await adapter.getUserByEmail("ada@example.com")); // { id: "1", … }
 * ```
 */
export function Memory(): Required<Adapter> {
  const tables = emptyTables();
  const { kinds } = tables;
  // A method awaits nothing, so no other call runs between its steps.
  return withBeside((beside) => {
    const rows = beside.map(([kind, row]) => [kind, cloneOf(row)] as const);
    const after = () => rows.forEach(([kind, row]) => kinds.store(kind, row));
    const { store, remove } = kinds;
    return {
      ...methodsOf({ ...userMethods(tables), ...accountMethods(tables) }, after),
      ...authenticatorMethods(tables),
      ...sessionMethods(tables),
      ...tokenMethods(tables),
      rows: namedRows({ ...kinds, ...methodsOf({ store, remove }, after) }),
      async removeExpired({ now = new Date(webPlatform.now()), batch = 1000 } = {}) {
        let removed = 0;
        for (const ending of [tables.sessions, tables.tokens, ...kinds.ending()] as readonly Ending[]) {
          for (const [key, { expires }] of ending) {
            if (expires > now || !ending.delete(key)) continue;
            if (++removed % batch === 0) await pause();
          }
        }
        return removed;
      },
    };
  });
}

/** The methods about sessions. */
function sessionMethods(tables: Tables) {
  const { users, sessions } = tables;
  return {
    async createSession(session) {
      assertOwner(session, tables);
      return addRow(sessions, session.sessionToken, session);
    },
    async getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken);
      const user = session && users.get(session.userId);
      return session && user ? cloneOf({ session, user }) : null;
    },
    updateSession: async (session) => changeIn(sessions, session.sessionToken, session),
    deleteSession: async (sessionToken) => sessions.delete(sessionToken),
    async prolongSession({ sessionToken, expires, usedAt, ifBefore }) {
      const session = sessions.get(sessionToken);
      if (!session || session.expires >= ifBefore) return false;
      changeIn(sessions, sessionToken, { expires, usedAt });
      return true;
    },
    listSessionsByUserId: async (userId) => ownedBy(sessions, userId),
    async deleteSessionsByUserId(userId, except) {
      const ended = ownedBy(sessions, userId).filter(({ sessionToken }) => sessionToken !== except);
      for (const { sessionToken } of ended) sessions.delete(sessionToken);
      return ended.length;
    },
  } satisfies Partial<Adapter>;
}

/** The methods about mailed tokens. */
function tokenMethods({ tokens }: Tables) {
  return {
    async createVerificationToken(token) {
      addRow(tokens, tokenKeyOf(token), token);
    },
    async useVerificationToken(key) {
      const token = tokens.get(tokenKeyOf(key)) ?? null;
      tokens.delete(tokenKeyOf(key));
      return token;
    },
  } satisfies Partial<Adapter>;
}

/** Memory, as adapters are imported by habit. */
export default Memory;
