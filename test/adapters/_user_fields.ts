/**
 * What all SQL adapters do with fields of the application's own, and say about tables and columns that are missing.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SqlAdapter, SqlOptions, UserFields } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";

/** An SQL database and how it is reached. */
export interface SqlDatabase {
  /** Opens an adapter. */
  open<const Fields extends UserFields = readonly []>(options: SqlOptions<Fields>): SqlAdapter<Fields>;
  /** Runs a statement of the application's own. */
  run(text: string): Promise<unknown>;
  /** What the adapter would create. */
  schema(prefix: string, userFields?: UserFields): string;
}

const FIELDS = {
  role: "text",
  credits: "integer",
  isAdmin: "boolean",
  bornOn: "date",
  prefs: "json",
} as const;

const COLUMNS = ["role", "credits", "is_admin", "born_on", "prefs"];

/** Whether two types are one, in both directions and in every property. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

interface Fields {
  role: string | null;
  credits: number | null;
  isAdmin: boolean | null;
  bornOn: Date | null;
  prefs: unknown;
}

const VALUES: readonly Fields[] = [
  {
    role: "admin",
    credits: 9_007_199_254_740_991,
    isAdmin: true,
    bornOn: new Date("1815-12-10T01:02:03.456Z"),
    prefs: { theme: ["dark", null], "ü": 1.5 },
  },
  { role: "", credits: 0, isAdmin: false, bornOn: new Date(0), prefs: false },
  { role: "false", credits: -1, isAdmin: null, bornOn: null, prefs: "text" },
  { role: null, credits: null, isAdmin: null, bornOn: null, prefs: null },
];

/** Declares the tests. @param letter What the prefixes end in, where several adapters share a database. */
export function testUserFields(name: string, database: SqlDatabase | null, letter = ""): void {
  const prefixOf = (what: string) => `${what}${letter}_`;
  const check = (title: string, run: (database: SqlDatabase) => Promise<void>) =>
    test(
      `${name}() with fields of the users: ${title}`,
      { skip: database ? false : "no server" },
      () => run(database!),
    );

  check("stores typed user fields, and all methods return them", async ({ open }) => {
    const adapter = open({ prefix: prefixOf("typed"), userFields: FIELDS });
    await adapter.migrate();
    for (const values of VALUES) {
      const id = crypto.randomUUID();
      const email = `${id}@example.com`;
      const user = { id, name: null, email, emailVerified: null, image: null, ...values };
      assert.deepEqual(await adapter.createUser(user), user);
      assert.deepEqual(await adapter.getUser(id), user);
      assert.deepEqual(await adapter.getUserByEmail(email), user);
      const account = { provider: "p", providerAccountId: id };
      await adapter.linkAccount({ ...account, type: "oidc", userId: id });
      assert.deepEqual(await adapter.getUserByAccount(account), user);
      await adapter.createSession({ sessionToken: id, userId: id, expires: new Date(2e12) });
      assert.deepEqual((await adapter.getSessionAndUser(id))?.user, user);
      for (const others of VALUES) {
        assert.deepEqual(await adapter.updateUser({ id, ...others }), { ...user, ...others });
        assert.deepEqual(await adapter.updateUser({ id, name: null }), { ...user, ...others });
      }
      await adapter.updateUser(user);
      const emailVerified = new Date(1_900_000_000_123);
      assert.deepEqual(await adapter.takeOverUser({ id, email, emailVerified }), { ...user, emailVerified });
    }
    const both = { ...VALUES[0]!, id: "both", name: null, email: null, emailVerified: null, image: null };
    const account = { type: "oidc", provider: "p", providerAccountId: "both" } as const;
    assert.deepEqual(await adapter.createUserWithAccount(both, account), both);
    const { isAdmin: _, ...some } = { ...both, id: "some" };
    assert.deepEqual(await adapter.createUser(some), { ...some, isAdmin: null });
  });

  check("has types for user fields", async ({ open }) => {
    const typed = open({ prefix: prefixOf("types"), userFields: FIELDS });
    const named = open({ prefix: prefixOf("types"), userFields: ["role"] });
    const plain = open({ prefix: prefixOf("types") });
    type UserOf<A extends { getUser(id: string): unknown }> = NonNullable<Awaited<ReturnType<A["getUser"]>>>;
    const same: [
      Same<Pick<UserOf<typeof typed>, keyof Fields>, Fields>,
      Same<UserOf<typeof typed>["email"], string | null>,
      Same<UserOf<typeof named>["role"], unknown>,
      Same<keyof UserOf<typeof plain>, keyof AdapterUser>,
    ] = [true, true, true, true];
    // Each is an adapter like any other.
    const adapters: Adapter[] = [typed, named, plain];
    assert.deepEqual([same.length, adapters.length], [4, 3]);
    const tried = async () => {
      // @ts-expect-error: a role is a text
      await typed.updateUser({ id: "1", role: true });
      // @ts-expect-error: there is no such field
      await typed.updateUser({ id: "1", rank: "admin" });
    };
    await assert.rejects(tried);
  });

  check(".migrate() adds the columns of typed user fields to a table that exists", async ({ open, run }) => {
    const prefix = prefixOf("later");
    const before = open({ prefix });
    await before.migrate();
    await before.createUser({ id: "1", email: null, emailVerified: null });
    const some = open({ prefix, userFields: { role: "text" } });
    await some.migrate();
    await some.updateUser({ id: "1", role: "admin" });
    const adapters = Array.from({ length: 5 }, () => open({ prefix, userFields: FIELDS }));
    await Promise.all(adapters.map((adapter) => adapter.migrate()));
    await adapters[0]!.migrate();
    const user = await adapters[0]!.updateUser({ id: "1", isAdmin: true });
    assert.deepEqual([user.role, user.isAdmin, user.bornOn], ["admin", true, null]);
    await run(`SELECT ${COLUMNS.join(", ")} FROM ${prefix}users`);
  });

  check(".migrate() adds a column that a table lacks", async ({ open, run }) => {
    const prefix = prefixOf("older");
    const adapter = open({ prefix });
    await adapter.migrate();
    await adapter.createUser({ id: "1", email: null, emailVerified: null });
    const later = {
      authenticators: ["user_handle", "name", "created_at", "used_at"],
      accounts: ["authorization_details", "created_at", "label"],
      sessions: ["created_at", "used_at", "device"],
    };
    for (const [table, columns] of Object.entries(later)) {
      for (const column of columns) await run(`ALTER TABLE ${prefix}${table} DROP COLUMN ${column}`);
    }
    await Promise.all([1, 2, 3].map(() => open({ prefix }).migrate()));
    const authenticator = {
      credentialID: "c",
      userId: "1",
      providerAccountId: "c",
      credentialPublicKey: "k",
      counter: 1,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: true,
      transports: null,
      userHandle: "h",
      name: "Laptop",
      createdAt: new Date("2026-02-03T04:05:06Z"),
      usedAt: null,
    };
    await adapter.createAuthenticator(authenticator);
    assert.deepEqual(await adapter.getAuthenticator("c"), authenticator);
    const account = { userId: "1", type: "oidc", provider: "p", providerAccountId: "a" } as const;
    const authorization_details = [{ type: "payment" }];
    await adapter.linkAccount({ ...account, authorization_details });
    assert.deepEqual((await adapter.getAccount("a", "p"))?.authorization_details, authorization_details);
    const session = {
      sessionToken: "s",
      userId: "1",
      expires: new Date("2036-01-01T00:00:00Z"),
      device: "Safari",
    };
    await adapter.createSession(session);
    const [stored] = await adapter.listSessionsByUserId("1");
    assert.deepEqual(stored, { ...session, createdAt: null, usedAt: null });
  });

  check("schema() has the columns of typed user fields", async ({ open, run, schema }) => {
    const prefix = prefixOf("handmade");
    for (const statement of schema(prefix, FIELDS).split(";\n").filter((it) => it.trim())) {
      await run(statement);
    }
    const adapter = open({ prefix, userFields: FIELDS });
    const user = { id: "1", name: null, email: null, emailVerified: null, image: null, ...VALUES[0]! };
    assert.deepEqual(await adapter.createUser(user), user);
    assert.equal(schema(prefix, ["role"]), schema(prefix));
  });

  check(
    ".migrate() says which column of an untyped user field is missing, and how to add it",
    async (database) => {
      const { open, run } = database;
      const prefix = prefixOf("named");
      const adapter = open({ prefix, userFields: ["group", "Title"] });
      for (const column of ["group", "Title"]) {
        const error: Error = await Promise.resolve(adapter.migrate()).then(
          () => assert.fail(),
          (error) => error,
        );
        assert.match(
          error.message,
          new RegExp(`^Cannot find the column "${column}" in the table "${prefix}users": `),
        );
        const [, addition] = /run `(ALTER TABLE .*)`, with/.exec(error.message) ?? assert.fail(error.message);
        await run(addition!);
      }
      await adapter.migrate();
      const user = await adapter.createUser({
        id: "1",
        email: null,
        emailVerified: null,
        group: "a",
        Title: "b",
      });
      assert.deepEqual([user.group, user.Title], ["a", "b"]);
    },
  );

  check("says what to do about a table that is missing", async ({ open }) => {
    const adapter = open({ prefix: prefixOf("none") });
    const failures = await failuresOf(adapter);
    for (const [method, error] of failures) {
      assert.match(error.message, /^Cannot find the table "none\w?_/, method);
      assert.match(
        error.message,
        /call `await adapter\.migrate\(\)` once .*latchkey\.github\.io\/auth\/schema/,
        method,
      );
      assert.ok(error.cause instanceof Error && error.cause.message !== error.message, method);
    }
    assert.ok(failures.length > 29, `${failures.length}`);
  });

  check("says what to do about a column that is missing", async ({ open, run }) => {
    const prefix = prefixOf("narrow");
    await open({ prefix }).migrate();
    const named = open({ prefix, userFields: ["role"] });
    const typed = open({ prefix, userFields: { isAdmin: "boolean" } });
    await open({ prefix }).createUser({ id: "1", email: null, emailVerified: null });
    const calls: Record<string, () => unknown> = {
      getUser: () => named.getUser("1"),
      updateUser: () => named.updateUser({ id: "1", role: "x" }),
      createUser: () => named.createUser({ id: "2", email: null, emailVerified: null, role: "x" }),
      getSessionAndUser: () => named.getSessionAndUser("s"),
      getUserByAccount: () => named.getUserByAccount({ provider: "p", providerAccountId: "1" }),
    };
    for (const [method, call] of Object.entries(calls)) {
      const error = await failureOf(call);
      const start = `Cannot find the column "role" in the table "${prefix}users": run \`ALTER TABLE `;
      assert.ok(error.message.startsWith(start), `${method}: ${error.message}`);
      assert.match(error.message, /take it out of `userFields`$/);
      assert.ok(error.cause instanceof Error, method);
    }
    const error = await failureOf(() => typed.getUser("1"));
    assert.match(
      error.message,
      /column "is_admin" in the table "narrow\w?_users": call `await adapter.migrate\(\)`/,
    );
    await run(/run `(.*)`$/.exec(error.message)![1]!);
    assert.equal((await typed.updateUser({ id: "1", isAdmin: true })).isAdmin, true);
  });

  check("leaves other errors as they are", async ({ open }) => {
    const adapter = open({ prefix: prefixOf("other") });
    await adapter.migrate();
    await adapter.createUser({ id: "1", email: null, emailVerified: null });
    const error = await failureOf(() => adapter.createUser({ id: "1", email: null, emailVerified: null }));
    assert.doesNotMatch(error.message, /^Cannot/);
  });
}

/** Methods whose only argument is an id, an address or a token. */
const BY_TEXT = /^(?:get(?!UserByAccount|Account$)|delete|list)/;

/** What each method rejects with. */
async function failuresOf(adapter: SqlAdapter): Promise<[string, Error][]> {
  const [id, date] = ["1", new Date(2e12)];
  /** All that a method may read of a row. */
  const row = {
    id,
    userId: id,
    email: "ada@example.com",
    emailVerified: date,
    name: "x",
    type: "oidc",
    provider: "p",
    providerAccountId: "a",
    scope: "x",
    sessionToken: "s",
    expires: date,
    ifBefore: date,
    identifier: "i",
    token: "t",
    credentialID: "c",
    credentialPublicKey: "k",
    counter: 1,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: true,
  };
  const args: Readonly<Record<string, readonly unknown[]>> = {
    getAccount: ["a", "p"],
    listUsers: [{ after: null, limit: 1 }],
    createUserWithAccount: [row, row],
    updateAuthenticatorCounter: ["c", 2],
    addCredentials: [{ userId: id, emailVerified: null, account: row, session: row }],
    removeAccount: [{ userId: id, account: row, keeps: "email" }],
    removeExpired: [],
  };
  const methods = Object.entries(adapter).filter(([name, method]) =>
    typeof method === "function" && !["migrate", "beside"].includes(name)
  );
  return await Promise.all(methods.map(async ([name, method]): Promise<[string, Error]> => {
    const given = args[name] ?? [BY_TEXT.test(name) ? id : row];
    return [name, await failureOf(() => (method as (...all: readonly unknown[]) => unknown)(...given))];
  }));
}

async function failureOf(call: () => unknown): Promise<Error> {
  const [outcome] = await Promise.allSettled([(async () => await call())()]);
  return outcome.status === "rejected" ? outcome.reason : assert.fail("it was accepted");
}
