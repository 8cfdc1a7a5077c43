import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { test } from "node:test";
// @ts-types="npm:@types/connect@3.4.38"
import connect from "npm:connect@3.7.0";
// @ts-types="npm:@types/express@5.0.6"
import express from "npm:express@5.3.0";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import {
  type ExpressAuthConfig,
  type ExpressMiddleware,
  MiddlewareAuth,
  requireSession,
} from "../../src/integrations/express/express.ts";
import { NodeAuth, type NodeAuthConfig, type RequestAuth } from "../../src/integrations/node/node.ts";
import { raw } from "../../src/values/markers.ts";
import { config, signedIn } from "./_application.ts";
import { serve } from "./_server.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

/** Applications that answer `/mine`, and read the session where they can. */
const APPLICATIONS: Readonly<Record<string, () => RequestListener>> = {
  "an application of Express": () => NodeAuth(config, expressApp()),
  "an application of Connect": () => NodeAuth(config, connectApp()),
  "an application of Koa": () => NodeAuth(config, koaApp()),
  "a middleware of Express": () => expressApp((app) => app.use(NodeAuth(config))),
  "a middleware of Express, mounted": () => expressApp((app) => app.use("/auth", NodeAuth(config))),
  "a middleware of Express, in a router": () =>
    expressApp((app) => app.use("/", express.Router().use("/auth", NodeAuth(config)))),
  "a middleware of Connect": () => connectApp((app) => app.use(NodeAuth(config))),
  "a middleware of Koa": () => koaApp((app) => app.use(NodeAuth(config))),
  "a middleware of Koa, after a parser": () => koaApp((app) => app.use(parseForm).use(NodeAuth(config))),
  "a middleware of Connect, mounted": () => connectApp((app) => app.use("/auth", NodeAuth(config))),
  "a function around an application of Express": () => {
    const app = expressApp();
    return NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
      await auth();
      app(req, res);
    });
  },
  "a function around a handler that takes next": () => {
    const router = express.Router().get("/mine", (_req, res) => void res.end("mine"));
    return NodeAuth(config, (req: express.Request, res: express.Response) => {
      router(req, res, () => void res.writeHead(404).end());
    }) as unknown as RequestListener;
  },
};

for (const [what, open] of Object.entries(APPLICATIONS)) {
  test(`NodeAuth() works with ${what}, on a real socket`, async () => {
    await using server = await serve(open());
    const get = (path: string) => fetch(server.url + path, { signal: AbortSignal.timeout(LONGEST_WAIT) });
    const session = await fetch(`${server.url}/auth/session`, { headers: { cookie: await signedIn() } });
    assert.equal((await session.json()).user.name, "Ada");
    assert.equal((await get("/auth/signin")).status, 200);
    const mine = await get("/mine");
    assert.deepEqual([mine.status, await mine.text()], [200, "mine"]);
    for (const path of ["/", "/nothing", "/authx", "/auth/nothing"]) {
      assert.equal((await get(path)).status, 404, path);
    }
    const csrf = await get("/auth/csrf");
    const { csrfToken } = await csrf.json();
    const signOut = await fetch(`${server.url}/auth/signout`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]! },
    });
    await signOut.body?.cancel();
    assert.deepEqual([signOut.status, signOut.headers.get("location")], [303, server.url]);
  });
}

test("NodeAuth() passes the session to an application of Express, as README.md shows", async () => {
  const app = express().get("/", async (req, res) => {
    const { auth } = req as unknown as { auth(): Promise<{ user: { name: string } } | null> };
    res.send(`Hello ${(await auth())?.user.name ?? "stranger"}`);
  });
  await using server = await serve(
    NodeAuth(
      config,
      (req: IncomingMessage, res, auth) => void app(Object.assign(req, { auth }), res as ServerResponse),
    ),
  );
  assert.equal(await (await fetch(server.url)).text(), "Hello stranger");
  const response = await fetch(server.url, { headers: { cookie: await signedIn() } });
  assert.equal(await response.text(), "Hello Ada");
  assert.match(response.headers.get("set-cookie")!, /^latchkey\.session-token=./);
});

test("NodeAuth() lets the middleware around it in Koa go on, and the failures of later ones reach Koa", async () => {
  const steps: string[] = [];
  const app = new Koa();
  app.on("error", (error: Error) => steps.push(error.message));
  app.use(async ({ path }, next) => {
    await next();
    steps.push(path);
  });
  app.use(NodeAuth(config));
  app.use(({ path }) => {
    if (path === "/fail") throw new Error("mine");
  });
  await using server = await serve(app.callback());
  for (const [path, status] of [["/auth/session", 200], ["/nothing", 404], ["/fail", 500]] as const) {
    const response = await fetch(server.url + path, { signal: AbortSignal.timeout(LONGEST_WAIT) });
    await response.body?.cancel();
    assert.equal(response.status, status, path);
  }
  assert.deepEqual(steps, ["/auth/session", "/nothing", "mine"]);
});

test("NodeAuth() below a mount of Express keeps the path of url", async () => {
  const own = { ...config, url: "https://app.example/app" } as AuthConfig;
  const app = express().use("/app", express().use("/auth", NodeAuth(own)));
  await using server = await serve(app);
  const page = await (await fetch(`${server.url}/app/auth/signout`)).text();
  assert.match(page, /https:\/\/app\.example\/app\/auth\/signin/);
});

test("NodeAuth() limits a body that a parser has read to 64 KiB", async () => {
  await using server = await serve(express().use(express.json({ limit: "1mb" })).use(NodeAuth(config)));
  const post = { method: "POST", headers: { "content-type": "application/json" } };
  const body = JSON.stringify({ a: "a".repeat(65_536) });
  const response = await fetch(`${server.url}/auth/signout`, { ...post, body });
  assert.deepEqual([response.status, await response.json()], [413, { message: "Body too large." }]);
});

test("NodeAuth() says at once that a body was read before it and not left in req.body", async () => {
  const errors: Error[] = [];
  const own = { ...config, logger: { error: (error: Error) => void errors.push(error) } } as AuthConfig;
  const listener = NodeAuth(own);
  await using server = await serve((req, res) => void req.resume().once("end", () => listener(req, res)));
  const response = await fetch(`${server.url}/auth/signout`, {
    method: "POST",
    body: new URLSearchParams({ a: "b" }),
    signal: AbortSignal.timeout(LONGEST_WAIT),
  });
  assert.deepEqual([response.status, await response.json()], [500, { message: "Internal error." }]);
  assert.match(errors.join("\n"), /Use NodeAuth before whatever reads bodies/);
});

test("NodeAuth() refuses an application that is not a function when it is mounted", () => {
  for (const app of [new Koa(), {}, "app", null]) {
    assert.throws(
      () => NodeAuth(config, app as never),
      /write a function of \(req, res, auth\), .*`app\.callback\(\)`/,
    );
  }
});

function expressApp(use: (app: express.Express) => void = () => {}) {
  const app = express();
  use(app);
  return app.get("/mine", (_req, res) => void res.end("mine"));
}

function connectApp(use: (app: connect.Server) => void = () => {}) {
  const app = connect();
  use(app);
  return app.use("/mine", (_req, res) => void res.end("mine"));
}

function koaApp(use: (app: Koa) => void = () => {}) {
  const app = new Koa();
  use(app);
  app.use((context) => {
    if (context.path === "/mine") context.body = "mine";
  });
  return app.callback();
}

/** Leaves the fields of a form in `ctx.request.body`, as parsers for Koa do. */
async function parseForm({ req, request }: Koa.Context, next: Koa.Next) {
  let text = "";
  if (request.is("urlencoded")) { for await (const part of req) text += part; }
  Object.assign(request, { body: Object.fromEntries(new URLSearchParams(text)) });
  await next();
}

for (const [name, open] of [["Express", express], ["Connect", connect]] as const) {
  test(`NodeAuth() behind app.use() leaves auth in the request of ${name}`, async () => {
    const app = open() as express.Express;
    app.use(NodeAuth(config));
    app.use((req, res, next) => {
      const { auth } = req as unknown as { auth: RequestAuth<typeof config> };
      const answer = async () => {
        const before = (await auth())?.user.name ?? "stranger";
        if (req.url === "/leave") res.setHeader("location", await auth.signOut({ redirectTo: "/" }));
        res.end(`${before}, ${(await auth())?.user.name ?? "stranger"}`);
      };
      answer().catch(next);
    });
    await using server = await serve(app as RequestListener);
    assert.equal(await (await fetch(server.url)).text(), "stranger, stranger");
    const headers = { cookie: await signedIn(), origin: server.url };
    const response = await fetch(server.url, { headers });
    assert.equal(await response.text(), "Ada, Ada");
    assert.match(response.headers.get("set-cookie")!, /^latchkey\.session-token=./);
    const left = await fetch(`${server.url}/leave`, { method: "POST", headers });
    assert.equal(await left.text(), "Ada, stranger");
    assert.match(left.headers.get("set-cookie")!, /session-token=;.*Max-Age=0/);
  });
}

test("NodeAuth() leaves auth in the request of an application that it gets", async () => {
  const app = express().get("/", async (req, res) => {
    const { auth } = req as unknown as { auth: RequestAuth<typeof config> };
    res.send((await auth())?.user.name ?? "stranger");
  });
  await using server = await serve(NodeAuth(config, app));
  assert.equal(await (await fetch(server.url, { headers: { cookie: await signedIn() } })).text(), "Ada");
});

for (const [name, open] of [["Express", express], ["Connect", connect]] as const) {
  test(`NodeAuth() keeps the auth of a request of ${name} that comes through it again`, async () => {
    const [app, auth] = [open() as express.Express, NodeAuth(config)];
    const seen: unknown[] = [];
    const note = (req: object, _res: unknown, next: () => void) => {
      seen.push((req as { readonly auth?: unknown }).auth);
      next();
    };
    app.use(auth).use(note).use(auth).use(note).use((_req, res) => void res.end("mine"));
    await using server = await serve(app as RequestListener);
    assert.equal(await (await fetch(server.url)).text(), "mine");
    assert.equal(typeof seen[0], "function");
    assert.equal(seen[1], seen[0]);
  });
}

test("NodeAuth() keeps the auth of a context of Koa that comes through it again", async () => {
  const auth = NodeAuth(config);
  const app = new Koa().use(auth).use(auth).use(async (context) => {
    context.body = (await context.state.auth())?.user.name ?? "stranger";
  });
  await using server = await serve(app.callback());
  assert.equal(await (await fetch(server.url, { headers: { cookie: await signedIn() } })).text(), "Ada");
});

test("NodeAuth() replaces no auth that something else has left in the request", async () => {
  const errors: Error[] = [];
  const own = { ...config, logger: { error: (error: Error) => void errors.push(error) } } as AuthConfig;
  const app = express().use((req, _res, next) => (Object.assign(req, { auth: { sub: "1" } }), next()));
  await using server = await serve(app.use(NodeAuth(own)));
  assert.equal((await fetch(server.url)).status, 500);
  assert.match(
    String((errors[0]!.cause as { err: Error }).err),
    /Cannot set `req\.auth`: something else has set it/,
  );
  assert.equal((await fetch(`${server.url}/auth/session`)).status, 200);
});

test("MiddlewareAuth(), requireSession() and NodeAuth() resolve when the answer has ended, or next was called", async () => {
  const seen: unknown[] = [];
  const middlewares: readonly ExpressMiddleware[] = [
    MiddlewareAuth({ ...config }),
    requireSession({ ...config }),
    NodeAuth(config) as unknown as ExpressMiddleware,
  ];
  for (const middleware of middlewares) {
    const app = express().use(async (req, res, next) => {
      let isPassedOn = false;
      const done: Promise<void> = middleware(req, res, (error) => (isPassedOn = true, next(error)));
      await done;
      seen.push([req.url, res.writableEnded, isPassedOn]);
    });
    await using server = await serve(app.use((_req, res) => void res.end("mine")));
    for (const path of ["/auth/session", "/mine"]) await (await fetch(server.url + path)).body?.cancel();
  }
  assert.deepEqual(seen, [
    ["/auth/session", true, false],
    ["/mine", true, true],
    // There is no middleware that answers the endpoints.
    ["/auth/session", true, false],
    ["/mine", true, false],
    ["/auth/session", true, false],
    ["/mine", true, true],
  ]);
});

test("MiddlewareAuth() and NodeAuth() have the config of the library without raw", async () => {
  const typed: ExpressAuthConfig & NodeAuthConfig = { providers: [] } satisfies AuthConfig;
  assert.ok(typed);
  // @ts-expect-error -- `raw` is for callers of `Auth`
  const withRaw: ExpressAuthConfig = { ...config, raw };
  // @ts-expect-error -- as above
  const inNode: NodeAuthConfig = { ...config, raw };
  // A caller of JavaScript may pass it all the same.
  for (const listener of [MiddlewareAuth(withRaw), NodeAuth(inNode)]) {
    await using server = await serve(listener as unknown as RequestListener);
    assert.equal(await (await fetch(`${server.url}/auth/session`)).json(), null);
    const failed = await fetch(`${server.url}/auth/signout`, { method: "POST", redirect: "manual" });
    await failed.body?.cancel();
    assert.equal(failed.status, 303);
  }
});
