import assert from "node:assert/strict";
import { test } from "node:test";
import { check, ENV, said } from "./_command.ts";

/** Checks an application with a database. @param code Statements after that of the adapter. */
async function checkDatabase(code: string, config = "{ providers: [], adapter }") {
  return await check({
    env: ENV,
    files: {
      "auth.ts": `
        import { DatabaseSync } from "node:sqlite";
        import { Sqlite } from "@latchkey/auth/adapters/sqlite";
        import { Password } from "@latchkey/auth/providers/password";
        import { Passkey } from "@latchkey/auth/providers/passkey";
        import { Resend } from "@latchkey/auth/providers/resend";
        import { ProviderLogout } from "@latchkey/auth/provider-logout";
        const db = new DatabaseSync(":memory:");
        const adapter = Sqlite(db);
        ${code}
        export const config = ${config};`,
    },
  });
}

const ALL =
  '{ providers: [Passkey, Resend({ apiKey: "key-of-resend", from: "a@app.example" }), Password()], adapter }';

test("check reads each table that the config needs", async () => {
  const few = await checkDatabase("await adapter.migrate();");
  assert.deepEqual(said(few.findings, "tables"), ["ok: users, accounts, sessions: all can be read"]);
  const all = await checkDatabase("await adapter.migrate();", ALL);
  assert.deepEqual(said(all.findings, "tables"), [
    "ok: users, accounts, sessions, tokens, passkeys, security, attempts: all can be read",
  ]);
  assert.deepEqual([few.code, all.code], [0, 0]);
});

test("check reads the tables that sessions in tokens and limits need", async () => {
  const without = async (config: string) => {
    const code = 'await adapter.migrate(); db.exec("DROP TABLE auth_security; DROP TABLE auth_attempts");';
    const found = said((await checkDatabase(code, `{ adapter, ${config} }`)).findings, "tables");
    return found.map((each) => each.replace(/ → .*/, ""));
  };
  const OK = "ok: users, accounts: all can be read";
  assert.deepEqual(await without('providers: [], session: { strategy: "jwt" }'), [
    OK,
    "wrong: auth_security: not in the database",
  ]);
  const mail = 'providers: [Resend({ apiKey: "key-of-resend", from: "a@app.example" })]';
  assert.deepEqual((await without(mail)).at(-1), "wrong: auth_attempts: not in the database");
  for (const limits of ["false", "() => 0"]) {
    assert.deepEqual(await without(`${mail}, limits: ${limits}`), [
      "ok: users, accounts, sessions, tokens: all can be read",
    ]);
  }
  assert.deepEqual(await without("providers: []"), ["ok: users, accounts, sessions: all can be read"]);
});

test("check sees a function of the application that throws passkeys away", async () => {
  const code = (parameters: string) =>
    `await adapter.migrate(); adapter.createUserWithAccount = async (${parameters}) => null;`;
  const lost = await checkDatabase(code("user, account"), ALL);
  assert.match(
    said(lost.findings, "passkeys")[0]!,
    /^wrong: `createUserWithAccount\(user, account\)` .* → Store its third/,
  );
  assert.equal(lost.code, 1);
  const kept = [
    "user, account, authenticator",
    "user, account, authenticator = null",
    "user, account, ...more",
  ];
  const fine = await Promise.all([
    ...kept.map((parameters) => checkDatabase(code(parameters), ALL)),
    checkDatabase(code("user, account")),
  ]);
  for (const { findings } of fine) assert.deepEqual(said(findings, "passkeys"), []);
});

test("check reads the tables of the logout at providers", async () => {
  const logout = async (config: string, code = "await adapter.migrate();") =>
    said((await checkDatabase(code, `{ providers: [], adapter, ${config} }`)).findings, "tables");
  const [signOut, stored, tokens, off] = await Promise.all([
    logout("features: [ProviderLogout()]"),
    logout("features: [ProviderLogout({ backchannel: true })]"),
    logout('features: [ProviderLogout({ backchannel: true })], session: { strategy: "jwt" }'),
    logout("features: []"),
  ]);
  assert.deepEqual(signOut, ["ok: users, accounts, sessions, provider sessions: all can be read"]);
  assert.deepEqual(stored, ["ok: users, accounts, sessions, provider sessions: all can be read"]);
  assert.deepEqual(tokens, ["ok: users, accounts, security, provider sessions: all can be read"]);
  assert.deepEqual(off, ["ok: users, accounts, sessions: all can be read"]);
  const missing = await logout(
    "features: [ProviderLogout()]",
    'await adapter.migrate(); db.exec("DROP TABLE auth_provider_sessions");',
  );
  assert.match(
    missing[1]!,
    /^wrong: auth_provider_sessions: not in the database → Call `await adapter\.migrate/,
  );
});

test("check names the tables that are missing, and what creates them", async () => {
  const { findings, code } = await checkDatabase(
    'await adapter.migrate(); db.exec("DROP TABLE auth_accounts; DROP TABLE auth_sessions");',
  );
  assert.deepEqual(said(findings, "tables"), [
    "ok: users: all can be read",
    "wrong: auth_accounts, auth_sessions: not in the database → Call `await adapter.migrate()` once before the first " +
    "sign-in, or run the SQL that `npx @latchkey/auth schema <database>` prints",
  ]);
  assert.equal(code, 1);
});

test("check names a column that is missing", async () => {
  const { findings, code } = await checkDatabase(
    'await adapter.migrate(); db.exec("ALTER TABLE auth_users DROP COLUMN image");',
  );
  const [wrong, ...others] = said(findings, "tables");
  assert.deepEqual(others, []);
  assert.match(
    wrong!,
    /^wrong: Cannot find the column "image" in the table "auth_users": call `await adapter\.migrate/,
  );
  assert.equal(code, 1);
});

test("check says once that the database cannot be reached, and what the driver says", async () => {
  const { findings, code } = await checkDatabase("db.close();");
  assert.equal(said(findings, "tables").length, 1);
  assert.match(said(findings, "tables")[0]!, /^wrong: users, accounts, sessions: .*not open/);
  assert.equal(code, 1);
});

test("check reports the methods that an adapter lacks", async () => {
  const { findings, code } = await checkDatabase("", "{ providers: [], adapter: {} }");
  assert.match(said(findings, "config")[0]!, /^wrong: .*it has no createUser/);
  assert.equal(code, 1);
});

test("check --offline leaves the database alone", async () => {
  const files = {
    "auth.ts": `
      const call = () => { throw new Error("called") };
      const adapter = { createUser: call, getUser: call, getUserByEmail: call, getUserByAccount: call, updateUser: call,
        linkAccount: call };
      export const config = { providers: [], adapter, session: { strategy: "jwt" } };`,
  };
  const offline = await check({ env: ENV, files }, ["--offline"]);
  assert.deepEqual(said(offline.findings, "tables"), ["skipped: no request was sent (--offline)"]);
  const { findings } = await check({ env: ENV, files });
  assert.deepEqual(said(findings, "tables"), ["wrong: users, accounts: called"]);
});
