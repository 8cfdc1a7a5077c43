import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter, VerificationToken } from "../../src/adapters/types.ts";
import { adapterCases } from "../../src/testing/adapter_cases.ts";

/** Methods in place of those of a sound adapter. */
type Change = (sound: Required<Adapter>) => Partial<Adapter>;

/** Each with some of the cases that must notice it. */
const FAULTS: Readonly<Record<string, readonly [fault: Change, noticed: readonly string[]]>> = {
  "dates come back as text": [
    (sound) => mapped(sound, same, (result) => result && JSON.parse(JSON.stringify(result))),
    ["createUser() returns the user as stored", "updateSession() moves the end of a session"],
  ],
  "dates are rounded to the day": [
    (sound) => mapped(sound, (value) => value instanceof Date ? new Date(value.setUTCHours(0, 0, 0)) : value),
    ["createSession() returns the session", "prolongSession() moves the end of a session that ends before"],
  ],
  "text is trimmed": [
    (sound) => mapped(sound, (value) => typeof value === "string" ? value.trim() : value),
    [
      "all methods keep text as it is",
      "useVerificationToken() keeps text as it is",
      "getUserByAccount() finds the user by provider and id together",
    ],
  ],
  "text is compared without regard to case": [
    (sound) => mapped(sound, (value) => typeof value === "string" ? value.toLowerCase() : value),
    [
      "getUserByEmail() finds a user to the letter",
      "getSessionAndUser() returns session and user, and null for an unknown token",
      "useVerificationToken() wants address and token of one and the same mail",
    ],
  ],
  "text is cut at 64 kB": [
    (sound) => mapped(sound, (value) => typeof value === "string" ? value.slice(0, 65_535) : value),
    ["linkAccount() and updateAccount() store long tokens"],
  ],
  "undefined is stored as null": [
    (sound) => mapped(sound, (value) => value === undefined ? null : value),
    [
      "updateUser() changes the given fields only",
      "updateAccount() changes the given fields only, and nothing if there is none",
    ],
  ],
  "unknown fields are refused": [
    (sound) => ({
      createUser: (user) =>
        "nickname_of_mine" in user ? Promise.reject(new Error("?")) : sound.createUser(user),
      linkAccount: (it) => "ext_expires_in" in it ? Promise.reject(new Error("?")) : sound.linkAccount(it),
    }),
    [
      "createUser() accepts fields that it does not know",
      "linkAccount() stores an account without tokens, and one with fields that it does not know",
    ],
  ],
  "users need a name": [
    (sound) => ({
      createUser: (user) => user.name ? sound.createUser(user) : Promise.reject(new Error("?")),
    }),
    ["createUser() stores users without name, address and picture"],
  ],
  "JSON comes back as text": [
    (sound) => ({
      linkAccount: (it) => sound.linkAccount({ ...it, session_state: JSON.stringify(it.session_state) }),
    }),
    ["linkAccount() stores all fields of an account"],
  ],
  "what is asked for is found, stored or not": [
    (sound) => {
      const user = { id: "any", email: "any", emailVerified: null };
      return {
        getUser: async (id) => await sound.getUser(id) ?? user,
        getUserByEmail: async (email) => await sound.getUserByEmail(email) ?? user,
        getAuthenticator: async (id) => await sound.getAuthenticator(id) ?? { credentialID: id } as never,
      };
    },
    [
      "getUser() finds nobody by an id that no user has",
      "deleteUser() frees the address",
      "createAuthenticator() stores and returns an authenticator",
    ],
  ],
  "what is stored already is replaced": [
    (sound) => ({
      createUser: async (user) => {
        const other = user.email && await sound.getUserByEmail(user.email);
        if (other) await sound.deleteUser(other.id);
        return await sound.createUser(user);
      },
      updateUser: async (user) => {
        const other = user.email && await sound.getUserByEmail(user.email);
        if (other) await sound.deleteUser(other.id);
        return await sound.updateUser(user);
      },
      linkAccount: async (account) => {
        await sound.unlinkAccount(account);
        await sound.linkAccount(account);
      },
      createSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        return await sound.createSession(session);
      },
      createAuthenticator: async (authenticator) =>
        await sound.getAuthenticator(authenticator.credentialID) ??
          await sound.createAuthenticator(authenticator),
    }),
    [
      "createUser() refuses an address that another user has",
      "updateUser() refuses an address that another user has",
      "linkAccount() refuses an account that is stored already",
      "createSession() refuses a token that is stored already",
      "createAuthenticator() refuses an id that is stored already",
    ],
  ],
  "removing one that is not there is refused": [
    (sound) => ({
      deleteUser: async (id) =>
        await sound.getUser(id) ? await sound.deleteUser(id) : Promise.reject(new Error("?")),
      unlinkAccount: async (account) => await sound.unlinkAccount(account) || Promise.reject(new Error("?")),
      deleteSession: async (token) => await sound.deleteSession(token) || Promise.reject(new Error("?")),
    }),
    [
      "deleteUser() does nothing if there is none",
      "unlinkAccount() removes one account, and nothing if there is none",
      "deleteSession() removes one session, and nothing if there is none",
    ],
  ],
  "a user's accounts, sessions and authenticators stay": [
    (sound) => ({
      deleteUser: async (id) => {
        const accounts = await sound.listAccountsByUserId(id);
        const authenticators = await sound.listAuthenticatorsByUserId(id);
        await sound.deleteUser(id);
        for (const account of accounts) await sound.linkAccount(account);
        for (const authenticator of authenticators) await sound.createAuthenticator(authenticator);
      },
      takeOverUser: ({ id, emailVerified }) => sound.updateUser({ id, emailVerified }),
    }),
    [
      "deleteUser() removes a user with accounts and sessions, and nobody else's",
      "deleteUser() removes a user's authenticators, and nobody else's",
      "takeOverUser() removes all that the user signs in with, and nothing of other users",
      "takeOverUser() ends what is renewed at the same time",
    ],
  ],
  "a user who is taken over is made anew": [
    (sound) => ({
      takeOverUser: async (user) => {
        const taken = await sound.takeOverUser(user);
        if (taken) await sound.deleteUser(user.id);
        return taken && await sound.createUser({ ...taken, id: crypto.randomUUID() });
      },
    }),
    ["takeOverUser() removes all that the user signs in with, and nothing of other users"],
  ],
  "a user is taken over whatever they are": [
    (sound) => ({
      takeOverUser: async ({ id, emailVerified }) => {
        const user = await sound.getUser(id);
        if (!user) return null;
        await sound.updateUser({ id, email: "any", emailVerified: null });
        await sound.takeOverUser({ id, email: "any", emailVerified });
        return await sound.updateUser({ id, email: user.email });
      },
    }),
    ["takeOverUser() removes nothing if the user is another than the caller saw"],
  ],
  "a user is taken over in two steps, the date first": [
    (sound) => ({
      takeOverUser: async ({ id, email, emailVerified }) => {
        const user = await sound.getUser(id);
        if (user?.email !== email || user.emailVerified) return null;
        await sound.updateUser({ id, emailVerified });
        await pause();
        await sound.updateUser({ id, emailVerified: null });
        return await sound.takeOverUser({ id, email, emailVerified });
      },
    }),
    [
      "takeOverUser() gives a user to one of 20 callers, who keeps what they add",
    ],
  ],
  "a user is taken over in two steps, the removal first": [
    (sound) => ({
      takeOverUser: async (user) => {
        const taken = await sound.takeOverUser(user);
        if (!taken) return null;
        await sound.updateUser({ id: user.id, emailVerified: null });
        await pause();
        return await sound.updateUser({ id: user.id, emailVerified: user.emailVerified });
      },
    }),
    ["takeOverUser() leaves nothing that was added to the user before or at the same time"],
  ],
  "the user is looked at before something is added": [
    (sound) => ({
      addCredentials: async (credentials) => {
        const user = await sound.getUser(credentials.userId);
        if (user?.emailVerified?.getTime() !== credentials.emailVerified?.getTime()) return false;
        await pause();
        return await sound.addCredentials({
          ...credentials,
          emailVerified: (await sound.getUser(user!.id))!.emailVerified,
        });
      },
    }),
    ["takeOverUser() leaves nothing that was added to the user before or at the same time"],
  ],
  "something is added whatever the user is": [
    (sound) => ({
      addCredentials: async (credentials) => {
        const user = await sound.getUser(credentials.userId);
        return user
          ? await sound.addCredentials({ ...credentials, emailVerified: user.emailVerified })
          : await sound.addCredentials(credentials);
      },
    }),
    ["addCredentials() stores nothing if emailVerified is another"],
  ],
  "what is added needs no user": [
    (sound) => ({
      addCredentials: async (credentials) => {
        if (await sound.getUser(credentials.userId)) return await sound.addCredentials(credentials);
        await sound.linkAccount(credentials.account!);
        return true;
      },
    }),
    ["addCredentials() stores nothing if there is no such user"],
  ],
  "what belongs to nobody is stored": [
    (sound) => ({
      linkAccount: async (account) => {
        await storeOwner(sound, account.userId);
        return await sound.linkAccount(account);
      },
      createSession: async (session) => {
        await storeOwner(sound, session.userId);
        return await sound.createSession(session);
      },
      createAuthenticator: async (authenticator) => {
        await storeOwner(sound, authenticator.userId);
        return await sound.createAuthenticator(authenticator);
      },
    }),
    [
      "linkAccount() refuses what belongs to a user who is gone",
      "createSession() refuses what belongs to a user who is gone",
      "createAuthenticator() refuses what belongs to a user who is gone",
    ],
  ],
  "what is added is added one after the other": [
    (sound) => ({
      addCredentials: async ({ account, authenticator, session, ...guard }) => {
        let isAdded = true;
        for (const part of [{ session }, { authenticator }, { account }]) {
          isAdded &&= await sound.addCredentials({ ...guard, ...part });
        }
        return isAdded;
      },
    }),
    [
      "addCredentials() stores nothing if part of it is stored already",
      "addCredentials() gives an account to one of 20 users, and a session to the same",
    ],
  ],
  "only the account is added": [
    (sound) => ({
      addCredentials: ({ userId, emailVerified, account }) =>
        sound.addCredentials({ userId, emailVerified, ...(account && { account }) }),
    }),
    ["addCredentials() stores each kind alone, and all together"],
  ],
  "a renewal during a takeover stores anew": [
    (sound) => ({
      updateAuthenticator: async (change) => {
        const found = await sound.getAuthenticator(change.credentialID);
        await pause();
        if (await sound.getAuthenticator(change.credentialID)) await sound.updateAuthenticator(change);
        else if (found) await sound.createAuthenticator(found);
      },
    }),
    ["takeOverUser() ends what is renewed at the same time"],
  ],
  "providers are mixed up": [
    (sound) => ({
      getUserByAccount: ({ providerAccountId }) =>
        sound.getUserByAccount({ provider: "example", providerAccountId }),
      getAccount: (id) => sound.getAccount(id, "example"),
    }),
    [
      "getUserByAccount() finds the user by provider and id together",
      "getAccount() finds an account by id and provider together",
    ],
  ],
  "a user with an account is stored in two steps": [
    (sound) => ({
      createUserWithAccount: async (user, account) => {
        const created = await sound.createUser(user);
        await pause();
        await sound.linkAccount({ ...account, userId: created.id });
        return created;
      },
    }),
    [
      "createUserWithAccount() stores nothing if the account is stored already",
      "createUserWithAccount() stores one of 20 first sign-ins with one account",
    ],
  ],
  "an account is stored even if the user is not": [
    (sound) => ({
      createUserWithAccount: async (user, account) => {
        await sound.linkAccount({ ...account, userId: user.id });
        return await sound.createUser(user);
      },
    }),
    ["createUserWithAccount() stores nothing if the address is stored already"],
  ],
  "a user with an account is stored without it": [
    (sound) => ({ createUserWithAccount: (user) => sound.createUser(user) }),
    ["createUserWithAccount() stores both"],
  ],
  "what is refused is reported as stored": [
    (sound) => ({
      createUser: (user) => Promise.resolve(sound.createUser(user)).catch(() => user),
      linkAccount: (account) => Promise.resolve(sound.linkAccount(account)).catch(() => {}),
      createUserWithAccount: (user, account) =>
        Promise.resolve(sound.createUserWithAccount(user, account)).catch(() => user),
    }),
    [
      "createUser() stores one of 20 users with one address",
      "linkAccount() gives an account to one of 20 users",
      "createUserWithAccount() stores one of 20 first sign-ins of one person",
      "createUserWithAccount() stores one of 20 accounts with one address",
    ],
  ],
  "lists are empty": [
    () => ({
      listAccountsByUserId: () => [],
      listSessionsByUserId: () => [],
      listAuthenticatorsByUserId: () => [],
    }),
    [
      "listAccountsByUserId() lists a user's own accounts",
      "listSessionsByUserId() lists a user's own sessions",
      "listAuthenticatorsByUserId() lists a user's own authenticators",
    ],
  ],
  "what is stored is handed out": [
    (sound) => {
      const found = new Map<string, unknown>();
      return {
        getSessionAndUser: async (token) => {
          if (!found.has(token)) found.set(token, await sound.getSessionAndUser(token));
          return found.get(token) as never;
        },
      };
    },
    ["getSessionAndUser() hands out copies"],
  ],
  "an update creates a session": [
    (sound) => ({
      updateSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        return await sound.createSession({ userId: "any", ...session } as never);
      },
      prolongSession: async (session) => {
        await sound.deleteSession(session.sessionToken);
        await sound.createSession({ userId: "any", ...session });
        return true;
      },
    }),
    [
      "updateSession() creates nothing",
      "prolongSession() creates nothing",
      "prolongSession() leaves a session that ends later",
    ],
  ],
  "moving the end writes a session anew": [
    (sound) => ({
      prolongSession: async (session) => {
        const found = await sound.getSessionAndUser(session.sessionToken);
        await pause();
        if (!found) return false;
        await sound.deleteSession(session.sessionToken);
        await sound.createSession({ ...found.session, ...session });
        return true;
      },
    }),
    ["deleteSession() during prolongSession() ends the session"],
  ],
  "an update writes back what it has read": [
    (sound) => ({
      updateSession: async (session) => {
        const found = await sound.getSessionAndUser(session.sessionToken);
        if (!found) return null;
        await pause();
        await sound.deleteSession(session.sessionToken);
        return await sound.createSession({ ...found.session, ...session });
      },
      updateUser: async (user) => {
        const found = await sound.getUser(user.id);
        await pause();
        return await sound.updateUser({ ...found, ...user });
      },
      prolongSession: async (session) => {
        const found = await sound.getSessionAndUser(session.sessionToken);
        await pause();
        if (!found || found.session.expires >= session.ifBefore) return false;
        await sound.updateSession(session);
        return true;
      },
    }),
    [
      "deleteSession() during updateSession() ends the session",
      "updateUser() of different fields loses none",
      "prolongSession() writes for one of 20 callers",
    ],
  ],
  "a token can be used again": [
    (sound) => ({
      useVerificationToken: async (key) => {
        const token = await sound.useVerificationToken(key);
        if (token) await sound.createVerificationToken(token);
        return token;
      },
    }),
    ["useVerificationToken() returns a token once"],
  ],
  "a token is read, then removed": [
    () => {
      const tokens = new Map<string, VerificationToken>();
      return {
        createVerificationToken: (token) => tokens.set(token.identifier + token.token, token),
        useVerificationToken: async ({ identifier, token }) => {
          const found = tokens.get(identifier + token) ?? null;
          await pause();
          tokens.delete(identifier + token);
          return found;
        },
      };
    },
    [
      "useVerificationToken() gives a token to one of 20 callers",
      "createVerificationToken() stores a token for one of 20 callers",
    ],
  ],
  "a token can be stored again": [
    (sound) => ({
      createVerificationToken: async (token) => {
        await sound.useVerificationToken(token);
        await sound.createVerificationToken(token);
      },
    }),
    ["createVerificationToken() stores a token for one of 20 callers"],
  ],
  "a token comes back with a field more": [
    (sound) => ({
      useVerificationToken: async (key) => {
        const token = await sound.useVerificationToken(key);
        return token && { ...token, id: 1 };
      },
    }),
    ["useVerificationToken() returns a token once"],
  ],
  "the counter of an authenticator stays": [
    (sound) => ({ updateAuthenticatorCounter: async (id) => (await sound.getAuthenticator(id))! }),
    ["updateAuthenticatorCounter() sets the counter, and refuses an unknown authenticator"],
  ],
  "the backup state of an authenticator stays": [
    (sound) => ({
      updateAuthenticator: ({ credentialID, counter }) =>
        sound.updateAuthenticator({ credentialID, counter }),
    }),
    ["updateAuthenticator() changes the given fields only, and refuses an unknown authenticator"],
  ],
  "nothing ends": [
    () => ({ removeExpired: () => 0 }),
    ["removeExpired() removes what has ended, and nothing else"],
  ],
  "everything ends": [
    (sound) => ({ removeExpired: () => sound.removeExpired({ now: new Date(8e15) }) }),
    ["removeExpired() removes what has ended, and nothing else"],
  ],
  "a method of every sign-in is missing": [
    () => ({ getUserByAccount: undefined }),
    ["the adapter has the methods of every sign-in"],
  ],
};

/** Ways that are not ours, and right nevertheless. */
const SOUND: Readonly<Record<string, Change>> = {
  "ids are the database's own": (sound) => ({
    createUser: (user) => sound.createUser({ ...user, id: crypto.randomUUID() }),
    createUserWithAccount: (user, account, authenticator) =>
      sound.createUserWithAccount({ ...user, id: crypto.randomUUID() }, account, authenticator),
  }),
  "dates are kept to the second": (sound) =>
    mapped(sound, (value) => value instanceof Date ? new Date(value.setUTCMilliseconds(0)) : value),
  "null is undefined": (sound) => mapped(sound, same, (result) => result ?? undefined),
  "a method throws instead of rejecting": (sound) => ({
    updateAuthenticatorCounter(id, counter) {
      if (!/^[0-9a-f-]+$/.test(id) || counter < 0) throw new Error("?");
      return sound.updateAuthenticatorCounter(id, counter);
    },
  }),
};

const names = (await adapterCases(() => Promise.resolve({ adapter: Memory() }))).map(({ name }) => name);
const noticing = new Set<string>();

for (const [fault, [change, noticed]] of Object.entries(FAULTS)) {
  test(`adapterCases() notices when ${fault}`, async () => {
    const failures = await failuresOf(change);
    for (const name of failures.keys()) noticing.add(name);
    assert.deepEqual(noticed.filter((name) => !failures.has(name)), []);
    for (const [name, error] of failures) assert.ok(error.message, name);
  });
}

test("adapterCases() has no case that notices none of these faults", () => {
  assert.deepEqual(names.filter((name) => !noticing.has(name)), []);
});

for (const [way, change] of Object.entries(SOUND)) {
  test(`adapterCases() accepts that ${way}`, async () => {
    assert.deepEqual([...await failuresOf(change)], []);
  });
}

test("adapterCases() calls methods on the adapter", async () => {
  class Wrapped {
    readonly #sound = Memory();
    deleteUser(id: string) {
      return this.#sound.deleteUser(id);
    }
  }
  const cases = await adapterCases(() => Promise.resolve({ adapter: new Wrapped() }));
  await cases.find(({ name }) => name === "deleteUser() does nothing if there is none")!.run();
});

test("adapterCases() skips what an adapter need not have, and says why", async () => {
  const { prolongSession: _, addCredentials: __, ...adapter } = Memory();
  const cases = await adapterCases(() => Promise.resolve({ adapter }));
  const skipped = cases.filter(({ skip }) => skip);
  assert.ok(skipped.length >= 5);
  for (const { name, skip } of skipped) {
    assert.match(skip!, /^the adapter has no (addCredentials|prolongSession)(, prolongSession)?$/);
    if (/prolongSession/.test(name)) assert.equal(skip, "the adapter has no prolongSession");
  }
});

test("adapterCases() closes what it opens, also when a case fails", async () => {
  let open = 0;
  const adapter = { ...Memory(), createSession: () => Promise.reject(new Error("?")) };
  const cases = await adapterCases(() => {
    open++;
    return Promise.resolve({ adapter, close: () => pause().then(() => open--) });
  });
  assert.equal(open, 0);
  const outcomes = await Promise.allSettled(cases.map(({ run }) => run()));
  assert.ok(outcomes.some(({ status }) => status === "rejected"));
  assert.equal(open, 0);
});

async function failuresOf(change: Change): Promise<Map<string, Error>> {
  const cases = await adapterCases(() => {
    const sound = Memory();
    return Promise.resolve({ adapter: { ...sound, ...change(sound) } });
  });
  const failures = new Map<string, Error>();
  for (const { name, run } of cases) await run().catch((error) => failures.set(name, error));
  return failures;
}

async function storeOwner(adapter: Required<Adapter>, id: string): Promise<void> {
  if (!await adapter.getUser(id)) await adapter.createUser({ id, email: null, emailVerified: null });
}

/** All methods, with every value in their arguments changed, and their results. */
function mapped(
  sound: Required<Adapter>,
  argument: (value: unknown) => unknown,
  result: (value: unknown) => unknown = same,
): Partial<Adapter> {
  const methods = Object.entries(sound).map(([name, method]) => [
    name,
    async (...args: unknown[]) =>
      result(await (method as (...args: unknown[]) => unknown)(...args.map(deep))),
  ]);
  return Object.fromEntries(methods);

  function deep(value: unknown): unknown {
    const copy = value instanceof Date ? new Date(value) : value;
    const isObject = typeof copy === "object" && copy !== null && !(copy instanceof Date);
    if (!isObject || Array.isArray(copy)) return argument(copy);
    return Object.fromEntries(Object.entries(copy).map(([field, inner]) => [field, deep(inner)]));
  }
}

function same(value: unknown): unknown {
  return value;
}

function pause(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
