import assert from "node:assert/strict";
import { test } from "node:test";
import { Credentials } from "../../src/providers/credentials.ts";
import { afterLogout, beforeSignOut } from "../../src/features/provider_logout/end_session.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { PROVIDER_LOGOUT } from "../../src/model/provider_logout.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { seal } from "../../src/crypto/seal.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Setup } from "../../src/setup/setup.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import { sealStored } from "../../src/crypto/stored_seal.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { Adapter, AdapterProviderSession } from "../../src/adapters/contract/types.ts";
import type { Incoming } from "../../src/http/types.ts";
import { withRows } from "../_with_rows.ts";

const APP = "https://app.test";
const ID_TOKEN = "an.id.token";
const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** The setup of a session with the key `key`, whose row is in a database. */
function open(more: Partial<Setup> = {}) {
  const memory = Memory() as Required<Adapter>;
  const platform = testPlatform();
  const provider = {
    id: "idp",
    name: "Provider",
    type: "oidc" as const,
    issuer: "https://idp.test",
    clientId: "c",
    clientSecret: "s",
    endSession: "https://idp.test/end",
  };
  const config: AuthConfig = {
    providers: [
      provider,
      { ...provider, id: "silent", endSession: { url: "https://idp.test/end", state: false } },
      { ...provider, id: "social", type: "oauth" },
      { ...provider, id: "nowhere", endSession: undefined },
      Credentials({ id: "password", authorize: () => null }),
    ],
    secret: SECRET,
    trustHost: true,
    platform,
    adapter: memory,
    session: { strategy: "jwt" },
    features: [ProviderLogout()],
  };
  const made = setupOf(config, "https", { capabilities: ALL_CAPABILITIES });
  const asked: unknown[] = [];
  const store = withRows(bindAdapter(memory) as RowStore, "providerSessions", (sound) => ({
    find: ({ id }) => (asked.push(id), sound.find({ id })),
  }));
  const warned: string[] = [];
  const setup = {
    ...made,
    sessions: { ...made.sessions, keyOf: () => Promise.resolve("key") },
    rules: typedMap([entry(PROVIDER_LOGOUT, { backchannel: false, store })]),
    logger: { ...made.logger, warn: (text: string) => void warned.push(text) },
    ...more,
  } as Setup;
  const incoming = (query = "", cookies: ReadonlyMap<string, string> = new Map()) =>
    ({
      cookies,
      origin: APP,
      query: new URLSearchParams(query),
      headers: new Headers(),
      body: undefined,
    }) as unknown as Incoming;
  const begin = (row: Partial<AdapterProviderSession> = {}) =>
    memory.rows.store("providerSessions", {
      id: "key",
      userId: "u1",
      provider: "idp",
      providerAccountId: "ada",
      sub: "ada",
      sid: null,
      idToken: null,
      expires: new Date("2099-01-01"),
      ...row,
    });
  /** Where a sign-out leads, and the cookies by then. */
  const leave = async (returnTo = `${APP}/bye`) => {
    const way = (await (await beforeSignOut(incoming(), setup))!(returnTo))!;
    const cookies = new Map(way.cookies.map(({ name, value }) => [name, value]));
    return { url: new URL(way.redirect), cookies, options: way.cookies.map(({ options }) => options) };
  };
  return { setup, platform, incoming, begin, leave, asked, warned };
}

const hintOf = ({ url }: { readonly url: URL }) => url.searchParams.get("id_token_hint");

test("beforeSignOut() shows the ID token of the session", async () => {
  const { setup, begin, leave } = open();
  await begin({ idToken: await sealStored({ idToken: "the.id.token" }, "id token", setup) });
  const left = await leave();
  assert.equal(left.url.origin + left.url.pathname, "https://idp.test/end");
  assert.equal(hintOf(left), "the.id.token");
  assert.equal(left.url.searchParams.get("post_logout_redirect_uri"), `${APP}/auth/post-logout`);
  assert.equal(left.options[0]!.maxAge, 600);
});

test("beforeSignOut() shows none that the session does not have, or that no secret opens", async () => {
  const { setup, begin, leave } = open();
  await begin();
  assert.equal(hintOf(await leave()), null);
  const other = { ...setup, secrets: ["another-secret-of-forty-characters-for-tests"] };
  await begin({ idToken: await sealStored({ idToken: "the.id.token" }, "id token", other) });
  assert.equal(hintOf(await leave()), null);
});

test("beforeSignOut() leaves out an ID token that makes the URL too long for servers", async () => {
  for (const [length, isSent] of [[6000, true], [6001, false]] as const) {
    const { setup, begin, leave } = open();
    await begin({ idToken: await sealStored({ idToken: "t".repeat(length) }, "id token", setup) });
    assert.equal(hintOf(await leave()) !== null, isSent);
  }
});

test("beforeSignOut() leads nowhere from a session that began at none of the providers", async () => {
  const { setup, incoming, begin, asked } = open();
  assert.equal(await beforeSignOut(incoming(), setup), null);
  for (const provider of ["removed", "password", ""]) {
    await begin({ provider });
    assert.equal(await beforeSignOut(incoming(), setup), null, provider);
  }
  await begin({ provider: "social" });
  assert.equal(typeof await beforeSignOut(incoming(), setup), "function");
  asked.length = 0;
  const nameless = { ...setup, sessions: { ...setup.sessions, keyOf: () => Promise.resolve(null) } };
  assert.equal(await beforeSignOut(incoming(), nameless), null);
  assert.deepEqual(asked, []);
});

test("beforeSignOut() reads the cookie where no database has rows, and its ID token for the user of the session only", async () => {
  const { setup, incoming } = open();
  const kept = await seal({ userId: "u1", provider: "idp", idToken: ID_TOKEN }, {
    purpose: "provider session",
    maxAge: 600,
  }, setup);
  const cookies = new Map([[setup.cookies.providerSession.name, kept]]);
  const way = async (userId: string | null, sent: ReadonlyMap<string, string> = cookies) => {
    const identify = () => Promise.resolve(userId === null ? null : { userId });
    const sessions = { ...setup.sessions, identify } as never;
    const rules = typedMap([entry(PROVIDER_LOGOUT, { backchannel: false, store: null })]);
    const own = { ...setup, sessions, rules };
    const lead = await beforeSignOut(incoming("", sent), own);
    const led = await lead?.(`${APP}/bye`);
    return led ? new URL(led.redirect).searchParams.get("id_token_hint") : undefined;
  };
  assert.deepEqual([await way("u1"), await way("u2"), await way(null)], [ID_TOKEN, null, undefined]);
  assert.equal(await way("u1", new Map()), undefined);
});

test("beforeSignOut() says where the provider has no page for it, and leads to the application", async () => {
  const { begin, leave, warned, platform } = open();
  platform.sites["https://idp.test"] = () =>
    Promise.resolve(Response.json({ issuer: "https://idp.test", jwks_uri: "https://idp.test/k" }));
  await begin({ provider: "nowhere" });
  const { url, cookies } = await leave();
  assert.deepEqual([url.href, cookies.size], [`${APP}/bye`, 0]);
  assert.match(
    warned.join(),
    /^no-end-session-endpoint: The metadata of "nowhere" .* stays signed in at the provider\. If it has a page for that, write/,
  );
});

test("afterLogout() leads where the logout of the state was allowed to lead, once", async () => {
  const { setup, incoming, begin, leave } = open();
  await begin();
  const { url, cookies } = await leave();
  const state = url.searchParams.get("state")!;
  const { redirect, cookies: consumed } = await afterLogout(incoming(`state=${state}`, cookies), setup);
  assert.equal(redirect, `${APP}/bye`);
  assert.deepEqual(consumed!.map(({ name, value }) => [name, value]), [[[...cookies.keys()][0], ""]]);
  for (const query of ["", "state=", "state=none", "state=x"]) {
    assert.deepEqual(await afterLogout(incoming(query, cookies), setup), { redirect: APP }, query);
  }
  const own = { ...setup, home: `${APP}/start` };
  assert.deepEqual(await afterLogout(incoming("", cookies), own), { redirect: `${APP}/start` });
});

test("afterLogout() leads where the last logout without a state was allowed to lead", async () => {
  const { setup, incoming, begin, leave } = open();
  await begin({ provider: "silent" });
  const { url, cookies } = await leave();
  assert.equal(url.searchParams.get("state"), null);
  assert.equal((await afterLogout(incoming("", cookies), setup)).redirect, `${APP}/bye`);
  for (const query of ["state=", "state=x"]) {
    assert.deepEqual(await afterLogout(incoming(query, cookies), setup), { redirect: APP }, query);
  }
});

test("afterLogout() accepts no cookie of another purpose", async () => {
  const { setup, incoming, begin, leave } = open();
  await begin();
  const { url, cookies } = await leave();
  const state = url.searchParams.get("state")!;
  const [name] = cookies.keys();
  const value = await seal({ state, returnTo: "https://evil.test" }, { purpose: "link", maxAge: 600 }, setup);
  const planted = await afterLogout(incoming(`state=${state}`, new Map([[name!, value]])), setup);
  assert.deepEqual(planted, { redirect: APP });
  const logout = { purpose: "logout", maxAge: 600 } as const;
  const right = await seal({ state, returnTo: `${APP}/right` }, logout, setup);
  const { redirect } = await afterLogout(incoming(`state=${state}`, new Map([[name!, right]])), setup);
  assert.equal(redirect, `${APP}/right`);
  const other = await seal({ state: "other", returnTo: "https://evil.test" }, logout, setup);
  const moved = await afterLogout(incoming(`state=${state}`, new Map([[name!, other]])), setup);
  assert.deepEqual(moved, { redirect: APP }, "its state is another");
});
