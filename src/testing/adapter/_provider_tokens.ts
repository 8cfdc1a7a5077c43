/**
 * The adapter contract on tokens that the library renews.
 *
 * @module
 */

import type { AccountKey, AdapterProviderTokens } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertList,
  assertOneWins,
  assertTrue,
  inHours,
  race,
  type Rule,
  storeAccount,
  storeUser,
  unique,
} from "./_rule.ts";

const METHODS = ["listProviderTokensByUserId", "setProviderTokens"] as const;

/** Number of callers who want to renew one token at the same time. */
const RENEWERS = 50;

/** Text of 80,000 characters. */
const LONG = "0123456789abcdef".repeat(5000);

/** Storing the tokens of accounts. */
export const providerTokenRules: readonly Rule[] = [
  {
    name: "listProviderTokensByUserId() finds the tokens of one user, and of no other",
    needs: METHODS,
    async run(adapter) {
      const [userId, other] = [unique(), unique()];
      const rows = [someTokens({ userId }), someTokens({ userId, provider: "other" })];
      for (const row of [...rows, someTokens({ userId: other })]) await adapter.setProviderTokens(row, null);
      assertList(await adapter.listProviderTokensByUserId(userId), rows, "providerAccountId");
      assertList(await adapter.listProviderTokensByUserId(unique()), [], "providerAccountId");
    },
  },
  {
    name: "setProviderTokens() stores all fields, and replaces all of them, also tokens of 200 KiB",
    needs: METHODS,
    async run(adapter) {
      const first = someTokens();
      const rows: readonly AdapterProviderTokens[] = [
        first,
        { ...first, version: 2, leaseUntil: null, tokens: "t".repeat(20_000) },
        { ...first, version: 3, tokens: `Zoë 🦉 'quoted' \\ ${LONG}`.padEnd(200 * 1024, "ü") },
        { ...first, version: 4, tokens: `${LONG}.` },
        { ...first, version: 1_795_209_743_024, leaseUntil: null, tokens: "short" },
        { ...first, version: 1_795_209_743_025, userId: unique() },
      ];
      let version: number | null = null;
      for (const row of rows) {
        const stored = await adapter.setProviderTokens(row, version);
        assertTrue(stored === true, `setProviderTokens resolved to ${stored}, expected true`);
        assertList(await adapter.listProviderTokensByUserId(row.userId), [row], "version");
        version = row.version;
      }
      assertList(await adapter.listProviderTokensByUserId(first.userId), [], "version");
    },
  },
  {
    name: "setProviderTokens() stores nothing if the version has changed",
    needs: [...METHODS, "deleteProviderTokens"],
    async run(adapter) {
      const stored = someTokens({ version: 3 });
      const { userId } = stored;
      const late = { ...stored, version: 9, tokens: "late" };
      for (const absent of [0, 3]) {
        assertTrue(await adapter.setProviderTokens(late, absent) === false, `it was stored after ${absent}`);
        assertList(await adapter.listProviderTokensByUserId(userId), [], "version");
      }
      await adapter.setProviderTokens(stored, null);
      for (const other of [null, 0, 2, 4]) {
        assertTrue(await adapter.setProviderTokens(late, other) === false, `it was stored after ${other}`);
        assertList(await adapter.listProviderTokensByUserId(userId), [stored], "version");
      }
      await adapter.deleteProviderTokens(keyOf(stored));
      assertTrue(await adapter.setProviderTokens(late, 3) === false, "it was stored after its removal");
      assertList(await adapter.listProviderTokensByUserId(userId), [], "version");
    },
  },
  {
    name: `setProviderTokens() stores the row of one of ${RENEWERS} callers who want to renew one token`,
    needs: METHODS,
    async run(adapter) {
      const first = someTokens();
      for (const before of [null, 1]) {
        const rows = Array.from({ length: RENEWERS }, (_, index) => ({
          ...first,
          version: (before ?? 0) + 1,
          tokens: `renewed by ${index}`,
        }));
        const winner = assertOneWins(
          await race((index) => adapter.setProviderTokens(rows[index]!, before), RENEWERS),
        );
        assertList(await adapter.listProviderTokensByUserId(first.userId), [rows[winner]!], "version");
      }
    },
  },
  {
    name: "setProviderTokens() and deleteProviderTokens() tell accounts apart to the letter",
    needs: [...METHODS, "deleteProviderTokens"],
    async run(adapter) {
      const userId = unique();
      const [provider, id] = ["example", `Ada-${unique()}`];
      const keys = [[provider, id], ["Example", id], [provider, id.toLowerCase()], [provider, `${id} `]];
      const rows = keys.map(([provider = "", providerAccountId = ""]) =>
        someTokens({ userId, provider, providerAccountId, tokens: `${provider} ${providerAccountId}` })
      );
      for (const row of rows) {
        assertTrue(
          await adapter.setProviderTokens(row, null),
          `"${row.tokens}" is taken for another account`,
        );
      }
      assertList(await adapter.listProviderTokensByUserId(userId), rows, "tokens");
      for (const [index, row] of rows.entries()) {
        await adapter.deleteProviderTokens(keyOf(row));
        await adapter.deleteProviderTokens(keyOf(row));
        assertList(await adapter.listProviderTokensByUserId(userId), rows.slice(index + 1), "tokens");
      }
    },
  },
  {
    name: "listProviderTokens() finds the tokens of each account once, page by page",
    needs: [...METHODS, "listProviderTokens"],
    async run(adapter) {
      const rows = new Map<string, AdapterProviderTokens>();
      const id = unique();
      for (const [index, provider] of ["a", "a", "a", "b", "b"].entries()) {
        // The ids go the other way than the providers.
        const row = someTokens({
          provider: `${provider} ${id}`,
          providerAccountId: `${9 - index}`,
          tokens: LONG,
        });
        rows.set(nameOf(row), row);
        await adapter.setProviderTokens(row, null);
      }
      const seen = new Set<string>();
      let after: AccountKey | null = null;
      for (;;) {
        const page: readonly AdapterProviderTokens[] = await adapter.listProviderTokens(after, 2);
        assertTrue(page.length <= 2, `a page of 2 has ${page.length} rows`);
        for (const row of page) {
          const name = nameOf(row);
          assertTrue(!seen.has(name), `the tokens of an account were found again after ${seen.size}`);
          seen.add(name);
          const expected = rows.get(name);
          if (expected) assertFields(row, expected, "the row in the list");
        }
        if (page.length === 0) break;
        after = keyOf(page.at(-1)!);
      }
      const lost = [...rows.keys()].filter((name) => !seen.has(name));
      assertTrue(lost.length === 0, `the list lacks ${lost.length} of 5 rows`);
    },
  },
  {
    name: "deleteUser() removes the provider tokens of the user, and no others",
    needs: [...METHODS, "createUser", "deleteUser", "listProviderTokens"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const rows = [user, user, other].map(({ id }) => someTokens({ userId: id }));
      for (const row of rows) await adapter.setProviderTokens(row, null);
      await adapter.deleteUser(user.id);
      assertList(await adapter.listProviderTokensByUserId(user.id), [], "version");
      assertList(await adapter.listProviderTokensByUserId(other.id), rows.slice(2), "version");
      const listed = await adapter.listProviderTokens(null, 1000);
      assertTrue(!listed.some(({ userId }) => userId === user.id), "a removed row is still in the list");
    },
  },
  {
    name: "takeOverUser() removes the provider tokens of this user, if it takes the user over",
    needs: [...METHODS, "createUser", "takeOverUser"],
    async run(adapter) {
      const { id, email } = await storeUser(adapter, { emailVerified: null });
      const verified = await storeUser(adapter);
      const [row, other] = [someTokens({ userId: id }), someTokens({ userId: verified.id })];
      for (const each of [row, other]) await adapter.setProviderTokens(each, null);
      const emailVerified = new Date();
      await adapter.takeOverUser({ id: verified.id, email: verified.email!, emailVerified });
      await adapter.takeOverUser({ id, email: "other@example.com", emailVerified });
      assertList(await adapter.listProviderTokensByUserId(id), [row], "version");
      const taken = await adapter.takeOverUser({ id, email: email!, emailVerified });
      assertTrue(taken !== null, "the user was not taken over");
      assertList(await adapter.listProviderTokensByUserId(id), [], "version");
      assertList(await adapter.listProviderTokensByUserId(verified.id), [other], "version");
    },
  },
  {
    name: "unlinkAccount() removes the provider tokens of the account, and no others",
    needs: [...METHODS, "createUser", "linkAccount", "unlinkAccount"],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const [account, other] = [await storeAccount(adapter, userId), await storeAccount(adapter, userId)];
      const rows = [account, other].map((it) => someTokens({ userId, ...keyOf(it) }));
      for (const row of rows) await adapter.setProviderTokens(row, null);
      await adapter.unlinkAccount(keyOf(account));
      assertList(await adapter.listProviderTokensByUserId(userId), rows.slice(1), "version");
    },
  },
  {
    name: "removeAccount() removes the provider tokens of the account, if it removes the account",
    needs: [...METHODS, "createUser", "linkAccount", "removeAccount"],
    async run(adapter) {
      const [{ id: userId }, stranger] = [await storeUser(adapter), await storeUser(adapter)];
      const [account, other] = [await storeAccount(adapter, userId), await storeAccount(adapter, userId)];
      const rows = [account, other].map((it) => someTokens({ userId, ...keyOf(it) }));
      for (const row of rows) await adapter.setProviderTokens(row, null);
      const unknown = { provider: "example", providerAccountId: unique() };
      await adapter.removeAccount({ userId, account: keyOf(account), keeps: unknown });
      await adapter.removeAccount({ userId: stranger.id, account: keyOf(account), keeps: "email" });
      assertList(await adapter.listProviderTokensByUserId(userId), rows, "providerAccountId");
      const removed = await adapter.removeAccount({ userId, account: keyOf(account), keeps: keyOf(other) });
      assertTrue(removed, "the account was not removed");
      assertList(await adapter.listProviderTokensByUserId(userId), rows.slice(1), "version");
    },
  },
];

function someTokens(fields: Partial<AdapterProviderTokens> = {}): AdapterProviderTokens {
  return {
    userId: unique(),
    provider: "example",
    providerAccountId: unique(),
    version: 1,
    leaseUntil: inHours(1),
    tokens: "sealed.dG9rZW5z",
    ...fields,
  };
}

function keyOf({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}

function nameOf({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId]);
}
