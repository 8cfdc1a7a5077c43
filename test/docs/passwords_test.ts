import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { noteIdOf } from "../../src/shapes/security.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { blocksOf } from "./_blocks.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("passwords.md", { built });

const EMAIL = "ada@example.com";
const [FIRST, SECOND] = ["lovely engine weaves", "seven purple teapots"] as const;

test("docs/passwords.md adds passwords to an application in less than twenty lines", async () => {
  const blocks = blocksOf(await readFile(new URL("../../docs/passwords.md", import.meta.url), "utf8"));
  for (const name of ["Next", "Express"]) {
    const code = blocks.filter(({ tab, language }) => tab === name && language === "ts");
    const lines = code.flatMap(({ file, text }) => {
      const all = text.split("\n").filter(Boolean);
      // An application of Express has the rest of its program.
      return file === "main.ts" ? all.filter((line) => /config|Auth/.test(line)) : all;
    });
    assert.ok(lines.length < 20, `${name}: ${lines.length} lines`);
  }
});

page.section("Start", (recipe) =>
  withQuickScrypt(async () => {
    recipe.read("sh");
    assert.equal(recipe.read(".env"), "AUTH_URL=http://localhost:8000");
    await recipe.start();
    const { basePath } = recipe;
    /** Waits for a line of the terminal that is not the last one: a process of its own prints when it likes. */
    const printed = async (pattern: RegExp) => {
      for (let tries = 0; tries < 100; tries++) {
        const found = [...recipe.printed().matchAll(pattern)].at(-1)?.[1];
        if (found && found !== last) return last = found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no mail was printed: ${pattern}`);
    };
    const link = () => printed(/(https:\S+) \d{8}$/gm);
    let last = "";
    const ada = recipe.browser();
    const form = await (await ada.open(`${APP}${basePath}/signin`)).follow("Create an account");
    const sent = await form.submit(`${basePath}/signup`, { email: EMAIL, password: FIRST });
    assert.match(sent.text, /We sent a link and a code/);
    await ada.open(await link());
    assert.equal((await recipe.session(ada)).user.email, EMAIL);

    const forgetful = recipe.browser();
    const asked = await (await forgetful.open(`${APP}${basePath}/signin`)).follow("Forgot your password?");
    await asked.submit(`${basePath}/forgot-password`, { email: EMAIL });
    const choice = await forgetful.open(await link());
    await choice.submit(`${basePath}/callback/password`, { password: SECOND });
    assert.equal((await recipe.session(forgetful)).user.email, EMAIL);
    assert.equal(await recipe.session(ada), null, "a new password ends the other sessions");

    // Mails without a code: what has happened, and that there is no account.
    await printed(/^passwordChanged (https:\S+) *$/gm);
    const stranger = recipe.browser();
    const lost = await (await stranger.open(`${APP}${basePath}/signin`)).follow("Forgot your password?");
    await lost.submit(`${basePath}/forgot-password`, { email: "eve@example.com" });
    await printed(/^noAccount (https:\S+) *$/gm);
    assert.doesNotMatch(recipe.printed(), /undefined/);
  }));

// `test/docs/recipes_password_forms_test.ts` runs whole forms.
page.section("Forms of your own", async (recipe) => {
  const block = recipe.read("ignore");
  const { NextAuth } = await import("../../src/integrations/next/next.ts");
  assert.ok("password" in NextAuth({ providers: [], secret: "a-secret-of-forty-characters-for-tests-0" }));
  assert.match(block, /await password\.signUp\(form\)/);
});

page.section("Which database", async (recipe) => {
  recipe.env.DATABASE_URL = "postgres://127.0.0.1:1/none";
  recipe.env.AUTH_RESEND_KEY = "key";
  const { config } = await recipe.load("auth.ts");
  assert.equal(typeof config.adapter.createUser, "function");
  for (const method of ["find", "store", "count"]) {
    assert.equal(typeof config.adapter.rows[method], "function", method);
  }
  // `test/databases/kept_passwords_test.ts` signs up with the published adapter, on a database.
  recipe.sites[APP] = DenoAuth(config, () => new Response("home"));
  assert.match((await recipe.browser().open(`${APP}/auth/signup`)).text, /Create an account/);
  await assertRemovesUser((await recipe.load("remove_user.ts")).removeUser);
});

/** Asserts that a function removes what the tables of the library have about a user, and nothing of others. */
async function assertRemovesUser(
  removeUser: (id: string, adapter: object, pool: object) => Promise<void>,
): Promise<void> {
  const database = new DatabaseSync(":memory:");
  const tables = Sqlite(database);
  await tables.migrate();
  for (const userId of ["1", "2"]) {
    const row = {
      userId,
      generation: 1,
      passwordHash: "a hash",
      passwordIsProven: true,
      passwordSetAt: null,
    };
    await tables.rows.store("security", row, null);
    await tables.rows.store("security", { ...row, userId: noteIdOf(userId) }, null);
    await tables.rows.store("secondFactors", noSecondFactor(userId), null);
    const account = { userId, provider: "idp", providerAccountId: userId };
    await tables.rows.store(
      "providerTokens",
      { ...account, version: 1, leaseUntil: null, tokens: "sealed" },
      null,
    );
    const rest = { sub: null, sid: null, idToken: null, expires: new Date(0) };
    await tables.rows.store("providerSessions", { ...account, id: userId, ...rest });
  }
  const removed: string[] = [];
  const adapter = { deleteUser: (id: string) => void removed.push(id) };
  const pool = {
    query: (sql: string, values: string[]) => database.prepare(sql.replaceAll("$", "?")).run(...values),
  };
  await removeUser("1", adapter, pool);
  assert.deepEqual(removed, ["1"]);
  const left = await tables.rows.find("security", { userId: "1" });
  assert.equal(left?.passwordHash, null);
  assert.ok(left!.generation > 1);
  assert.equal((await tables.rows.find("security", { userId: "2" }))?.passwordHash, "a hash");
  for (const [userId, rows] of [["1", 0], ["2", 1]] as const) {
    const found = [
      await tables.rows.find("security", { userId: noteIdOf(userId) }) ?? [],
      await tables.rows.find("secondFactors", { userId }) ?? [],
      await tables.rows.list("providerTokens", { userId }),
      await tables.rows.list("providerSessions", { userId }),
    ];
    assert.deepEqual(found.map((row) => [row].flat().length), [rows, rows, rows, rows]);
  }
}

page.section("Bring your users along", async (recipe) => {
  const kinds = await import("../../src/entries/password_hashes.ts");
  const [, name] = /hashes: \[(\w+)\(\)\]/.exec(recipe.read("ignore"))!;
  assert.ok(name! in kinds);
});

page.last();
