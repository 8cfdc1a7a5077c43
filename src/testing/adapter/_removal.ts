/**
 * The adapter contract on what the account page needs: fields that users recognize, and the removal of credentials and
 * sessions.
 *
 * @module
 */

import type { Adapter, AdapterAccount, AdapterUser } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertTrue,
  assertUserOf,
  inHours,
  race,
  RACERS,
  type Rule,
  someAccount,
  someAuthenticator,
  storeAccount,
  storeSession,
  storeUser,
  unique,
} from "./_rule.ts";

/** Fields that users recognize accounts, authenticators and sessions by. */
export const detailRules: readonly Rule[] = [
  {
    name: "linkAccount() and updateAccount() store date and label of an account",
    needs: [
      ...["createUser", "linkAccount", "getAccount", "updateAccount"] as const,
      ...["listAccountsByUserId", "removeAccount"] as const,
    ],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const account = { ...someAccount({ createdAt: inHours(-3), label: "Ada@Example.com" }), userId };
      await adapter.linkAccount(account);
      const { provider, providerAccountId } = account;
      assertFields(await adapter.getAccount(providerAccountId, provider), account, "the account");
      await adapter.updateAccount({ provider, providerAccountId, label: "Zoë 👩‍👩‍👧", createdAt: undefined });
      const [listed] = await adapter.listAccountsByUserId(userId);
      assertFields(listed!, { ...account, label: "Zoë 👩‍👩‍👧" }, "the listed account");
    },
  },
  {
    name: "createAuthenticator() and updateAuthenticator() store name and dates of an authenticator",
    needs: [
      ...["createUser", "createAuthenticator", "updateAuthenticator"] as const,
      ...["listAuthenticatorsByUserId", "removeAccount"] as const,
    ],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const passkey = {
        ...someAuthenticator(id),
        name: "Firefox on Linux",
        createdAt: inHours(-3),
        usedAt: null,
      };
      const { credentialID } = await adapter.createAuthenticator(passkey);
      const news = [{ usedAt: inHours(-1), counter: 7 }, { transports: "usb" }, { name: 'Ada\'s "key" 👩‍👩‍👧' }];
      let expected: object = passkey;
      for (const fields of [{}, ...news]) {
        await adapter.updateAuthenticator({ credentialID, ...fields });
        expected = { ...expected, ...fields };
        const [listed] = await adapter.listAuthenticatorsByUserId(id);
        assertFields(listed!, expected, "the listed authenticator");
      }
    },
  },
  {
    name: "createSession() and prolongSession() store device and dates of a session",
    needs: [
      ...["createUser", "createSession", "prolongSession", "getSessionAndUser"] as const,
      ...["listSessionsByUserId", "deleteSessionsByUserId"] as const,
    ],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const sessionToken = unique();
      const session = {
        ...{ sessionToken, userId, expires: inHours(1), device: "Safari on iPhone" },
        ...{ createdAt: inHours(-3), usedAt: inHours(-3) },
      };
      await adapter.createSession(session);
      assertFields((await adapter.getSessionAndUser(sessionToken))?.session, session, "the session");
      const changes = { expires: inHours(9), usedAt: inHours(0) };
      await adapter.prolongSession({ sessionToken, ...changes, ifBefore: inHours(2) });
      const [listed] = await adapter.listSessionsByUserId(userId);
      assertFields(listed!, { ...session, ...changes }, "the listed session");
    },
  },
];

/** The methods by which these rules check the result. */
const READS = [
  ...["createUser", "linkAccount", "createAuthenticator", "getUserByAccount"] as const,
  ...["getAuthenticator", "removeAccount"] as const,
] as const;

/** Removing credentials and sessions of a user. */
export const removalRules: readonly Rule[] = [
  {
    name: "removeAccount() removes an account with its authenticator, and nothing else",
    needs: [...READS, "getUser"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const [plain, passkey, kept] = [
        await storeAccount(adapter, user.id),
        await storePasskey(adapter, user.id),
        await storePasskey(adapter, user.id),
      ];
      await assertRemoval(adapter, user, { account: plain, keeps: keyOf(kept) }, true);
      await assertUserOf(adapter, plain, null);
      const { credentialID } = passkey;
      await assertRemoval(adapter, user, { account: passkey, credentialID, keeps: "email" }, true);
      await assertUserOf(adapter, passkey, null);
      assertFields(await adapter.getAuthenticator(credentialID), null, "the authenticator");
      await assertRemoval(adapter, user, { account: passkey, credentialID, keeps: "email" }, false);
      await assertUserOf(adapter, kept, user);
      assertFields(
        await adapter.getAuthenticator(kept.credentialID),
        { userId: user.id },
        "the other authenticator",
      );
      assertFields(await adapter.getUser(user.id), user, "the user");
    },
  },
  {
    name: "removeAccount() removes nothing of another user",
    needs: READS,
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const [own, others] = [await storePasskey(adapter, user.id), await storePasskey(adapter, other.id)];
      const kept = await storeAccount(adapter, user.id);
      const { credentialID } = others;
      await assertRemoval(adapter, user, { account: others, credentialID, keeps: keyOf(kept) }, false);
      await assertUserOf(adapter, others, other);
      await assertRemoval(adapter, user, { account: own, credentialID, keeps: keyOf(kept) }, true);
      assertFields(await adapter.getAuthenticator(credentialID), { userId: other.id }, "the authenticator");
      await assertRemoval(adapter, { id: unique() }, { account: kept, keeps: "email" }, false);
      await assertUserOf(adapter, kept, user);
    },
  },
  {
    name: "removeAccount() removes nothing if the user does not have what it keeps",
    needs: READS,
    async run(adapter) {
      const unverified = { emailVerified: null };
      const users = [await storeUser(adapter, unverified), await storeUser(adapter, { email: null })];
      const others = await storeAccount(adapter, (await storeUser(adapter)).id);
      for (const user of users) {
        const passkey = await storePasskey(adapter, user.id);
        const { credentialID, provider } = passkey;
        const unknown = { provider, providerAccountId: unique() };
        for (const keeps of ["email", unknown, keyOf(others)] as const) {
          await assertRemoval(adapter, user, { account: passkey, credentialID, keeps }, false);
          await assertUserOf(adapter, passkey, user as AdapterUser);
          assertFields(
            await adapter.getAuthenticator(credentialID),
            { userId: user.id },
            "the authenticator",
          );
        }
      }
    },
  },
  {
    name: "removeAccount() leaves one of two accounts that are removed at the same time",
    needs: [...READS, "listAccountsByUserId"],
    async run(adapter) {
      for (let round = 0; round < 8; round++) {
        const pairs = await Promise.all(Array.from({ length: RACERS / 2 }, async () => {
          const { id } = await storeUser(adapter, { emailVerified: null });
          return [await storeAccount(adapter, id), await storeAccount(adapter, id)] as const;
        }));
        const outcomes = await race((index) => {
          const [first, second] = pairs[index >> 1]!;
          const [removed, kept] = index % 2 ? [first, second] : [second, first];
          return adapter.removeAccount({
            userId: removed.userId,
            account: keyOf(removed),
            keeps: keyOf(kept),
          });
        });
        const refused = outcomes.find((outcome) => outcome.status === "rejected");
        assertTrue(!refused, `a call was refused: ${refused?.reason}`);
        for (const [{ userId }] of pairs) {
          const { length } = await adapter.listAccountsByUserId(userId);
          assertTrue(length === 1, `${length} accounts are left, expected 1`);
        }
      }
    },
  },
  {
    name: "deleteSessionsByUserId() ends the sessions of one user, but for the one that it excepts",
    needs: ["createUser", "createSession", "getSessionAndUser", "deleteSessionsByUserId"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const [own, ...ended] = [await storeSession(adapter, user.id), await storeSession(adapter, user.id, 7)];
      const others = await storeSession(adapter, other.id);
      const isStored = async (token: string) => !!await adapter.getSessionAndUser(token);
      const counts = [await adapter.deleteSessionsByUserId(user.id, own.sessionToken)];
      assertTrue(await isStored(own.sessionToken), "the excepted session has ended");
      for (const it of ended) assertTrue(!await isStored(it.sessionToken), "a session has not ended");
      counts.push(await adapter.deleteSessionsByUserId(user.id, others.sessionToken));
      assertTrue(!await isStored(own.sessionToken), "the session has not ended");
      ended.push(await storeSession(adapter, user.id), await storeSession(adapter, user.id));
      counts.push(
        await adapter.deleteSessionsByUserId(user.id),
        await adapter.deleteSessionsByUserId(unique()),
      );
      for (const it of ended) assertTrue(!await isStored(it.sessionToken), "a session has not ended");
      assertTrue(await isStored(others.sessionToken), "the session of another user has ended");
      assertTrue(counts.join() === "1,1,2,0", `deleteSessionsByUserId counted ${counts}, expected 1,1,2,0`);
    },
  },
  {
    name: "deleteSessionsByUserId() during prolongSession() ends the session",
    needs: ["createUser", "createSession", "getSessionAndUser", "prolongSession", "deleteSessionsByUserId"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      for (let round = 0; round < 5; round++) {
        const { sessionToken } = await storeSession(adapter, id);
        await race(async (index) => {
          const expires = inHours(index + 2);
          if (index === RACERS / 2) await adapter.deleteSessionsByUserId(id);
          else await adapter.prolongSession({ sessionToken, expires, ifBefore: expires });
        });
        assertFields(await adapter.getSessionAndUser(sessionToken), null, "the session after its removal");
      }
    },
  },
];

/** Stores a passkey: an account and its authenticator. */
async function storePasskey(adapter: Adapter, userId: string) {
  const authenticator = someAuthenticator(userId);
  const { credentialID, providerAccountId } = authenticator;
  const account = { userId, type: "webauthn" as const, provider: "passkey", providerAccountId };
  await adapter.linkAccount!(account);
  await adapter.createAuthenticator!(authenticator);
  return { ...account, credentialID };
}

async function assertRemoval(
  adapter: Required<Adapter>,
  { id: userId }: { readonly id: string },
  removal: Omit<Parameters<Required<Adapter>["removeAccount"]>[0], "userId">,
  expected: boolean,
): Promise<void> {
  const removed = await adapter.removeAccount({ ...removal, userId, account: keyOf(removal.account) });
  assertTrue(removed === expected, `removeAccount resolved to ${removed}, expected ${expected}`);
}

function keyOf({ provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">) {
  return { provider, providerAccountId };
}
