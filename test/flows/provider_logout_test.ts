import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { withoutRows, withRows } from "../_with_rows.ts";
import { END_SESSION, openLogout } from "./_provider_logout.ts";
import type { FakeProvider } from "../../src/testing/mod.ts";
import { sendCookies } from "./_sent_cookies.ts";
import { APP, oidc } from "./_world.ts";

/** Signs out at the provider, too. Returns where the answer leads. */
async function leave(world: Awaited<ReturnType<typeof openLogout>>, fields = {}): Promise<URL> {
  const answer = await world.post("signout", { provider: "true", callbackUrl: "/bye", ...fields });
  assert.equal(answer.status, 303, world.log());
  return new URL(answer.headers.get("location")!);
}

/** A world whose ID tokens are told, oldest first. */
async function openTold(options: Parameters<typeof openLogout>[0]) {
  const idTokens: unknown[] = [];
  const world = await openLogout({
    ...options,
    events: { signIn: ({ account }) => void idTokens.push(account?.id_token) },
  });
  return { ...world, idTokens };
}

async function back(
  { browser }: Awaited<ReturnType<typeof openLogout>>,
  query: string,
): Promise<string | null> {
  const answer = await browser.fetch(`${APP}/auth/post-logout${query}`, { redirect: "manual" });
  return answer.headers.get("location");
}

const STORES = {
  "stored sessions": {},
  "sessions in tokens": { session: { strategy: "jwt" } },
  "no database": { adapter: null, features: [ProviderLogout()] },
} as const;

for (const [what, options] of Object.entries(STORES)) {
  test(`POST signout with \`provider\` leads to the provider and back, with ${what}`, async () => {
    const world = await openTold(options);
    const { idTokens } = world;
    await world.signInAs("ada", "s1");
    const url = await leave(world, { ui_locales: "de" });
    assert.equal(url.origin + url.pathname, END_SESSION);
    const { state, ...params } = Object.fromEntries(url.searchParams);
    assert.deepEqual(params, {
      id_token_hint: idTokens[0],
      client_id: world.idp.clientId,
      post_logout_redirect_uri: `${APP}/auth/post-logout`,
      ui_locales: "de",
    });
    // The session has ended before the user is at the provider.
    assert.equal(await world.isSignedIn(), false);
    assert.deepEqual(names(world).filter((name) => /session|provider/.test(name)), []);
    assert.equal(await back(world, "?state=another"), APP);
    assert.equal(await back(world, `?state=${state}`), `${APP}/bye`);
    assert.equal(await back(world, `?state=${state}`), APP);
  });

  test(`POST signout without \`provider\` leads to the page of the application, with ${what}`, async () => {
    const world = await openLogout(options);
    await world.signInAs("ada", "s1");
    const answer = await world.post("signout", { callbackUrl: "/bye" });
    assert.equal(answer.headers.get("location"), `${APP}/bye`);
    assert.deepEqual(names(world).filter((name) => /session|provider|logout/.test(name)), []);
  });

  test(`POST signout keeps to the ID token of this session, with ${what} (LO-07)`, async () => {
    const world = await openTold(options);
    const { idTokens } = world;
    await world.signInAs("ada", "s1");
    await world.signInAs("ada", "s2", world.visitor());
    assert.equal((await leave(world)).searchParams.get("id_token_hint"), idTokens[0]);
  });

  test(`POST signout ends the session here if the provider has no endpoint for that, with ${what}`, async () => {
    const world = await openLogout({ ...options, metadata: {} });
    await world.signInAs("ada", "s1");
    assert.equal((await leave(world)).href, `${APP}/bye`);
    assert.equal(await world.isSignedIn(), false);
    await world.signInAs("ada", "s1");
    await leave(world);
    assert.equal(world.log().split("] no-end-session-endpoint").length, 2, world.log());
  });
}

function names({ browser }: { readonly browser: { cookies(origin: string): readonly { name: string }[] } }) {
  return browser.cookies(APP).map(({ name }) => name);
}

test("POST signout never leads to an endpoint that is not a web page (LO-08)", async () => {
  for (const end_session_endpoint of ["javascript:alert(1)", "http://idp.test/end", 1, ""]) {
    const world = await openLogout({ metadata: { end_session_endpoint } });
    await world.signInAs("ada", "s1");
    assert.equal((await leave(world)).href, `${APP}/bye`);
    assert.match(world.log(), /no-end-session-endpoint/);
  }
});

test("POST signout ends the session here if the provider or the database does not answer", async () => {
  let fails = false;
  const adapter = withRows(Memory(), "providerSessions", (sound) => ({
    find(key) {
      if (fails) throw new Error("the table is gone");
      return sound.find(key);
    },
  }));
  const world = await openLogout({ adapter });
  await world.signInAs("ada", "s1");
  fails = true;
  // A script is told that the provider was not asked.
  const told = await world.post("signout", { provider: "true", callbackUrl: "/bye" });
  assert.deepEqual([told.status, (await told.json()).url], [503, `${APP}/bye`]);
  assert.equal(await world.isSignedIn(), false);
  assert.match(world.log(), /the session has ended only here/);
  fails = false;
  await world.signInAs("ada", "s1");
  world.platform.tick(7200);
  world.idp.tamper = {
    ...world.idp.tamper,
    respond: { metadata: () => Promise.reject(new Error("no network")) },
  };
  assert.equal((await leave(world)).href, `${APP}/bye`);
  assert.equal(await world.isSignedIn(), false);
});

test("POST signout leads nowhere else without a session, and without one that began at a provider", async () => {
  const world = await openLogout();
  assert.equal((await leave(world)).href, `${APP}/bye`);
});

test("POST signout says what is missing if the feature is off (KL-11)", async () => {
  const world = await openLogout({ features: [] });
  await world.signInAs("ada", "s1");
  assert.equal((await leave(world)).href, `${APP}/bye`);
  assert.match(world.log(), /missing-feature: A sign-out with `provider`: add `ProviderLogout\(\)`/);
});

test("GET post-logout leads only where the sign-out was allowed to lead, and signs no one out (LO-06)", async () => {
  const world = await openLogout();
  await world.signInAs("ada", "s1");
  const url = await leave(world, { callbackUrl: "https://evil.test/" });
  await world.signInAs("ada", "s2");
  for (
    const query of ["", "?state=", "?state=x", "?callbackUrl=https://evil.test/", "?state=x&callbackUrl=/a"]
  ) {
    assert.equal(await back(world, query), APP, query);
  }
  assert.equal(await back(world, `?state=${url.searchParams.get("state")}`), `${APP}/`);
  assert.equal(await world.isSignedIn(), true);
});

test("GET post-logout leads where the last logout was allowed to lead, if the provider returns no state (LO-06)", async () => {
  const endSession = { url: "https://idp.test/own", redirectParam: "redirect" };
  const world = await openLogout({ providers: (idp: FakeProvider) => [oidc(idp, { endSession })] } as never);
  await world.signInAs("ada", "s1");
  await leave(world, { callbackUrl: "/first" });
  await world.signInAs("ada", "s2");
  const url = await leave(world, { callbackUrl: "/second" });
  assert.equal(
    url.href,
    `https://idp.test/own?client_id=${world.idp.clientId}&redirect=${
      encodeURIComponent(`${APP}/auth/post-logout`)
    }`,
  );
  assert.equal(await back({ ...world, browser: world.visitor() }, ""), APP);
  assert.equal(await back(world, "?state=x"), APP);
  assert.equal(await back(world, ""), `${APP}/second`);
  assert.equal(await back(world, ""), APP);
  await world.signInAs("ada", "s3");
  await leave(world, { callbackUrl: "https://evil.test/" });
  world.platform.tick(601);
  assert.equal(await back(world, ""), APP);
});

test("GET post-logout accepts a state of this browser alone, for ten minutes (LO-06)", async () => {
  const world = await openLogout();
  await world.signInAs("ada", "s1");
  const url = await leave(world);
  const query = `?state=${url.searchParams.get("state")}`;
  assert.equal(await back({ ...world, browser: world.visitor() }, query), APP);
  world.platform.tick(601);
  assert.equal(await back(world, query), APP);
});

for (
  const [what, session] of [
    ["sessions in tokens", { strategy: "jwt", maxAge: 1000, updateAge: 100 }],
    ["stored sessions", { strategy: "database", maxAge: 1000, updateAge: 100 }],
  ] as const
) {
  test(`The cookie of an ID token is prolonged with its session, with ${what}`, async () => {
    const adapter = session.strategy === "jwt" ? null : withoutRows(Memory());
    const world = await openTold({ adapter, features: [ProviderLogout()], session });
    const { idTokens } = world;
    world.idp.tamper = { ...world.idp.tamper, claims: { groups: "g".repeat(4000) } };
    await world.signInAs("ada", "s1");
    const expires = () =>
      world.browser.cookies(APP).filter(({ name }) => /session/.test(name)).map(({ name, expires }) =>
        `${name} ${expires}`
      );
    assert.ok(expires().length > 2, "the ID token is in chunks");
    for (let i = 0; i < 4; i++) {
      const before = expires();
      world.platform.tick(50);
      assert.equal(await world.isSignedIn(), true);
      assert.deepEqual(expires(), before, "nothing is written before it is due");
      world.platform.tick(900);
      assert.equal(await world.isSignedIn(), true);
      const ends = new Set(expires().map((each) => each.split(" ")[1]));
      assert.equal(ends.size, 1, expires().join());
      assert.notDeepEqual(expires(), before);
    }
    // A page of the application does the same.
    world.platform.tick(900);
    const sent = world.browser.cookies(APP);
    const cookie = sent.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
    const { headers } = await resolveSession(
      new Request(`${APP}/home`, { headers: { cookie } }),
      world.config,
    );
    assert.deepEqual(
      headers.getSetCookie().map((header) => header.split("=")[0]).sort(),
      names(world).filter((name) => /session/.test(name)).sort(),
    );
    assert.equal((await leave(world)).searchParams.get("id_token_hint"), idTokens[0]);
    assert.deepEqual(names(world).filter((name) => /session/.test(name)), []);
  });
}

for (const order of ["before", "behind"]) {
  test(`The cookie of an ID token is prolonged, and never one of another host that stands ${order} it`, async () => {
    const world = await openTold({ adapter: null, features: [ProviderLogout()] });
    const { idTokens } = world;
    await world.signInAs("ada", "s1");
    const foreign = "__Host-latchkey.provider-session=foreign";
    sendCookies(world, (own) => order === "before" ? [foreign, own] : [own, foreign]);
    world.platform.tick(2 * 86_400);
    assert.equal(await world.isSignedIn(), true);
    assert.equal((await leave(world)).searchParams.get("id_token_hint"), idTokens[0]);
  });
}

test("Another sign-in in the same browser replaces the cookie of the ID token once", async () => {
  const world = await openTold({ adapter: null, features: [ProviderLogout()] });
  const { idTokens } = world;
  const { tamper } = world.idp;
  world.idp.tamper = { ...tamper, claims: { groups: "g".repeat(3500) } };
  await world.signInAs("ada", "s1");
  const answers: string[][] = [];
  const app = world.platform.sites[APP]!;
  world.platform.sites[APP] = async (request) => {
    const answer = await app(request);
    answers.push(answer.headers.getSetCookie().map((cookie) => cookie.split("=")[0]!));
    return answer;
  };
  await world.signInAs("ada", "s2");
  for (const set of answers) assert.equal(new Set(set).size, set.length, String(set));
  assert.doesNotMatch(world.log(), /id-token-not-kept/);
  assert.equal((await leave(world)).searchParams.get("id_token_hint"), idTokens[1]);
});

test("The cookie of an ID token does not count for another user (LO-07)", async () => {
  const world = await openLogout({ adapter: null, features: [ProviderLogout()] });
  await world.signInAs("ada", "s1");
  const kept = world.browser.cookies(APP).find(({ name }) => name.includes("provider-session"))!;
  const other = world.visitor();
  await world.signInAs("grace", "s2", other);
  const session = other.cookies(APP).find(({ name }) => name.includes("session-token"))!;
  const { csrfToken } = await (await other.fetch(`${APP}/auth/csrf`)).json();
  const csrf = other.cookies(APP).find(({ name }) => name.includes("csrf"))!;
  const cookie = [kept, session, csrf].map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join(
    "; ",
  );
  const answer = await Auth(
    new Request(`${APP}/auth/signout`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ csrfToken, provider: "true", callbackUrl: "/bye" }),
    }),
    world.config,
  );
  const url = new URL(answer.headers.get("location")!);
  assert.equal(url.origin + url.pathname, END_SESSION, world.log());
  assert.equal(url.searchParams.get("id_token_hint"), null, "the provider asks");
});

test("An ID token that is too large for cookies is left out, and the log says so", async () => {
  const world = await openLogout({ adapter: null, features: [ProviderLogout()] });
  const { tamper } = world.idp;
  world.idp.tamper = { ...tamper, claims: { groups: "g".repeat(8000) } };
  await world.signInAs("ada", "s1");
  assert.equal(await world.isSignedIn(), true);
  assert.match(world.log(), /id-token-not-kept/);
  const url = await leave(world);
  assert.equal(url.origin + url.pathname, END_SESSION);
  assert.equal(url.searchParams.get("id_token_hint"), null);
});

test("a session in use goes on to the provider after a rotation of the secret, also without a database", async () => {
  const world = await openLogout({ adapter: null, features: [ProviderLogout()] });
  await world.signInAs("ada", "s1");
  const { secret: old } = world.config as { readonly secret: string };
  const next = "another-secret-of-forty-characters-long-1";
  const use = (secret: string | readonly string[]) => {
    const config = { ...world.config, secret } as AuthConfig;
    world.platform.sites[APP] = (request) => Auth(request, config);
  };
  use([next, old]);
  for (let days = 0; days < 35; days++) {
    world.platform.tick(86_400);
    assert.ok(await world.isSignedIn(), String(days));
  }
  use(next);
  const url = await leave(world);
  assert.equal(url.origin + url.pathname, END_SESSION);
  assert.ok(url.searchParams.has("id_token_hint"));
});
