/**
 * What the library does not do: each limit of docs/threats.md can still be seen, and each sentence of the pages that denies
 * something names a limit that is still one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { Auth, type AuthConfig, type JWTParams, resolveSession } from "../mod.ts";
import { readManifest, root } from "../tools/exports.ts";
import { codesIn, readThreats, rowsOf } from "../tools/threats.ts";
import { DenoAuth } from "../src/integrations/fetch/deno.ts";
import { openAccount } from "./flows/_account_page.ts";
import { beside, besideWithTakeover } from "./flows/_beside.ts";
import { openDatabase, storeUser } from "./flows/_database.ts";
import { openPasswords } from "./flows/_kept_passwords.ts";
import { testForms } from "./flows/_password_forms.ts";
import { openFactors } from "./flows/_second_factor.ts";
import { APP, cookieHeader, oauth2 } from "./flows/_world.ts";

const DAY = 24 * 3600;
const codes = rowsOf(await readThreats()).map(([code]) => code);
const api = await readFile(new URL("docs/api.txt", root), "utf8");
const { exports } = await readManifest();

/** What the public interface will have when a limit is lifted. */
const LIFTED_BY: Readonly<Record<string, RegExp>> = {
  "access tokens are not bound by mutual TLS (KL-12)": /tls_client_auth|mutualTls/,
  "passkeys have no attestation (KL-15)": /attestationFormats|verifyAttestation/,
  "the OpenID plan has parts without a row (KL-22)":
    /webFinger|registerClient|requestObject|response_type: "code id_token"/,
  "there are no organizations (KL-23)": /^# \.\/organizations$|\bOrganizations\(/m,
  "there are no API keys (KL-24)": /^# \.\/api-keys$|\bApiKeys\(/m,
  "the library is no OpenID provider (KL-26)": /^# \.\/(?:openid|oauth)-provider$|\bOpenIdProvider\(/m,
  "the library speaks neither SAML nor SCIM (KL-27)": /^# \.\/(?:saml|scim)$|\b(?:Saml|Scim)\(/m,
  "passwords and second factors emit no event (KL-31)":
    /\b(?:passwordChange|changePassword|secondFactor\w*)\?\(message/,
};

for (const [limit, feature] of Object.entries(LIFTED_BY)) {
  test(`the public interface shows that ${limit}`, () => {
    assert.doesNotMatch(api, feature, "remove the row of docs/threats.md, and the sentences with its code");
    assert.deepEqual(Object.keys(exports).filter((path) => feature.test(`# ${path}`)), []);
  });
}

test("a request that was under way and renews a session in a token undoes a sign-out (KL-03)", async () => {
  const world = openDatabase({ session: { strategy: "jwt" } });
  await world.signIn();
  world.platform.tick(2 * DAY);
  const headers = { cookie: cookieHeader(world.browser), origin: APP };
  await (await world.browser.open(`${APP}/auth/signout`)).submit("/auth/signout");
  const late = await resolveSession(new Request(`${APP}/`, { headers }), world.config);
  assert.ok(late.session);
  assert.ok(late.headers.getSetCookie().length > 0);
});

test("a request that was under way and renews a session in a token undoes another sign-in (KL-03)", async () => {
  const world = openDatabase({ session: { strategy: "jwt" } });
  await world.signIn();
  world.platform.tick(2 * DAY);
  const headers = { cookie: cookieHeader(world.browser), origin: APP };
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  await world.signIn();
  const late = await resolveSession(new Request(`${APP}/`, { headers }), world.config);
  assert.equal(late.session?.user.name, "Ada Lovelace");
  assert.ok(late.headers.getSetCookie().length > 0);
});

test("a request that was under way while its session is replaced signs the browser out (KL-35)", async () => {
  const world = openDatabase();
  await world.signIn();
  const headers = { cookie: cookieHeader(world.browser), origin: APP };
  await world.signIn();
  const late = await resolveSession(new Request(`${APP}/`, { headers }), world.config);
  assert.match(late.headers.getSetCookie().join(), /session-token=; Max-Age=0/);
});

test('with `sameSite: "strict"` for the session, no account is added (KL-37)', async () => {
  const world = openDatabase({
    cookies: { sessionToken: { options: { sameSite: "strict" } } },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
  });
  await world.signIn();
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  const page = await world.signIn({ provider: "other", link: true });
  assert.match(page.url, /error=SessionNotFresh/);
  assert.equal((await world.db.accounts()).length, 1);
});

test("a session that callbacks.jwt names at an update outlives the user whom it names (KL-41)", async () => {
  const jwt = ({ token, trigger }: JWTParams) => trigger === "update" ? { ...token, sub: "bob" } : token;
  const world = openDatabase({ session: { strategy: "jwt" }, callbacks: { jwt }, password: null });
  await world.db.adapter.createUser!({ id: "bob", email: "bob@example.com", emailVerified: new Date(0) });
  await world.signIn();
  const id = String((await world.session())!.user.id);
  const headers = { origin: APP, "content-type": "application/json" };
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const body = JSON.stringify({ csrfToken, data: {} });
  await world.browser.fetch(`${APP}/auth/session`, { method: "POST", headers, body });
  assert.equal((await world.session())?.user.id, "bob", world.log());
  await world.db.adapter.deleteUser!("bob");
  world.platform.tick(2 * DAY);
  assert.equal((await world.session())?.user.id, "bob", world.log());
  await world.db.adapter.deleteUser!(id);
  world.platform.tick(2 * DAY);
  assert.equal(await world.session(), null);
});

test("a way that is removed while the database goes away leaves the sessions that began with it (KL-42)", async () => {
  const world = await openAccount({ session: { strategy: "jwt" } });
  await world.addOther();
  const other = await world.elsewhere();
  const { id } = (await world.data()).accounts!.find(({ provider }) => provider === "other")!;
  const { removeAccount } = world.db.adapter;
  world.db.adapter.removeAccount = async (removal) => {
    const isRemoved = await removeAccount(removal);
    world.db.fault = { call: world.db.calls.length, moment: "before", lasting: true };
    return isRemoved;
  };
  const { params } = await world.change({ action: "remove", id });
  world.db.fault = null;
  assert.notEqual(params.done, "removed");
  assert.deepEqual((await world.change({ action: "remove", id })).params, { error: "NotFound" });
  assert.ok(await world.sessionIn(other));
});

test("a config that lacks the provider of a password leaves it at a takeover (KL-40)", async () => {
  const world = openDatabase();
  const config = world.config as AuthConfig;
  const providers = config.providers.filter((each) => (each as { id: string }).id !== "password");
  const members = world.platform.sites[APP]!;
  const other = { ...config, providers, basePath: "/other" };
  world.platform.sites[APP] = (request) =>
    new URL(request.url).pathname.startsWith("/other/") ? Auth(request, other) : members(request);
  await storeUser(world, { email: "ada@example.com" });
  const owner = world.visitor();
  const page = await owner.open(`${APP}/other/signin?callbackUrl=/home`);
  await page.submit("/other/signin/email", { email: "ada@example.com" });
  assert.match((await owner.open(world.mails.at(-1)!.url)).url, /taken-over|home/, world.log());
  assert.equal((await world.typePassword()).url, `${APP}/home`, world.log());
});

test("beside an adapter that makes its own ids, a lost answer leaves a user without an account (KL-43)", async () => {
  for (const isOneStep of [false, true]) {
    const store = isOneStep ? besideWithTakeover() : beside();
    const name = isOneStep ? "createUserWithAccount" : "createUser";
    const create = store[name]!.bind(store) as (...args: unknown[]) => unknown;
    let isLost = true;
    const lost = async (...args: unknown[]) => {
      const created = await create(...args);
      if (isLost) throw new Error("connection lost");
      return created;
    };
    const world = openDatabase({
      adapter: Object.assign(store, { [name]: lost }),
      session: { strategy: "jwt" },
      password: null,
    });
    await world.signIn();
    isLost = false;
    const page = await world.signIn();
    if (isOneStep) assert.ok(await world.session(), world.log());
    else assert.match(page.url, /error=OAuthAccountNotLinked/);
  }
});

test("a front end on another host cannot change the session by a function of the API (KL-39)", async () => {
  const world = openDatabase();
  await world.signIn();
  const headers = { cookie: cookieHeader(world.browser), origin: "https://front.app.test" };
  const handler = DenoAuth(
    world.config,
    async (_request, auth) => Response.json(await auth.update({ a: 1 })),
  );
  const answer = await handler(new Request(`${APP}/api`, { method: "POST", headers }));
  assert.equal(answer.status, 403);
});

test("after a backup was restored, a later token is refused until its generation comes again (KL-38)", async () => {
  const world = openDatabase({ session: { strategy: "jwt" } });
  await world.signIn();
  const { rows } = world.db.adapter;
  const [{ id: userId } = { id: "" }] = await world.db.users();
  const row = { userId, passwordHash: null, passwordIsProven: true, passwordSetAt: null };
  await rows!.store("security", { ...row, generation: 3 }, null);
  world.platform.tick(3600);
  await world.signIn();
  const headers = { cookie: cookieHeader(world.browser), origin: APP };
  // Another process begins, with another object.
  const read = async () => {
    const config = { ...world.config, adapter: { ...world.config.adapter! } };
    return (await resolveSession(new Request(`${APP}/`, { headers }), config)).session;
  };
  assert.ok(await read());
  await rows!.store("security", { ...row, generation: 1 }, 3);
  assert.equal(await read(), null);
  await rows!.store("security", { ...row, generation: 3 }, 1);
  assert.ok(await read());
});

test("a mailed link works although a later mail was sent (KL-08)", async () => {
  const world = openDatabase();
  await world.ask("ada@example.com");
  world.platform.tick(120);
  await world.ask("ada@example.com");
  await (await world.browser.open(world.mails[0]!.url)).submit("/auth/callback/email");
  assert.ok(await world.session(), world.log());
});

test("a sign-in leaves the CSRF cookie as it is (KL-09)", async () => {
  const world = openDatabase();
  const value = () => world.browser.cookies(APP).find(({ name }) => name.includes("csrf"))?.value;
  await world.browser.open(`${APP}/auth/signin`);
  const before = value();
  assert.ok(before);
  await world.signIn();
  assert.equal(value(), before);
});

testForms("a second factor that is turned on ends no other session (KL-05)", async () => {
  const world = openFactors();
  await world.register();
  const other = world.visitor();
  await world.enter(undefined, other);
  await world.turnOn();
  assert.ok(await world.sessionIn(other), world.log());
});

testForms("a right password in an unknown browser shows that it is right (KL-44)", async () => {
  const world = openPasswords({ options: { unknownBrowsers: "prove" } });
  await world.register();
  const paths = [];
  for (const password of [undefined, "seven purple teapots"]) {
    const browser = world.visitor();
    paths.push(new URL((await world.enter(password, browser)).url).pathname);
    assert.equal(await world.sessionIn(browser), null);
  }
  assert.deepEqual(paths, ["/auth/verify-request", "/auth/signin"]);
});

/** Pages that speak of other things by these words, or for maintainers. */
const OTHER_PAGES = /^docs\/(?:threats|decisions|architecture|errors|api|settings\/|providers\/|schema)/;

/** A sentence that says what the library does not do. */
const DENIAL =
  /the library (?:does not|doesn't|cannot|can't|won't|has no|keeps no|stores no|sends no|never)|(?:cannot|can't) be (?:revoked|ended)|(?:does not|doesn't) have the feature|(?:cannot|can't) end sessions|needs stored sessions|valid until it expires|no inline script|to (?:nobody|no one) but|unencrypted|in clear\b|code of yours|(?:is not|isn't) offered here|(?:is|are) not supported|(?:isn't|aren't) supported/i;

const docs = (await readdir(new URL("docs/", root), { recursive: true })).filter((name) =>
  name.endsWith(".md") && !/^(?:\.|node_modules|reference)/.test(name)
);
const pages = ["README.md", "CHANGELOG.md", "SECURITY.md", ...docs.map((name) => `docs/${name}`).sort()]
  .filter((page) => !OTHER_PAGES.test(page));

for (const page of pages) {
  test(`${page} names a limit of docs/threats.md where it says what the library does not do`, async () => {
    const text = (await readFile(new URL(page, root), "utf8")).replaceAll(/^```.*?^```/gms, "");
    const parts = text.split(/\n\n|\n(?=[-|*] |\d\. )/);
    const denials = parts.filter((part) => DENIAL.test(part.replaceAll(/\s+/g, " ")));
    const unnamed = denials.filter((part) => codesIn(part).length === 0);
    assert.deepEqual(unnamed, [], "name its limit, such as <!-- KL-01 -->, or say it positively");
    assert.deepEqual(
      codesIn(text).filter((code) => !codes.includes(code)),
      [],
      "lifted: correct the sentence",
    );
  });
}
