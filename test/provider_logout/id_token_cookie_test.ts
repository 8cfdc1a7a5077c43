import assert from "node:assert/strict";
import { test } from "node:test";
import { idTokenCookies, readIdTokenCookie } from "../../src/features/provider_logout/id_token_cookie.ts";
import type { AuthConfig } from "../../mod.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { PROVIDER_LOGOUT } from "../../src/model/provider_logout.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { BeganSession, Setup } from "../../src/setup/setup.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { Cookies, Incoming } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

function open(more: Partial<Setup> = {}) {
  const platform = testPlatform();
  const config: AuthConfig = {
    providers: [],
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    platform,
    features: [ProviderLogout()],
  };
  const warned: string[] = [];
  const made = setupOf(config, "https", { capabilities: ALL_CAPABILITIES });
  const logger = { ...made.logger, warn: (text: string) => void warned.push(text) };
  const setup = { ...made, logger, ...more } as Setup;
  const { name } = setup.cookies.providerSession;
  const begin = async (
    account: object,
    { sent = {}, beside = [], ...began }: Partial<BeganSession> & {
      readonly sent?: Readonly<Record<string, string>>;
      readonly beside?: readonly SetCookie[];
    } = {},
  ) => {
    const header = Object.entries(sent).map(([key, value]) => `${key}=${value}`).join("; ");
    const incoming = { cookies: new Map(Object.entries(sent)), headers: new Headers({ cookie: header }) };
    const full = {
      identity: { account: { provider: "idp", ...account } },
      userId: "u1",
      isContinued: false,
      expires: platform.now() + 5000,
      cookies: beside,
      ...began,
    };
    return await idTokenCookies(full as unknown as BeganSession, incoming as unknown as Incoming, setup);
  };
  const read = (cookies: readonly SetCookie[]) =>
    readIdTokenCookie(
      new Map(cookies.map((cookie) => [cookie.name, cookie.value])) as unknown as Cookies,
      setup,
    );
  return { setup, platform, name, begin, read, warned };
}

test("idTokenCookies() keeps the ID token as long as the session, sealed", async () => {
  for (const type of ["oidc", "oauth"]) {
    const { begin, read, name, platform, setup } = open();
    const cookies = await begin({ type, id_token: "the.id.token" });
    assert.deepEqual(cookies.map((cookie) => cookie.name), [name]);
    assert.deepEqual(cookies[0]!.options, {
      ...setup.cookies.providerSession.options,
      expires: new Date(platform.now() + 5000),
    });
    assert.ok(!cookies[0]!.value.includes("the.id.token"));
    assert.deepEqual(await read(cookies), { userId: "u1", provider: "idp", idToken: "the.id.token" });
  }
});

test("idTokenCookies() keeps the provider where it sends no ID token", async () => {
  const { begin, read } = open();
  for (const id_token of [undefined, null, 1]) {
    const cookies = await begin({ type: "oauth", id_token });
    assert.deepEqual(await read(cookies), { userId: "u1", provider: "idp", idToken: null });
  }
});

test("readIdTokenCookie() opens the seal for years: the cookie ends with its session", async () => {
  const { begin, read, platform } = open();
  const cookies = await begin({ type: "oidc", id_token: "the.id.token" });
  platform.tick(9 * 365 * 86_400);
  assert.equal((await read(cookies))!.idToken, "the.id.token");
  platform.tick(366 * 86_400);
  assert.equal(await read(cookies), null);
});

test("readIdTokenCookie() finds none without the cookie, and none that another has made", async () => {
  const { read, name } = open();
  assert.equal(await read([]), null);
  assert.equal(await read([{ name, value: "forged", options: {} } as unknown as SetCookie]), null);
});

test("idTokenCookies() removes the cookie of the session before, where none began at a provider", async () => {
  const { begin, name } = open();
  const sent = { [name]: "old", [`${name}.0`]: "old", other: "value" };
  for (const type of ["email", "credentials", "webauthn"]) {
    const cookies = await begin({ type }, { sent });
    assert.deepEqual(cookies.map((cookie) => [cookie.name, cookie.value, cookie.options.maxAge]), [
      [name, "", 0],
      [`${name}.0`, "", 0],
    ]);
  }
});

test("idTokenCookies() leaves the cookie of a session that goes on, and sets none beside a database", async () => {
  const { begin, name } = open();
  const account = { type: "oidc", id_token: "the.id.token" };
  assert.deepEqual(await begin(account, { isContinued: true, sent: { [name]: "old" } }), []);
  const stored = open({
    rules: typedMap([entry(PROVIDER_LOGOUT, { backchannel: false, store: {} as never })]),
  });
  assert.deepEqual(await stored.begin(account), []);
  const off = open({ rules: typedMap([]) });
  assert.equal((await off.begin(account)).length, 1);
});

test("idTokenCookies() leaves the ID token out where the browser has no room for it, and says so", async () => {
  const account = { type: "oidc", id_token: "t".repeat(5000) };
  const session = (name: string, length: number) =>
    ({ name, value: "v".repeat(length), options: {} }) as unknown as SetCookie;
  const roomy = open();
  const kept = await roomy.begin(account, { beside: [session("session", 100)] });
  assert.deepEqual([(await roomy.read(kept))!.idToken, roomy.warned], [account.id_token, []]);
  const full = open();
  const left = await full.begin(account, { beside: [session("session", 7000)] });
  assert.deepEqual(await full.read(left), { userId: "u1", provider: "idp", idToken: null });
  assert.equal(full.warned.length, 1);
  assert.match(
    full.warned[0]!,
    /^id-token-not-kept: The ID token of "idp" is too large .* the provider asks the user to confirm it\. Use an `adapter`/,
  );
  // The cookies that it replaces take no room.
  for (const suffix of ["", ".0"]) {
    const same = open();
    const replaced = await same.begin(account, { beside: [session(`${same.name}${suffix}`, 7000)] });
    assert.equal((await same.read(replaced))!.idToken, account.id_token);
  }
  const similar = open();
  const beside = [session(`${similar.name}.else`, 7000)];
  assert.equal((await similar.read(await similar.begin(account, { beside })))!.idToken, null);
});
