import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type ConfigOfAnyStrategy } from "../../mod.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { fakeProvider, type Page, testBrowser } from "../../src/testing/mod.ts";
import {
  APP,
  assertRefused,
  cookieHeader,
  count,
  grant,
  oidc,
  open,
  start,
  type World,
  type WorldConfig,
} from "./_world.ts";

/** The deployment whose callback the provider knows. `APP` is a preview that it has never heard of. */
const PROXY = "https://stable.test";

/** What the proxy lets through: callbacks of this preview. */
const allow = {
  redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) => url.startsWith(APP) ? url : baseUrl,
};

/** What the preview and the proxy share. */
const SHARED = "a-secret-that-the-proxy-and-its-previews-share";

/** The proxy's own secret, of which previews know nothing. */
const STABLE = "the-secret-of-the-stable-deployment-alone";

/** A preview, and a proxy that has another secret of its own. */
function openProxied(
  provider: Partial<OIDCConfig> = {},
  { preview = {}, proxy = {} }: {
    readonly preview?: WorldConfig;
    readonly proxy?: WorldConfig;
  } = {},
): World & { readonly proxy: ConfigOfAnyStrategy } {
  const redirectProxyUrl = `${PROXY}/auth`;
  const world = open({ redirectProxyUrl, redirectProxySecret: SHARED, provider, ...preview as object });
  const config: ConfigOfAnyStrategy = { ...world.config, secret: STABLE, callbacks: allow, ...proxy };
  world.platform.sites[PROXY] = (request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, config)
      : new Response("The stable site");
  return { ...world, proxy: config };
}

/** Asserts that the proxy has kept a callback to itself. */
async function assertKept(world: World, page: Page): Promise<void> {
  assert.match(page.url, /^https:\/\/stable\.test\/auth\/signin\?.*error=InvalidCheck/);
  assert.doesNotMatch(page.url, /code=/);
  assert.equal(world.browser.visited.some((url) => url.startsWith(`${APP}/auth/callback`)), false);
  assert.equal(await world.session(), null);
  assert.equal(count(world.idp, "token"), 0);
}

test("Auth() signs in at a preview by way of the redirect proxy, which redeems nothing itself (RP-07)", async () => {
  const world = openProxied();
  const page = await world.signIn({ callbackUrl: "/home" });
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.equal(page.text, "Hello Ada Lovelace");
  assert.equal(world.browser.visited.some((url) => url.startsWith(`${PROXY}/auth/callback/idp`)), true);
  assert.deepEqual(world.browser.cookies(PROXY), []);
  const tokens = world.idp.requests.filter(({ endpoint }) => endpoint === "token");
  assert.deepEqual(tokens.map(({ params }) => params.get("redirect_uri")), [`${PROXY}/auth/callback/idp`]);
});

test("Auth() prefers a provider's redirectProxyUrl over that of the config", async () => {
  const world = openProxied({ redirectProxyUrl: `${PROXY}/auth/` }, {
    preview: { redirectProxyUrl: "https://elsewhere.test/auth" },
    proxy: { redirectProxyUrl: undefined },
  });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
});

test("Auth() signs in by way of the redirect proxy with an answer in a form", async () => {
  const world = openProxied({ authorization: { params: { response_mode: "form_post" } } });
  const form = await world.signIn();
  const page = await form.submit();
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.equal(page.text, "Hello Ada Lovelace");
  const { params } = world.idp.requests.find(({ endpoint }) => endpoint === "token")!;
  assert.equal(world.browser.visited.some((url) => url.includes(params.get("code")!)), false);
});

test("Auth() forwards a provider's refusal too", async () => {
  const world = openProxied();
  world.idp.deny();
  await assertRefused(world, await world.signIn(), "OAuthCallbackError");
});

test("Auth() signs in at the redirect proxy itself, also with an answer in a form (RP-10)", async () => {
  for (const params of [{}, { response_mode: "form_post" }]) {
    const world = openProxied({ authorization: { params } });
    const page = await (await world.browser.open(`${PROXY}/auth/signin`)).submit("/auth/signin/idp");
    if ("response_mode" in params) await page.submit();
    const response = await world.browser.fetch(`${PROXY}/auth/session`);
    assert.equal((await response.json()).user.name, "Ada Lovelace", world.log());
    assert.equal(await world.session(), null);
  }
});

test("Auth() sends state with a redirect proxy, whatever the checks are (RP-01)", async () => {
  for (const checks of [["pkce"], ["nonce"], []] as const) {
    const world = openProxied({ checks });
    assert.equal((await start(world)).searchParams.has("state"), true);
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  }
});

test("Auth() refuses at the preview what another browser started, by way of the proxy (RP-08)", async () => {
  const world = openProxied();
  const callback = await grant(world.idp, await start(world));
  const victim = testBrowser(world.platform.sites, { now: world.platform.now });
  const page = await victim.open(callback.href);
  assert.match(page.url, /^https:\/\/app\.test\/auth\/signin\?.*error=InvalidCheck/);
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() forwards no callback whose state was altered or made up (RP-02, RP-03)", async () => {
  const world = openProxied();
  const callback = await grant(world.idp, await start(world));
  const state = callback.searchParams.get("state")!;
  const states = [
    state.replace(/.$/, "-"),
    `${state}x`,
    "a.b.c.d.e",
    `${btoa('{"callbackUrl":"https://app.test"}')}....`,
  ];
  for (const forged of states) {
    callback.searchParams.set("state", forged);
    await assertKept(world, await world.browser.open(callback.href));
  }
});

test("Auth() forwards no callback whose state is of another secret (RP-04)", async () => {
  const world = openProxied({}, {
    proxy: { redirectProxySecret: "another-secret-of-forty-characters-here-" },
  });
  await assertKept(world, await world.signIn());
});

test("Auth() rejects the cookie of a flow as a state (RP-09)", async () => {
  const world = openProxied();
  const callback = await grant(world.idp, await start(world));
  const flow = world.browser.cookies(APP).find(({ name }) => name.includes(".flow."))!;
  callback.searchParams.set("state", flow.value);
  await assertKept(world, await world.browser.open(callback.href));
});

test("Auth() forwards callbacks for fifteen minutes (RP-05)", async () => {
  const world = openProxied();
  const requests = [await start(world), await start(world)];
  world.platform.tick(899);
  const fresh = await grant(world.idp, requests[0]!);
  assert.equal((await world.browser.open(fresh.href)).text, "Hello Ada Lovelace");
  await world.post("signout");
  world.browser.visited.length = world.idp.requests.length = 0;
  world.platform.tick(1);
  const stale = await grant(world.idp, requests[1]!);
  await assertKept(world, await world.browser.open(stale.href));
});

test("Auth() forwards only to where callbacks.redirect of the proxy lets users go (RP-06)", async () => {
  const denials: WorldConfig["callbacks"][] = [
    undefined,
    { redirect: ({ baseUrl }) => baseUrl },
    { redirect: () => APP },
    { redirect: () => Promise.reject(new Error("no")) },
  ];
  for (const callbacks of denials) {
    const world = openProxied({}, { proxy: { callbacks } });
    await assertKept(world, await world.signIn());
    assert.match(world.log(), /let `callbacks\.redirect` of the redirect proxy return that URL/);
  }
});

test("Auth() forwards nothing to a host that a forged Host header named (RP-06)", async () => {
  const world = openProxied();
  world.platform.sites["https://evil.test"] = world.platform.sites[APP]!;
  const page = await world.browser.open("https://evil.test/auth/signin");
  await assertKept(world, await page.submit("/auth/signin/idp"));
});

test("Auth() forwards an answer only to the callback of the provider that it came to (OA-10)", async () => {
  const evil = fakeProvider({
    issuer: "https://evil.test",
    signingAlgorithm: "ES256",
    now: () => Date.UTC(2030, 0, 1),
  });
  const providers = (world: World) => [oidc(world.idp), oidc(evil, { id: "evil", issuer: evil.issuer })];
  const preview = open();
  const shared = { redirectProxyUrl: `${PROXY}/auth`, redirectProxySecret: SHARED };
  const config = { ...preview.config, ...shared, providers: providers(preview) };
  const proxy = { ...config, callbacks: allow };
  const { sites } = preview.platform;
  sites[APP] = (request) => Auth(request, config);
  sites[PROXY] = (request) => Auth(request, proxy);
  sites[evil.origin] = evil.fetch;
  // Neither says who it is (RFC 9207), so nothing but the callback tells their answers apart.
  evil.tamper = { metadata: { authorization_response_iss_parameter_supported: undefined } };
  preview.idp.tamper = { authorization: { iss: undefined } };
  // The user starts at the malicious provider, which sends them on to the honest one.
  const misled = await start(preview, { provider: "evil" });
  const honest = new URL(preview.idp.metadata.authorization_endpoint);
  honest.search = misled.search;
  honest.searchParams.set("redirect_uri", `${PROXY}/auth/callback/idp`);
  await assertKept(preview, await preview.browser.open((await grant(preview.idp, honest)).href));
  assert.equal(count(evil, "token"), 0);
});

test("Auth() forwards nothing unless it is a redirect proxy", async () => {
  const world = openProxied();
  const { state } = Object.fromEntries((await start(world)).searchParams);
  const alone = open({ callbacks: { redirect: ({ url }) => url } });
  const page = await alone.browser.open(
    `${APP}/auth/callback/idp?${new URLSearchParams({ code: "c", state: state! })}`,
  );
  await assertRefused(alone, page, "InvalidCheck");
});

test("Auth() rejects a redirectProxyUrl that is not an https URL (RP-11)", async () => {
  for (const redirectProxyUrl of ["stable.test", "/auth", "http://stable.test/auth", "javascript:alert(1)"]) {
    const { browser, log } = open({ redirectProxyUrl });
    assert.equal((await browser.fetch(`${APP}/auth/csrf`)).status, 500);
    assert.match(log(), /InvalidEndpoints: .*redirectProxyUrl/);
  }
});

test("Auth() at the redirect proxy rejects a session, flow or CSRF token of a preview (RP-12)", async () => {
  const world = openProxied({}, {
    preview: {
      // Anything but production: every user is called Admin here.
      callbacks: { jwt: ({ token }) => ({ ...token, name: "Admin", sub: "admin" }) },
    },
    proxy: { callbacks: { ...allow, jwt: ({ token }) => token } },
  });
  await world.signIn();
  assert.equal((await world.session())?.user.name, "Admin", world.log());
  const cookie = cookieHeader(world.browser);
  const read = await Auth(new Request(`${PROXY}/auth/session`, { headers: { cookie } }), world.proxy);
  assert.equal(await read.json(), null);
  const posted = await Auth(
    new Request(`${PROXY}/auth/signin/idp`, {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(await (await world.browser.fetch(`${APP}/auth/csrf`)).json()).toString(),
    }),
    world.proxy,
  );
  assert.match(posted.headers.get("location")!, /error=MissingCSRF/);
});

test("Auth() rotates the secret of the redirect proxy", async () => {
  const older = "the-older-secret-that-proxy-and-previews-share";
  const world = openProxied({}, { proxy: { redirectProxySecret: [older, SHARED] } });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
});

const mistakes: Readonly<Record<string, readonly [Partial<ConfigOfAnyStrategy>, RegExp]>> = {
  "no secret": [
    { redirectProxySecret: undefined },
    /set AUTH_REDIRECT_PROXY_SECRET to one value in the proxy and all deployments, and give each deployment its own AUTH_SECRET/,
  ],
  "an empty list": [{ redirectProxySecret: [] }, /set AUTH_REDIRECT_PROXY_SECRET/],
  "an empty secret": [{ redirectProxySecret: "" }, /set AUTH_REDIRECT_PROXY_SECRET/],
  "a short secret": [{ redirectProxySecret: "short" }, /fewer than 32 characters/],
  "a short secret among others": [{ redirectProxySecret: [SHARED, "short"] }, /fewer than 32 characters/],
  "the session's secret": [{ secret: SHARED }, /one value as `secret` and `redirectProxySecret`/],
  "an older secret of sessions": [{ secret: [STABLE, SHARED] }, /one value as `secret`/],
  "the session's secret, as an older one": [
    { secret: STABLE, redirectProxySecret: [SHARED, STABLE] },
    /one value as `secret`/,
  ],
};

for (const [what, [mistake, message]] of Object.entries(mistakes)) {
  test(`Auth() refuses to run behind a redirect proxy with ${what} (RP-12)`, async () => {
    const world = openProxied({}, { preview: mistake });
    assert.equal((await world.browser.fetch(`${APP}/auth/csrf`)).status, 500);
    assert.match(world.log(), message);
    assert.match(world.log(), /Configuration: /);
  });
}

test("Auth() needs that secret where a provider alone has a redirect proxy", async () => {
  const world = open({ provider: { redirectProxyUrl: `${PROXY}/auth` } });
  assert.equal((await world.browser.fetch(`${APP}/auth/csrf`)).status, 500);
  assert.match(world.log(), /AUTH_REDIRECT_PROXY_SECRET/);
});
