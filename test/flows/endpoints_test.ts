import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type Provider, skipCSRFCheck } from "../../mod.ts";
import {
  APP,
  cookieHeader,
  cookiesOf,
  oauth2,
  oidc,
  open,
  openPlain,
  request,
  type WorldConfig,
} from "./_world.ts";

/** Headers of every answer that belongs to one person. */
const PRIVATE = { "cache-control": "private, no-cache, no-store", expires: "0", pragma: "no-cache" };

test("GET csrf answers 128 hexadecimal digits, kept by no cache (SE-12)", async () => {
  const response = await get("csrf");
  assert.equal(response.status, 200);
  assert.match((await response.json()).csrfToken, /^[\da-f]{128}$/);
  assertHeaders(response, { "content-type": "application/json", ...PRIVATE });
});

test("GET csrf keeps the token of a browser, and sets its cookie only once", async () => {
  const { browser } = openPlain();
  const first = await browser.fetch(`${APP}/auth/csrf`);
  const second = await browser.fetch(`${APP}/auth/csrf`);
  assert.deepEqual(Object.keys(cookiesOf(first)), ["__Host-latchkey.csrf-token"]);
  assert.deepEqual(cookiesOf(second), {});
  assertHeaders(second, PRIVATE);
  // The mask differs.
  assert.notDeepEqual(await second.json(), await first.json());
});

test("GET csrf answers 404 and removes the cookie where the check is off", async () => {
  const response = await get("csrf", { skipCSRFCheck });
  assert.equal(response.status, 404);
  assert.equal(await response.text(), "");
  assert.deepEqual(cookiesOf(response), {
    "__Host-latchkey.csrf-token":
      "__Host-latchkey.csrf-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  });
});

test("GET providers answers id, name, type and URLs by id, in the order of the config (PG-10)", async () => {
  const { idp, config } = open({
    providers: (idp) => [oidc(idp, { id: "b" }), oauth2(idp, { id: "a", name: "Other" })],
  });
  const response = await Auth(new Request("https://app.test:8443/auth/providers"), config);
  assert.deepEqual(cookiesOf(response), {});
  const text = await response.text();
  const url = "https://app.test:8443/auth";
  assert.deepEqual(JSON.parse(text), {
    b: {
      id: "b",
      name: "Fake",
      type: "oidc",
      signinUrl: `${url}/signin/b`,
      callbackUrl: `${url}/callback/b`,
    },
    a: {
      id: "a",
      name: "Other",
      type: "oauth",
      signinUrl: `${url}/signin/a`,
      callbackUrl: `${url}/callback/a`,
    },
  });
  assert.deepEqual(Object.keys(JSON.parse(text)), ["b", "a"]);
  assert.ok(!text.includes(idp.clientId) && !text.includes(idp.clientSecret));
});

test("Auth() answers every path and method with nosniff, and no cache keeps the answer (PG-21, PG-22)", async () => {
  const paths = [
    "csrf",
    "providers",
    "session",
    "signin",
    "signin/idp",
    "signin/nobody",
    "callback/idp",
    "signout",
  ];
  for (
    const path of [
      ...paths,
      "error",
      "error?error=ServerError",
      "verify-request",
      "webauthn-script",
      "nothing",
      "",
    ]
  ) {
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"]) {
      const { config } = openPlain();
      const response = await Auth(request(`/auth/${path}`, { method }), config);
      assertHeaders(response, { ...PRIVATE, "x-content-type-options": "nosniff" });
      assert.ok(response.status < 500, `${method} ${path}: ${response.status}`);
    }
  }
});

test("A redirect answers a POST with 303, and a GET with 302; a script gets 200 and the URL for both (RD-28)", async () => {
  const { browser, config } = openPlain();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const cookie = cookieHeader(browser);
  for (
    const path of ["signin", "signin/idp", "signin/nobody", "signout", "callback/idp", "callback/nobody"]
  ) {
    const post = (headers: Record<string, string>) => {
      const body = new URLSearchParams({ csrfToken });
      return Auth(
        request(`/auth/${path}`, { method: "POST", body, headers: { cookie, ...headers } }),
        config,
      );
    };
    assert.equal((await post({})).status, 303, path);
    const script = await post({ "x-auth-return-redirect": "1" });
    assert.deepEqual([script.status, Object.keys(await script.json())], [200, ["url"]], path);
  }
  assert.equal((await Auth(request("/auth/callback/nobody"), config)).status, 302);
});

test("GET session without a session answers null, sets no cookies, and is not cached (SE-12)", async () => {
  const response = await get("session");
  assert.equal(response.status, 200);
  assert.equal(await response.json(), null);
  assert.deepEqual(cookiesOf(response), {});
  assertHeaders(response, { "content-type": "application/json", ...PRIVATE });
});

// A script writes "undefined" that was given no provider.
for (const path of ["signin", "signin/undefined"]) {
  test(`POST ${path} without a provider leads to the sign-in page, with the way back`, async () => {
    const response = await openPlain().post(path, { callbackUrl: "/home?a=1&b=2" });
    assert.equal(response.status, 303);
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.origin + location.pathname, `${APP}/auth/signin`);
    assert.deepEqual(Object.fromEntries(location.searchParams), { callbackUrl: `${APP}/home?a=1&b=2` });
  });
}

test("POST signin/:provider leads to the provider, and keeps the flow in one encrypted cookie of 15 minutes", async () => {
  const { post, idp } = openPlain();
  const response = await post("signin/idp");
  assert.equal(response.status, 303);
  const { origin, pathname, searchParams } = new URL(response.headers.get("location")!);
  assert.equal(origin + pathname, idp.metadata.authorization_endpoint);
  assert.equal(searchParams.get("redirect_uri"), `${APP}/auth/callback/idp`);
  assertHeaders(response, PRIVATE);
  const [[name, header], ...others] = Object.entries(cookiesOf(response)) as [[string, string]];
  assert.deepEqual(others, []);
  assert.match(name, /^__Host-latchkey\.flow\.[\w-]{16}$/);
  assert.match(
    header.slice(name.length),
    /^=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test("Auth() answers a redirect as JSON { url } to scripts that request it, with all its headers", async () => {
  const { browser, idp } = openPlain();
  const response = await startAt(browser.fetch, { "x-auth-return-redirect": "1" });
  const location = response.headers.get("location")!;
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.deepEqual(await response.json(), { url: location });
  assert.ok(location.startsWith(idp.metadata.authorization_endpoint));
  assert.equal(Object.keys(cookiesOf(response)).length, 1);
});

test("Auth() answers a redirect as JSON { url } to scripts of next-auth 4, which send the field json", async () => {
  for (const path of ["signin/idp", "signout"]) {
    const response = await openPlain().post(path, { json: "true", callbackUrl: "/home" });
    assert.equal(response.status, 200, path);
    assert.deepEqual(await response.json(), { url: response.headers.get("location") }, path);
  }
});

test("Auth() answers JSON and pages unchanged to scripts that request a URL", async () => {
  const headers = { "x-auth-return-redirect": "1" };
  assert.equal(await (await get("session", {}, headers)).json(), null);
  assert.equal((await get("signin", {}, headers)).headers.get("content-type"), "text/html; charset=utf-8");
});

for (
  const [method, path, status] of [
    ["GET", "/auth", 404],
    ["GET", "/auth/", 404],
    ["GET", "/auth/unknown", 404],
    ["GET", "/authsession", 404],
    ["GET", "/auth-session", 404],
    ["GET", "/auths/session", 404],
    ["GET", "/auth//session", 404],
    ["GET", "//auth/session", 404],
    ["GET", "/AUTH/session", 404],
    ["GET", "/auth/Session", 404],
    ["GET", "/auth/sess%69on", 404],
    ["GET", "/auth/session/idp", 404],
    ["GET", "/auth/session/", 200],
    ["GET", "/auth/session/../csrf", 200],
    ["GET", "/auth/callback/idp/extra", 404],
    ["GET", "/auth/callback//idp", 404],
    ["GET", "/other/auth/session", 404],
    ["GET", "/auth/__proto__", 404],
    ["GET", "/auth/constructor", 404],
    ["GET", "/auth/signin/idp", 405],
    ["GET", "/auth/callback", 404],
    ["POST", "/auth/csrf", 405],
    ["POST", "/auth/providers", 405],
    ["POST", "/auth/error", 405],
    ["POST", "/auth/verify-request", 405],
    ["POST", "/auth/signout/idp", 404],
  ] as const
) {
  test(`${method} ${path} answers with the status ${status} (CFG-07)`, async () => {
    const response = await Auth(request(path, { method }), openPlain().config);
    assert.equal(response.status, status);
    assert.equal(response.headers.get("content-type"), "application/json");
    if (status !== 200) assert.deepEqual(cookiesOf(response), {});
  });
}

test("Auth() leaves the paths of features and of Password() to the application without them", async () => {
  const { config } = openPlain();
  const paths = ["signup", "forgot-password", "new-password", "password", "post-logout", "second-factor"];
  for (const path of [...paths, "second-factor-setup"]) {
    assert.equal((await Auth(request(`/auth/${path}`), config)).status, 404, path);
  }
  const body = new URLSearchParams({ logout_token: "a" });
  const logout = request("/auth/backchannel-logout/idp", { method: "POST", body });
  assert.equal((await Auth(logout, config)).status, 404);
});

for (const method of ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]) {
  test(`${method} cannot sign in or out: 405, and the session continues (CFG-08)`, async () => {
    const { browser, signIn, session, idp } = openPlain();
    await signIn();
    idp.requests.length = 0;
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    for (const path of ["signout", "session", "signin/idp", "callback/idp"]) {
      const response = await browser.fetch(`${APP}/auth/${path}?csrfToken=${csrfToken}`, {
        method,
        headers: { "x-http-method-override": "POST" },
        redirect: "manual",
      });
      assert.equal(response.status, 405);
      assert.match(response.headers.get("allow")!, /^(GET|POST)(, POST)?$/);
      assert.deepEqual(cookiesOf(response), {});
      assert.equal(response.headers.get("access-control-allow-origin"), null);
    }
    assert.equal((await session())?.user.name, "Ada Lovelace");
    assert.deepEqual(idp.requests, []);
  });
}

for (const basePath of ["/", "/api/auth", "/a.b/c-d~e_f"]) {
  test(`Auth() signs in and out below the base path "${basePath}"`, async () => {
    const { platform, browser, config } = openPlain({ basePath });
    platform.sites[APP] = (request) => Auth(request, config);
    const base = basePath === "/" ? APP : `${APP}${basePath}`;
    const page = await browser.open(`${base}/signin?callbackUrl=${encodeURIComponent(`${base}/session`)}`);
    const signedIn = await page.submit(`${base}/signin/idp`);
    assert.equal(signedIn.url, `${base}/session`);
    assert.equal(signedIn.json<{ user: { name: string } }>().user.name, "Ada Lovelace");
    await (await browser.open(`${base}/signout`)).submit("Sign out");
    assert.equal(await (await browser.fetch(`${base}/session`)).json(), null);
    const failed = await browser.open(`${base}/callback/idp?state=x`);
    assert.equal(failed.url.split("?")[0], `${base}/signin`);
  });
}

test("Auth() matches the base path literally, not as a pattern (CFG-07)", async () => {
  const { config } = openPlain({ basePath: "/a.th" });
  assert.equal((await Auth(request("/a.th/session"), config)).status, 200);
  assert.equal((await Auth(request("/auth/session"), config)).status, 404);
});

for (
  const id of ["nobody", "__proto__", "constructor", "toString", "..%2fidp", "%00", "idp%2f"]
) {
  test(`POST signin/${id} is refused: the provider does not exist (DS-09, DS-12)`, async () => {
    const { post, browser, idp } = openPlain();
    const response = await post(`signin/${id}`, { callbackUrl: "/home" });
    const { origin, pathname, searchParams } = new URL(response.headers.get("location")!);
    assert.equal(origin + pathname, `${APP}/auth/signin`);
    assert.deepEqual(Object.fromEntries(searchParams), {
      callbackUrl: `${APP}/home`,
      error: "InvalidProvider",
    });
    assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["__Host-latchkey.csrf-token"]);
    assert.deepEqual(idp.requests, []);
  });
}

test("Auth() reads its own address from the request's URL only (CFG-04)", async () => {
  const { config, browser } = openPlain();
  const forged = {
    host: "evil.test",
    "x-forwarded-host": "evil.test",
    "x-forwarded-proto": "http",
    "x-forwarded-port": "81",
    forwarded: "host=evil.test;proto=http",
    "x-original-url": "/evil",
    "x-rewrite-url": "/evil",
  };
  const start = await startAt(browser.fetch, forged);
  const sent = new URL(start.headers.get("location")!).searchParams;
  assert.equal(sent.get("redirect_uri"), `${APP}/auth/callback/idp`);
  for (const path of ["providers", "signin", "signout", "error", "verify-request"]) {
    const response = await Auth(request(`/auth/${path}`, { headers: forged }), config);
    assert.ok(!(await response.text()).includes("evil.test"), path);
  }
  const failure = await Auth(request("/auth/callback/idp?state=x", { headers: forged }), config);
  assert.ok(failure.headers.get("location")!.startsWith(`${APP}/auth/signin?`));
});

test("Auth() lets no other origin read its answers (CS-14)", async () => {
  const { config } = openPlain();
  const headers = { origin: "https://evil.test" };
  for (const path of ["csrf", "session", "providers", "signin"]) {
    const response = await Auth(request(`/auth/${path}`, { headers }), config);
    const allowed = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
    assert.deepEqual(allowed, [], path);
  }
});

test("Auth() keeps the configs of one process apart (CFG-09)", async () => {
  const one = openPlain({ basePath: "/one", cookies: { csrfToken: { name: "one" } } });
  const two = openPlain({ basePath: "/two", secret: "another-secret-of-thirty-six-letters" });
  const broken = { ...one.config, secret: "" };
  for (const _ of [1, 2]) {
    assert.equal((await Auth(request("/one/session"), broken)).status, 500);
    assert.deepEqual(Object.keys(cookiesOf(await Auth(request("/one/csrf"), one.config))), ["one"]);
    assert.deepEqual(Object.keys(cookiesOf(await Auth(request("/two/csrf"), two.config))), [
      "__Host-latchkey.csrf-token",
    ]);
    assert.equal((await Auth(request("/two/csrf"), one.config)).status, 404);
  }
});

test("Auth() does not touch Object.prototype, whatever a config from JSON holds (CFG-10)", async () => {
  const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  const { config } = open({
    providers: (idp) => {
      const provider = oidc(idp, { style: hostile, client: hostile });
      return [{ ...provider, options: { ...hostile, authorization: { params: hostile } } } as Provider];
    },
    cookies: { sessionToken: { options: hostile } },
    theme: hostile,
  });
  await Auth(request("/auth/providers"), config);
  assert.equal((await Auth(request("/auth/error"), config)).status, 200);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test("Auth() completes a provider that is listed as a function", async () => {
  const { config } = open({ providers: (idp) => [() => oidc(idp, { id: "made" })] });
  const providers = await (await Auth(request("/auth/providers"), config)).json();
  assert.deepEqual(Object.keys(providers), ["made"]);
});

function get(path: string, config: WorldConfig = {}, headers: HeadersInit = {}): Promise<Response> {
  return Auth(request(`/auth/${path}`, { headers }), openPlain(config).config);
}

/** Starts a sign-in as a script of the application's own. */
async function startAt(
  fetch: (url: string, init?: RequestInit) => Promise<Response>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { csrfToken } = await (await fetch(`${APP}/auth/csrf`)).json();
  const body = new URLSearchParams({ csrfToken });
  return await fetch(`${APP}/auth/signin/idp`, { method: "POST", body, headers, redirect: "manual" });
}

function assertHeaders({ headers }: Response, expected: Readonly<Record<string, string>>): void {
  const actual = Object.keys(expected).map((name) => [name, headers.get(name)]);
  assert.deepEqual(Object.fromEntries(actual), expected);
}
