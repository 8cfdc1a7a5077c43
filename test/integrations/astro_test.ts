import assert from "node:assert/strict";
import { test } from "node:test";
import { AsyncResource } from "node:async_hooks";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import { AstroAuth, type AstroContext, type RequestAuth } from "../../src/integrations/astro/astro.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { config, signedIn } from "./_application.ts";

const ORIGIN = "http://localhost:4321";
const TOKEN = "latchkey.session-token";

test("AstroAuth() prolongs the session on a response whose headers are immutable", async () => {
  const { onRequest } = AstroAuth(config);
  const context = contextOf("/", { headers: { cookie: await signedIn() } });
  const response = await onRequest(context, async () => {
    await authOf(context)();
    return Response.redirect(`${ORIGIN}/elsewhere`);
  });
  assert.equal(response.status, 302);
  assert.match(response.headers.get("set-cookie")!, new RegExp(`^${TOKEN}=`));
});

test("AstroAuth() reads the variables of the environment with the function of the options", async () => {
  const { secret, trustHost: _, ...rest } = config;
  const asked = new Set<string>();
  const variables: Record<string, string> = { AUTH_SECRET: secret, AUTH_TRUST_HOST: "true" };
  const env = (name: string) => (asked.add(name), variables[name]);
  const { onRequest } = AstroAuth(rest as AuthConfig, { env });
  const response = await onRequest(contextOf("/auth/session"), unreachable);
  assert.equal(await response.json(), null);
  assert.ok(asked.has("AUTH_URL"));
});

test("AstroAuth() keeps a page about an error, which shows the user, out of caches", async () => {
  const { onRequest } = AstroAuth(config);
  const context = contextOf("/missing", { headers: { cookie: await signedIn() } });
  const missing = await onRequest(context, () => Promise.resolve(new Response(null, { status: 404 })));
  assert.equal(missing.headers.get("cache-control"), null);
  // Astro runs the middleware again for `404.astro`, with the same locals.
  const shown = await onRequest(context, async () => {
    const session = await authOf(context)();
    return new Response(`No such page, ${session?.user?.name}`, { status: 404 });
  });
  assert.match(shown.headers.get("cache-control")!, /private, .*no-store/);
  assert.match(shown.headers.get("set-cookie")!, new RegExp(`^${TOKEN}=`));
  assert.match(await shown.text(), /Ada/);
});

test("AstroAuth() reads the session once for a page and the page about its error, which Astro 5 gives other locals", async () => {
  for (const status of [404, 500]) {
    let reads = 0;
    const { onRequest } = AstroAuth({
      ...config,
      callbacks: { jwt: ({ token }) => ({ ...token, turn: ++reads }) },
    });
    const context = contextOf("/broken", { headers: { cookie: await signedIn() } });
    await onRequest(context, async () => (await authOf(context)(), new Response(null, { status })));
    const again = { ...context, locals: {} };
    const shown = await onRequest(again, async () => {
      return new Response((await authOf(again)())?.user?.name, { status });
    });
    assert.deepEqual([await shown.text(), reads, shown.headers.getSetCookie().length], ["Ada", 1, 1]);
  }
});

test("a sign-out of Astro stays where its page answers 404, and the page about it shows no user", async () => {
  const { onRequest } = AstroAuth(config);
  const [first, second] = [recorder(), recorder()];
  const context = contextOf("/gone", { headers: { cookie: await signedIn() } }, { cookies: first.cookies });
  await onRequest(context, async () => {
    await authOf(context).signOut();
    return new Response(null, { status: 404 });
  });
  const again = { ...context, locals: {}, cookies: second.cookies };
  const shown = await onRequest(again, async () => {
    return new Response(String(await authOf(again)()), { status: 404 });
  });
  assert.deepEqual([await shown.text(), shown.headers.getSetCookie()], ["null", [`${TOKEN}=; Max-Age=0`]]);
});

test("a page of Astro about an error can sign out", async () => {
  const { onRequest } = AstroAuth(config);
  const context = contextOf("/gone", { headers: { cookie: await signedIn() } });
  await onRequest(context, () => Promise.resolve(new Response(null, { status: 404 })));
  const { set, cookies } = recorder();
  const again = { ...context, locals: {}, cookies };
  await onRequest(again, async () => {
    await authOf(again).signOut();
    return new Response(String(await authOf(again)()), { status: 404 });
  });
  assert.match(set.at(-1)!, /session-token=; Max-Age=0/);
});

test("a page of Astro about an error leads to the sign-in page, and keeps a token that works once if it fails", async () => {
  const { onRequest } = AstroAuth({ ...config, callbacks: { jwt: ({ token }) => ({ ...token, turn: 1 }) } });
  const pages = [
    [null, (auth: ReturnType<typeof authOf>) => auth.require(), 303],
    [await signedIn(), async (auth: ReturnType<typeof authOf>) => Promise.reject(await auth()), 500],
  ] as const;
  for (const [cookie, page, status] of pages) {
    const context = contextOf("/gone", { headers: { accept: "text/html", ...(cookie && { cookie }) } });
    await onRequest(context, () => Promise.resolve(new Response(null, { status: 404 })));
    const again = { ...context, locals: {} };
    const shown = await onRequest(again, async () => (await page(authOf(again)), new Response()));
    assert.equal(shown.status, status);
    assert.equal(shown.headers.getSetCookie().length, cookie ? 1 : 0);
  }
});

/** Cookies of Astro, and what was set. */
function recorder() {
  const set: string[] = [];
  const cookies: AstroContext["cookies"] = {
    set: (name, value, options) => void set.push(`${name}=${value}; Max-Age=${options.maxAge}`),
    headers: () => set,
  };
  return { set, cookies };
}

test("AstroAuth() passes on what the page throws", async () => {
  const thrown = new Error("This is meant to fail.");
  await assert.rejects(AstroAuth(config).onRequest(contextOf("/"), () => Promise.reject(thrown)), thrown);
});

test("AstroAuth() lets the forms of other sites through with `checkOrigin: false`, except to its own functions", async () => {
  const { onRequest } = AstroAuth(config, { checkOrigin: false });
  const headers = { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" };
  const context = contextOf("/mine", { method: "POST", headers });
  const response = await onRequest(context, async () => {
    await assert.rejects(authOf(context).signOut(), /another site|other site/);
    return new Response("mine");
  });
  assert.equal(await response.text(), "mine");
});

test("AstroAuth() accepts forms of the origin in AUTH_URL alone, or else of its own", async () => {
  const status = async (origin: string, url?: string) => {
    const { onRequest } = AstroAuth(url ? { ...config, url } : config);
    const headers = { origin, "content-type": "application/x-www-form-urlencoded" };
    const response = await onRequest(
      contextOf("/mine", { method: "POST", headers }),
      () => Promise.resolve(new Response()),
    );
    return response.status;
  };
  assert.equal(await status("https://app.example", "https://app.example"), 200);
  assert.equal(await status("http://app.example", "https://app.example"), 403);
  assert.equal(await status(ORIGIN, "https://app.example"), 403);
  assert.equal(await status(ORIGIN), 200);
  assert.equal(await status("https://app.example"), 403);
});

test("AstroAuth() accepts forms of a host that only reads the session, on that host", async () => {
  const [shop, accounts] = ["https://shop.example.com", "https://accounts.example.com"];
  const cookies = { sessionToken: { name: "shared", options: { domain: "example.com" } } };
  const { onRequest } = AstroAuth({ ...config, url: accounts, cookies });
  const status = async (origin: string, host: string) => {
    const headers = { origin, host, "content-type": "application/x-www-form-urlencoded" };
    const context = contextOf("/mine", { method: "POST", headers });
    return (await onRequest(context, () => Promise.resolve(new Response()))).status;
  };
  assert.equal(await status(shop, "shop.example.com"), 200);
  assert.equal(await status(accounts, "inner.example.com"), 200, "behind a proxy");
  for (
    const [origin, host] of [
      [shop, "accounts.example.com"],
      ["https://blog.example.com", "shop.example.com"],
      ["http://shop.example.com", "shop.example.com"],
      ["https://evil.example", "evil.example"],
      ["https://evilexample.com", "evilexample.com"],
    ] as const
  ) assert.equal(await status(origin, host), 403, `${origin} at ${host}`);
});

test("AstroAuth() says why it refuses a form, and what to write", async () => {
  const refused = async (headers: Record<string, string>) => {
    const context = contextOf("/mine", { method: "PUT", headers });
    return await (await AstroAuth(config).onRequest(context, unreachable)).text();
  };
  const advice =
    "For a webhook, write AstroAuth(config, { checkOrigin: false }); behind a proxy, set AUTH_URL";
  assert.equal(await refused({}), `Cannot accept this PUT: its Origin is not sent. ${advice}`);
  const origin = "https://evil.example";
  assert.equal(await refused({ origin }), `Cannot accept this PUT: its Origin is ${origin}. ${advice}`);
});

test("AstroAuth() refuses a name in `locals` that something else has, and accepts another name", async () => {
  const wanted = /Cannot set `locals\.auth`.*AstroAuth\(config, \{ name: "members" \}/;
  const mine = contextOf("/", {}, { locals: { auth: "mine" } });
  await assert.rejects(AstroAuth(config).onRequest(mine, unreachable), wanted);
  const [one, two, three] = [AstroAuth(config), AstroAuth(config), AstroAuth(config, { name: "members" })];
  const nested = (inner: typeof one, context: AstroContext) =>
    one.onRequest(context, () => inner.onRequest(context, () => Promise.resolve(new Response("mine"))));
  await assert.rejects(nested(two, contextOf("/")), wanted);
  const context = contextOf("/");
  assert.equal(await (await nested(three, context)).text(), "mine");
  assert.deepEqual(Object.keys(context.locals), ["auth", "members"]);
});

test("AstroAuth() shows nobody the session of another request whose server passes one `locals` object to all", async () => {
  const { onRequest } = AstroAuth(config);
  const context = contextOf("/", { headers: { cookie: await signedIn() } });
  const nameIn = async () => (await authOf(context)())?.user?.name ?? "nobody";
  let goOn = () => {};
  const waited = new Promise<void>((resolve) => goOn = resolve);
  // Of another connection: no work of the first one has begun it.
  const stranger = AsyncResource.bind(() =>
    onRequest(contextOf("/", {}, { locals: context.locals }), async () => new Response(await nameIn()))
  );
  const refusal = (error: unknown) => error instanceof ConfigError && /handler\(.*\{\}\)/.test(error.message);
  // The page is being made, and then sent, when the next request comes.
  const first = await onRequest(context, async () => {
    await assert.rejects(stranger, refusal);
    return new Response(
      new ReadableStream({
        async start(sending) {
          await waited;
          sending.enqueue(new TextEncoder().encode(await nameIn()));
          sending.close();
        },
      }),
    );
  });
  await assert.rejects(stranger, refusal);
  goOn();
  assert.equal(await first.text(), "Ada");
});

test("auth.signInUrl() of AstroAuth() leads from a server island back to the page that has it", async () => {
  const { onRequest } = AstroAuth(config);
  for (
    const [referer, expected] of [
      [`${ORIGIN}/about?tab=1`, "/about?tab=1"],
      ["https://evil.example/about", "/"],
      [null, "/"],
    ] as const
  ) {
    const context = contextOf("/_server-islands/Account?e=default&p=x", {
      headers: referer ? { referer } : {},
    });
    const response = await onRequest(
      context,
      () => Promise.resolve(new Response(authOf(context).signInUrl())),
    );
    const { searchParams } = new URL(await response.text(), ORIGIN);
    assert.equal(searchParams.get("callbackUrl"), expected, String(referer));
  }
});

test("onRequest of AstroAuth() says where it belongs if it gets something else than a context", async () => {
  const onRequest = AstroAuth(config).onRequest as (context: unknown) => Promise<Response>;
  for (const context of [undefined, {}, new Request(ORIGIN), { request: new Request(ORIGIN) }]) {
    await assert.rejects(onRequest(context), /Cannot use AstroAuth here.*src\/middleware\.ts/);
  }
});

test("AstroAuth() does not read the request of a prerendered page, where nothing but auth() works", async () => {
  const { onRequest } = AstroAuth({ providers: [] }, { env: () => assert.fail("it reads the environment") });
  const context = contextOf("/", {}, { isPrerendered: true });
  await onRequest(context, async () => {
    const auth = authOf(context);
    assert.equal(await auth(), null);
    const message =
      /the page is prerendered, at build time and without a request. Write `export const prerender = false`/;
    for (const use of [auth.require, auth.signIn, auth.signOut, auth.update]) {
      await assert.rejects((use as () => Promise<unknown>).call(auth), message);
    }
    assert.throws(() => auth.signInUrl(), message);
    return new Response();
  });
});

test("AstroAuth() sets the `auth` of a request that a prerendered page has rewritten", async () => {
  const { onRequest } = AstroAuth(config);
  const locals = {};
  await onRequest(
    contextOf("/built", {}, { locals, isPrerendered: true }),
    () => Promise.resolve(new Response()),
  );
  const context = contextOf("/", { headers: { cookie: await signedIn() } }, { locals });
  const response = await onRequest(context, async () => new Response((await authOf(context)())?.user?.name));
  assert.equal(await response.text(), "Ada");
});

test("AstroAuth() and NuxtAuth() throw at once if they get no config", () => {
  for (const create of [AstroAuth, NuxtAuth] as ((config: unknown) => unknown)[]) {
    for (const config of [undefined, null, "config"]) {
      assert.throws(() => create(config), /Cannot read the config: (Astro|Nuxt)Auth got/);
    }
  }
});

function contextOf(path: string, init?: RequestInit, more?: Partial<AstroContext>): AstroContext {
  const request = new Request(ORIGIN + path, init);
  const cookies = { set: () => assert.fail("it sets a cookie"), headers: () => [] };
  return { request, url: new URL(request.url), locals: {}, cookies, isPrerendered: false, ...more };
}

function authOf({ locals }: AstroContext): RequestAuth {
  return (locals as { readonly auth: RequestAuth }).auth;
}

function unreachable(): never {
  assert.fail("it calls the application");
}
