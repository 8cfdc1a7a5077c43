/**
 * Adapters of Auth.js that hand out the highest id and one, with the tables of the library beside them.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import type {
  Adapter,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from "../../src/adapters/contract/types.ts";
import { securityOf } from "../../src/model/security_of.ts";
import { ADAPTERS, ReferenceAdapter } from "./_database.ts";

/** One whose ids are text. @param more Functions in the place of its own. */
export function beside({ toId = String as (id: number) => string, more = {} as Adapter } = {}): Adapter {
  const store = new ReferenceAdapter();
  const own = (id: string) => toId(Number(id));
  const ids = new Set<number>();
  const passkeys = new Map<string, AdapterAuthenticator>();
  const sessions = new Map<string, string>();
  const createUser = store.createUser.bind(store);
  const getUser = store.getUser.bind(store);
  const deleteUser = store.deleteUser.bind(store);
  const createSession = store.createSession.bind(store);
  return Object.assign(
    store,
    {
      async createUser(user: AdapterUser) {
        const id = Math.max(0, ...ids) + 1;
        const created = await createUser({ ...user, id: toId(id) });
        ids.add(id);
        return created;
      },
      getUser: (id: string) => getUser(own(id)),
      async deleteUser(id: string) {
        await deleteUser(own(id));
        ids.delete(Number(id));
      },
      // Passwords beside stored sessions need it.
      async createSession(session: AdapterSession) {
        sessions.set(session.sessionToken, String(session.userId));
        return await createSession({ ...session, userId: own(session.userId) });
      },
      async deleteSessionsByUserId(userId: string, except?: string) {
        const ended = [...sessions].filter(([token, owner]) => owner === String(userId) && token !== except);
        for (const [token] of ended) await store.deleteSession(token).catch(() => {});
        return ended.length;
      },
      getAuthenticator: (id: string) => Promise.resolve(passkeys.get(id) ?? null),
      createAuthenticator(row: AdapterAuthenticator) {
        passkeys.set(row.credentialID, row);
        return Promise.resolve(row);
      },
      listAuthenticatorsByUserId: (id: string) =>
        Promise.resolve([...passkeys.values()].filter(({ userId }) => String(userId) === String(id))),
      updateAuthenticatorCounter: (id: string) => Promise.resolve(passkeys.get(id)!),
    },
    securityOf(Memory()),
    more,
  ) as Adapter;
}

/** The same, with the functions of an application that can take users over. */
export function besideWithTakeover(): Adapter {
  const store = beside();
  return Object.assign(store, {
    async createUserWithAccount(user: AdapterUser, account: object) {
      const created = await store.createUser!(user);
      await store.linkAccount!({ ...account, userId: created.id } as never);
      return created;
    },
    addCredentials: () => Promise.resolve(true),
    takeOverUser: () => Promise.resolve(null),
  });
}

/** As the tables of `pg-adapter` have them. */
export const NUMBERS = { toId: (id: number) => id as unknown as string };

/** Functions that take a user's id, or what has it. */
const ID_METHODS = [
  "getUser",
  "deleteUser",
  "updateUser",
  "linkAccount",
  "createSession",
  "createAuthenticator",
  "deleteSessionsByUserId",
  "listAccountsByUserId",
  "listSessionsByUserId",
  "listAuthenticatorsByUserId",
] as const satisfies readonly (keyof Adapter)[];

/** The same as with `id Int` of Prisma: an id that is text is refused. */
export function besideInt(): Adapter {
  const adapter = beside(NUMBERS);
  const store = adapter as Record<string, unknown>;
  for (const method of ID_METHODS) {
    const call = store[method];
    if (typeof call !== "function") continue;
    store[method] = (
      first: string | { readonly id?: unknown; readonly userId?: unknown },
      ...others: unknown[]
    ) => {
      const id = typeof first === "string" ? first : first.userId ?? first.id;
      if (typeof id === "string") {
        throw new TypeError("Invalid value provided. Expected Int, provided String.");
      }
      return call.call(store, first, ...others);
    };
  }
  return adapter;
}

/** The kinds of database that everything has to work with, and one whose ids are numbers. */
export const KINDS: Readonly<Record<string, () => Adapter>> = {
  ...ADAPTERS,
  "an adapter whose ids are numbers": () => beside(NUMBERS),
};
