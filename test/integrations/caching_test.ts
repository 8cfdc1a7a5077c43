import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import express from "npm:express@5.3.0";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { toNodeHandler } from "npm:h3@2.0.8/node";
import { type Context, Hono, type MiddlewareHandler } from "npm:hono@4.13.19";
import { cache } from "npm:hono@4.13.19/cache";
import { compress } from "npm:hono@4.13.19/compress";
import { etag } from "npm:hono@4.13.19/etag";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { getSession, MiddlewareAuth, type RequestAuth } from "../../src/integrations/express/express.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { type AuthVariables, HonoAuth } from "../../src/integrations/hono/hono.ts";
import { NextAuth, type NextRequest } from "../../src/integrations/next/next.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node/node.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { config, IDP, signedIn } from "./_application.ts";
import { freshConfig } from "./_express.ts";
import { serve } from "./_server.ts";
import { withCode } from "./_with_code.ts";
import { createJar, toKitAnswer } from "./_doors.ts";

/** What an application says that wants each cache to keep its answer. */
const SHARED = {
  "Cache-Control": "public, s-maxage=600",
  "CDN-Cache-Control": "max-age=600",
  "Cloudflare-CDN-Cache-Control": "max-age=600",
  "Vercel-CDN-Cache-Control": "max-age=600",
  "Surrogate-Control": "max-age=600",
  "Edge-Control": "max-age=600",
  "X-Accel-Expires": "600",
};

const PRIVATE = Object.keys(SHARED).map((name) =>
  name === "Cache-Control" ? "private, no-cache, no-store" : null
);

const own = { ...config, providers: [IDP] };

/** `auth` of a request; the proxy of Next has read the session before. */
type Use = (() => Promise<unknown>) & Partial<Pick<RequestAuth, "require" | "signIn" | "signOut">>;

/** Asserts what the headers of an answer let caches do, for a user, a stranger, and a page that asks for no session. */
async function assertPrivate(url: string, paths: readonly string[]): Promise<void> {
  const cookie = await signedIn();
  for (const path of paths) {
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const response = await fetch(url + path, { headers });
      await response.text();
      const seen = Object.keys(SHARED).map((name) => response.headers.get(name));
      const label = `${path} ${Object.keys(headers)}`;
      assert.equal(response.status, 200, label);
      if (path === "/static") assert.deepEqual(seen, Object.values(SHARED), label);
      else assert.deepEqual(seen, PRIVATE, label);
    }
  }
}

const setOn = (res: Pick<ServerResponse, "setHeader">) => {
  for (const [name, value] of Object.entries(SHARED)) res.setHeader(name, value);
};

/** How a handler of Node writes the headers for caches around the session. */
const WRITES: Record<string, (res: ServerResponse, read: () => Promise<unknown>) => Promise<unknown>> = {
  "/before": async (res, read) => (setOn(res), await read(), res.end("page")),
  "/after": async (res, read) => (await read(), setOn(res), res.end("page")),
  "/head": async (res, read) => (await read(), res.writeHead(200, SHARED).end("page")),
  "/reason": async (
    res,
    read,
  ) => (await read(), res.writeHead(200, "OK", Object.entries(SHARED).flat()).end("page")),
  "/removed": async (res, read) => {
    await read();
    res.removeHeader("cache-control");
    setOn(res);
    res.end("page");
  },
  "/static": (res) => Promise.resolve((setOn(res), res.end("page"))),
};

test("NodeAuth() leaves no answer of a session to caches, whatever the application sets when (SE-41)", async () => {
  await using server = await serve(
    NodeAuth(config, async (req, res, auth) => void await WRITES[req.url!]!(res as ServerResponse, auth)),
  );
  await assertPrivate(server.url, Object.keys(WRITES));
});

test("MiddlewareAuth() leaves no answer of a session to caches, whatever the application sets when (SE-41)", async () => {
  const own = freshConfig();
  const app = express();
  app.use(MiddlewareAuth(own));
  app.get("/by-function", async (req, res) => {
    await getSession(req, own);
    res.set("cache-control", "public, s-maxage=600").set("Surrogate-Control", "max-age=600").send("page");
  });
  for (const [path, write] of Object.entries(WRITES)) {
    app.get(path, async (_req, res) => void await write(res as unknown as ServerResponse, res.locals.auth));
  }
  await using server = await serve(app as never);
  await assertPrivate(server.url, ["/by-function", ...Object.keys(WRITES)]);
});

test("FastifyAuth() leaves no answer of a session to caches that is written past Fastify (SE-41)", async () => {
  const app = Fastify();
  await app.register(FastifyAuth, { config: own });
  for (const [path, write] of Object.entries(WRITES)) {
    const past = async (request: unknown, { raw }: { readonly raw: ServerResponse }) =>
      void await write(raw, (request as { auth: RequestAuth }).auth);
    app.get(path, async (request, reply) => (reply.hijack(), await past(request, reply)));
    app.get(`/sent${path}`, async (request, reply) => (await past(request, reply), reply));
  }
  await app.ready();
  await using server = await serve((req, res) => app.routing(req, res));
  const paths = Object.keys(WRITES);
  await assertPrivate(server.url, [
    ...paths,
    ...paths.filter((path) => path !== "/static").map((path) => `/sent${path}`),
  ]);
});

/** What a handler sends before it reads the session, and whether the log says that a cache may keep it. */
const EARLY: Record<string, readonly [send: (res: ServerResponse) => unknown, isLogged: boolean]> = {
  "a head": [(res) => res.writeHead(200, SHARED).write("page"), true],
  "headers": [(res) => (setOn(res), res.flushHeaders()), true],
  "a private head": [(res) => (res.setHeader("Cache-Control", "private"), res.flushHeaders()), false],
  nothing: [() => {}, false],
};

for (const [what, [send, isLogged]] of Object.entries(EARLY)) {
  test(`the log says once that a session was read too late for caches, of Node, Express and Fastify, after ${what} (SE-41)`, async () => {
    const cookie = await signedIn();
    const late = async (res: ServerResponse, read: () => Promise<unknown>) => {
      send(res);
      await read();
      await read();
      res.end("page");
    };
    const servers: Record<string, (logged: typeof own) => Promise<Parameters<typeof serve>[0]>> = {
      Node: (logged) =>
        Promise.resolve(NodeAuth(logged, (_req, res, auth) => late(res as ServerResponse, auth))),
      async Express(logged) {
        const app = express().use(MiddlewareAuth(logged));
        app.use(async (_req, res) => await late(res as unknown as ServerResponse, res.locals.auth));
        return await Promise.resolve(app as never);
      },
      async Fastify(logged) {
        const app = Fastify();
        await app.register(FastifyAuth, { config: logged });
        app.get("/", async (request, reply) => {
          reply.hijack();
          await late(reply.raw, (request as unknown as { auth: RequestAuth }).auth);
        });
        await app.ready();
        return (req, res) => app.routing(req as never, res as never);
      },
    };
    for (const [name, app] of Object.entries(servers)) {
      const warnings: string[] = [];
      const logger = { warn: (code: string) => void warnings.push(code) };
      await using server = await serve(await app({ ...own, logger } as unknown as typeof own));
      for (let i = 0; i < 2; i++) await (await fetch(server.url, { headers: { cookie } })).text();
      const found = warnings.filter((each) => each.startsWith("session-read-late: "));
      assert.equal(found.length, isLogged ? 1 : 0, `${name}: ${warnings}`);
    }
  });
}

/** The applications of a config: what stands around the library and behind it lets each cache keep all answers. */
const DOORS: Readonly<Record<string, () => Promise<Send>>> = {
  Node: () => {
    const listener = NodeAuth(own, async (req: IncomingMessage, res: ServerResponse, auth) => {
      const { status } = await answerTo(req.url!, auth);
      setOn(res);
      res.writeHead(status, SHARED).end("page");
    });
    return onSocket((req, res) => (setOn(res), void listener(req, res)));
  },
  Koa: () => {
    const app = new Koa<KoaAuthState<typeof own>>();
    app.use(async (context, next) => {
      context.set(SHARED);
      await next();
      if (!context.headerSent) context.set(SHARED);
    }).use(NodeAuth(own)).use(async (context) => {
      const { status } = await answerTo(context.url, context.state.auth);
      context.set(SHARED);
      Object.assign(context, { body: "page", status });
    });
    return onSocket(app.callback());
  },
  Express: () => {
    const app = express().use((_req, res, next) => (res.set(SHARED), next()));
    app.use(MiddlewareAuth({ ...own })).use(async (req, res) => {
      res.set(SHARED).status((await answerTo(req.url, res.locals.auth)).status).send("page");
    });
    return onSocket(app as never);
  },
  Fastify: async () => {
    const app = Fastify();
    app.addHook("onRequest", (_request, reply, done) => (reply.headers(SHARED), done()));
    await app.register(FastifyAuth, { config: own });
    app.addHook("onSend", (_request, reply, _payload, done) => (reply.headers(SHARED), done()));
    app.all("/*", async (request, reply) => {
      const { auth } = request as unknown as { auth: RequestAuth };
      return reply.headers(SHARED).code((await answerTo(request.url, auth)).status).send("page");
    });
    await app.ready();
    return await onSocket((req, res) => app.routing(req, res));
  },
  "h3 1": () => onSocket(h3.toNodeListener(firstApp()) as never),
  "h3 1 as a web handler": () => inProcess(h3.toWebHandler(firstApp())),
  "h3 2 on Node": () => onSocket(toNodeHandler(secondApp()) as never),
  "h3 2": () => inProcess((request) => secondApp().fetch(request)),
  Hono: () =>
    inHono((c) => {
      for (const [name, value] of Object.entries(SHARED)) c.header(name, value);
      c.res = new Response(c.res.body, { status: c.res.status, headers: SHARED });
      c.header("x-own", "1");
      for (const [name, value] of Object.entries(SHARED)) c.res.headers.set(name, value);
    }),
  "Hono with another response": () =>
    inHono((c) => void (c.res = new Response(c.res.body, { status: c.res.status, headers: SHARED }))),
  "Hono with a response in the place of none": () =>
    inHono((c) => {
      const copy = new Response(c.res.body, c.res);
      c.res = undefined;
      c.res = shared(copy);
    }),
  "Hono with compress() and etag()": () => inHono((c) => shared(c.res), [compress({ threshold: 1 }), etag()]),
  SvelteKit: () => {
    const { handle } = KitAuth(own);
    return inProcess(async (request) => {
      const { addTo, ...cookies } = createJar();
      const event = { request, url: new URL(request.url), locals: {} as { auth: RequestAuth }, cookies };
      return shared(
        await handle({
          event,
          resolve: async ({ locals }) => addTo(await answerTo(request.url, locals.auth).catch(toKitAnswer)),
        }),
      );
    });
  },
  Astro: () => {
    const { onRequest } = AstroAuth(own);
    return inProcess(async (request) => {
      const { addTo, ...cookies } = createJar();
      const locals = {} as { auth: RequestAuth };
      const context = { request, url: new URL(request.url), locals, cookies, isPrerendered: false };
      return shared(addTo(await onRequest(context, () => answerTo(request.url, locals.auth))));
    });
  },
  "the proxy of Next": () => {
    const { auth, handlers } = NextAuth({ ...own, basePath: "/auth", session: {} });
    const guard = auth((request) => answerTo(request.url, () => Promise.resolve(null)));
    return inProcess(async (request) => {
      const { url, method, headers } = request;
      const nextUrl = Object.assign(new URL(url), { basePath: "" });
      const asked = {
        url,
        method,
        headers,
        nextUrl,
        cookies: { set() {}, delete() {} },
      } as unknown as NextRequest;
      const isOwn = nextUrl.pathname.startsWith("/auth/");
      return shared(isOwn ? await handlers.GET(asked) : await guard(asked, { waitUntil() {} }) as Response);
    });
  },
  Workers: () => {
    const worker = WorkerAuth(withCode(own), ({ url }, auth) => answerTo(url, auth));
    return inProcess(async (request) =>
      shared(await worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }))
    );
  },
  "Deno and Bun": () => {
    const handler = fetchHandler(own, ({ url }, auth) => answerTo(url, auth), {});
    return inProcess(async (request) => shared(await handler(request)));
  },
};

/** Paths, and whether the answer is for one user. */
const PATHS: Readonly<Record<string, boolean>> = {
  "/static": false,
  "/page": true,
  "/page/missing": true,
  "/required": true,
  "/changed": true,
  "/left": true,
  "/auth/csrf": true,
  "/auth/session": true,
  "/auth/signin": true,
};

const ACCEPTED = { host: "localhost", "accept-encoding": "gzip" };

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: no cache keeps an answer of a session or of the library, whatever stands around it (SE-41)`, async () => {
    await using send = await open();
    const cookie = await signedIn();
    for (const [path, isPrivate] of Object.entries(PATHS)) {
      // The proxy of Next asks for each path.
      const wanted = isPrivate || name.includes("Next") ? PRIVATE : Object.values(SHARED);
      for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
        // A stranger has no session to end.
        if (path === "/left" && !headers.cookie) continue;
        const response = await send.ask(path, { ...headers, ...ACCEPTED });
        await response.text();
        const seen = Object.keys(SHARED).map((header) => response.headers.get(header));
        assert.deepEqual(seen, wanted, `${path} ${Object.keys(headers)} ${response.status}`);
        const sets = path === "/changed" && !name.includes("Next");
        if (sets) assert.match(response.headers.getSetCookie().join(), /latchkey/, path);
      }
    }
  });
}

/** Errors of a handler, from whose headers h3 2 makes its answer. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  "an error of h3": () => new h3v2.HTTPError({ status: 404, headers: SHARED }),
  "an error with headers": () => Object.assign(new Error("no page"), { status: 404, headers: SHARED }),
  "an error with the answer of another server as its cause": () =>
    new Error("no page", { cause: new Response(null, { status: 404, headers: SHARED }) }),
};

for (const [what, create] of Object.entries(THROWN)) {
  test(`NuxtAuth() lets caches keep ${what} only if the handler has not read the session (SE-41)`, async () => {
    const app = new h3v2.H3({ silent: true }).use(NuxtAuth(own) as never);
    app.all("/**", async ({ req, context }) => {
      if (req.url.endsWith("/page")) await (context as { auth: RequestAuth }).auth();
      throw create();
    });
    for (const [path, wanted] of [["static", Object.values(SHARED)], ["page", PRIVATE]] as const) {
      const { status, headers } = await app.fetch(new Request(`http://localhost/${path}`));
      assert.deepEqual([status, Object.keys(SHARED).map((name) => headers.get(name))], [404, wanted], path);
    }
  });
}

test("HonoAuth() lets cache() of Hono keep no page of a session (SE-41)", async () => {
  const app = new Hono<{ Variables: AuthVariables<typeof own> }>().use(HonoAuth(own));
  app.use(cache({ cacheName: "pages", cacheControl: "max-age=600", wait: true }));
  app.get("/mine", async (c) => {
    const name = (await c.var.auth())?.user?.name ?? "stranger";
    return c.text(name, 200, { "cache-control": "public" });
  });
  app.get("/all", (c) => c.text(c.req.header("x-visitor") ?? "second"));
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    await (await app.request(`http://localhost${path}`, { headers })).text();
  try {
    assert.equal(await ask("/mine", { cookie: await signedIn() }), "Ada");
    assert.equal(await ask("/mine"), "stranger");
    assert.deepEqual([await ask("/all", { "x-visitor": "first" }), await ask("/all")], ["first", "first"]);
  } finally {
    await caches.delete("pages");
  }
});

/** Sends requests to an application. */
interface Send extends AsyncDisposable {
  ask(path: string, headers: Record<string, string>): Promise<Response>;
}

async function onSocket(listener: Parameters<typeof serve>[0]): Promise<Send> {
  const { url, ...server } = await serve(listener);
  return { ...server, ask: (path, headers) => fetch(url + path, { headers }) };
}

function inProcess(handler: (request: Request) => Response | Promise<Response>): Promise<Send> {
  const ask: Send["ask"] = async (path, headers) =>
    await handler(new Request(`http://localhost${path}`, { headers }));
  return Promise.resolve({ ask, [Symbol.asyncDispose]: () => Promise.resolve() });
}

/** What each application answers. */
async function answerTo(url: string, auth: Use): Promise<Response> {
  const { pathname } = new URL(url, "http://localhost");
  if (pathname.startsWith("/page")) await auth();
  if (pathname === "/required") await auth.require?.();
  if (pathname === "/changed") await auth.signIn?.({ providerId: "idp" });
  if (pathname === "/left") await auth.signOut?.();
  return new Response("page", { status: pathname.endsWith("missing") ? 404 : 200, headers: SHARED });
}

/** What a hook of the application does that stands around the library. */
function shared(response: Response): Response {
  for (const [name, value] of Object.entries(SHARED)) response.headers.set(name, value);
  return response;
}

/** An application of Hono. @param change What its outermost middleware does at last. @param others The middleware within it. */
function inHono(change: (c: Context) => void, others: readonly MiddlewareHandler[] = []): Promise<Send> {
  const app = new Hono<{ Variables: AuthVariables<typeof own> }>();
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(SHARED)) c.header(name, value);
    await next();
    change(c);
  });
  for (const other of others) app.use(other);
  app.use(HonoAuth(own)).all("*", (c) => answerTo(c.req.url, c.var.auth));
  return inProcess(app.fetch);
}

function firstApp(): h3.App {
  const app = h3.createApp();
  app.use(h3.eventHandler((event) => h3.setResponseHeaders(event, SHARED)));
  app.use(NuxtAuth(own)).use(h3.eventHandler((event) => {
    h3.setResponseHeaders(event, SHARED);
    return answerTo(event.path, event.context.auth);
  }));
  return app;
}

function secondApp(): h3v2.H3 {
  const app = new h3v2.H3({ silent: true });
  app.use(async ({ res }, next) => {
    for (const [name, value] of Object.entries(SHARED)) res.headers.set(name, value);
    const answer = await next();
    for (const [name, value] of Object.entries(SHARED)) res.headers.set(name, value);
    return answer;
  });
  app.use(NuxtAuth(own) as never);
  return app.all("/**", ({ req, context }) => answerTo(req.url, (context as { auth: RequestAuth }).auth));
}
