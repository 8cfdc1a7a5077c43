/**
 * Forms of the application: routes that call `signIn()` and `signOut()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { AuthError } from "../../mod.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express/express.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config as base, IDP, signedIn } from "./_application.ts";
import { ask, VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";
import { DOORS, type RouteAnswer } from "./_doors.ts";

const TOKEN = "latchkey.session-token";

const config = {
  ...base,
  providers: [
    IDP,
    Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => name === "grace" ? { id: "2", name: "Grace" } : null,
    }),
  ],
} satisfies AuthConfig;

/** The routes of the application. Each reads the session before and after. */
async function route(path: string, auth: RequestAuth<typeof config>): Promise<RouteAnswer> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const { provider: providerId, ...fields } = Object.fromEntries(searchParams);
  const name = async () => (await auth())?.user.name ?? null;
  const before = await name();
  try {
    const location = pathname === "/logout"
      ? await auth.signOut({ redirectTo: "/bye" })
      : await auth.signIn({ providerId, fields, redirectTo: "/welcome" });
    return { status: 303, location, body: [before, await name()] };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { body: [error.type, await name()] };
  }
}

/** Sends a form of the application. */
async function post(server: Listening, path: string, more: HeadersInit = {}) {
  const headers = new Headers(more);
  if (!headers.has("origin")) headers.set("origin", server.url);
  const response = await ask(server.url + path, { method: "POST", headers });
  const { status } = response;
  const location = response.headers.get("location");
  const set = response.headers.getSetCookie();
  const names = set.map((each) => each.split("=", 1)[0]!);
  return { response, status, location, set, names, body: await response.json() };
}

/** The session that the cookies of an answer make. */
async function sessionAfter(server: Listening, set: readonly string[]): Promise<string | null> {
  const cookie = set.map((each) => each.split(";", 1)[0]).join("; ");
  const session = await (await ask(`${server.url}/auth/session`, { headers: { cookie } })).json();
  return session?.user.name ?? null;
}

for (const [name, open] of Object.entries(DOORS)) {
  test(`signIn() in a route on ${name} begins at the provider, and keeps the cookies of the application`, async () => {
    await using server = await open(config, route);
    const { status, location, names, response, body } = await post(server, "/login?provider=idp");
    assert.equal(status, 303);
    const url = new URL(location!);
    assert.equal(url.origin + url.pathname, "https://idp.example/authorize");
    assert.equal(url.searchParams.get("redirect_uri"), `${server.url}/auth/callback/idp`);
    assert.ok(names.includes("mine"), names.join());
    assert.ok(names.some((each) => /^latchkey\.flow\./.test(each)), names.join());
    assert.match(response.headers.get("cache-control")!, /no-store/);
    assert.deepEqual(body, [null, null]);
  });

  test(`signIn() in a route on ${name} signs in with credentials, and the route then reads that session`, async () => {
    await using server = await open(config, route);
    for (const cookie of ["", await signedIn()]) {
      const before = cookie ? "Ada" : null;
      const { status, location, set, names, body } = await post(
        server,
        "/login?provider=credentials&name=grace",
        { cookie },
      );
      assert.deepEqual([status, new URL(location!, server.url).pathname], [303, "/welcome"]);
      assert.deepEqual(body, [before, "Grace"]);
      assert.equal(names.filter((each) => each === TOKEN).length, 1, names.join());
      assert.equal(await sessionAfter(server, set), "Grace");
    }
  });

  test(`signIn() in a route on ${name} throws CredentialsSignin for wrong credentials, and the session stays`, async () => {
    await using server = await open(config, route);
    const answer = await post(server, "/login?provider=credentials&name=eve", { cookie: await signedIn() });
    assert.deepEqual(answer.body, ["CredentialsSignin", "Ada"]);
    assert.equal(await sessionAfter(server, answer.set), "Ada");
  });

  test(`signOut() in a route on ${name} stays, although the session was due for renewal`, async () => {
    await using server = await open(config, route);
    const { status, location, set, body } = await post(server, "/logout", { cookie: await signedIn() });
    assert.deepEqual([status, new URL(location!, server.url).pathname], [303, "/bye"]);
    assert.deepEqual(body, ["Ada", null]);
    const tokens = set.filter((each) => each.startsWith(TOKEN));
    assert.equal(tokens.length, 1);
    assert.match(tokens[0]!, /Max-Age=0/);
  });

  test(`signIn() and signOut() in a route on ${name} refuse a request of another site`, async () => {
    await using server = await open(config, route);
    const foreign = { cookie: await signedIn(), origin: "https://evil.example" };
    for (const path of ["/login?provider=credentials&name=grace", "/login?provider=idp", "/logout"]) {
      const { set, body } = await post(server, path, foreign);
      assert.deepEqual(body, ["MissingCSRF", "Ada"], path);
      assert.equal(await sessionAfter(server, set), "Ada", path);
    }
  });
}

test("auth.signIn() in Express leads back to where the request has met the library, to basePath, or to /auth", async () => {
  const places: readonly (readonly [place: string, basePath: string | undefined, expected: string])[] = [
    ["/", undefined, "/auth"],
    ["/", "/api/auth", "/api/auth"],
    ["/:tenant", undefined, "/acme"],
    // Here, `auth` is that of the guard.
    ["/:tenant/auth", undefined, "/auth"],
    ["/api/auth", "/api/auth", "/api/auth"],
  ];
  for (const { name, express } of VERSIONS) {
    for (const [place, basePath, expected] of places) {
      const own = { ...config, ...(basePath && { basePath }) };
      const app = express().use(place, MiddlewareAuth(own));
      app.post("/acme/login", requireSession(own), (_req, res, next) => {
        res.locals.auth.signIn({ providerId: "idp" }).then((url) => res.redirect(303, url), next);
      });
      await using server = await serve(app);
      const headers = { origin: server.url, cookie: await signedIn() };
      const { headers: answer } = await ask(`${server.url}/acme/login`, { method: "POST", headers });
      const redirectUri = new URL(answer.get("location")!).searchParams.get("redirect_uri");
      assert.equal(redirectUri, `${server.url}${expected}/callback/idp`, `${name}: ${place}`);
    }
  }
});

test("signIn() and signOut() on Node and in Express say at once that the response has begun, and do nothing", async () => {
  let checks = 0;
  const counting = {
    ...config,
    providers: [Credentials({ authorize: () => (checks++, { id: "2" }) })],
    events: { signOut: () => void checks++ },
  };
  const action = { providerId: "credentials" };
  const late = async (res: ServerResponse, attempts: readonly (() => Promise<unknown>)[]) => {
    res.write(" ");
    const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
    res.end(results.map((each) => each.status === "rejected" ? String(each.reason) : "done").join("\n"));
  };
  const listeners = [
    NodeAuth(counting, async (_req: IncomingMessage, res: ServerResponse, auth) => {
      await late(res, [() => auth.signIn(action), () => auth.signOut(), () => auth.update({})]);
    }),
    ...VERSIONS.map(({ express }) =>
      express().use(MiddlewareAuth(counting)).use((_req, res, next) => {
        const auth: RequestAuth = res.locals.auth;
        late(res, [() => auth.signIn(action), () => auth.signOut(), () => auth.update({})]).catch(next);
      })
    ),
  ];
  for (const listener of listeners) {
    await using server = await serve(listener);
    const headers = { origin: server.url, cookie: await signedIn() };
    const text = await (await ask(server.url, { method: "POST", headers })).text();
    for (const wish of ["sign in", "sign out", "update the session"]) {
      assert.match(text, new RegExp(`Cannot ${wish}: the response has begun.*Do so before anything is sent`));
    }
  }
  assert.equal(checks, 0);
});

test("signIn() with an unknown provider leads to the sign-in page, which says so, and logs it", async () => {
  const logged: string[] = [];
  const own = {
    ...config,
    pages: { signIn: "/login?a=b" },
    logger: { error: ({ message }: Error) => logged.push(message) },
  };
  for (const providerId of ["nope", "", undefined]) {
    const handle = fetchHandler(
      own,
      async (_request, auth) => new Response(await auth.signIn({ providerId })),
      {},
    );
    const url = new URL(await (await handle(new Request("http://localhost/", { method: "POST" }))).text());
    assert.deepEqual([url.pathname, url.searchParams.get("a")], ["/login", "b"]);
    assert.equal(url.searchParams.get("error"), providerId ? "InvalidProvider" : null);
  }
  assert.deepEqual(logged, ['Cannot sign in with "nope": there is no such provider']);
});

test("an application that does not catch the refusal of a request of another site answers 403", async () => {
  const handle = fetchHandler(config, async (_request, auth) => new Response(await auth.signOut()), {});
  const listener = NodeAuth(config, async (_req: IncomingMessage, res: ServerResponse, auth) => {
    res.end(await auth.signOut());
  });
  for (const start of [() => serveWeb(handle), () => serve(listener)]) {
    await using server = await start();
    const response = await ask(server.url, { method: "POST", headers: { origin: "https://evil.example" } });
    assert.deepEqual([response.status, await response.text()], [403, "Forbidden."]);
  }
});

test("a link on another site begins a sign-in, and does nothing else", async () => {
  const handle = fetchHandler(config, async ({ url }, auth) => {
    const { pathname, searchParams } = new URL(url);
    const action = { providerId: searchParams.get("provider")!, fields: Object.fromEntries(searchParams) };
    const acts = {
      "/begin": () => auth.signIn(action),
      "/update": () => auth.update({}),
      "/logout": () => auth.signOut(),
    };
    const done = acts[pathname as keyof typeof acts]();
    return await done.then(() => new Response("done"), (error) => new Response(error.type));
  }, {});
  const follow = async (path: string, site: string) => {
    const headers = { cookie: await signedIn(), "sec-fetch-site": site };
    return await (await handle(new Request(`http://localhost${path}`, { headers }))).text();
  };
  for (const site of ["cross-site", "same-site"]) {
    assert.equal(await follow("/begin?provider=idp", site), "done");
    const refused = [
      "/begin?provider=idp&link=true",
      "/begin?provider=idp&link=1",
      "/begin?provider=credentials&name=grace",
      "/update",
      "/logout",
    ];
    for (const path of refused) assert.equal(await follow(path, site), "MissingCSRF", `${site} ${path}`);
  }
  for (const path of ["/begin?provider=idp&link=true", "/update", "/logout"]) {
    assert.equal(await follow(path, "same-origin"), "done", path);
  }
});

test("NodeAuth() in Koa leaves auth in ctx.state, and says if something else is there", async () => {
  const messages: string[] = [];
  const app = new Koa().use(async (context, next) => {
    context.state.auth = "mine";
    await next();
  }).use(NodeAuth(config));
  app.on("error", ({ message }: Error) => messages.push(message));
  await using server = await serve(app.callback());
  const response = await ask(server.url);
  await response.body?.cancel();
  assert.equal(response.status, 500);
  assert.match(messages.join(), /Cannot set `ctx\.state\.auth`: something else has set it/);
});
