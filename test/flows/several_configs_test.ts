/**
 * Several configs in one process, as `docs/frameworks/README.md` explains them: which sessions they share.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testBrowser, testPlatform } from "../../src/testing/mod.ts";
import { APP, SECRET } from "./_world.ts";

// Node 20 has no SQLite.
const sqlite = await import("node:sqlite").catch(() => null);
const skip = sqlite ? false : "there is no node:sqlite";

const ADA = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null };

/** Tables with a user in them. */
async function tables(prefix = "auth_", database = new sqlite!.DatabaseSync(":memory:")): Promise<Adapter> {
  const adapter = Sqlite(database, { prefix });
  await adapter.migrate();
  await adapter.createUser(ADA);
  return adapter;
}

/**
 * Signs Ada in with the config for members, and sends the value of the cookie under the name of the cookie of the staff,
 * whose `callbacks.signIn` refuses her. Returns whether the staff's config accepts the session.
 */
async function passesAsStaff(
  members: Partial<AuthConfig>,
  staff: Partial<AuthConfig> = {},
): Promise<boolean> {
  const platform = testPlatform();
  const shared = {
    secret: SECRET,
    url: APP,
    platform,
    providers: [Credentials({ credentials: { name: {} }, authorize: () => ADA })],
    ...members,
  };
  platform.sites[APP] = (request) => Auth(request, shared as AuthConfig);
  const browser = testBrowser(platform.sites, { now: platform.now });
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const response = await browser.fetch(`${APP}/auth/callback/credentials`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, name: "Ada" }),
    redirect: "manual",
  });
  const [, value] = /session-token=([^;]+)/.exec(response.headers.getSetCookie().join("\n"))!;
  const other = {
    ...shared,
    basePath: "/staff/auth",
    cookies: { sessionToken: { name: "staff.session" }, csrfToken: { name: "staff.csrf" } },
    callbacks: { signIn: () => false },
    ...staff,
  } as AuthConfig;
  const headers = { cookie: `staff.session=${value}` };
  return (await resolveSession(new Request(`${APP}/staff`, { headers }), other)).session !== null;
}

test(
  "resolveSession() accepts a stored session in each config that reads the same tables",
  { skip },
  async () => {
    assert.equal(await passesAsStaff({ adapter: await tables() }), true);
  },
);

test(
  "resolveSession() refuses a stored session of another config that has tables of its own",
  { skip },
  async () => {
    const database = new sqlite!.DatabaseSync(":memory:");
    const [adapter, other] = [await tables("auth_", database), await tables("staff_", database)];
    assert.equal(await passesAsStaff({ adapter }, { adapter: other }), false);
  },
);

test("resolveSession() refuses a stored session of another config that callbacks.session holds back", {
  skip,
}, async () => {
  const session = ({ session, user }: { session: object; user: { role?: string } }) =>
    user.role === "staff" ? session : null;
  const staff = { callbacks: { signIn: () => false, session } } as Partial<AuthConfig>;
  assert.equal(await passesAsStaff({ adapter: await tables() }, staff), false);
});

test("resolveSession() refuses a token of another config, whose cookie has another name", async () => {
  assert.equal(await passesAsStaff({ session: { strategy: "jwt" } }), false);
});
