/**
 * The adapter contract on concurrent calls, on unusual text, and on the removal of expired rows.
 *
 * @module
 */

import {
  assertFields,
  assertTrue,
  assertUserOf,
  HOUR,
  inHours,
  race,
  RACERS,
  type Rule,
  someAccount,
  someToken,
  someUser,
  storeSession,
  storeUser,
  unique,
} from "./_rule.ts";
import type { Adapter } from "../../adapters/contract/types.ts";

/** Concurrent calls. */
export const raceRules: readonly Rule[] = [
  {
    name: `useVerificationToken() gives a token to one of ${RACERS} callers`,
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      const stored = someToken();
      await adapter.createVerificationToken(stored);
      const { identifier, token } = stored;
      const outcomes = await race(() => adapter.useVerificationToken({ identifier, token }));
      const used = allOf(outcomes).flatMap((result) => result ?? []);
      assertTrue(used.length === 1, `${used.length} callers got the token`);
      assertFields(used[0], stored, "the token");
    },
  },
  {
    // The library relies on this rejection: it allows one answer to each challenge of a passkey.
    name: `createVerificationToken() stores a token for one of ${RACERS} callers`,
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      const stored = someToken();
      const { identifier, token } = stored;
      const outcomes = await race(() => adapter.createVerificationToken(stored));
      const count = outcomes.filter(({ status }) => status === "fulfilled").length;
      assertTrue(count === 1, `${count} callers stored the token`);
      const [later] = await Promise.allSettled([
        Promise.resolve().then(() => adapter.createVerificationToken(stored)),
      ]);
      assertTrue(later!.status === "rejected", "a later caller stored the token again");
      assertFields(await adapter.useVerificationToken({ identifier, token }), stored, "the token");
      assertFields(await adapter.useVerificationToken({ identifier, token }), null, "the token, used again");
    },
  },
  {
    name: `createUser() stores one of ${RACERS} users with the same address`,
    needs: ["createUser", "getUser", "getUserByEmail"],
    async run(adapter) {
      const email = `${unique()}@example.com`;
      const users = Array.from({ length: RACERS }, () => someUser({ email }));
      const outcomes = await race((index) => adapter.createUser(users[index]!));
      const [winner] = onlyOne(outcomes);
      assertFields(await adapter.getUserByEmail(email), winner, "the user with the address");
      await assertOthersAreGone(adapter, users, winner.id);
    },
  },
  {
    name: `linkAccount() gives an account to one of ${RACERS} users`,
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const account = someAccount();
      const users = await Promise.all(Array.from({ length: RACERS }, () => storeUser(adapter)));
      const outcomes = await race((index) => adapter.linkAccount({ ...account, userId: users[index]!.id }));
      onlyOne(outcomes);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      await assertUserOf(adapter, account, users[winner]!);
    },
  },
  {
    name: `createUserWithAccount() stores one of ${RACERS} first sign-ins with the same account`,
    needs: ["createUserWithAccount", "getUser", "getUserByAccount"],
    async run(adapter) {
      const account = someAccount();
      const users = Array.from({ length: RACERS }, () => someUser());
      const outcomes = await race((index) => adapter.createUserWithAccount(users[index]!, account));
      const [winner] = onlyOne(outcomes);
      await assertUserOf(adapter, account, winner);
      await assertOthersAreGone(adapter, users, winner.id);
    },
  },
  {
    name: `createUserWithAccount() stores one of ${RACERS} first sign-ins of the same user`,
    needs: ["createUserWithAccount", "getUser", "getUserByAccount", "getUserByEmail"],
    async run(adapter) {
      const account = someAccount();
      const email = `${unique()}@example.com`;
      const users = Array.from({ length: RACERS }, () => someUser({ email }));
      const outcomes = await race((index) => adapter.createUserWithAccount(users[index]!, account));
      const [winner] = onlyOne(outcomes);
      await assertUserOf(adapter, account, winner);
      assertFields(await adapter.getUserByEmail(email), winner, "the user with the address");
      await assertOthersAreGone(adapter, users, winner.id);
    },
  },
  {
    name: `createUserWithAccount() stores one of ${RACERS} accounts with the same address`,
    needs: ["createUserWithAccount", "getUser", "getUserByAccount", "getUserByEmail"],
    async run(adapter) {
      const email = `${unique()}@example.com`;
      const users = Array.from({ length: RACERS }, () => someUser({ email }));
      const accounts = users.map(() => someAccount());
      const outcomes = await race((index) => adapter.createUserWithAccount(users[index]!, accounts[index]!));
      const [winner, index] = onlyOne(outcomes);
      assertFields(await adapter.getUserByEmail(email), winner, "the user with the address");
      await assertOthersAreGone(adapter, users, winner.id);
      for (const [at, account] of accounts.entries()) {
        await assertUserOf(adapter, account, at === index ? winner : null);
      }
    },
  },
  {
    name: "updateUser() keeps all changes of concurrent calls",
    needs: ["createUser", "getUser", "updateUser"],
    async run(adapter) {
      for (let round = 0; round < RACERS; round++) {
        const user = await storeUser(adapter, { emailVerified: null });
        const news = [{ name: "Ada King" }, { image: null }, { emailVerified: inHours(-1) }];
        await Promise.all(news.map(async (fields) => await adapter.updateUser({ id: user.id, ...fields })));
        assertFields(await adapter.getUser(user.id), Object.assign({ ...user }, ...news), "the user");
      }
    },
  },
  {
    name: `prolongSession() writes for one of ${RACERS} callers`,
    needs: ["createUser", "createSession", "getSessionAndUser", "prolongSession"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const { sessionToken } = await storeSession(adapter, id);
      const [expires, ifBefore] = [inHours(8), inHours(7)];
      const outcomes = await race(() => adapter.prolongSession({ sessionToken, expires, ifBefore }));
      const written = allOf(outcomes).filter(Boolean).length;
      assertTrue(written === 1, `${written} callers were told that they moved the end`);
      const found = await adapter.getSessionAndUser(sessionToken);
      assertFields(found?.session, { sessionToken, expires }, "the session");
    },
  },
  {
    // A session that goes on under another token counts only if the one before was there to be removed.
    name: `deleteSession() removes a session for one of ${RACERS} callers`,
    needs: ["createUser", "createSession", "deleteSession"],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const { sessionToken } = await storeSession(adapter, id);
      const removed = await race(() => adapter.deleteSession(sessionToken));
      const count =
        removed.filter((outcome) => outcome.status === "fulfilled" && outcome.value === true).length;
      assertTrue(count <= 1, `it resolved to \`true\` for ${count} callers`);
    },
  },
  ...([
    [
      "updateSession",
      (adapter: Required<Adapter>, sessionToken: string, hours: number) =>
        adapter.updateSession({ sessionToken, expires: inHours(hours) }),
    ],
    [
      "prolongSession",
      (adapter: Required<Adapter>, sessionToken: string, hours: number) =>
        adapter.prolongSession({ sessionToken, expires: inHours(hours), ifBefore: inHours(hours) }),
    ],
  ] as const).map(([method, renew]): Rule => ({
    name: `deleteSession() during ${method}() ends the session`,
    needs: ["createUser", "createSession", "getSessionAndUser", "deleteSession", method],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      for (let round = 0; round < 5; round++) {
        const { sessionToken } = await storeSession(adapter, id);
        await race(async (index) => {
          if (index === RACERS / 2) await adapter.deleteSession(sessionToken);
          else await renew(adapter, sessionToken, index + 2);
        });
        assertFields(await adapter.getSessionAndUser(sessionToken), null, "the session after its removal");
      }
    },
  })),
];

/** Text of users and providers. */
export const textRules: readonly Rule[] = [
  {
    name: "all methods keep text unchanged",
    needs: [
      ...["createUser", "getUser", "getUserByEmail", "linkAccount", "getUserByAccount"] as const,
      ...["createSession", "getSessionAndUser", "deleteSession"] as const,
    ],
    async run(adapter) {
      for (const text of TEXTS) await assertTextSurvives(adapter, text);
    },
  },
  {
    name: "useVerificationToken() keeps text unchanged",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      for (const text of TEXTS) {
        const stored = someToken({ identifier: text + unique(), token: text + unique() });
        await adapter.createVerificationToken(stored);
        const { identifier, token } = stored;
        assertFields(await adapter.useVerificationToken({ identifier, token }), stored, "the token");
      }
    },
  },
  {
    name: "linkAccount() and updateAccount() store long tokens",
    needs: ["createUser", "linkAccount", "getAccount", "updateAccount"],
    async run(adapter) {
      const { id: userId } = await storeUser(adapter);
      const long = (letter: string) => letter.repeat(70_000);
      const account = { ...someAccount({ access_token: long("a"), id_token: long("i") }), userId };
      const { provider, providerAccountId } = account;
      await adapter.linkAccount(account);
      assertFields(await adapter.getAccount(providerAccountId, provider), account, "the account");
      await adapter.updateAccount({ provider, providerAccountId, refresh_token: long("r") });
      const expected = { ...account, refresh_token: long("r") };
      assertFields(await adapter.getAccount(providerAccountId, provider), expected, "the account");
    },
  },
];

/** Expired rows. */
export const expiryRules: readonly Rule[] = [
  {
    name: "removeExpired() removes expired sessions and tokens only",
    needs: [
      ...["createUser", "getUser", "createSession", "getSessionAndUser"] as const,
      ...["createVerificationToken", "useVerificationToken", "removeExpired"] as const,
    ],
    async run(adapter) {
      const { id } = await storeUser(adapter);
      const ended = await Promise.all([1, 2, 3, 4, 5].map((hours) => storeSession(adapter, id, hours)));
      const lasting = await storeSession(adapter, id, 7);
      const [oldToken, newToken] = [someToken({ expires: inHours(5) }), someToken({ expires: inHours(7) })];
      for (const token of [oldToken, newToken]) await adapter.createVerificationToken(token);
      const now = new Date(Date.now() + 6 * HOUR);
      const removed = await adapter.removeExpired({ now, batch: 2 });
      assertTrue(removed >= 6, `removeExpired resolved to ${removed}, expected 6 or more`);
      assertTrue(await adapter.removeExpired({ now }) === 0, "removeExpired left something");
      for (const { sessionToken } of ended) {
        assertFields(await adapter.getSessionAndUser(sessionToken), null, "a session that has ended");
      }
      const found = await adapter.getSessionAndUser(lasting.sessionToken);
      assertFields(found?.session, lasting, "a session that lasts");
      assertFields(await adapter.useVerificationToken(oldToken), null, "a token that has ended");
      assertFields(await adapter.useVerificationToken(newToken), newToken, "a token that lasts");
      assertTrue(!!await adapter.getUser(id), "the user is gone");
    },
  },
];

/** Letters of many scripts, quotes, patterns, and SQL injections. */
const TEXTS = [
  "Zoë Ångström 山田 Ελένη ñandú 👩‍👩‍👧 e\u0301 \u202Eدعم",
  `O'Brien "Jo" \`x\` \\ \\' \\" %_ -- # /* */ ;`,
  "'; DROP TABLE auth_users; --",
  `" OR ""="`,
  "' OR '1'='1",
  "$1 ? ?1 :name @name {{x}} ${x} %s \\u0041 &amp; <b>",
  " \tspaces\nand lines ",
  "null",
  "0123",
  "true",
];

async function assertTextSurvives(adapter: Required<Adapter>, text: string): Promise<void> {
  const given = someUser({ name: text, image: text, email: text + unique() });
  const user = await adapter.createUser(given);
  assertFields(user, { ...given, id: user.id }, "what createUser returned");
  assertFields(await adapter.getUser(user.id), user, "the stored user");
  assertFields(await adapter.getUserByEmail(given.email!), user, "the user with the address");
  assertFields(await adapter.getUserByEmail(text), null, "the user of another address");
  const account = { ...someAccount({ providerAccountId: text + unique(), scope: text }), userId: user.id };
  await adapter.linkAccount(account);
  await assertUserOf(adapter, account, user);
  await assertUserOf(adapter, { ...account, providerAccountId: text }, null);
  const session = { sessionToken: text + unique(), userId: user.id, expires: inHours(1) };
  await adapter.createSession(session);
  const found = await adapter.getSessionAndUser(session.sessionToken);
  assertFields(found?.session, session, "the session");
  assertFields(found?.user, user, "the session's user");
  await adapter.deleteSession(text);
  assertTrue(!!await adapter.getSessionAndUser(session.sessionToken), "another session was removed");
}

/** The results. Throws if a call was rejected. */
function allOf<T>(outcomes: readonly PromiseSettledResult<T>[]): T[] {
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value;
    throw new Error("a call was refused", { cause: outcome.reason });
  });
}

/** The only result, and the index of its call. */
function onlyOne<T>(outcomes: readonly PromiseSettledResult<T>[]): [result: T, index: number] {
  const fulfilled = outcomes.flatMap((outcome, index): [T, number][] =>
    outcome.status === "fulfilled" ? [[outcome.value, index]] : []
  );
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [String(outcome.reason)] : []
  );
  assertTrue(
    fulfilled.length === 1,
    `${fulfilled.length} of ${outcomes.length} calls were accepted, expected 1. ${
      [...new Set(reasons)].join("; ")
    }`,
  );
  return fulfilled[0]!;
}

async function assertOthersAreGone(
  adapter: Required<Adapter>,
  users: readonly { id: string }[],
  winner: string,
): Promise<void> {
  for (const { id } of users) {
    if (id !== winner) assertFields(await adapter.getUser(id), null, "a refused user");
  }
}
