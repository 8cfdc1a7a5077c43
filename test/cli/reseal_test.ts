import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { sealStored } from "../../src/crypto/stored_seal.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { check, run, said } from "./_command.ts";

const OLD = "pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi";
const NEW = "Zk3vQ9wLr7TnB2xYh5GfJ8sMd4CpUaE6oXiW";
const LOST = "hT6rYb2Wq8ZmK4nLx9VcJ5sDg7FpUaE3oXiQ";
const SITE = { AUTH_URL: "https://app.example" };

/** An application whose database is a file. @param open Opens the database, to look into it. */
async function withApplication(
  use: (files: Record<string, string>, open: () => DatabaseSync) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-reseal-"));
  const file = join(folder, "auth.sqlite");
  try {
    await use({
      "auth.ts": `
        import { DatabaseSync } from "node:sqlite";
        import { Sqlite } from "@latchkey/auth/adapters/sqlite";
        import { SecondFactor } from "@latchkey/auth/second-factor";
        console.log("The application writes to the console.");
        export const config = { providers: [], adapter: Sqlite(new DatabaseSync(${
        JSON.stringify(file)
      })), features: [SecondFactor()] };`,
    }, () => new DatabaseSync(file));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Stores the secret of an authenticator app of a user, as a server with these secrets does. */
async function store(userId: string, secret: string, adapter: Adapter): Promise<void> {
  const sealer = { secrets: [secret], platform: webPlatform };
  const totpSecret = await sealStored({ userId, secret: "JBSWY3DPEHPK3PXP" }, "totp secret", sealer);
  await adapter.rows!.store(
    "secondFactors",
    { ...noSecondFactor(userId), enabledAt: new Date(), totpSecret },
    null,
  );
}

test("reseal seals what an older secret has sealed, and check says before and after what needs it", async () => {
  await withApplication(async (files, open) => {
    const db = open();
    const adapter = Sqlite(db);
    await adapter.migrate();
    for (const user of ["1", "2"]) await store(user, OLD, adapter);
    const both = { ...SITE, AUTH_SECRET: OLD, AUTH_SECRET_1: NEW };
    const before = await check({ files, env: both });
    assert.deepEqual(said(before.findings, "sealed"), [
      "warning: 2 secrets of authenticator apps: only an older secret opens them → Run `npx @latchkey/auth reseal` before " +
      "you take the older secret away",
    ]);
    assert.deepEqual(said(before.findings, "package"), ["ok: uqr is installed"]);
    assert.deepEqual(said(before.findings, "tables"), [
      "ok: users, accounts, sessions, second factors, pending sign-ins, attempts: all can be read",
    ]);
    const { out, code } = await run(["reseal"], { files, env: both, ownProcess: true });
    assert.equal(
      out,
      "Sealed 2 secrets of authenticator apps again with the newest secret. It has sealed 0 before\n",
    );
    assert.equal(code, 0);
    const after = await check({ files, env: { ...SITE, AUTH_SECRET: NEW } });
    assert.deepEqual(said(after.findings, "sealed"), [
      "ok: 2 secrets of authenticator apps: the newest secret opens them",
    ]);
    db.close();
  });
});

test("reseal ends with exit code 1 if no secret opens a row, and says what to do (SF-08)", async () => {
  await withApplication(async (files, open) => {
    const db = open();
    const adapter = Sqlite(db);
    await adapter.migrate();
    await store("1", LOST, adapter);
    await store("2", OLD, adapter);
    const env = { ...SITE, AUTH_SECRET: OLD, AUTH_SECRET_1: NEW };
    const { findings, code } = await check({ files, env });
    assert.match(
      said(findings, "sealed")[0]!,
      /^wrong: 1 secret of an authenticator app: none of the secrets of the config opens it, .* → Add the secret that/,
    );
    assert.match(said(findings, "sealed")[1]!, /^warning: 1 secret of an authenticator app: only an older/);
    const ran = await run(["reseal"], { files, env, ownProcess: true });
    assert.match(ran.out, /^Sealed 1 secret of an authenticator app again .*\nNone of the secrets opens 1 /);
    assert.match(ran.out, /`outside\(config\)\.secondFactor\.reset\(\)` for these users\n$/);
    assert.deepEqual([code, ran.code], [1, 1]);
    db.close();
  });
});

test("reseal never makes up a secret, and names what keeps it from the rows", async () => {
  await withApplication(async (files, open) => {
    const without = await run(["reseal"], { files, env: SITE });
    assert.match(without.out, /^Cannot reseal: Cannot work without a secret/);
    const env = { ...SITE, AUTH_SECRET: NEW };
    // The tables do not exist.
    const empty = await run(["reseal"], { files, env });
    assert.match(
      empty.out,
      /^Cannot reseal: Cannot ask the database: .*\(no such table: auth_second_factors\)/,
    );
    assert.deepEqual([without.code, empty.code], [1, 1]);
    const { findings } = await check({ files, env });
    assert.deepEqual(said(findings, "sealed"), []);
    assert.match(
      said(findings, "tables")[0]!,
      /auth_second_factors, auth_pending_sign_ins, auth_attempts: not in/,
    );
    open().close();
  });
});

test("reseal refuses a config whose secret hides the variables of a rotation, and check warns of it (SF-08)", async () => {
  await withApplication(async (files, open) => {
    const db = open();
    const adapter = Sqlite(db);
    await adapter.migrate();
    await store("1", OLD, adapter);
    const written = (secret: string) => ({
      "auth.ts": files["auth.ts"]!.replace("providers: [],", `$& secret: ${secret},`),
    });
    // A rotation after its second step, and the command for a secret that has leaked.
    const env = { ...SITE, AUTH_SECRET: OLD, AUTH_SECRET_1: NEW };
    for (const secret of ["process.env.AUTH_SECRET", "[process.env.AUTH_SECRET]"]) {
      const ran = await run(["reseal"], { files: written(secret), env });
      assert.match(
        ran.out,
        /^Cannot reseal: env-secret-unread: the library does not read AUTH_SECRET_1, because /,
      );
      assert.equal(ran.code, 1);
      const { findings, code } = await check({ files: written(secret), env });
      assert.match(
        said(findings, "secret").join("\n"),
        /^ok: one, .*\nwarning: env-secret-unread: .*AUTH_SECRET_1/,
      );
      assert.equal(code, 0);
    }
    // The other variable belongs to another program: an empty one takes it away for this command.
    const alone = await run(["reseal"], {
      files: written("process.env.AUTH_SECRET"),
      env: { ...env, AUTH_SECRET_1: "" },
    });
    assert.match(alone.out, /^Sealed 0 secrets of authenticator apps again .* sealed 1 before\n$/);
    const all = await run(["reseal"], {
      files: written("[process.env.AUTH_SECRET_1, process.env.AUTH_SECRET]"),
      env,
    });
    assert.match(all.out, /^Sealed 1 secret of an authenticator app again/);
    db.close();
  });
});

test("reseal has nothing to do in a config that seals nothing in its database", async () => {
  const files = { "auth.ts": "export const config = { providers: [] };" };
  const { out, code } = await run(["reseal"], { files, env: { ...SITE, AUTH_SECRET: NEW } });
  assert.deepEqual([out, code], [
    "Nothing to do: the database has nothing that a command seals again\n",
    0,
  ]);
});

test("check says that a feature is no option", async () => {
  const files = {
    "package.json": "{}",
    "wrangler.jsonc": "{}",
    "src/auth.ts": `
      import { Memory } from "@latchkey/auth/adapters/memory";
      export const config = { providers: [], adapter: Memory(), secondFactor: true };`,
  };
  const { findings } = await check({ files, env: { ...SITE, AUTH_SECRET: NEW } });
  assert.match(
    said(findings, "config").join("\n"),
    /^wrong: Cannot use `secondFactor`: list `SecondFactor\(\)` in `features`/,
  );
});
