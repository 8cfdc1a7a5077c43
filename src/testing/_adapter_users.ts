/**
 * The adapter contract on users and accounts.
 *
 * @module
 */

import {
  assertFields,
  assertList,
  assertRejects,
  assertTrue,
  assertUserOf,
  type Rule,
  someAccount,
  someUser,
  storeAccount,
  storeSession,
  storeUser,
  unique,
} from "./_adapter_rule.ts";

/** Users. */
export const userRules: readonly Rule[] = [
  {
    name: "createUser() returns the user as stored",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      const { id: _, ...user } = someUser();
      const created = await adapter.createUser({ ...user, id: unique() });
      assertFields(created, user, "what createUser returned");
      assertTrue(typeof created.id === "string" && created.id !== "", "the user has no id");
      assertFields(await adapter.getUser(created.id), created, "the stored user");
    },
  },
  {
    name: "createUser() stores users without name, address and picture",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      const bare = { name: null, email: null, emailVerified: null, image: null };
      const [one, other] = [await storeUser(adapter, bare), await storeUser(adapter, bare)];
      const { id, email, emailVerified } = someUser({ emailVerified: null });
      const third = await adapter.createUser({ id, email, emailVerified });
      assertFields(await adapter.getUser(one.id), { ...bare, id: one.id }, "the first user");
      assertFields(await adapter.getUser(other.id), { ...bare, id: other.id }, "the second user");
      assertFields(await adapter.getUser(third.id), { ...bare, id: third.id, email }, "the third user");
    },
  },
  {
    name: "createUser() accepts fields that it does not know",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      const { id, ...user } = someUser();
      const created = await adapter.createUser({ id, ...user, nickname_of_mine: "ada" } as never);
      assertFields(await adapter.getUser(created.id), user, "the stored user");
    },
  },
  {
    name: "createUser() refuses an address that another user has",
    needs: ["createUser", "getUser", "getUserByEmail"],
    async run(adapter) {
      const first = await storeUser(adapter);
      const second = someUser({ email: first.email });
      await assertRejects(() => adapter.createUser(second), "the second user of one address");
      assertFields(await adapter.getUser(second.id), null, "the refused user");
      assertFields(await adapter.getUserByEmail(first.email!), first, "the user with the address");
    },
  },
  {
    name: "getUser() finds nobody by an id that no user has",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      await storeUser(adapter);
      assertFields(await adapter.getUser(unique()), null, "the user");
    },
  },
  {
    name: "getUserByEmail() finds a user to the letter",
    needs: ["createUser", "getUserByEmail"],
    async run(adapter) {
      const user = await storeUser(adapter, { email: `ada.${unique()}@example.com` });
      assertFields(await adapter.getUserByEmail(user.email!), user, "the user");
      const others = [
        `${unique()}@example.com`,
        user.email!.toUpperCase(),
        `${user.email} `,
        user.email!.replace(".", "_"),
        "%",
        "",
      ];
      for (const email of others) {
        assertFields(await adapter.getUserByEmail(email), null, `the user of "${email}"`);
      }
    },
  },
  {
    name: "updateUser() changes the given fields only",
    needs: ["createUser", "getUser", "updateUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const emailVerified = new Date("2027-01-01T00:00:00.500Z");
      const named = await adapter.updateUser({ id: user.id, name: "Ada King", image: undefined });
      assertFields(named, { ...user, name: "Ada King" }, "what updateUser returned");
      await adapter.updateUser({ id: user.id, image: null, emailVerified });
      const expected = { ...user, name: "Ada King", image: null, emailVerified };
      assertFields(await adapter.getUser(user.id), expected, "the stored user");
      assertFields(await adapter.updateUser({ id: user.id }), expected, "the user, unchanged");
      assertFields(await adapter.getUser(other.id), other, "another user");
    },
  },
  {
    name: "updateUser() refuses an address that another user has",
    needs: ["createUser", "getUser", "updateUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      await assertRejects(() => adapter.updateUser({ id: user.id, email: other.email }), "the address");
      assertFields(await adapter.getUser(user.id), user, "the stored user");
    },
  },
  {
    name: "deleteUser() removes a user with accounts and sessions, and nobody else's",
    needs: ["createUser", "getUser", "deleteUser", "linkAccount", "createSession", "getSessionAndUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const accounts = [await storeAccount(adapter, user.id), await storeAccount(adapter, user.id)];
      const sessions = [await storeSession(adapter, user.id), await storeSession(adapter, user.id)];
      const [account, session] = [
        await storeAccount(adapter, other.id),
        await storeSession(adapter, other.id),
      ];
      await adapter.deleteUser(user.id);
      assertFields(await adapter.getUser(user.id), null, "the user");
      for (const one of accounts) {
        await assertUserOf(adapter, one, null);
        // Not only out of sight: the account can be linked to somebody else.
        await adapter.linkAccount({ ...one, userId: other.id });
        await assertUserOf(adapter, one, other);
      }
      for (const { sessionToken } of sessions) {
        assertFields(await adapter.getSessionAndUser(sessionToken), null, "a session");
      }
      assertFields(await adapter.getUser(other.id), other, "another user");
      await assertUserOf(adapter, account, other);
      assertTrue(!!await adapter.getSessionAndUser(session.sessionToken), "another user's session is gone");
    },
  },
  {
    name: "deleteUser() frees the address",
    needs: ["createUser", "deleteUser", "getUserByEmail"],
    async run(adapter) {
      const user = await storeUser(adapter);
      await adapter.deleteUser(user.id);
      assertFields(await adapter.getUserByEmail(user.email!), null, "the user with the address");
      const next = await storeUser(adapter, { email: user.email });
      assertFields(await adapter.getUserByEmail(user.email!), next, "the user with the address");
    },
  },
  {
    name: "deleteUser() does nothing if there is none",
    needs: ["deleteUser"],
    run: async (adapter) => void await adapter.deleteUser(unique()),
  },
];

/** Accounts. */
export const accountRules: readonly Rule[] = [
  {
    name: "linkAccount() stores all fields of an account",
    needs: ["createUser", "linkAccount", "getAccount"],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const states = ["state", "17", 17, true, { a: [null, "ü"] }, null];
      for (const session_state of states) {
        const account = { ...someAccount({ session_state }), userId };
        await adapter.linkAccount(account);
        const stored = await adapter.getAccount(account.providerAccountId, account.provider);
        assertFields(stored, account, "the stored account");
      }
    },
  },
  {
    name: "linkAccount() stores an account without tokens, and one with fields that it does not know",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const bare = {
        type: "oauth" as const,
        provider: "example",
        providerAccountId: unique(),
        userId: user.id,
      };
      await adapter.linkAccount({ ...bare, access_token: undefined, expires_at: null });
      await assertUserOf(adapter, bare, user);
      const rich = { ...bare, providerAccountId: unique(), ext_expires_in: 3599 };
      await adapter.linkAccount(rich);
      await assertUserOf(adapter, rich, user);
    },
  },
  {
    name: "linkAccount() refuses an account that is stored already",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const account = await storeAccount(adapter, user.id);
      await assertRejects(() => adapter.linkAccount({ ...account, userId: other.id }), "the account");
      await assertUserOf(adapter, account, user);
    },
  },
  {
    name: "getUserByAccount() finds the user by provider and id together",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const account = await storeAccount(adapter, user.id);
      const { provider, providerAccountId } = account;
      await adapter.linkAccount({ ...account, provider: "another", userId: other.id });
      assertFields(await adapter.getUserByAccount({ provider, providerAccountId }), user, "the user");
      await assertUserOf(adapter, { provider: "another", providerAccountId }, other);
      await assertUserOf(adapter, { provider: "third", providerAccountId }, null);
      await assertUserOf(adapter, { provider, providerAccountId: unique() }, null);
      await assertUserOf(adapter, { provider, providerAccountId: `${providerAccountId} ` }, null);
    },
  },
  {
    name: "unlinkAccount() removes one account, and nothing if there is none",
    needs: ["createUser", "linkAccount", "getUserByAccount", "unlinkAccount", "getUser"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const [gone, left] = [await storeAccount(adapter, user.id), await storeAccount(adapter, user.id)];
      const { provider, providerAccountId } = gone;
      await adapter.unlinkAccount({ provider, providerAccountId });
      await adapter.unlinkAccount({ provider, providerAccountId });
      await assertUserOf(adapter, gone, null);
      await assertUserOf(adapter, left, user);
      assertFields(await adapter.getUser(user.id), user, "the user");
    },
  },
  {
    name: "getAccount() finds an account by id and provider together",
    needs: ["createUser", "linkAccount", "getAccount"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const { provider, providerAccountId } = await storeAccount(adapter, id);
      const found = await adapter.getAccount(providerAccountId, provider);
      assertFields(found, { provider, providerAccountId, userId: id }, "the account");
      assertFields(
        await adapter.getAccount(providerAccountId, "another"),
        null,
        "another provider's account",
      );
      assertFields(await adapter.getAccount(unique(), provider), null, "another account");
      assertFields(await adapter.getAccount(unique(), "another"), null, "an unknown account");
    },
  },
  {
    name: "createUserWithAccount() stores both",
    needs: ["createUserWithAccount", "getUser", "getUserByAccount"],
    async run(adapter) {
      const { id, ...fields } = someUser();
      const account = someAccount();
      const user = await adapter.createUserWithAccount({ id, ...fields }, account);
      assertFields(user, fields, "what createUserWithAccount returned");
      assertFields(await adapter.getUser(user.id), user, "the stored user");
      await assertUserOf(adapter, account, user);
    },
  },
  {
    name: "createUserWithAccount() stores nothing if the account is stored already",
    needs: ["createUserWithAccount", "createUser", "linkAccount", "getUser", "getUserByEmail"],
    async run(adapter) {
      const owner = await storeUser(adapter);
      const { userId: _, ...account } = await storeAccount(adapter, owner.id);
      const refused = someUser();
      await assertRejects(() => adapter.createUserWithAccount(refused, account), "the account");
      assertFields(await adapter.getUser(refused.id), null, "the refused user");
      assertFields(await adapter.getUserByEmail(refused.email!), null, "the refused address");
      await assertUserOf(adapter, account, owner);
      await adapter.createUserWithAccount(refused, someAccount());
    },
  },
  {
    name: "createUserWithAccount() stores nothing if the address is stored already",
    needs: ["createUserWithAccount", "createUser", "getUser", "getUserByAccount"],
    async run(adapter) {
      const owner = await storeUser(adapter);
      const [refused, account] = [someUser({ email: owner.email }), someAccount()];
      await assertRejects(() => adapter.createUserWithAccount(refused, account), "the address");
      assertFields(await adapter.getUser(refused.id), null, "the refused user");
      await assertUserOf(adapter, account, null);
      await adapter.createUserWithAccount(someUser(), account);
    },
  },
  {
    name: "updateAccount() changes the given fields only, and nothing if there is none",
    needs: ["createUser", "linkAccount", "getAccount", "updateAccount"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const [account, other] = [await storeAccount(adapter, id), await storeAccount(adapter, id)];
      const { provider, providerAccountId } = account;
      const news = { access_token: "newer", expires_at: 1_900_003_600, authorization_details: null };
      await adapter.updateAccount({ provider, providerAccountId, ...news, id_token: undefined });
      const stored = await adapter.getAccount(providerAccountId, provider);
      assertFields(stored, { ...account, ...news }, "the stored account");
      assertFields(await adapter.getAccount(other.providerAccountId, provider), other, "another account");
      const missing = { provider, providerAccountId: unique() };
      await adapter.updateAccount({ ...missing, access_token: "none" });
      assertFields(await adapter.getAccount(missing.providerAccountId, provider), null, "an unknown account");
    },
  },
  {
    name: "listAccountsByUserId() lists a user's own accounts",
    needs: ["createUser", "linkAccount", "listAccountsByUserId"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const accounts = [await storeAccount(adapter, user.id), await storeAccount(adapter, user.id)];
      await storeAccount(adapter, other.id);
      assertList(await adapter.listAccountsByUserId(user.id), accounts, "providerAccountId");
      assertList(await adapter.listAccountsByUserId(unique()), [], "providerAccountId");
    },
  },
];
