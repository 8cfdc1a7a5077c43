/**
 * The adapter contract on sessions that began at a provider.
 *
 * @module
 */

import type { AccountKey, Adapter, AdapterProviderSession } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertList,
  assertTrue,
  inHours,
  race,
  RACERS,
  type Rule,
  storeAccount,
  storeUser,
  unique,
} from "./_rule.ts";

const METHODS = [
  "getProviderSession",
  "setProviderSession",
  "deleteProviderSession",
  "listProviderSessions",
] as const;

/** Storing provider sessions. */
export const providerSessionRules: readonly Rule[] = [
  {
    name: "getProviderSession() returns null for an unknown id",
    needs: METHODS,
    async run(adapter) {
      assertFields(await adapter.getProviderSession(unique()), null, "a provider session of nobody");
      await adapter.setProviderSession(someSession());
      assertFields(await adapter.getProviderSession(unique()), null, "a provider session of nobody");
    },
  },
  {
    name: "setProviderSession() stores all fields, and replaces all of them, also an ID token of 200 KiB",
    needs: METHODS,
    async run(adapter) {
      const { id } = someSession();
      const long = "0123456789abcdef".repeat(5000);
      const rows: readonly AdapterProviderSession[] = [
        someSession({ id }),
        someSession({ id, idToken: "i".repeat(20_000), expires: inHours(7) }),
        someSession({ id, idToken: `Zoë 🦉 'quoted' \\ ${long}`.padEnd(200 * 1024, "ü") }),
        someSession({ id, idToken: `${long}.`, sub: "S".repeat(255), sid: "s".repeat(255) }),
        someSession({ id, idToken: null, sub: null, sid: null, provider: "other" }),
        someSession({ id, idToken: "short" }),
      ];
      for (const row of rows) {
        await adapter.setProviderSession(row);
        assertFields(await adapter.getProviderSession(id), row, "the provider session");
      }
    },
  },
  {
    name: `setProviderSession() stores one of ${RACERS} rows with the same id whole`,
    needs: METHODS,
    async run(adapter) {
      const { id, provider, sid } = someSession();
      const rows = Array.from(
        { length: RACERS },
        (_, index) => someSession({ id, sid, userId: `${index}`, idToken: `token ${index}` }),
      );
      const outcomes = await race((index) => adapter.setProviderSession(rows[index]!));
      const [failed] = outcomes.filter((outcome) => outcome.status === "rejected");
      assertTrue(!failed, `a row was rejected: ${failed?.reason}`);
      const stored = await adapter.getProviderSession(id);
      assertFields(stored, rows[Number(stored?.userId)]!, "the provider session");
      assertList(await adapter.listProviderSessions({ provider, sid: sid! }), [stored!], "id");
    },
  },
  {
    name: "listProviderSessions() finds those of a session at the provider, to the letter",
    needs: METHODS,
    async run(adapter) {
      const sid = `Sid-${unique()}`;
      const rows = [someSession({ sid }), someSession({ sid })];
      const others = [
        someSession({ sid, provider: "other" }),
        someSession({ sid: sid.toLowerCase() }),
        someSession({ sid: null }),
      ];
      for (const row of [...rows, ...others]) await adapter.setProviderSession(row);
      const list = () => adapter.listProviderSessions({ provider: "example", sid });
      assertList(await list(), rows, "id");
      const [moved, kept] = [{ ...rows[0]!, sid: unique() }, rows[1]!];
      await adapter.setProviderSession(moved);
      assertList(await list(), [kept], "id");
      const { provider } = moved;
      assertList(await adapter.listProviderSessions({ provider, sid: moved.sid }), [moved], "id");
      assertList(await adapter.listProviderSessions({ provider, sid: unique() }), [], "id");
    },
  },
  {
    name: "listProviderSessions() finds those of a user at the provider, to the letter",
    needs: METHODS,
    async run(adapter) {
      const sub = `Ada-${unique()}`;
      const rows = [someSession({ sub }), someSession({ sub, sid: null })];
      const others = [
        someSession({ sub, provider: "other" }),
        someSession({ sub: sub.toLowerCase() }),
        someSession({ sid: sub, sub: null }),
        someSession({ providerAccountId: sub }),
      ];
      for (const row of [...rows, ...others]) await adapter.setProviderSession(row);
      const list = () => adapter.listProviderSessions({ provider: "example", sub });
      assertList(await list(), rows, "id");
      await adapter.setProviderSession({ ...rows[0]!, sub: unique() });
      assertList(await list(), rows.slice(1), "id");
    },
  },
  {
    name:
      "listProviderSessions() returns pages of a list: each row once, and fewer than the limit at the end alone",
    needs: METHODS,
    async run(adapter) {
      const [userId, sub, sid] = [unique(), unique(), unique()];
      const rows = Array.from(
        { length: 10 },
        (_, i) => someSession({ id: `${i % 2 ? "B" : "a"}-${unique()}`, userId, sub, sid }),
      );
      const provider = "example";
      for (const row of [...rows, someSession(), someSession({ userId: unique() })]) {
        await adapter.setProviderSession(row);
      }
      for (const key of [{ userId }, { provider, sub }, { provider, sid }]) {
        for (const limit of [1, 3, 5, 10, 11]) {
          const found: AdapterProviderSession[] = [];
          for (let page = 0; page <= rows.length / limit + 1; page++) {
            const next = await adapter.listProviderSessions(key, { after: found.at(-1)?.id ?? null, limit });
            found.push(...next);
            const wanted = Math.min(limit, Math.max(0, rows.length - page * limit));
            assertTrue(next.length === wanted, `page ${page} has ${next.length} rows, not ${wanted}`);
            // A row that goes meanwhile hides no other one.
            if (limit === 3 && page === 0) await adapter.setProviderSession(next[2]!);
          }
          assertList(found, rows, "id");
        }
      }
    },
  },
  {
    name: "listProviderSessions() finds those of a user, to the letter",
    needs: METHODS,
    async run(adapter) {
      const userId = `Ada-${unique()}`;
      const rows = [someSession({ userId }), someSession({ userId, provider: "other", sid: null })];
      const others = [someSession({ userId: userId.toLowerCase() }), someSession({ sid: userId })];
      for (const row of [...rows, ...others]) await adapter.setProviderSession(row);
      assertList(await adapter.listProviderSessions({ userId }), rows, "id");
      await adapter.setProviderSession({ ...rows[0]!, userId: unique() });
      assertList(await adapter.listProviderSessions({ userId }), rows.slice(1), "id");
      await adapter.deleteProviderSession(rows[1]!.id);
      assertList(await adapter.listProviderSessions({ userId }), [], "id");
    },
  },
  {
    name: "deleteProviderSession() removes one, and does nothing if there is none",
    needs: METHODS,
    async run(adapter) {
      const sid = unique();
      const [removed, other] = [someSession({ sid }), someSession({ sid })];
      for (const row of [removed, other]) await adapter.setProviderSession(row);
      await adapter.deleteProviderSession(unique());
      await adapter.deleteProviderSession(removed.id);
      await adapter.deleteProviderSession(removed.id);
      assertFields(await adapter.getProviderSession(removed.id), null, "the removed one");
      assertList(await adapter.listProviderSessions({ provider: "example", sid }), [other], "id");
    },
  },
  {
    name: "removeExpired() removes provider sessions that have ended, and keeps the others",
    needs: [...METHODS, "removeExpired"],
    async run(adapter) {
      const sid = unique();
      const ended = someSession({ sid, expires: inHours(1), idToken: "i".repeat(80_000) });
      const current = someSession({ sid, expires: inHours(3) });
      const short = someSession({ sid, expires: inHours(1) });
      const prolonged = { ...short, expires: inHours(4) };
      for (const row of [ended, current, short, prolonged]) await adapter.setProviderSession(row);
      assertTrue(await adapter.removeExpired({ now: inHours(2) }) >= 1, "nothing was removed");
      assertFields(await adapter.getProviderSession(ended.id), null, "the one that has ended");
      const left = await adapter.listProviderSessions({ provider: "example", sid });
      assertList(left, [current, prolonged], "id");
    },
  },
  {
    name: "deleteUser() removes the provider sessions of the user, and no others",
    needs: [...METHODS, "createUser", "deleteUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const sid = unique();
      const rows = [user, user, other].map(({ id }) => someSession({ userId: id, sid }));
      for (const row of rows) await adapter.setProviderSession(row);
      await adapter.deleteUser(user.id);
      await assertLeft(adapter, rows, rows.slice(2));
      assertList(await adapter.listProviderSessions({ provider: "example", sid }), rows.slice(2), "id");
    },
  },
  {
    name: "takeOverUser() removes the provider sessions of this user, if it takes the user over",
    needs: [...METHODS, "createUser", "takeOverUser"],
    async run(adapter) {
      const { id, email } = await storeUser(adapter, { emailVerified: null });
      const verified = await storeUser(adapter);
      const rows = [id, verified.id].map((userId) => someSession({ userId }));
      for (const row of rows) await adapter.setProviderSession(row);
      const emailVerified = new Date();
      await adapter.takeOverUser({ id: verified.id, email: verified.email!, emailVerified });
      await adapter.takeOverUser({ id, email: "other@example.com", emailVerified });
      await assertLeft(adapter, rows, rows);
      const taken = await adapter.takeOverUser({ id, email: email!, emailVerified });
      assertTrue(taken !== null, "the user was not taken over");
      await assertLeft(adapter, rows, rows.slice(1));
    },
  },
  {
    name: "unlinkAccount() removes the provider sessions of the account, and no others",
    needs: [...METHODS, "createUser", "linkAccount", "unlinkAccount"],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const [account, other] = [await storeAccount(adapter, userId), await storeAccount(adapter, userId)];
      const rows = [account, account, other].map((it) => someSession({ userId, ...keyOf(it) }));
      for (const row of rows) await adapter.setProviderSession(row);
      await adapter.unlinkAccount(keyOf(account));
      await assertLeft(adapter, rows, rows.slice(2));
    },
  },
  {
    name: "removeAccount() removes the provider sessions of the account, if it removes the account",
    needs: [...METHODS, "createUser", "linkAccount", "removeAccount"],
    async run(adapter) {
      const [{ id: userId }, stranger] = [await storeUser(adapter), await storeUser(adapter)];
      const [account, other] = [await storeAccount(adapter, userId), await storeAccount(adapter, userId)];
      const rows = [account, account, other].map((it) => someSession({ userId, ...keyOf(it) }));
      for (const row of rows) await adapter.setProviderSession(row);
      const unknown = { provider: "example", providerAccountId: unique() };
      await adapter.removeAccount({ userId, account: keyOf(account), keeps: unknown });
      await adapter.removeAccount({ userId: stranger.id, account: keyOf(account), keeps: "email" });
      await assertLeft(adapter, rows, rows);
      const removed = await adapter.removeAccount({ userId, account: keyOf(account), keeps: keyOf(other) });
      assertTrue(removed, "the account was not removed");
      await assertLeft(adapter, rows, rows.slice(2));
    },
  },
];

/** Throws unless those of the rows that are still stored are the expected ones. */
async function assertLeft(
  adapter: Required<Adapter>,
  rows: readonly AdapterProviderSession[],
  expected: readonly AdapterProviderSession[],
): Promise<void> {
  const found = await Promise.all(rows.map(({ id }) => adapter.getProviderSession(id)));
  assertList(found.filter((row) => row !== null && row !== undefined), expected, "id");
}

function someSession(fields: Partial<AdapterProviderSession> = {}): AdapterProviderSession {
  return {
    id: unique(),
    userId: unique(),
    provider: "example",
    providerAccountId: unique(),
    sub: unique(),
    sid: unique(),
    idToken: "sealed.aWRUb2tlbg",
    expires: inHours(1),
    ...fields,
  };
}

function keyOf({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}
