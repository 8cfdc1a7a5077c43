import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, SessionRequired } from "../../src/errors/errors.ts";
import { createRequire } from "../../src/integrations/next/require.ts";
import type { CookieStore } from "../../src/integrations/next/server.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { requireSession as requireInExpress } from "../../src/integrations/express/express.ts";
import { requireSession as requireInFastify } from "../../src/integrations/fastify/fastify.ts";
import { requireSession as requireInHono } from "../../src/integrations/hono/hono.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { NextAuth, type NextAuthConfig, type NextRequest } from "../../src/integrations/next/next.ts";
import type { RequestAuth, RequireOptions } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ask } from "./_express.ts";
import { config, eachGuard, GUARDS, NEED, signedIn } from "./_levels.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };
const BOTH = ["pwd", "otp", "mfa"];
const CHALLENGE = 'Session error="insufficient_user_authentication", acr_values="aal2", max_age="300"';
/** What scripts get in a browser that is sent elsewhere. */
const [LEVEL, AGE] = [{ message: "Use your second factor first." }, {
  message: "Verify that it's you first.",
}];

eachGuard(
  "a page that needs level 2 and a new proof leads to the second factor and back (SE-31)",
  async (open, name) => {
    await using server = await open(config);
    const transfer = `${server.url}/transfer`;
    const cookie = await signedIn(BOTH);
    assert.equal(await (await ask(transfer, { headers: { ...BROWSER, cookie } })).text(), "For Ada");
    const poor: readonly (readonly [cookie: string, expected: object])[] = [
      [await signedIn(["pwd"]), LEVEL],
      [await signedIn([]), LEVEL],
      [await signedIn(BOTH, 301), AGE],
      [await signedIn(BOTH, -3600), AGE],
      [await signedIn(BOTH, null), AGE],
    ];
    for (const [cookie, expected] of poor) {
      const page = await ask(`${transfer}?to=bob`, { headers: { ...BROWSER, cookie } });
      assert.equal(page.status, 303);
      const lack = expected === AGE ? "lack=age&" : "";
      const location = `/auth/second-factor?${lack}callbackUrl=%2Ftransfer%3Fto%3Dbob`;
      assert.equal(page.headers.get("location"), location);
      assert.match(page.headers.get("cache-control")!, /no-store/);
      await page.body?.cancel();
      const script = await ask(transfer, { headers: { cookie } });
      assert.equal(script.status, 401);
      const { message, data } = await script.json();
      if (name.startsWith("h3")) {
        const reason = expected === LEVEL ? "level" : "age";
        assert.deepEqual(data, { reason, signInUrl: `/auth/second-factor?${lack}callbackUrl=%2Ftransfer` });
      } else assert.deepEqual([message, data], [(expected as { message: string }).message, undefined]);
      assert.equal(script.headers.get("www-authenticate"), CHALLENGE);
    }
    const stranger = await ask(transfer, { headers: BROWSER });
    assert.equal(stranger.headers.get("location"), "/auth/signin?callbackUrl=%2Ftransfer");
    assert.equal(stranger.headers.get("www-authenticate"), null);
    await stranger.body?.cancel();
  },
);

eachGuard(
  "a form of this site leads to the second factor, and one of a script or another site gets 401",
  async (open) => {
    await using server = await open(config);
    const headers = { ...BROWSER, cookie: await signedIn(["pwd"]), "content-type": "text/plain" };
    const post = (own: Record<string, string>, origin: string) =>
      ask(`${server.url}/transfer`, {
        method: "POST",
        headers: { ...headers, origin, referer: `${origin}/transfer?to=bob`, ...own },
        body: "to=bob",
      });
    const form = await post({}, server.url);
    assert.equal(form.status, 303);
    const location = "/auth/second-factor?callbackUrl=%2Ftransfer%3Fto%3Dbob";
    assert.equal(form.headers.get("location"), location);
    const others = [
      await post({}, "https://evil.example"),
      await post({ "content-type": "application/json" }, server.url),
      await post({ accept: "application/json" }, server.url),
    ];
    for (const other of others) {
      assert.ok([401, 403, 400, 415].includes(other.status), String(other.status));
      await other.body?.cancel();
    }
  },
);

/** `auth` of a request to an application of Deno. */
async function authOf(own: AuthConfig, cookie: string, path = "/a"): Promise<RequestAuth> {
  let auth: RequestAuth | undefined;
  const handle = fetchHandler(own, (_request, given) => (auth = given, new Response()), {});
  await handle(new Request(`http://localhost${path}`, { headers: { ...BROWSER, cookie } }));
  return auth!;
}

test("auth.require() throws what the session lacks, and where the user gets it", async () => {
  const auth = await authOf(config, await signedIn(["pwd"]));
  await assert.rejects(auth.require(NEED), (error) => {
    assert.ok(error instanceof SessionRequired);
    assert.deepEqual([error.reason, error.signInUrl], ["level", "/auth/second-factor?callbackUrl=%2Fa"]);
    return true;
  });
  const old = await authOf(config, await signedIn(["pwd"], 400));
  await assert.rejects(old.require({ maxAge: 300 }), { reason: "age" });
  assert.equal((await old.require({ maxAge: 500 })).user.name, "Ada");
  assert.equal((await old.require({ aal: 1 })).user.name, "Ada");
  await assert.rejects((await authOf(config, "")).require(NEED), { reason: "session" });
});

test("auth.require() leads to the sign-in page in a config without a second factor", async () => {
  const { features: _, ...without } = config;
  const old = await authOf(without, await signedIn(["pwd"], 400));
  const url = "/auth/signin?error=SessionNotFresh&callbackUrl=%2Fa";
  await assert.rejects(old.require({ maxAge: 300 }), { reason: "age", signInUrl: url });
  await assert.rejects(old.require({ maxAge: 300, signInUrl: "/login" }), {
    signInUrl: "/login?error=SessionNotFresh&callbackUrl=%2Fa",
  });
  await assert.rejects(
    old.require({ aal: 2 }),
    (error: Error) =>
      error instanceof ConfigError &&
      /Add `SecondFactor\(\)` to `features`, or the provider/.test(error.message),
  );
  const withPasskey = await authOf({ ...without, providers: [Passkey] }, await signedIn(["pwd"]));
  await assert.rejects(withPasskey.require({ aal: 2 }), { reason: "level", signInUrl: url });
});

test("auth.require() and requireSession() refuse a need that no session can meet", async () => {
  const auth = await authOf(config, await signedIn(BOTH));
  const wrong: readonly (readonly [need: unknown, message: RegExp])[] = [
    [{ maxAge: 0 }, /maxAge: 0`: write at least 10 seconds/],
    [{ maxAge: 9 }, /at least 10/],
    [{ maxAge: -1 }, /at least 10/],
    [{ maxAge: NaN }, /at least 10/],
    [{ maxAge: "300" }, /at least 10/],
    [{ aal: 3 }, /level 3: write `aal: 2`/],
    [{ aal: "2" }, /level 2: write `aal: 2`/],
  ];
  for (const [need, message] of wrong) {
    await assert.rejects(auth.require(need as RequireOptions), message);
    assert.throws(() => requireInExpress(config, need as RequireOptions), message);
    assert.throws(() => requireInFastify(need as RequireOptions), message);
    assert.throws(() => requireInHono(need as RequireOptions), message);
  }
});

test("a guard lets the pages of the second factor pass, which belong to the application", async () => {
  const pages = { signIn: "/login", secondFactor: "/2fa", secondFactorSetup: "/2fa/setup" };
  const own = { ...config, pages } as AuthConfig;
  await using server = await GUARDS["Hono, requireSession()"]!(own);
  for (const cookie of [await signedIn(["pwd"]), ""]) {
    for (const path of [...Object.values(pages), "/2fa?callbackUrl=%2F"]) {
      const page = await ask(server.url + path, { headers: { ...BROWSER, cookie } });
      assert.deepEqual([page.status, await page.text()], [200, "For Ada"]);
    }
    assert.equal((await ask(`${server.url}/2fa/more`, { headers: { ...BROWSER, cookie } })).status, 303);
  }
  const page = await ask(`${server.url}/a`, { headers: { ...BROWSER, cookie: await signedIn(["pwd"]) } });
  // The endpoint leads on, with what the page needs.
  assert.equal(page.headers.get("location"), "/auth/second-factor?callbackUrl=%2Fa");
});

test("auth.require() of SvelteKit redirects a page to the second factor, and answers a script with 401", async () => {
  for (
    const [headers, message] of [[BROWSER, /Cannot redirect to "\/auth\/second-factor\?callbackUrl=%2Fa"/], [
      {},
      /Cannot answer 401 \(Use your second factor first\.\)/,
    ]] as const
  ) {
    const request = new Request("http://localhost/a", {
      headers: { ...headers, cookie: await signedIn(["pwd"]) },
    });
    const event = {
      request,
      url: new URL(request.url),
      locals: {} as { auth?: RequestAuth },
      cookies: { set() {} },
    };
    const resolve = async ({ locals }: typeof event) => (await locals.auth!.require(NEED), new Response());
    // Only the npm package can redirect.
    await assert.rejects(KitAuth(config).handle({ event, resolve }), message);
  }
});

test("auth.require() of Next redirects to a URL: Next puts its basePath before a path", async () => {
  for (
    const [own, url] of [
      [{ url: "https://app.test/app" }, "https://app.test/app/api/auth/signin?callbackUrl=%2Fapp%2F"],
      [
        { url: "https://app.test/app", pages: { signIn: "/app/login" } },
        "https://app.test/app/login?callbackUrl=%2Fapp%2F",
      ],
      [{}, "http://localhost/api/auth/signin?callbackUrl=%2F"],
    ] as const
  ) {
    const mounted = mount({ ...config, ...own }, {}, { defaultPath: "/api/auth" });
    const request = { url: "http://localhost/", method: "GET", headers: new Headers(BROWSER) };
    const reader = mounted.session(request);
    const session = await reader.read();
    const { lacks, userId } = reader;
    const store = { getAll: () => [], set() {} };
    const read = { session, mount: mounted, lacks, userId, request, store };
    // Only the npm package can redirect.
    await assert.rejects(createRequire(() => Promise.resolve(read))(), { cause: { url } });
  }
});

test("auth.require() of Next leads pages, components and actions to the second factor, and throws to a script", async () => {
  const mounted = mount({ ...config }, {}, { defaultPath: "/api/auth" });
  // A component can set no cookie; route handlers and actions can.
  const writable = { getAll: () => [], set() {} };
  const ask = async (own: Record<string, string>, options: object = {}, store: CookieStore = writable) => {
    const headers = new Headers({ cookie: await signedIn(["pwd"]), ...own });
    const request = { url: "http://localhost/", method: "GET", headers };
    const reader = mounted.session(request);
    const session = await reader.read();
    const { lacks, userId } = reader;
    const read = { session, mount: mounted, lacks, userId, request, store };
    await createRequire(() => Promise.resolve(read))({ ...NEED, ...options });
  };
  const referer = "http://localhost/settings?a=b";
  const home = "/api/auth/second-factor?callbackUrl=%2F";
  await assert.rejects(ask({}), { reason: "level", signInUrl: home });
  await assert.rejects(ask({ referer }), { signInUrl: `${home}settings%3Fa%3Db` });
  await assert.rejects(ask({ referer: "https://evil.example/x" }), { signInUrl: home });
  await assert.rejects(ask({ referer }, { redirectTo: "/billing" }), { signInUrl: `${home}billing` });
  await assert.rejects(ask({}, { form: { to: "bob" } }), /Cannot keep `form`.*pass the FormData/);
  for (const page of [BROWSER, { rsc: "1" }, { "next-action": "1" }]) {
    await assert.rejects(ask(page as Record<string, string>), /with the npm package only/);
  }
  const set = () => {
    throw new Error("Cookies can only be modified in a Server Action or Route Handler");
  };
  await assert.rejects(ask({ accept: "*/*" }, {}, { getAll: () => [], set }), /with the npm package only/);
});

test("callbacks.authorized of Next may return what a page needs", async () => {
  const proxyOf = (authorized: unknown, own: AuthConfig = config) => {
    const { auth } = NextAuth({ ...own, callbacks: { authorized } } as NextAuthConfig);
    return auth as unknown as (request: NextRequest) => Promise<Response>;
  };
  const request = (cookie: string, path = "/billing?a=b") => {
    const url = new URL(`http://localhost${path}`);
    const nextUrl = Object.assign(url, { basePath: "" });
    return {
      method: "GET",
      url: url.href,
      headers: new Headers({ cookie }),
      nextUrl,
    } as unknown as NextRequest;
  };
  const proxy = proxyOf(() => NEED);
  const poor = await proxy(request(await signedIn(["pwd"])));
  assert.deepEqual([poor.status, poor.headers.get("location")], [
    307,
    "http://localhost/api/auth/second-factor?callbackUrl=%2Fbilling%3Fa%3Db",
  ]);
  const stranger = await proxy(request(""));
  assert.match(stranger.headers.get("location")!, /\/api\/auth\/signin\?callbackUrl=%2Fbilling/);
  // Only the npm package can hand a request on to Next.
  await assert.rejects(proxy(request(await signedIn(BOTH))), /npm/);
  const pages = { secondFactor: "/2fa" } as AuthConfig["pages"];
  await assert.rejects(proxyOf(() => NEED, { ...config, pages } as AuthConfig)(request("", "/2fa")), /npm/);
  await assert.rejects(proxyOf(() => ({ maxAge: 1 }))(request("")), /at least 10 seconds/);
  assert.match((await proxyOf(() => null)(request(""))).headers.get("location")!, /signin/);
});
