/**
 * The adapter contract on credentials (accounts, authenticators, sessions): adding them, and the takeover of a user.
 *
 * @module
 */

import type { Adapter, AdapterUser, NewCredentials } from "../../adapters/contract/types.ts";
import {
  assertFields,
  assertList,
  assertRejects,
  assertTrue,
  assertUserOf,
  inHours,
  race,
  RACERS,
  type Rule,
  someAccount,
  someAuthenticator,
  storeUser,
  unique,
} from "./_rule.ts";

/** The methods by which these rules check the result. */
const READS = [
  ...["createUser", "getUser", "getUserByAccount", "getSessionAndUser"] as const,
  ...["getAuthenticator", "listAccountsByUserId", "listAuthenticatorsByUserId"] as const,
  "listSessionsByUserId",
] as const;

/** Adding and removing credentials. */
export const credentialRules: readonly Rule[] = [
  {
    name: "addCredentials() stores each kind alone, and all together",
    needs: [...READS, "addCredentials"],
    async run(adapter) {
      for (const emailVerified of [null, inHours(-1)]) {
        const user = await storeUser(adapter, { emailVerified });
        const [one, two] = [everythingOf(user), everythingOf(user)];
        const parts = [{ account: one.account }, { authenticator: one.authenticator }, {
          session: one.session,
        }];
        for (const part of [...parts, two]) {
          const added = await adapter.addCredentials({
            userId: user.id,
            emailVerified: user.emailVerified,
            ...part,
          });
          assertTrue(added === true, `addCredentials resolved to ${added}, expected true`);
        }
        await assertStored(adapter, user, [one, two]);
        assertFields(await adapter.getUser(user.id), user, "the user");
      }
    },
  },
  {
    name: "addCredentials() stores nothing if emailVerified has changed",
    needs: [...READS, "addCredentials", "updateUser"],
    async run(adapter) {
      const [early, late] = [inHours(-2), inHours(-1)];
      for (const [seen, stored] of [[null, late], [late, null], [early, late]] as const) {
        const user = await storeUser(adapter, { emailVerified: seen });
        await adapter.updateUser({ id: user.id, emailVerified: stored });
        const added = await adapter.addCredentials({ ...everythingOf(user), emailVerified: seen });
        assertTrue(added === false, `addCredentials resolved to ${added}, expected false`);
        await assertStored(adapter, user, []);
      }
    },
  },
  {
    name: "addCredentials() stores nothing for an unknown user",
    needs: [...READS, "addCredentials"],
    async run(adapter) {
      for (const emailVerified of [null, inHours(-1)]) {
        const user = { id: unique(), email: null, emailVerified };
        const added = await adapter.addCredentials(everythingOf(user));
        assertTrue(added === false, `addCredentials resolved to ${added}, expected false`);
        await assertStored(adapter, user, []);
      }
    },
  },
  {
    name: "addCredentials() stores nothing if part of it is already stored",
    needs: [...READS, "addCredentials"],
    async run(adapter) {
      const [user, other] = [await storeUser(adapter), await storeUser(adapter)];
      const others = everythingOf(other);
      await adapter.addCredentials(others);
      for (const kind of ["account", "authenticator", "session"] as const) {
        const part = { ...others[kind], userId: user.id };
        await assertRejects(
          () => adapter.addCredentials({ ...everythingOf(user), [kind]: part }),
          `the ${kind}`,
        );
        await assertStored(adapter, user, []);
      }
      await assertStored(adapter, other, [others]);
    },
  },
  {
    name: `addCredentials() gives an account to one of ${RACERS} users, and a session to the same user`,
    needs: [...READS, "addCredentials"],
    async run(adapter) {
      const users = await Promise.all(Array.from({ length: RACERS }, () => storeUser(adapter)));
      const shared = someAccount();
      const tried = users.map((user) => ({ ...everythingOf(user), account: { ...shared, userId: user.id } }));
      const outcomes = await race((index) => adapter.addCredentials(tried[index]!));
      const winners = outcomes.flatMap((outcome, index) =>
        outcome.status === "fulfilled" && outcome.value ? [index] : []
      );
      assertTrue(winners.length === 1, `${winners.length} users got the account`);
      for (const [index, user] of users.entries()) {
        await assertStored(adapter, user, index === winners[0] ? [tried[index]!] : []);
      }
    },
  },
  {
    name: "takeOverUser() removes all credentials of the user, and none of other users",
    needs: [...READS, "addCredentials", "takeOverUser"],
    async run(adapter) {
      const user = await storeUser(adapter, { emailVerified: null });
      const other = await storeUser(adapter, { emailVerified: null });
      const [some, more, others] = [everythingOf(user), everythingOf(user), everythingOf(other)];
      for (const credentials of [some, more, others]) await adapter.addCredentials(credentials);
      const emailVerified = inHours(-1);
      const taken = await adapter.takeOverUser({ id: user.id, email: user.email!, emailVerified });
      assertFields(taken, { ...user, emailVerified }, "what takeOverUser returned");
      assertFields(await adapter.getUser(user.id), { ...user, emailVerified }, "the user");
      await assertStored(adapter, user, []);
      for (const { account, session, authenticator } of [some, more]) {
        await assertUserOf(adapter, account, null);
        assertFields(await adapter.getSessionAndUser(session.sessionToken), null, "the session");
        assertFields(await adapter.getAuthenticator(authenticator.credentialID), null, "the authenticator");
      }
      assertFields(await adapter.getUser(other.id), other, "another user");
      await assertStored(adapter, other, [others]);
      // The same keys can be stored again.
      assertTrue(await adapter.addCredentials({ ...some, emailVerified }), "the keys are still taken");
    },
  },
  {
    name: "takeOverUser() removes nothing if the user has changed since the caller read it",
    needs: [...READS, "addCredentials", "takeOverUser"],
    async run(adapter) {
      const user = await storeUser(adapter, { emailVerified: null });
      const verified = await storeUser(adapter);
      const nameless = await storeUser(adapter, { email: null, emailVerified: null });
      const emailVerified = inHours(-1);
      const stored = [user, verified, nameless].map(everythingOf);
      for (const credentials of stored) await adapter.addCredentials(credentials);
      const wrong = [
        { id: user.id, email: `x${user.email}` },
        { id: user.id, email: user.email!.toUpperCase() },
        { id: user.id, email: verified.email! },
        { id: user.id, email: "" },
        { id: unique(), email: user.email! },
        { id: verified.id, email: verified.email! },
        { id: verified.id, email: user.email! },
        { id: nameless.id, email: "" },
        { id: nameless.id, email: "null" },
      ];
      for (const key of wrong) {
        const taken = await adapter.takeOverUser({ ...key, emailVerified });
        assertFields(taken, null, "what takeOverUser returned");
      }
      for (const [index, owner] of [user, verified, nameless].entries()) {
        assertFields(await adapter.getUser(owner.id), owner, "the user");
        await assertStored(adapter, owner, [stored[index]!]);
      }
    },
  },
];

/** Rows of a removed user. */
export const orphanRules: readonly Rule[] = (["linkAccount", "createSession", "createAuthenticator"] as const)
  .map((method): Rule => ({
    name: `${method}() rejects rows of a user who was removed`,
    needs: [...READS, "deleteUser", method],
    async run(adapter) {
      const user = await storeUser(adapter);
      await adapter.deleteUser(user.id);
      for (const { id } of [user, { id: unique() }]) {
        const { account, session, authenticator } = everythingOf({ ...user, id });
        const calls = {
          linkAccount: () => adapter.linkAccount(account),
          createSession: () => adapter.createSession(session),
          createAuthenticator: () => adapter.createAuthenticator(authenticator),
        };
        await assertRejects(calls[method], "a row without a user");
        await assertStored(adapter, { id }, []);
        const found = await adapter.getAuthenticator(authenticator.credentialID);
        assertFields(found, null, "the authenticator");
      }
    },
  }));

/** A takeover with concurrent writes. */
export const takeoverRules: readonly Rule[] = [
  {
    name: `takeOverUser() gives a user to one of ${RACERS} callers, and keeps what that caller adds`,
    needs: [...READS, "addCredentials", "takeOverUser"],
    async run(adapter) {
      const user = await storeUser(adapter, { emailVerified: null });
      await adapter.addCredentials(everythingOf(user));
      // All use the same date, so the date does not identify the caller.
      const emailVerified = inHours(-1);
      const own = everythingOf({ ...user, emailVerified });
      const outcomes = await race(async () => {
        const taken = await adapter.takeOverUser({ id: user.id, email: user.email!, emailVerified });
        return taken ? await adapter.addCredentials(own) : false;
      });
      const winners = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value);
      assertTrue(winners.length === 1, `${winners.length} callers got the user`);
      await assertStored(adapter, user, [own]);
    },
  },
  {
    name: "takeOverUser() removes what was added before or at the same time",
    needs: [...READS, "addCredentials", "takeOverUser"],
    async run(adapter) {
      for (let round = 0; round < 10; round++) {
        const user = await storeUser(adapter, { emailVerified: null });
        const emailVerified = inHours(-1);
        const own = everythingOf({ ...user, emailVerified });
        const turn = round * 2;
        const outcomes = await race(async (index) => {
          if (index !== turn) return await addUntilRefused(adapter, user);
          const taken = await adapter.takeOverUser({ id: user.id, email: user.email!, emailVerified });
          assertFields(taken, { id: user.id, emailVerified }, "what takeOverUser returned");
          return await adapter.addCredentials(own);
        });
        const [outcome] = outcomes.slice(turn, turn + 1);
        assertTrue(
          outcome?.status === "fulfilled" && outcome.value,
          `the owner was refused: ${reasonOf(outcome)}`,
        );
        await assertStored(adapter, user, [own]);
        const late = await adapter.addCredentials(everythingOf(user));
        assertTrue(late === false, "what was decided before the takeover was stored after it");
        await assertStored(adapter, user, [own]);
      }
    },
  },
  {
    name: "takeOverUser() ends sessions that are renewed at the same time",
    needs: [
      ...READS,
      ...["addCredentials", "takeOverUser", "updateSession", "prolongSession"] as const,
      ...["updateAccount", "updateAuthenticator"] as const,
    ],
    async run(adapter) {
      for (let round = 0; round < 5; round++) {
        const user = await storeUser(adapter, { emailVerified: null });
        const old = everythingOf(user);
        await adapter.addCredentials(old);
        const { account: { provider, providerAccountId }, authenticator, session: { sessionToken } } = old;
        const renewals = [
          (hours: number) => adapter.updateSession({ sessionToken, expires: inHours(hours) }),
          (hours: number) =>
            adapter.prolongSession({ sessionToken, expires: inHours(hours), ifBefore: inHours(hours) }),
          () => adapter.updateAccount({ provider, providerAccountId, access_token: unique() }),
          (counter: number) =>
            adapter.updateAuthenticator({ credentialID: authenticator.credentialID, counter }),
        ];
        const outcomes = await race(async (index) =>
          index === RACERS / 2
            ? await adapter.takeOverUser({ id: user.id, email: user.email!, emailVerified: inHours(-1) })
            : await renewals[index % renewals.length]!(index + 2)
        );
        const taken = outcomes[RACERS / 2];
        assertTrue(
          taken?.status === "fulfilled" && !!taken.value,
          `the user was not taken over: ${reasonOf(taken)}`,
        );
        await assertStored(adapter, user, []);
        assertFields(await adapter.getSessionAndUser(sessionToken), null, "the session");
        await assertUserOf(adapter, { provider, providerAccountId }, null);
        const found = await adapter.getAuthenticator(authenticator.credentialID);
        assertFields(found, null, "the authenticator");
      }
    },
  },
];

/** Adds credentials repeatedly, like an attacker who keeps signing in. */
async function addUntilRefused(adapter: Required<Adapter>, user: AdapterUser): Promise<boolean> {
  for (let tries = 0; tries < 8; tries++) {
    if (!await adapter.addCredentials(everythingOf(user))) return false;
    await new Promise((resolve) => setTimeout(resolve, tries % 3));
  }
  return true;
}

/** One credential of each kind, for the user as the caller read it. */
function everythingOf({ id: userId, emailVerified }: AdapterUser): Required<NewCredentials> {
  return {
    userId,
    emailVerified,
    account: { ...someAccount(), userId },
    authenticator: { ...someAuthenticator(userId), userHandle: "dXNlciBoYW5kbGU" },
    session: { sessionToken: unique(), userId, expires: inHours(1) },
  };
}

/** Throws unless the user has exactly these credentials. */
async function assertStored(
  adapter: Required<Adapter>,
  { id }: Pick<AdapterUser, "id">,
  expected: readonly Required<NewCredentials>[],
): Promise<void> {
  const of = <K extends keyof NewCredentials>(kind: K) => expected.map((each) => each[kind]);
  assertList(await adapter.listAccountsByUserId(id), of("account"), "providerAccountId");
  assertList(await adapter.listAuthenticatorsByUserId(id), of("authenticator"), "credentialID");
  assertList(await adapter.listSessionsByUserId(id), of("session"), "sessionToken");
  for (const { account, authenticator, session } of expected) {
    await assertUserOf(adapter, account, { id, email: null, emailVerified: null });
    assertFields(
      await adapter.getAuthenticator(authenticator.credentialID),
      authenticator,
      "the authenticator",
    );
    const found = await adapter.getSessionAndUser(session.sessionToken);
    assertFields(found?.session, session, "the session");
  }
}

function reasonOf(outcome: PromiseSettledResult<unknown> | undefined): string {
  return outcome?.status === "rejected" ? String(outcome.reason) : "it resolved to nothing";
}
