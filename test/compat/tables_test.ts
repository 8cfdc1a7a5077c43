import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
// @ts-types="./_better_auth.d.ts"
import { betterAuth } from "npm:better-auth@1.7.7";
// @ts-types="./_better_auth.d.ts"
import { getMigrations } from "npm:better-auth@1.7.7/db/migration";
// @ts-types="./_lucia.d.ts"
import { BetterSqlite3Adapter } from "npm:@lucia-auth/adapter-sqlite@3.0.2";
// @ts-types="./_lucia.d.ts"
import { LegacyScrypt, Lucia, Scrypt } from "npm:lucia@3.2.2";
import { Auth, type ConfigOfAnyStrategy } from "../../mod.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { betterAuth as ofBetterAuth } from "../../src/entries/password_hashes.ts";
import { exampleOf, loadExample } from "./_docs.ts";

const APP = "http://app.test";
const OLD_SECRET = "the secret of the other deployment, 40 ch";
const PASSWORD = "correct horse battery staple";

/** Our session endpoint for a cookie of the other library. */
async function sessionOf(cookie: string, config: ConfigOfAnyStrategy) {
  const request = new Request(`${APP}/auth/session`, { headers: { cookie } });
  return await (await Auth(request, config)).json();
}

function configOf(name: string, db: DatabaseSync): ConfigOfAnyStrategy {
  return {
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    providers: [],
    adapter: Sqlite(db),
    cookies: { sessionToken: { name } },
  };
}

async function openBetterAuth() {
  const db = new DatabaseSync(":memory:");
  const options = {
    database: db,
    baseURL: APP,
    secret: OLD_SECRET,
    emailAndPassword: { enabled: true },
    socialProviders: { github: { clientId: "id", clientSecret: "secret" } },
    logger: { disabled: true },
    telemetry: { enabled: false },
  };
  const { runMigrations } = await getMigrations(options);
  await runMigrations();
  const auth = betterAuth(options);
  const body = { email: "ada@example.com", password: PASSWORD, name: "Ada" };
  const signedUp = await auth.api.signUpEmail({ body, asResponse: true });
  const [cookie] = signedUp.headers.getSetCookie()[0]!.split(";");
  const { internalAdapter } = await auth.$context;
  await internalAdapter.createOAuthUser(
    { email: "grace@example.com", name: "Grace", emailVerified: true, image: "https://app.test/grace.png" },
    {
      providerId: "github",
      accountId: "42",
      accessToken: "at",
      refreshToken: "rt",
      accessTokenExpiresAt: new Date("2030-01-01T00:00:00Z"),
      scope: "read:user,user:email",
    },
  );
  const adapter = Sqlite(db);
  await adapter.migrate();
  db.exec(exampleOf("better-auth users and accounts"));
  db.exec(exampleOf("better-auth passwords"));
  return { db, adapter, cookie: cookie! };
}

test("users and accounts of better-auth go over to our tables", async () => {
  const { adapter } = await openBetterAuth();
  const ada = await adapter.getUserByEmail("ada@example.com");
  assert.deepEqual([ada?.name, ada?.emailVerified], ["Ada", null]);
  assert.deepEqual(await adapter.listAccountsByUserId(ada!.id), []);
  const grace = await adapter.getUserByAccount({ provider: "github", providerAccountId: "42" });
  assert.deepEqual([grace?.email, grace?.image], ["grace@example.com", "https://app.test/grace.png"]);
  assert.ok(Math.abs(grace!.emailVerified!.getTime() - Date.now()) < 60_000);
  const [account] = await adapter.listAccountsByUserId(grace!.id);
  assert.deepEqual(
    [account!.type, account!.access_token, account!.refresh_token, account!.scope, account!.expires_at],
    ["oauth", "at", "rt", "read:user user:email", Date.UTC(2030, 0, 1) / 1000],
  );
});

test("a session of better-auth goes on with the cookie that the browser has", async () => {
  const { db, adapter, cookie } = await openBetterAuth();
  type Row = { token: string; userId: string; expiresAt: string };
  const { toSessions } = await loadExample<
    { toSessions(rows: Row[], secret: string): Parameters<typeof adapter.createSession>[0][] }
  >("better-auth sessions");
  const rows = db.prepare("SELECT token, userId, expiresAt FROM session").all() as unknown as Row[];
  for (const session of toSessions(rows, OLD_SECRET)) await adapter.createSession(session);
  const config = configOf("better-auth.session_token", db);
  assert.equal((await sessionOf(cookie, config))?.user.email, "ada@example.com");
  const unsigned = cookie.replace(/\..*$/, "").replace(/^[^=]*=/, "better-auth.session_token=");
  assert.equal(await sessionOf(unsigned, config), null);
});

test("a password of better-auth goes over, and counts as set before its address was confirmed", async () => {
  const { adapter } = await openBetterAuth();
  const ada = await adapter.getUserByEmail("ada@example.com");
  const row = await adapter.rows.find("security", { userId: ada!.id });
  await assertVerifies(row!.passwordHash!);
  assert.deepEqual([row!.passwordIsProven, row!.generation, row!.passwordSetAt], [false, 0, null]);
  const grace = await adapter.getUserByEmail("grace@example.com");
  assert.equal(await adapter.rows.find("security", { userId: grace!.id }), null);
});

async function openLucia() {
  const db = new DatabaseSync(":memory:");
  db.exec(`
    CREATE TABLE user (
      id TEXT NOT NULL PRIMARY KEY, email TEXT NOT NULL UNIQUE, email_verified INTEGER NOT NULL, password_hash TEXT
    );
    CREATE TABLE session (
      id TEXT NOT NULL PRIMARY KEY, expires_at INTEGER NOT NULL, user_id TEXT NOT NULL REFERENCES user(id)
    );
    CREATE TABLE oauth_account (
      provider_id TEXT NOT NULL, provider_user_id TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES user(id),
      PRIMARY KEY (provider_id, provider_user_id)
    );
  `);
  const lucia = new Lucia(new BetterSqlite3Adapter(db, { user: "user", session: "session" }));
  const insert = db.prepare(
    "INSERT INTO user (id, email, email_verified, password_hash) VALUES (?, ?, ?, ?)",
  );
  insert.run("u1", "Ada@example.com", 1, await new Scrypt().hash(PASSWORD));
  insert.run("u2", "grace@example.com", 0, null);
  db.prepare("INSERT INTO oauth_account VALUES ('google', '42', 'u2')").run();
  const { id } = await lucia.createSession("u1", {});
  const cookie = lucia.createSessionCookie(id).serialize().split(";")[0]!;
  db.prepare("INSERT INTO session VALUES ('ended', 1000, 'u2')").run();
  const adapter = Sqlite(db);
  await adapter.migrate();
  db.exec(exampleOf("Lucia"));
  db.exec(exampleOf("Lucia passwords"));
  return { db, adapter, cookie };
}

test("users, accounts and sessions of Lucia go over to our tables", async () => {
  const { db, adapter, cookie } = await openLucia();
  assert.ok((await adapter.getUserByEmail("ada@example.com"))?.emailVerified);
  const grace = await adapter.getUserByAccount({ provider: "google", providerAccountId: "42" });
  assert.deepEqual([grace?.id, grace?.emailVerified], ["u2", null]);
  const config = configOf("auth_session", db);
  assert.equal((await sessionOf(cookie, config))?.user.email, "ada@example.com");
  assert.equal(await sessionOf("auth_session=ended", config), null);
});

test("a password of Lucia goes over, and counts where its address was confirmed", async () => {
  const { adapter } = await openLucia();
  const row = await adapter.rows.find("security", { userId: "u1" });
  await assertVerifies(row!.passwordHash!);
  assert.equal(row!.passwordIsProven, true);
  assert.equal(await adapter.rows.find("security", { userId: "u2" }), null);
  await assertVerifies(await new LegacyScrypt().hash(PASSWORD));
});

// `test/flows/kept_passwords_test.ts` signs in with such a hash.
async function assertVerifies(hash: string) {
  const kind = ofBetterAuth();
  assert.ok(kind.recognizes(hash));
  assert.equal(await kind.verify(PASSWORD, hash), true);
  assert.equal(await kind.verify("wrong", hash), false);
}
