/**
 * The adapter contract on sessions, mailed tokens and authenticators.
 *
 * @module
 */

import type { AuthenticatorUpdate } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertList,
  assertNoOthers,
  assertRejects,
  assertTrue,
  inHours,
  type Rule,
  someAuthenticator,
  someToken,
  storeSession,
  storeUser,
  unique,
} from "./_rule.ts";

/** Sessions. */
export const sessionRules: readonly Rule[] = [
  {
    name: "createSession() returns the session",
    needs: ["createUser", "createSession"],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const session = { sessionToken: unique(), userId, expires: inHours(1) };
      assertFields(await adapter.createSession(session), session, "what createSession returned");
    },
  },
  {
    name: "createSession() rejects a token that is already stored",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const session = await storeSession(adapter, user.id);
      await assertRejects(() => adapter.createSession({ ...session, userId: other.id }), "the session");
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assertFields(found?.session, session, "the stored session");
    },
  },
  {
    name: "getSessionAndUser() returns session and user, and null for an unknown token",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const session = await storeSession(adapter, user.id);
      await storeSession(adapter, other.id);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assertFields(found?.session, session, "the session");
      assertFields(found?.user, user, "the user");
      assertNoOthers(found, ["session", "user"], "what getSessionAndUser returned");
      assertFields(await adapter.getSessionAndUser(unique()), null, "an unknown session");
      assertFields(
        await adapter.getSessionAndUser(session.sessionToken.toUpperCase()),
        null,
        "another token",
      );
    },
  },
  {
    name: "getSessionAndUser() returns copies",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await storeUser(adapter);
      const session = await storeSession(adapter, user.id);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      found!.user.name = "Mallory";
      found!.session.userId = unique();
      found!.session.expires.setTime(0);
      const again = await adapter.getSessionAndUser(session.sessionToken);
      assertFields(again?.user, user, "the user");
      assertFields(again?.session, session, "the session");
    },
  },
  {
    name: "updateSession() changes when a session expires",
    needs: ["createUser", "createSession", "getSessionAndUser", "updateSession"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const [session, other] = [await storeSession(adapter, id), await storeSession(adapter, id)];
      const expires = inHours(5);
      await adapter.updateSession({ sessionToken: session.sessionToken, expires });
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assertFields(found?.session, { ...session, expires }, "the session");
      const untouched = await adapter.getSessionAndUser(other.sessionToken);
      assertFields(untouched?.session, other, "another session");
    },
  },
  {
    name: "updateSession() creates no session",
    needs: ["createUser", "getSessionAndUser", "updateSession"],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const sessionToken = unique();
      const updated = await adapter.updateSession({ sessionToken, userId, expires: inHours(1) });
      assertFields(updated, null, "what updateSession returned");
      assertFields(await adapter.getSessionAndUser(sessionToken), null, "the session");
    },
  },
  {
    name: "prolongSession() prolongs a session that expires earlier",
    needs: ["createUser", "createSession", "getSessionAndUser", "prolongSession"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const { sessionToken } = await storeSession(adapter, id, 3);
      const expires = inHours(9);
      const moved = await adapter.prolongSession({ sessionToken, expires, ifBefore: inHours(4) });
      assertTrue(moved === true, `prolongSession resolved to ${moved}, expected true`);
      const found = await adapter.getSessionAndUser(sessionToken);
      assertFields(found?.session, { sessionToken, userId: id, expires }, "the session");
    },
  },
  {
    name: "prolongSession() keeps a session that expires later",
    needs: ["createUser", "createSession", "getSessionAndUser", "prolongSession"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const session = await storeSession(adapter, id, 3);
      const { sessionToken, expires } = session;
      for (const ifBefore of [inHours(2), expires]) {
        const moved = await adapter.prolongSession({ sessionToken, expires: inHours(9), ifBefore });
        assertTrue(moved === false, `prolongSession resolved to ${moved}, expected false`);
      }
      const found = await adapter.getSessionAndUser(sessionToken);
      assertFields(found?.session, session, "the session");
    },
  },
  {
    name: "prolongSession() creates no session",
    needs: ["getSessionAndUser", "prolongSession"],
    async run(adapter) {
      const sessionToken = unique();
      const moved = await adapter.prolongSession({ sessionToken, expires: inHours(2), ifBefore: inHours(2) });
      assertTrue(moved === false, `prolongSession resolved to ${moved}, expected false`);
      assertFields(await adapter.getSessionAndUser(sessionToken), null, "the session");
    },
  },
  {
    name: "deleteSession() removes one session, and ignores an unknown one",
    needs: ["createUser", "createSession", "getSessionAndUser", "deleteSession"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const [gone, left] = [await storeSession(adapter, id), await storeSession(adapter, id)];
      const removed = await adapter.deleteSession(gone.sessionToken);
      const nothing = await adapter.deleteSession(gone.sessionToken);
      assertTrue(removed !== false, "deleteSession() resolved to `false` although there was a session");
      assertTrue(nothing !== true, "deleteSession() resolved to `true` although there was no session");
      assertFields(await adapter.getSessionAndUser(gone.sessionToken), null, "the session");
      assertTrue(!!await adapter.getSessionAndUser(left.sessionToken), "another session is gone");
    },
  },
  {
    name: "listSessionsByUserId() lists the sessions of one user",
    needs: ["createUser", "createSession", "listSessionsByUserId"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const sessions = [await storeSession(adapter, user.id), await storeSession(adapter, user.id, 7)];
      await storeSession(adapter, other.id);
      assertList(await adapter.listSessionsByUserId(user.id), sessions, "sessionToken");
      assertList(await adapter.listSessionsByUserId(unique()), [], "sessionToken");
    },
  },
];

/** Mailed tokens. */
export const tokenRules: readonly Rule[] = [
  {
    name: "useVerificationToken() returns a token once",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      const stored = someToken();
      await adapter.createVerificationToken(stored);
      const { identifier, token } = stored;
      const used = await adapter.useVerificationToken({ identifier, token });
      assertFields(used, stored, "the token");
      assertNoOthers(used, Object.keys(stored), "the token");
      assertFields(await adapter.useVerificationToken({ identifier, token }), null, "the token, used again");
    },
  },
  {
    name: "useVerificationToken() requires address and token of the same mail",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      const one = someToken();
      const [other, second] = [someToken(), someToken({ identifier: one.identifier })];
      for (const token of [one, other, second]) await adapter.createVerificationToken(token);
      const wrong = [
        { identifier: other.identifier, token: one.token },
        { identifier: one.identifier, token: other.token },
        { identifier: one.identifier, token: unique() },
        { identifier: one.identifier.toUpperCase(), token: one.token },
        { identifier: "%", token: "%" },
      ];
      for (const key of wrong) assertFields(await adapter.useVerificationToken(key), null, "a wrong token");
      for (const right of [one, other, second]) {
        const { identifier, token } = right;
        assertFields(await adapter.useVerificationToken({ identifier, token }), right, "a right token");
      }
    },
  },
];

/** Passkeys and security keys. */
export const authenticatorRules: readonly Rule[] = [
  {
    name: "createAuthenticator() stores and returns an authenticator",
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const [full, bare] = [someAuthenticator(id), { ...someAuthenticator(id), transports: null }];
      const plain = { ...bare, counter: 0, credentialBackedUp: false, credentialID: unique() };
      for (const authenticator of [full, bare, plain]) {
        const returned = await adapter.createAuthenticator(authenticator);
        assertFields(returned, authenticator, "what createAuthenticator returned");
        const stored = await adapter.getAuthenticator(authenticator.credentialID);
        assertFields(stored, authenticator, "the authenticator");
      }
      assertFields(await adapter.getAuthenticator(unique()), null, "an unknown authenticator");
    },
  },
  {
    name: "createAuthenticator() rejects an id that is already stored",
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const authenticator = await adapter.createAuthenticator(someAuthenticator(user.id));
      await assertRejects(
        () => adapter.createAuthenticator({ ...authenticator, userId: other.id }),
        "the id",
      );
      const stored = await adapter.getAuthenticator(authenticator.credentialID);
      assertFields(stored, { userId: user.id }, "the authenticator");
    },
  },
  {
    name: "listAuthenticatorsByUserId() lists the authenticators of one user",
    needs: ["createUser", "createAuthenticator", "listAuthenticatorsByUserId"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const own = [someAuthenticator(user.id), someAuthenticator(user.id)];
      for (const one of [...own, someAuthenticator(other.id)]) await adapter.createAuthenticator(one);
      assertList(await adapter.listAuthenticatorsByUserId(user.id), own, "credentialID");
      assertList(await adapter.listAuthenticatorsByUserId(unique()), [], "credentialID");
    },
  },
  {
    name: "updateAuthenticatorCounter() sets the counter, and rejects an unknown authenticator",
    needs: ["createUser", "createAuthenticator", "updateAuthenticatorCounter", "getAuthenticator"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const authenticator = { ...someAuthenticator(id), counter: 1 };
      await adapter.createAuthenticator(authenticator);
      const returned = await adapter.updateAuthenticatorCounter(authenticator.credentialID, 2);
      assertFields(returned, { ...authenticator, counter: 2 }, "what updateAuthenticatorCounter returned");
      const stored = await adapter.getAuthenticator(authenticator.credentialID);
      assertFields(stored, { ...authenticator, counter: 2 }, "the authenticator");
      await assertRejects(() => adapter.updateAuthenticatorCounter(unique(), 2), "an unknown authenticator");
    },
  },
  {
    name: "deleteUser() removes the authenticators of one user only",
    needs: ["createUser", "createAuthenticator", "getAuthenticator", "deleteUser"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const [gone, left] = [someAuthenticator(user.id), someAuthenticator(other.id)];
      await adapter.createAuthenticator(gone);
      await adapter.createAuthenticator(left);
      await adapter.deleteUser(user.id);
      assertFields(await adapter.getAuthenticator(gone.credentialID), null, "the authenticator");
      assertFields(await adapter.getAuthenticator(left.credentialID), left, "another authenticator");
    },
  },
  {
    name: "updateAuthenticator() changes the given fields only, and rejects an unknown authenticator",
    needs: ["createUser", "createAuthenticator", "getAuthenticator", "updateAuthenticator"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const { credentialID, ...fields } = {
        ...someAuthenticator(id),
        counter: 1,
        userHandle: "dXNlciBoYW5kbGU",
      };
      const other = someAuthenticator(id);
      await adapter.createAuthenticator({ credentialID, ...fields });
      await adapter.createAuthenticator(other);
      const changes: AuthenticatorUpdate[] = [
        { credentialID, counter: 2 },
        { credentialID, credentialBackedUp: false },
        { credentialID, counter: 4_294_967_295, credentialBackedUp: true },
        { credentialID, counter: undefined, credentialBackedUp: undefined },
        { credentialID },
      ];
      let expected = { credentialID, ...fields };
      for (const change of changes) {
        const { counter = expected.counter, credentialBackedUp = expected.credentialBackedUp } = change;
        expected = { ...expected, counter, credentialBackedUp };
        await adapter.updateAuthenticator(change);
        assertFields(await adapter.getAuthenticator(credentialID), expected, "the authenticator");
      }
      assertFields(await adapter.getAuthenticator(other.credentialID), other, "another authenticator");
      await assertRejects(
        () => adapter.updateAuthenticator({ credentialID: unique(), counter: 2 }),
        "an unknown authenticator",
      );
    },
  },
];
