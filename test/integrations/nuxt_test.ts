import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { fetchNodeRequestHandler } from "npm:node-mock-http@1.0.5";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import { toActionRequest, toRequest } from "../../src/integrations/nuxt/h3_event.ts";
import { shownPage } from "../../src/integrations/nuxt/nitro.ts";
import { type ContextOf, type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { config, signedIn } from "./_application.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

const ORIGIN = "http://localhost:3000";
const TOKEN = "latchkey.session-token";
const FORM = "application/x-www-form-urlencoded";

/** Sends a request to an application, without a network where there is none. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Answers a request, as the tests want it. */
type Handler = (event: H3Event & { readonly context: Context }) => unknown;

type Context = ContextOf<AuthConfig>;

/** What surrounds the middleware in a test. */
interface Around {
  /** The config. */
  readonly config?: AuthConfig;
  /** Runs before the middleware. */
  readonly before?: (event: H3Event) => unknown;
  /** Environment of Cloudflare. */
  readonly bindings?: object;
}

type MockHandler = Parameters<typeof fetchNodeRequestHandler>[0];

/** The types of requests in Deno and in `node-mock-http` differ in what nothing here reads. */
function toHandler(listener: h3.NodeListener): MockHandler {
  return listener as unknown as MockHandler;
}

/** The ways in which an application of h3 runs: on Node, and as the presets of Nitro for other platforms call it. */
const PLATFORMS: Readonly<Record<string, (handler: Handler, around?: Around) => Send>> = {
  "h3 1 on Node": (handler, around) => onNode(h3.toNodeListener(firstApp(handler, around))),
  "h3 1 as Nitro calls it on other platforms": (handler, { bindings, ...around } = {}) => {
    const listener = toHandler(h3.toNodeListener(firstApp(handler, { bindings, ...around })));
    return async (path, { method = "GET", headers = {}, body } = {}) => {
      const bytes = body ? new Uint8Array(await new Response(body).arrayBuffer()) : undefined;
      const type = body instanceof URLSearchParams && { "content-type": FORM };
      const sent = new Headers({ host: "localhost:3000", ...type, ...headers as object });
      return await fetchNodeRequestHandler(listener, path, {
        method,
        headers: Object.fromEntries(sent) as Record<string, string> & HeadersInit,
        body: bytes,
      });
    };
  },
  "h3 1 as a web handler": (handler, around) => {
    const handle = h3.toWebHandler(firstApp(handler, around));
    return (path, init) => handle(new Request(ORIGIN + path, withHost(init)));
  },
  "h3 2 as a web handler": (handler, around) => {
    const app = secondApp(handler, around);
    return async (path, init) => await app.fetch(new Request(ORIGIN + path, init));
  },
  "h3 2 on Node": (handler, around) => onNode(h3v2.toNodeHandler(secondApp(handler, around))),
};

for (const [platform, open] of Object.entries(PLATFORMS)) {
  test(`NuxtAuth() with ${platform} answers its paths, and reads the session once`, async () => {
    let reads = 0;
    const callbacks: AuthConfig["callbacks"] = { session: ({ session }) => (reads++, session) };
    const send = open(async ({ context }) => {
      const [one, two] = await Promise.all([context.auth(), context.auth()]);
      return { same: one === two, name: one?.user?.name };
    }, { config: { ...config, callbacks } });
    const response = await send("/", { headers: { cookie: await signedIn() } });
    assert.deepEqual(await response.json(), { same: true, name: "Ada" });
    assert.equal(reads, 1);
    assert.deepEqual(namesOf(response), [TOKEN]);
    assert.equal(await (await send("/auth/session")).json(), null);
    assert.match(await (await send("/auth/signin")).text(), /<form|<main/);
    assert.deepEqual(await (await send("/authentic")).json(), { same: true });
  });

  test(`NuxtAuth() with ${platform} reads forms and JSON`, async () => {
    const send = open(() => "");
    const csrf = await send("/auth/csrf");
    const { csrfToken } = await csrf.json();
    const cookie = `${await signedIn()}; ${csrf.headers.getSetCookie()[0]!.split(";")[0]}`;
    const body = new URLSearchParams({ csrfToken, callbackUrl: "/" });
    const out = await send("/auth/signout", {
      method: "POST",
      headers: { cookie },
      body,
      redirect: "manual",
    });
    await out.body?.cancel();
    assert.equal(out.status, 303);
    assert.match(out.headers.getSetCookie().join(), /session-token=;.*Max-Age=0/);
    const updated = await send("/auth/session", {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: {} }),
    });
    assert.equal((await updated.json()).user.name, "Ada");
  });

  test(`NuxtAuth() with ${platform} leaves the body and the cookies of the application alone`, async () => {
    const send = open(async (event) => {
      const own = event as unknown as h3.H3Event & h3v2.H3Event;
      const isFirst = platform.startsWith("h3 1");
      if (isFirst) h3.setCookie(own, "a", "1");
      else h3v2.setCookie(own, "a", "1");
      await event.context.auth();
      return isFirst ? await h3.readRawBody(own) : await own.req.text();
    });
    const headers = { cookie: await signedIn(), "content-type": "text/plain" };
    const response = await send("/", { method: "POST", headers, body: "é".repeat(40_000) });
    assert.equal(await response.text(), "é".repeat(40_000));
    assert.deepEqual([...namesOf(response)].sort(), ["a", TOKEN]);
  });

  test(`auth.signOut() and auth.update() with ${platform} replace the cookie of a session, read before or later`, async () => {
    for (const act of [leave, change]) {
      for (const isReadBefore of [true, false]) {
        const send = open(async (event) => {
          const own = event as unknown as h3.H3Event & h3v2.H3Event;
          if (platform.startsWith("h3 1")) h3.setCookie(own, "a", "1");
          else h3v2.setCookie(own, "a", "1");
          if (isReadBefore) await event.context.auth();
          await act(event);
          return { name: (await event.context.auth())?.user?.name };
        });
        const response = await send("/", { method: "POST", headers: { cookie: await signedIn() } });
        assert.equal((await response.json()).name, act === leave ? undefined : "Ada");
        assert.deepEqual(namesOf(response), ["a", TOKEN]);
        assert.equal(/Max-Age=0/.test(response.headers.getSetCookie()[1]!), act === leave);
      }
    }
  });

  test(`auth.require() with ${platform} leads back to the page that Nuxt shows an error for, and nowhere else`, async () => {
    const send = open(async ({ context }) => await context.auth.require());
    for (
      const [url, expected] of [
        ["/staff?a=1&b=/__nuxt_error?url=/x", "/staff?a=1&b=/__nuxt_error?url=/x"],
        ["/auth/session", "/auth/session"],
        ["https://evil.example/", null],
        ["//evil.example/", null],
        ["/\\evil.example/", null],
        ["javascript:alert(1)", null],
        ["", null],
        ["http://", null],
      ] as const
    ) {
      const own = `/__nuxt_error?${new URLSearchParams({ error: "true", url, statusCode: "303" })}`;
      const answer = await send(own, {
        headers: { accept: "text/html", "sec-fetch-dest": "document" },
        redirect: "manual",
      });
      assert.equal(answer.status, 303, url);
      const back = new URL(answer.headers.get("location")!, ORIGIN).searchParams.get("callbackUrl");
      assert.equal(back, expected ?? own, url);
    }
    // The path of the request decides whose it is, as a firewall has read it.
    const read = await send(`/__nuxt_error?${new URLSearchParams({ url: "/auth/csrf" })}`);
    assert.equal(read.status, 401);
  });

  test(`NuxtAuth() with ${platform} answers 500 where the config is invalid`, async () => {
    const send = open(() => "", { config: { ...config, secret: "short" } });
    const response = await send("/");
    await response.body?.cancel();
    assert.equal(response.status, 500);
  });
}

test("NuxtAuth() reads the environment of event.context.cloudflare.env", async () => {
  const { secret, trustHost: _, ...rest } = config;
  const env = { AUTH_SECRET: secret, AUTH_URL: "https://app.example", DB: {} };
  const open = PLATFORMS["h3 1 as Nitro calls it on other platforms"]!;
  const send = open(async ({ context }) => (await context.auth())?.user?.name, {
    config: rest as AuthConfig,
    bindings: env,
  });
  const response = await send("/", { headers: { cookie: await signedIn("__Host-") } });
  assert.equal(await response.text(), "Ada");
  assert.match(await (await send("/auth/signin")).text(), /to continue to <b>app\.example<\/b>/);
});

test("NuxtAuth() reads a body that an earlier middleware has read with h3", async () => {
  const before = async (event: H3Event) => {
    const own = event as h3.H3Event;
    if (own.method === "POST") await h3.readBody(own);
  };
  const send = PLATFORMS["h3 1 on Node"]!(() => "", { before });
  const csrf = await send("/auth/csrf");
  const { csrfToken } = await csrf.json();
  const headers = { cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]! };
  const body = new URLSearchParams({ csrfToken, callbackUrl: "/mine" });
  const response = await send("/auth/signout", { method: "POST", headers, body, redirect: "manual" });
  await response.body?.cancel();
  assert.equal(response.status, 303);
  assert.match(response.headers.get("location")!, /\/mine$/);
});

test("NuxtAuth() reads a body wherever a platform has left it", async () => {
  const csrf = await PLATFORMS["h3 1 as a web handler"]!(() => "")("/auth/csrf");
  const { csrfToken } = await csrf.json();
  const fields = { csrfToken, callbackUrl: "/mine" };
  const form = new URLSearchParams(fields).toString();
  const places: readonly (readonly [type: string, onRequest: object, onEvent?: object])[] = [
    [FORM, { rawBody: new TextEncoder().encode(form), body: {} }],
    [FORM, { body: fields }],
    ["application/json", { body: fields }],
    [FORM, { body: form }],
    [FORM, {}, { _requestBody: form }],
    [FORM, {}, { web: { request: new Request(ORIGIN, { method: "POST", body: form }) } }],
  ];
  for (const [type, onRequest, onEvent] of places) {
    const before = (event: H3Event) => {
      const own = event as h3.H3Event;
      Object.assign(own.node.req, onRequest);
      Object.assign(own, onEvent);
    };
    const send = PLATFORMS["h3 1 as Nitro calls it on other platforms"]!(() => "", { before });
    const headers = { cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]!, "content-type": type };
    const response = await send("/auth/signout", { method: "POST", headers });
    await response.body?.cancel();
    assert.equal(response.status, 303, JSON.stringify([type, onRequest, onEvent]));
    assert.match(response.headers.get("location")!, /\/mine$/);
  }
});

test("NuxtAuth() restores the lists and objects of a form that a platform has parsed", async () => {
  let body: string | undefined;
  const before = async (event: H3Event) => {
    const own = event as h3.H3Event;
    Object.assign(own.node.req, { body: { a: ["1", "2"], b: { c: "3" } } });
    const request = await toRequest(own, toActionRequest(own, { origin: ORIGIN })!);
    body = await request!.text();
  };
  const send = PLATFORMS["h3 1 as Nitro calls it on other platforms"]!(() => "", { before });
  await send("/", { method: "POST", headers: { "content-type": FORM } });
  assert.equal(body, "a=1&a=2&b%5Bc%5D=3");
});

test("NuxtAuth() says what to write where something else has read the body before", async () => {
  let message = "";
  const before = async (event: H3Event) => {
    for await (const _ of (event as h3.H3Event).node.req) { /* Read and lost. */ }
  };
  const app = firstApp(() => "", { before });
  app.options.onError = (error) => void (message = error.message);
  const response = await onNode(h3.toNodeListener(app))("/auth/session", { method: "POST", body: "a=1" });
  await response.body?.cancel();
  assert.equal(response.status, 500);
  assert.match(message, /something has read it before.*server\/middleware\/0\.auth\.ts/);
});

test("NuxtAuth() answers 400 to a request whose URL is invalid, and to TRACE", async () => {
  const listener = toHandler(h3.toNodeListener(firstApp(() => "mine")));
  for (
    const [path, init] of [["/", { headers: { host: "a b" } }], ["/auth/signin", {
      method: "TRACE",
    }]] as const
  ) {
    const response = await fetchNodeRequestHandler(listener, path, {
      headers: { host: "localhost" },
      ...init,
    });
    assert.equal(response.status, 400, path);
  }
});

test("auth of NuxtAuth() says that a page is prerendered, and no one is signed in there", async () => {
  const { auth } = await begun(NuxtAuth(config), { "x-nitro-prerender": "/" });
  assert.equal(await auth(), null);
  await assert.rejects(auth.signOut(), /Cannot sign out: the page is prerendered/);
  assert.throws(() => auth.signInUrl(), /Cannot find the sign-in page: the page is prerendered/);
  await assert.rejects(auth.require(), { statusCode: 401 });
});

test("shownPage() reads the address of a page as a path or whole", () => {
  for (const address of ["/docs/staff?a=1", `${ORIGIN}/docs/staff?a=1`]) {
    const url = `${ORIGIN}/docs/__nuxt_error?${new URLSearchParams({ url: address })}`;
    assert.equal(shownPage(url), `${ORIGIN}/docs/staff?a=1`);
  }
  assert.equal(
    shownPage(`${ORIGIN}/other?url=/x&b=/__nuxt_error?`),
    `${ORIGIN}/other?url=/x&b=/__nuxt_error?`,
  );
});

test("two NuxtAuth() serve one application, each with a name in the context", async () => {
  const staff = { ...config, basePath: "/staff/auth", cookies: { sessionToken: { name: "staff" } } };
  const app = h3.createApp().use(NuxtAuth(config)).use(NuxtAuth(staff, { name: "staff" }));
  app.use(h3.eventHandler(async ({ context: { auth, staff } }) => {
    return { auth: (await auth())?.user.name, staff: await staff() };
  }));
  const response = await onNode(h3.toNodeListener(app))("/", { headers: { cookie: await signedIn() } });
  assert.deepEqual(await response.json(), { auth: "Ada", staff: null });
});

test("NuxtAuth() says where it belongs if its handler gets something else than an event", async () => {
  const handle = NuxtAuth(config) as (event: unknown) => Promise<unknown>;
  for (const event of [undefined, {}, new Request(ORIGIN), { context: {} }]) {
    await assert.rejects(handle(event), /Cannot use NuxtAuth here.*export default NuxtAuth\(config\)/);
  }
});

test("NuxtAuth() refuses a name in the context that something else has", async () => {
  const event = {
    context: { auth: "mine" },
    node: { req: { url: "/", headers: { host: "a" }, socket: {} }, res: {} },
  };
  await assert.rejects(
    NuxtAuth(config)(event),
    /Cannot set `event\.context\.auth`.*NuxtAuth\(config, \{ name: "members" \}/,
  );
});

test("NuxtAuth() is marked as an event handler, so that h3 1 does not warn", () => {
  assert.equal(h3.isEventHandler(NuxtAuth(config)), true);
});

test("event.context.auth() reads the session in a handler that Nitro caches for each cookie", async () => {
  for (
    const [varies, name] of [[["Cookie"], "Ada"], [["accept"], undefined], [undefined, undefined]] as const
  ) {
    const send = PLATFORMS["h3 1 on Node"]!(async ({ context }) => {
      Object.assign(context, { cache: { options: { varies } } });
      return { name: (await context.auth())?.user?.name };
    });
    const response = await send("/", { headers: { cookie: await signedIn() } });
    assert.equal((await response.json()).name, name);
  }
});

test("NuxtAuth() keeps a session that a middleware has read from a handler that Nitro caches", async () => {
  const send = PLATFORMS["h3 1 on Node"]!(async ({ context }) => {
    const before = (await context.auth())?.user?.name;
    Object.assign(context, { cache: { options: {} } });
    const refusal: unknown = await context.auth.require().catch((error) => error);
    return {
      before,
      after: await context.auth(),
      refusal: refusal instanceof ConfigError && refusal.message,
    };
  });
  const response = await send("/", { headers: { cookie: await signedIn() } });
  const { before, after, refusal } = await response.json();
  assert.deepEqual([before, after], ["Ada", null]);
  assert.match(refusal, /Cannot require a session in a handler that Nitro caches/);
});

/** Changes a session, as the tests want it. */
type Act = (event: Parameters<Handler>[0]) => Promise<unknown>;

const leave: Act = async ({ context }) => await context.auth.signOut();
const change: Act = async ({ context }) => await context.auth.update({ a: 1 });

/** Returns the context of an event that a middleware has seen. */
async function begun(handle: ReturnType<typeof NuxtAuth>, headers: HeadersInit = {}): Promise<Context> {
  const request = new Request(ORIGIN, { headers });
  const { headers: received } = request;
  const event = {
    context: {},
    req: request,
    headers: received,
    url: new URL(ORIGIN),
    res: { headers: new Headers() },
  };
  assert.equal(await handle(event), undefined);
  return event.context as Context;
}

function firstApp(handler: Handler, { config: own = config, before, bindings }: Around = {}): h3.App {
  const app = h3.createApp();
  if (bindings) app.use(h3.eventHandler((event) => void (event.context.cloudflare = { env: bindings })));
  if (before) app.use(h3.eventHandler(before));
  app.use(NuxtAuth(own));
  app.use("/", h3.eventHandler((event) => handler(event as unknown as Parameters<Handler>[0])));
  app.options.onError = () => {};
  return app;
}

function secondApp(handler: Handler, { config: own = config }: Around = {}): h3v2.H3 {
  const app = new h3v2.H3({ silent: true });
  app.use(NuxtAuth(own));
  app.all("/**", (event) => handler(event as unknown as Parameters<Handler>[0]));
  return app;
}

/** Each request has a server of its own. */
function onNode(listener: Parameters<typeof createServer>[1]): Send {
  return async (path, init = {}) => {
    const server = createServer(listener as Parameters<typeof createServer>[1]);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        signal: AbortSignal.timeout(LONGEST_WAIT),
      });
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      return new Response(body.byteLength > 0 ? body : null, { status, headers });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
}

function withHost(init: RequestInit = {}): RequestInit {
  return { ...init, headers: { host: "localhost:3000", ...init.headers as object } };
}

function namesOf(response: Response): readonly string[] {
  return response.headers.getSetCookie().map((each) => each.split("=", 1)[0]!);
}
