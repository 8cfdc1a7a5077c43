import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthError, ConfigError } from "../../src/errors/errors.ts";
import { seeAlso } from "../../src/errors/help.ts";
import { NextAuth, type NextAuthConfig, type NextRequest } from "../../src/integrations/next/next.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { asked, link } from "../flows/_mails.ts";
import { GOOD } from "../flows/_kept_passwords.ts";
import { testForms } from "../flows/_password_forms.ts";
import { openFactors } from "../flows/_second_factor.ts";
import { APP, cookieHeader, open, start } from "../flows/_world.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { config, signedIn } from "./_application.ts";

/** `auth` as Next calls it as a proxy. */
function proxyOf(auth: unknown): (request: NextRequest) => Promise<Response> {
  return auth as (request: NextRequest) => Promise<Response>;
}

test("NextAuth() answers the requests to its endpoints below /api/auth", async () => {
  const { handlers } = NextAuth(config);
  const cookie = await signedIn();
  const response = await handlers.GET(requestFor("/api/auth/session", { headers: { cookie } }));
  assert.equal((await response.json()).id, "1");
  assert.equal((await handlers.GET(requestFor("/api/auth/nothing"))).status, 404);
  const left = await handlers.POST(requestFor("/api/auth/signout", { method: "POST", headers: { cookie } }));
  assert.deepEqual(left.headers.getSetCookie(), []);
});

test("NextAuth() takes the path from `basePath` or from AUTH_URL, with and without the base path of Next", async () => {
  const below = NextAuth({ ...config, basePath: "/members/auth" });
  assert.equal((await below.handlers.GET(requestFor("/members/auth/session"))).status, 200);
  const { handlers } = NextAuth({ ...config, url: "https://app.example/app" });
  for (const request of [requestFor("/api/auth/providers", {}, "/app"), requestFor("/api/auth/providers")]) {
    assert.equal((await handlers.GET(request)).status, 200);
  }
});

test("NextAuth() does not read the config before the first request", async () => {
  const { handlers } = NextAuth({ providers: [], secret: "short" });
  await assert.rejects(handlers.GET(requestFor("/api/auth/session")), ConfigError);
});

test("NextAuth() writes nothing into its config", async () => {
  const frozen = Object.freeze({ ...config, callbacks: Object.freeze({ authorized: () => true }) });
  const before = JSON.stringify(frozen);
  await NextAuth(frozen).handlers.GET(requestFor("/api/auth/session"));
  assert.equal(JSON.stringify(frozen), before);
});

test("auth() as a proxy leads a server action to the sign-in page by the header that Next's script follows", async () => {
  const { auth } = NextAuth({
    ...config,
    url: "https://app.example",
    callbacks: { authorized: ({ request }) => request.nextUrl.pathname === "/payout" && { aal: 2 } },
  });
  const proxy = proxyOf(auth);
  for (const cookie of ["", await signedIn()]) {
    const page = "https://app.example/api/auth/signin?callbackUrl=%2Fpayout%3Fa%3Db";
    const called = { method: "POST", headers: { "next-action": "00", cookie } };
    const response = await proxy(requestFor("/payout?a=b", called));
    const { status, headers } = response;
    assert.deepEqual([status, headers.get("location")], [303, null], "fetch() would follow it");
    assert.equal(headers.get("x-action-redirect"), `${page};push`);
    assert.match(headers.get("cache-control")!, /no-store/);
    // A form without scripts follows the redirect.
    const plain = await proxy(requestFor("/payout?a=b", { method: "POST", headers: { cookie } }));
    assert.deepEqual([plain.headers.get("location"), plain.headers.get("x-action-redirect")], [page, null]);
  }
});

test("auth() as a proxy leads back to a host that only reads the session", async () => {
  const { auth } = NextAuth({
    ...config,
    url: "https://accounts.example.com",
    cookies: { sessionToken: { name: "shared", options: { domain: "example.com" } } },
    callbacks: { authorized: () => false },
    pages: { signIn: "/login" },
  });
  const proxy = proxyOf(auth);
  const leads = async (host: string, path: string) =>
    (await proxy(requestFor(path, { headers: { host } }))).headers.get("location");
  const page = "https://accounts.example.com/login?callbackUrl=";
  const back = (url: string) => page + encodeURIComponent(url);
  assert.equal(await leads("shop.example.com", "/cart?of=1"), back("https://shop.example.com/cart?of=1"));
  assert.equal(await leads("accounts.example.com", "/cart?of=1"), back("/cart?of=1"));
  assert.equal(await leads("example.org", "/cart"), back("/cart"));
  // The path of the sign-in page is a page of the application there.
  assert.equal(await leads("shop.example.com", "/login"), back("https://shop.example.com/login"));
});

test("NextAuth() does not warn of callbacks.authorized, nor of anything else", async () => {
  const warnings: string[] = [];
  const logger = { warn: (code: string) => void warnings.push(code) };
  const own = { ...config, logger, callbacks: { authorized: () => true } } satisfies NextAuthConfig;
  for (const source of [own, () => own]) {
    await NextAuth(source).handlers.GET(requestFor("/api/auth/session"));
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.deepEqual(warnings, []);
});

/** What the function of a proxy answers, and whether Next then shows a page. */
const GOES_ON: readonly (readonly [answer: () => Response, goesOn: boolean])[] = [
  // What `NextResponse.next()` and `NextResponse.rewrite()` return.
  [() => new Response(null, { headers: { "x-middleware-next": "1" } }), true],
  [() => new Response(null, { headers: { "x-middleware-rewrite": "https://app.example/b" } }), true],
  [() => Response.redirect("https://app.example/login"), false],
  [() => Response.json(null, { status: 401 }), false],
];

test("auth() warns once if a request goes on that callbacks.authorized does not allow", async () => {
  const asked = { true: true, false: false, undefined: undefined, "a need": { aal: 2 } } as const;
  for (const [answer, goesOn] of GOES_ON) {
    for (const [what, allowed] of Object.entries(asked)) {
      const warnings: string[] = [];
      const logger = { warn: (code: string) => void warnings.push(code) };
      const { auth } = NextAuth({ ...config, logger, callbacks: { authorized: () => allowed } });
      const proxy = auth(answer);
      for (const path of ["/a", "/b"]) await proxy(requestFor(path), { waitUntil() {} });
      const expected = goesOn && allowed !== true ? 1 : 0;
      const said = `${what}, ${(await answer()).headers.get("x-middleware-next")}`;
      assert.equal(warnings.length, expected, said);
      if (expected) assert.match(warnings[0]!, /^ignored-guard: /, said);
    }
  }
});

/** `pages.signIn`, AUTH_URL, and where a stranger who asks for `/login` is sent; `undefined` if the page is shown. */
const SIGN_IN_PAGES:
  readonly (readonly [signIn: string, url: string | undefined, location: string | undefined])[] = [
    ["/login", undefined, undefined],
    ["http://localhost:3000/login", undefined, undefined],
    ["https://id.example/login", undefined, "https://id.example/login?callbackUrl=%2Flogin"],
    ["https://app.example/login", "https://app.example", undefined],
    ["/signin", "https://app.example", "https://app.example/signin?callbackUrl=%2Flogin"],
  ];

for (const [signIn, url, location] of SIGN_IN_PAGES) {
  test(`auth() as a proxy shows the sign-in page alone to strangers: ${signIn} with AUTH_URL ${url}`, async () => {
    const { auth } = NextAuth({ ...config, url, pages: { signIn }, callbacks: { authorized: () => false } });
    const proxy = proxyOf(auth);
    // Only the npm package can hand a request on to Next. With `trailingSlash`, its page has one.
    if (location === undefined) {
      for (const page of ["/login", "/login/"]) await assert.rejects(proxy(requestFor(page)), /npm/);
      return assert.equal((await proxy(requestFor("/login/x"))).status, 307);
    }
    const response = await proxy(requestFor("/login"));
    assert.deepEqual([response.status, response.headers.get("location")], [307, location]);
    assert.match(response.headers.get("cache-control")!, /no-store/);
  });
}

test("NextAuth() calls a function with the request, and uses the config that it returns", async () => {
  const { handlers } = NextAuth((request) => {
    return { ...config, basePath: `/${request!.nextUrl.pathname.split("/")[1]}/auth` };
  });
  for (const tenant of ["one", "two"]) {
    assert.equal((await handlers.GET(requestFor(`/${tenant}/auth/session`))).status, 200);
  }
});

test("NextAuth() says what to write if the config is missing, or if its function fails", async () => {
  for (const source of [undefined, null, "config"] as unknown as NextAuthConfig[]) {
    assert.throws(() => NextAuth(source), (error: Error) => {
      return error instanceof ConfigError && /NextAuth\(\{ providers: \[…\] \}\)/.test(error.message);
    });
  }
  const { handlers } = NextAuth(() => Promise.reject(new Error("no database")));
  await assert.rejects(handlers.GET(requestFor("/api/auth/session")), {
    message: "Cannot read the config: the function passed to NextAuth failed: Error: no database" +
      seeAlso("Configuration"),
  });
});

test("NextAuth() says where the route belongs, or what `basePath` must be, if they differ", async () => {
  const { handlers } = NextAuth(config);
  await assert.rejects(handlers.GET(requestFor("/auth/session")), {
    message: 'Cannot answer "/auth/session": the library is at "/api/auth". Move the route to ' +
      'app/api/auth/[...auth]/route.ts, or set `basePath` to its path as browsers see it, such as "/auth"' +
      seeAlso("Configuration"),
  });
});

/** What an application has, and the errors of its requests, with the changes that each of them names. */
const MISPLACED = [
  {
    what: "Next has a base path that AUTH_URL lacks",
    config: {},
    request: ["/api/auth/session", "/shop"],
    says:
      /Next has the `basePath` "\/shop": let AUTH_URL end with it, or set `basePath` of the library to "\/shop\/api\/auth"/,
    changes: [{ url: "https://app.example/shop" }, { basePath: "/shop/api/auth" }],
  },
  {
    what: "Next has another base path than AUTH_URL",
    config: { url: "https://app.example/other" },
    request: ["/other/api/auth/session", "/shop"],
    says: /set `basePath` of the library to "\/shop\/other\/api\/auth", and AUTH_URL to one without a path/,
    changes: [{ url: "https://app.example", basePath: "/shop/other/api/auth" }],
  },
  {
    what: "AUTH_URL has another path of the library than the route",
    config: { url: "https://app.example/auth" },
    request: ["/api/auth/session", ""],
    says:
      /to app\/auth\/\[\.\.\.auth\]\/route\.ts, or .+ such as "\/api\/auth", and AUTH_URL to one without a path/,
    changes: [{ url: "https://app.example", basePath: "/api/auth" }],
  },
  {
    what: "the route has another path than the library below the base path of Next",
    config: { url: "https://app.example/shop/api/auth" },
    request: ["/login/session", "/shop"],
    says:
      /Move the route to app\/api\/auth\/\[\.\.\.auth\]\/route\.ts, or .+ such as "\/shop\/login", and AUTH_URL/,
    changes: [{ url: "https://app.example", basePath: "/shop/login" }],
  },
] as const;

for (const { what, config: own, request: [path, outer], says, changes } of MISPLACED) {
  test(`NextAuth() names changes that work, and no other ones afterwards, where ${what}`, async () => {
    const { handlers } = NextAuth({ ...config, ...own });
    await assert.rejects(handlers.GET(requestFor(path, {}, outer)), says);
    for (const change of changes) {
      const warnings: string[] = [];
      const logger = { warn: (code: string) => void warnings.push(code) };
      const mended = NextAuth({ ...config, ...own, ...change, logger });
      assert.equal((await mended.handlers.GET(requestFor(path, {}, outer))).status, 200);
      assert.deepEqual(warnings.filter((each) => each.startsWith("env-url")), []);
    }
  });
}

test("NextAuth() trusts the Host header if the config does, but no forwarding header", async () => {
  const { handlers } = NextAuth({ ...config, providers: [provider] });
  const urls: string[] = [];
  for (const host of ["app.example:8443", "evil.example/x?", ""]) {
    const headers = { host, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const response = await handlers.GET(requestFor("/api/auth/providers", { headers }));
    urls.push((await response.json()).idp.callbackUrl);
  }
  assert.deepEqual(urls, [
    "http://app.example:8443/api/auth/callback/idp",
    "http://localhost:3000/api/auth/callback/idp",
    "http://localhost:3000/api/auth/callback/idp",
  ]);
});

test("auth() says how it is called if its argument is something else", () => {
  const { auth } = NextAuth(config) as { auth: (...args: unknown[]) => unknown };
  for (const args of [[{ req: {}, res: {} }], [undefined], ["x"], [new Request("http://localhost/")]]) {
    assert.throws(() => auth(...args), (error: Error) => {
      return error instanceof AuthError &&
        /without arguments .* `auth\(\(request\) => …\)`/.test(error.message);
    });
  }
});

test("auth(), signIn(), signOut(), update() and the functions for own forms say that they need the npm package", async () => {
  const { auth, signIn, signOut, update, ...own } = NextAuth({
    ...config,
    providers: [Password()],
    features: [SecondFactor()],
  });
  const form = new FormData();
  for (
    const call of [
      () => auth(),
      () => signIn(),
      () => signOut(),
      () => update({}),
      () => own.password.signUp(form),
      () => own.password.forgot(form),
      () => own.password.reset(form),
      () => own.password.keep(form),
      () => own.password.change(form),
      () => own.secondFactor.prove(form),
      () => own.secondFactor.setUp(form),
      () => own.secondFactor.start(),
      () => own.secondFactor.isOn(),
    ]
  ) {
    await assert.rejects(call(), /works with the npm package only: run `npm install @latchkey\/auth`/);
  }
});

/** Opens a URL as the router of Next fetches it, or follows a server action to it: with the cookies of the browser. */
async function fetchAhead(url: string, { config, browser }: { config: AuthConfig; browser: Browser }) {
  const { handlers } = NextAuth({ ...config, basePath: "/auth" });
  const headers = { rsc: "1", accept: "*/*", cookie: cookieHeader(browser) };
  const response = await handlers.GET(requestFor(url, { headers }));
  assert.equal(response.status, 200);
  assert.match(response.headers.get("cache-control")!, /no-store/);
  assert.deepEqual(response.headers.getSetCookie(), []);
  // Next opens an address that answers something else than components.
  assert.deepEqual([response.headers.get("content-type"), await response.text()], ["application/json", "{}"]);
}

for (const pages of [{}, { secondFactorSetup: "/setup" }]) {
  testForms(
    `NextAuth() mails no code for a set-up page that Next fetches before the browser opens it, with ${
      JSON.stringify(pages)
    }`,
    async () => {
      const world = openFactors({ pages });
      await world.register();
      const browser = world.visitor();
      await world.enter(GOOD, browser);
      const sent = world.mails.length;
      const url = `${APP}/auth/second-factor-setup?callbackUrl=/home`;
      await fetchAhead(url, { config: world.config, browser });
      assert.equal(world.mails.length, sent);
      await browser.open(url);
      assert.equal(world.mails.length, sent + 1);
    },
  );
}

test("NextAuth() leaves a mailed link and the answer of a provider to the browser, if Next fetches them before (EM-06)", async () => {
  const mailed = await asked();
  await fetchAhead(link(mailed), mailed);
  assert.equal((await mailed.follow()).url, `${APP}/home`, mailed.log());
  const world = open();
  const answer = await world.idp.fetch((await start(world)).href, { redirect: "manual" });
  const url = answer.headers.get("location")!;
  await fetchAhead(url, world);
  assert.equal((await world.browser.open(url)).text, "Hello Ada Lovelace", world.log());
});

test("NextAuth() lets the browser open each address that leads to a page of the application: its forms post to where they are", async () => {
  const pages = { signIn: "/login", secondFactor: "/prove", account: "/me" };
  const world = openFactors({ pages });
  for (const path of ["signin", "second-factor", "account", "signup", "error", "signout"]) {
    await fetchAhead(`${APP}/auth/${path}?callbackUrl=/home`, {
      config: world.config,
      browser: world.visitor(),
    });
  }
  const { handlers } = NextAuth({ ...config, pages });
  const { headers } = await handlers.GET(requestFor("/api/auth/signin"));
  assert.match(headers.get("location")!, /^http:\/\/localhost:3000\/login/);
  assert.equal((await handlers.GET(requestFor("/api/auth/unknown", { headers: { rsc: "1" } }))).status, 404);
});

const provider = {
  id: "idp",
  name: "Fake ID",
  type: "oidc",
  issuer: "https://idp.example",
  clientId: "id",
  clientSecret: "s",
} as const;

/** A request as Next hands it over: at the name that the server listens on if it is a path, without its base path in `pathname`. */
function requestFor(path: string, init: RequestInit = {}, basePath = ""): NextRequest {
  const request = new Request(new URL(path, "http://localhost:3000"), init);
  // A browser's `Request` drops this header.
  const headers = new Headers(init.headers);
  const nextUrl = Object.assign(new URL(request.url), { basePath });
  return {
    method: request.method,
    url: request.url,
    headers,
    nextUrl,
    body: null,
    bodyUsed: false,
  } as unknown as NextRequest;
}
