/**
 * A deployment that replaces the library process by process: today's version, and a made-up next one with more columns,
 * work on one database at the same time. Nothing is lost, on either side.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sqlAdapter } from "../../src/adapters/sql/adapter.ts";
import { explained } from "../../src/adapters/sql/errors.ts";
import { schemaOf, tablesOf, unquoted } from "../../src/adapters/sql/tables.ts";
import { upgradeOf } from "../../src/adapters/sql/versions.ts";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import type { Adapter, AdapterRows, AdapterUser } from "../../src/adapters/contract/types.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { nextTables, TODAY } from "../adapters/_next_tables.ts";
import { openAccount } from "../flows/_account_page.ts";
import { openPasskeys } from "../flows/_passkeys.ts";
import { exceptAtNight } from "../_nightly.ts";
import { type Below, type KvBelow, type RedisBelow, type SqlBelow, startDatabases } from "./_databases.ts";
import { catalogueOf } from "./_dump.ts";

/** Both versions of the library, on the same tables. */
interface Versions {
  readonly today: Required<Adapter>;
  readonly next: Required<Adapter>;
}

/** What the next version stores beside what today's stores. */
const LATER = {
  session: { tenant: "acme-corp" },
  account: { region: "us-west", isPrimary: true },
  authenticator: { uses: 7 },
};

/**
 * Here the whole contract is called at both versions on one database with SQL and on one without. What each database has of
 * its own, how it stores the columns of both versions, is what the tests below ask for.
 */
const WHOLE_CONTRACT: readonly string[] = ["Sqlite", "Redis"];

for (const [name, database] of await startDatabases()) {
  if ("missing" in database) {
    test(`two versions of the library on one ${name}`, { skip: database.missing }, () => {});
    continue;
  }
  const { below } = database;
  if (below === null) continue;
  testBoth(name, below);
  if (below.kind === "sql") testSql(name, below);
  if (below.kind === "redis") testRedis(name, below);
  if (below.kind === "kv") testKv(name, below);
}

function testBoth(name: string, below: Below): void {
  const skip = WHOLE_CONTRACT.includes(name) ? false : exceptAtNight;
  test(
    `the contract of adapters holds if each call is of another version, on one ${name}`,
    { skip },
    async () => {
      const adapter = mixed(await versionsOn(below, "contract"));
      for (const { name, run } of await adapterCases(() => Promise.resolve({ adapter }))) {
        await run().catch((cause) => assert.fail(new Error(name, { cause })));
      }
    },
  );

  test(`a user signs in, links, returns and removes at both versions on one ${name}`, async () => {
    const adapter = mixed(await versionsOn(below, "account"));
    const world = await openAccount({ adapter, session: { updateAge: 0 } });
    await world.addOther();
    await world.addPasskey();
    const browsers = [await world.elsewhere(), await world.elsewhere(), await world.elsewhere()];
    world.platform.tick(60);
    const sessions = await Promise.all(browsers.map(world.sessionIn));
    for (const session of sessions) {
      assert.deepEqual(Object.keys(session ?? {}).toSorted(), ["expires", "user"], world.log());
      assert.deepEqual(Object.keys(session?.user ?? {}).toSorted(), ["email", "id", "image", "name"]);
    }
    const data = await world.data();
    const ids = [...data.accounts ?? [], ...data.passkeys ?? []].map(({ id }) => id);
    assert.equal(ids.length, 3, world.log());
    assert.equal(data.sessions?.length, 4);
    for (const value of ["acme-corp", "us-west"]) assert.ok(!JSON.stringify(data).includes(value));
    const answers = await Promise.all(ids.map((id) => world.change({ action: "remove", id })));
    assert.deepEqual(
      answers.map(({ params }) => params.done ?? params.error).toSorted(),
      ["LastWay", "removed", "removed"],
      world.log(),
    );
    await world.change({ action: "sign-out-others" });
    assert.deepEqual(await Promise.all(browsers.map(world.sessionIn)), [null, null, null]);
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });

  test(`users sign up and in at the same time, at both versions on one ${name}`, async () => {
    const adapter = mixed(await versionsOn(below, "passkeys"));
    const world = openPasskeys({ adapter });
    const people = [world, ...Array.from({ length: 5 }, () => world.another())];
    const emails = await Promise.all(people.map(async (person, index) => {
      const email = `person${index}@example.com`;
      await person.register({ email });
      await person.signOut();
      assert.equal(await person.session(), null);
      await person.authenticate();
      assert.equal((await person.session())?.user.email, email, world.log());
      const user = await adapter.getUserByEmail(email);
      return [user?.email, (await adapter.listAuthenticatorsByUserId(user?.id ?? "")).length];
    }));
    assert.deepEqual(emails, people.map((_, index) => [`person${index}@example.com`, 1]));
  });

  test(`today's version keeps what the next one has stored, while both write, on one ${name}`, async () => {
    const { today, next } = await versionsOn(below, "kept");
    await Promise.all(Array.from({ length: 10 }, (_, index) => assertKept({ today, next }, `${index}`)));
  });
}

/** Both versions change the records of one user. All fields must then have the value that was written last. */
async function assertKept({ today, next }: Versions, id: string): Promise<void> {
  const [key, early, late] = [{ provider: "p", providerAccountId: id }, inHours(1), inHours(9)];
  const user: AdapterUser = { id, name: "Ada", email: `${id}@example.com`, emailVerified: null };
  await next.createUserWithAccount(user, { type: "oidc", ...key, access_token: "old" });
  await next.createSession({ sessionToken: id, userId: id, expires: early });
  const authenticator = {
    credentialID: id,
    userId: id,
    providerAccountId: id,
    credentialPublicKey: "a2V5",
    counter: 1,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  };
  await next.createAuthenticator(authenticator);
  await Promise.all([
    today.updateUser({ id, name: "Grace" }),
    next.updateUser({ id, image: "https://images.example/1.png" }),
    today.updateAccount({ ...key, access_token: "new" }),
    next.updateAccount({ ...key, scope: "openid" }),
    today.prolongSession({ sessionToken: id, expires: late, ifBefore: late }),
    next.updateSession({ sessionToken: id, device: "Firefox" }),
    today.updateAuthenticatorCounter(id, 2),
    today.updateAuthenticator({ credentialID: id, name: "phone" }),
  ]);
  for (const version of [today, next]) {
    const found = await version.getSessionAndUser(id);
    assert.deepEqual(
      [found?.user.name, found?.user.image, found?.session.expires, found?.session.device],
      ["Grace", "https://images.example/1.png", late, "Firefox"],
    );
    const [account] = await version.listAccountsByUserId(id);
    assert.deepEqual([account?.access_token, account?.scope], ["new", "openid"]);
    const [stored] = await version.listAuthenticatorsByUserId(id);
    assert.deepEqual([stored?.counter, stored?.name], [2, "phone"]);
  }
  const [session, account, stored] = [
    (await next.getSessionAndUser(id))?.session,
    await next.getAccount(id, "p"),
    await next.getAuthenticator(id),
  ];
  assert.deepEqual(
    [pick(session, LATER.session), pick(account, LATER.account), pick(stored, LATER.authenticator)],
    [LATER.session, LATER.account, LATER.authenticator],
  );
}

function testSql(name: string, below: SqlBelow): void {
  const { dialect, driver, run } = below;

  test(`today's version does not see columns that it does not know, in ${name}`, async () => {
    const { today, next } = await versionsOn(below, "unseen");
    await next.createUserWithAccount(
      { id: "1", email: null, emailVerified: null },
      { type: "oidc", provider: "p", providerAccountId: "1" },
    );
    await next.createSession({ sessionToken: "s", userId: "1", expires: inHours(1) });
    const seen = [await today.getSessionAndUser("s"), await today.listAccountsByUserId("1")];
    assert.doesNotMatch(JSON.stringify(seen), /tenant|region|isPrimary/);
    // What it stores itself has the defaults.
    await today.linkAccount({ userId: "1", type: "oidc", provider: "p", providerAccountId: "2" });
    assert.deepEqual(
      pick(await next.getAccount("2", "p"), LATER.account),
      { region: "eu", isPrimary: false },
    );
  });

  test(`today's version removes a user with rows in a table that it does not know, in ${name}`, async () => {
    const { today } = await versionsOn(below, "owner");
    const { devices } = nextTables(dialect, "rolling_owner_");
    await today.createUser({ id: "1", email: null, emailVerified: null });
    const seenAt = dialect.codecs.date.encode(new Date(2e12));
    const insertion = `INSERT INTO ${devices.name} ("id", "user_id", "seen_at") VALUES (?, ?, ?)`;
    await driver([{ text: dialect.phrase(insertion), values: ["d", "1", seenAt] }]);
    await today.deleteUser("1");
    assert.equal(await today.getUser("1"), null);
    const [rows] = await driver([{ text: `SELECT 1 FROM ${unquoted(devices.name)}`, values: [] }]);
    assert.deepEqual(rows, []);
  });

  test(`what today's version leaves of a user in a table without a reference is removed as docs say, in ${name}`, async () => {
    const { today } = await versionsOn(below, "left");
    const { hints } = nextTables(dialect, "rolling_left_");
    const insertion = dialect.phrase(`INSERT INTO ${hints.name} ("user_id", "hint") VALUES (?, ?)`);
    for (const id of ["1", "2"]) {
      await today.createUser({ id, email: null, emailVerified: null });
      await driver([{ text: insertion, values: [id, "blue"] }]);
    }
    await today.deleteUser("1");
    const usersIn = async () => {
      const [rows] = await driver([{ text: `SELECT user_id FROM ${unquoted(hints.name)}`, values: [] }]);
      return rows!.map((row) => String(Object.values(row)[0])).sort();
    };
    assert.deepEqual(await usersIn(), ["1", "2"]);
    const page = await readFile(new URL("../../docs/recipes/deployment.md", import.meta.url), "utf8");
    const [statement = ""] = /DELETE FROM auth_security [^;]*(?=;)/.exec(page) ?? [];
    // As the page says.
    const own = dialect.name === "postgres" ? statement : statement.replaceAll("chr(", "char(");
    await run(
      own.replace("auth_security", unquoted(hints.name)).replaceAll("auth_users", "rolling_left_users"),
    );
    assert.deepEqual(await usersIn(), ["2"]);
  });

  test(`migrate() of today's version changes nothing in tables of the next one, in ${name}`, async () => {
    await versionsOn(below, "older");
    const before = await catalogueOf(below, "rolling_older_");
    await below.adapter("rolling_older_").migrate();
    assert.deepEqual(await catalogueOf(below, "rolling_older_"), before);
  });

  test(`the next version names the command if its SQL has not run yet, in ${name}`, async () => {
    const prefix = "rolling_early_";
    await run(schemaOf(dialect, tablesOf(dialect, { prefix })));
    const tables = nextTables(dialect, prefix);
    const [today, next] = [below.adapter(prefix), asNext(sqlAdapter(driver, dialect, tables))];
    await today.createUser({ id: "1", email: null, emailVerified: null });
    const session = { sessionToken: "s", userId: "1", expires: inHours(1) };
    await today.createSession(session);
    const advice = "call `await adapter.migrate()`, or run the SQL that `npx @latchkey/auth schema " +
      `${dialect.name} --from ${TODAY}\` prints`;
    const column = `Cannot find the column "tenant" in the table "${prefix}sessions": ${advice}`;
    await assert.rejects(async () => await next.getSessionAndUser("s"), { message: column });
    await assert.rejects(
      async () => await next.createSession({ ...session, sessionToken: "t" }),
      { message: column },
    );
    await assert.rejects(
      explained(driver, dialect, tables)([{ text: `SELECT 1 FROM ${prefix}devices`, values: [] }]),
      { message: `Cannot find the table "${prefix}devices": ${advice}` },
    );
    assert.equal((await today.getSessionAndUser("s"))?.user.id, "1");
    await run(upgradeOf(dialect, tables, TODAY));
    assert.equal((await next.getSessionAndUser("s"))?.user.id, "1");
  });
}

function testRedis(name: string, below: RedisBelow): void {
  test(`today's version removes what has ended, also of a kind that it does not know, in ${name}`, async () => {
    const { command } = below;
    const { today } = await versionsOn(below, "kinds");
    const prefix = "rolling_kinds_:";
    await today.createUser({ id: "1", email: null, emailVerified: null });
    await command(["HSET", `${prefix}device:d`, "userId", "s1"]);
    await command(["ZADD", `${prefix}ending`, "1000", JSON.stringify(["device", "d", "1"])]);
    assert.equal(await today.removeExpired(), 1);
    assert.deepEqual(await command(["KEYS", `${prefix}device:*`]), []);
    assert.equal((await today.getUser("1"))?.id, "1");
  });
}

function testKv(name: string, below: KvBelow): void {
  /** A user who owns a device, which only the next version knows, beside an authenticator with the same id. */
  async function withDevice(what: string): Promise<Versions["today"]> {
    const { today } = await versionsOn(below, what);
    const prefix = `rolling_${what}_`;
    for (const id of ["1", "2"]) await today.createUser({ id, email: null, emailVerified: null });
    await today.createAuthenticator({
      credentialID: "same",
      userId: "2",
      providerAccountId: "same",
      credentialPublicKey: "a2V5",
      counter: 1,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    });
    await below.kv.set([prefix, "device", "same"], { userId: "1" });
    await below.kv.set([prefix, "owned", "1", "device", "same"], 1000);
    await below.kv.set([prefix, "ending", 1000, "device", "same"], "1");
    return today;
  }
  const devicesOf = async (what: string) =>
    (await below.kv.get([`rolling_${what}_`, "device", "same"])).value;

  test(`today's version removes a user with entries of a kind that it does not know, in ${name}`, async () => {
    const today = await withDevice("owned");
    await today.deleteUser("1");
    assert.equal(await today.getUser("1"), null);
    assert.equal(await devicesOf("owned"), null);
    assert.equal((await today.getAuthenticator("same"))?.userId, "2");
    assert.equal((await today.listAuthenticatorsByUserId("2")).length, 1);
  });

  test(`today's version removes what has ended, also of a kind that it does not know, in ${name}`, async () => {
    const today = await withDevice("ended");
    assert.equal(await today.removeExpired(), 1);
    assert.equal(await devicesOf("ended"), null);
    assert.equal((await today.getAuthenticator("same"))?.userId, "2");
  });
}

/** Both versions, on tables of their own that the next one has upgraded. */
async function versionsOn(below: Below, what: string): Promise<Versions> {
  const prefix = `rolling_${what}_`;
  if (below.kind === "redis") {
    const open = () => Redis(below.command, { prefix: `${prefix}:` });
    return { today: open(), next: asNext(open()) };
  }
  if (below.kind === "kv") {
    const open = () => DenoKv(below.kv, { prefix: [prefix] });
    return { today: open(), next: asNext(open()) };
  }
  const { dialect, driver, run, adapter } = below;
  const tables = nextTables(dialect, prefix);
  await run(schemaOf(dialect, tablesOf(dialect, { prefix })));
  await run(upgradeOf(dialect, tables, TODAY));
  return { today: adapter(prefix), next: asNext(sqlAdapter(driver, dialect, tables)) };
}

/** An adapter that stores `LATER` with each record. */
function asNext(adapter: Required<Adapter>): Required<Adapter> {
  return {
    ...adapter,
    createSession: (session) => adapter.createSession({ ...session, ...LATER.session }),
    linkAccount: (account) => adapter.linkAccount({ ...account, ...LATER.account }),
    createAuthenticator: (authenticator) =>
      adapter.createAuthenticator({ ...authenticator, ...LATER.authenticator }),
    createUserWithAccount: (user, account, authenticator) =>
      adapter.createUserWithAccount(
        user,
        { ...account, ...LATER.account },
        authenticator && { ...authenticator, ...LATER.authenticator },
      ),
    addCredentials: ({ account, authenticator, session, ...user }) =>
      adapter.addCredentials({
        ...user,
        ...(account && { account: { ...account, ...LATER.account } }),
        ...(authenticator && { authenticator: { ...authenticator, ...LATER.authenticator } }),
        ...(session && { session: { ...session, ...LATER.session } }),
      }),
  };
}

/** An adapter each of whose calls is of one of the versions, in an order that looks random and is always the same. */
function mixed({ today, next }: Versions): Required<Adapter> {
  let state = 1;
  const chosen = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0 ? today : next;
  };
  const methods = Object.keys(today.rows) as (keyof AdapterRows)[];
  const rows = Object.fromEntries(
    methods.map((method) => [method, (...args: never[]) => (chosen().rows[method] as Call)(...args)]),
  );
  return new Proxy(today, {
    get(_, name: keyof Adapter) {
      if (name === "rows") return rows;
      return name in today ? (...args: never[]) => (chosen()[name] as Call)(...args) : undefined;
    },
  });
}

type Call = (...args: never[]) => unknown;

function pick(record: object | null | undefined, like: object): object {
  const fields = new Map<string, unknown>(Object.entries(record ?? {}));
  return Object.fromEntries(Object.keys(like).map((name) => [name, fields.get(name)]));
}

/** A time in the future. @param hours How far. */
function inHours(hours: number): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000 + hours * 3_600_000);
}
