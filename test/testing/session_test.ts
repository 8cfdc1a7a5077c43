import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { testSession } from "../../src/testing/mod.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { chosen } from "../_short.ts";

const URLS = ["http://localhost:8000", "https://app.test"] as const;

function configOf(url: string, more: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [Passkey()],
    features: [AccountPage()],
    secret: "a secret for tests, of 32 characters or more",
    url,
    ...more,
  };
}

async function read(config: AuthConfig, cookies: Awaited<ReturnType<typeof testSession>>) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = (path: string) => new Request(`${config.url}${path}`, { headers: { cookie } });
  const { session } = await resolveSession(request("/"), config);
  const account = await Auth(request("/auth/account-data"), config);
  return { session: session as { user: { id: string; email?: string }; aal?: number } | null, account };
}

for (const url of URLS) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    test(`testSession() begins a session that is fresh, at ${url} with ${strategy}`, async () => {
      const adapter = Memory();
      const config = configOf(url, { adapter, session: { strategy } });
      const cookies = await testSession({ name: "Grace", email: "grace@example.com" }, config);
      const { session, account } = await read(config, cookies);
      assert.equal(session?.user.email, "grace@example.com");
      assert.equal((await account.json()).isFresh, true);
      const again = await testSession({ email: "grace@example.com" }, config, { age: 3600 });
      const old = await read(config, again);
      assert.equal(old.session?.user.id, session?.user.id);
      assert.equal((await old.account.json()).isFresh, false);
    });

    test(`testSession() begins a session of level 2, at ${url} with ${strategy}`, async () => {
      const config = configOf(url, {
        adapter: Memory(),
        session: { strategy },
        features: [SecondFactor()],
      });
      for (const aal of [1, 2] as const) {
        const { session } = await read(config, await testSession({ email: "a@b.example" }, config, { aal }));
        assert.equal(session?.aal, aal);
      }
    });
  }
}

test("testSession() names the domain of a cookie that subdomains share, as Playwright takes it", async () => {
  const placesOf = async (url: string, domain?: string) => {
    const options = { domain };
    const config = configOf(url, { adapter: Memory(), cookies: { sessionToken: { options } } });
    const cookies = await testSession({ id: "1" }, config);
    return cookies.map(({ url, domain, path }) => ({ url, domain, path }));
  };
  const shared = { url: undefined, domain: ".example.com", path: "/" };
  assert.deepEqual(await placesOf("https://accounts.example.com", "example.com"), [shared]);
  const own = { url: "http://localhost:3000", domain: undefined, path: undefined };
  assert.deepEqual(await placesOf("http://localhost:3000", "localhost"), [own]);
  const byNumber = { ...own, url: "http://127.0.0.1:3000" };
  assert.deepEqual(await placesOf("http://127.0.0.1:3000", "127.0.0.1"), [byNumber]);
  assert.deepEqual(await placesOf("http://localhost:3000"), [own]);
});

test("testSession() stores a new user with the fields of the application, and leaves a stored one as they are", async () => {
  const sql = Sqlite(new DatabaseSync(":memory:"), { userFields: { role: "text" } });
  await sql.migrate();
  for (const adapter of [Memory(), sql]) {
    const callbacks: AuthConfig["callbacks"] = {
      session: ({ session, user }) => ({ ...session, role: (user as { role?: string }).role }),
    };
    const config = configOf("https://app.test", { adapter, callbacks });
    const ada = { id: "7", name: "Ada", email: "ada@example.com", role: "admin", emailVerified: null };
    for (const user of [ada, { ...ada, role: "member" }]) {
      const { session } = await read(config, await testSession(user, config));
      assert.equal((session as { role?: string } | null)?.role, "admin");
    }
    const { name, emailVerified } = (await adapter.getUser("7"))!;
    assert.deepEqual([name, emailVerified], ["Ada", null]);
  }
});

test("testSession() needs no database, and keeps the id", async () => {
  const config = configOf("https://app.test", { providers: [] });
  const [cookie, ...others] = await testSession({ id: "7", name: "Grace" }, config);
  assert.deepEqual([cookie?.name, cookie?.secure, others.length], ["__Host-latchkey.session-token", true, 0]);
  assert.equal((await read(config, [cookie!])).session?.user.id, "7");
});

test("testSession() says what is missing, and that a callback refuses", async () => {
  await assert.rejects(testSession({}, configOf("")), /set `url`, or AUTH_URL/);
  const config = configOf("https://app.test", { providers: [], callbacks: { jwt: () => null } });
  await assert.rejects(testSession({}, config), {
    name: "TypeError",
    message: /a callback of the config refuses it/,
  });
});
