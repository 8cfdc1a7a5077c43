/**
 * The adapter contract on accounts.
 *
 * @module
 */

import {
  assertFields,
  assertList,
  assertRejects,
  assertUserOf,
  type Rule,
  someAccount,
  someAuthenticator,
  someUser,
  storeAccount,
  storeUser,
  unique,
} from "./_rule.ts";

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
    name: "linkAccount() stores an account without tokens, and one with unknown fields",
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
    name: "linkAccount() rejects an account that is already stored",
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
    name: "getUserByAccount() and getAccount() compare the id of an account to the letter",
    needs: ["createUser", "linkAccount", "getUserByAccount", "getAccount"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const stem = unique();
      const account = { ...someAccount({ providerAccountId: `${stem}-ada` }), userId: user.id };
      await adapter.linkAccount(account);
      for (const end of ["Ada", "ADA", "adá", "ａda", "ada ", "ada\t", " ada"]) {
        const other = { ...account, providerAccountId: `${stem}-${end}` };
        await assertUserOf(adapter, other, null);
        assertFields(await adapter.getAccount(other.providerAccountId, other.provider), null, `"${end}"`);
      }
      const capital = { ...account, providerAccountId: `${stem}-Ada`, userId: (await storeUser(adapter)).id };
      await adapter.linkAccount(capital);
      await assertUserOf(adapter, account, user);
      assertFields(
        await adapter.getAccount(capital.providerAccountId, capital.provider),
        capital,
        "the account",
      );
    },
  },
  {
    name: "unlinkAccount() removes one account, and ignores an unknown one",
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
    name: "createUserWithAccount() stores the user and the account",
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
    name: "createUserWithAccount() stores user, account and authenticator, or nothing",
    needs: ["createUserWithAccount", "getUser", "getUserByAccount", "getAuthenticator"],
    async run(adapter) {
      const { userId: _, ...authenticator } = someAuthenticator("");
      const [first, account] = [someUser(), someAccount()];
      const user = await adapter.createUserWithAccount(first, account, authenticator);
      const { credentialID } = authenticator;
      const stored = { ...authenticator, userId: user.id };
      assertFields(await adapter.getAuthenticator(credentialID), stored, "the stored authenticator");
      const [refused, other] = [someUser(), someAccount()];
      await assertRejects(
        () => adapter.createUserWithAccount(refused, other, authenticator),
        "the authenticator",
      );
      assertFields(await adapter.getUser(refused.id), null, "the refused user");
      await assertUserOf(adapter, other, null);
      assertFields(await adapter.getAuthenticator(credentialID), stored, "the authenticator");
    },
  },
  {
    name: "createUserWithAccount() stores nothing if the account is already stored",
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
    name: "createUserWithAccount() stores nothing if the address is already stored",
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
    name: "updateAccount() changes the given fields only, and ignores an unknown account",
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
    name: "listAccountsByUserId() lists the accounts of one user",
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
