/**
 * The adapter contract on users.
 *
 * @module
 */

import {
  assertFields,
  assertRejects,
  assertTrue,
  assertUserOf,
  type Rule,
  someUser,
  storeAccount,
  storeSession,
  storeUser,
  unique,
} from "./_rule.ts";

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
    name: "createUser() accepts unknown fields",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      const { id, ...user } = someUser();
      const created = await adapter.createUser({ id, ...user, nickname_of_mine: "ada" } as never);
      assertFields(await adapter.getUser(created.id), user, "the stored user");
    },
  },
  {
    name: "createUser() rejects an address that another user has",
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
    name: "getUser() returns null for an unknown id",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      await storeUser(adapter);
      assertFields(await adapter.getUser(unique()), null, "the user");
    },
  },
  {
    name: "getUserByEmail() finds a user by the exact address",
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
    name: "updateUser() rejects an address that another user has",
    needs: ["createUser", "getUser", "updateUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      await assertRejects(() => adapter.updateUser({ id: user.id, email: other.email }), "the address");
      assertFields(await adapter.getUser(user.id), user, "the stored user");
    },
  },
  {
    name: "updateUser() changes the address, and frees the old one",
    needs: ["createUser", "getUserByEmail", "updateUser"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const email = `${unique()}@example.com`;
      await adapter.updateUser({ id: user.id, email });
      assertFields(await adapter.getUserByEmail(email), { ...user, email }, "the user with the new address");
      assertFields(await adapter.getUserByEmail(user.email!), null, "the user with the old address");
      const next = await storeUser(adapter, { email: user.email });
      assertFields(await adapter.getUserByEmail(user.email!), next, "the next user with the old address");
    },
  },
  {
    name: "deleteUser() removes a user with accounts and sessions, and keeps those of other users",
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
        // The row is gone, not only hidden: the account can be linked to another user.
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
    name: "deleteUser() does nothing for an unknown user",
    needs: ["deleteUser"],
    run: async (adapter) => void await adapter.deleteUser(unique()),
  },
];
