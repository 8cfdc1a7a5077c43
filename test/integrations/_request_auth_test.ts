import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { test } from "node:test";
import Fastify from "npm:fastify@5.12.8";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { ConfigError, SessionRequired } from "../../mod.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { FastifyAuth } from "../../src/integrations/fastify.ts";
import { fetchHandler } from "../../src/integrations/_fetch.ts";
import { createRequestAuth, isRequestAuth, type RequestAuth } from "../../src/integrations/_request_auth.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node.ts";
import { WorkerAuth } from "../../src/integrations/workers.ts";
import { config as base, signedIn } from "./_application.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };

/** The routes of the application: each needs a session. */
async function textOf(path: string, auth: RequestAuth<typeof base>): Promise<string> {
  const { user } = await auth.require(path.startsWith("/staff") ? { signInUrl: "/staff/login" } : {});
  return `For ${user.name}`;
}

/** Servers that answer a `SessionRequired` that the application does not catch. */
const SERVERS: Readonly<Record<string, (config: typeof base) => Promise<Listening>>> = {
  "Deno and Bun": (config) =>
    serveWeb(fetchHandler(config, async ({ url }, auth) => {
      return new Response(await textOf(new URL(url).pathname, auth));
    }, {})),
  Workers: (config) => {
    const worker = WorkerAuth(config, async ({ url }, auth) => {
      return new Response(await textOf(new URL(url).pathname, auth));
    });
    return serveWeb((request) => worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
  },
  Node: (config) =>
    serve(NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
      const text = await textOf(req.url!, auth);
      res.end(text);
    })),
  Koa: (config) => {
    const app = new Koa<KoaAuthState<typeof base>>().use(NodeAuth(config));
    app.use(async (context) => {
      context.body = await textOf(context.path, context.state.auth);
    });
    return serve(app.callback());
  },
};

for (const [name, start] of Object.entries(SERVERS)) {
  test(`${name}: auth.require() leads a page to the sign-in page and back, and answers 401 to a script`, async () => {
    const errors: unknown[] = [];
    await using server = await start({ ...base, logger: { error: (error?: unknown) => errors.push(error) } });
    const ask = (path: string, headers: HeadersInit = {}, method = "GET") =>
      fetch(server.url + path, { headers, method, redirect: "manual" });

    const page = await ask("/members?page=2", BROWSER);
    assert.equal(page.status, 303);
    assert.equal(page.headers.get("location"), "/auth/signin?callbackUrl=%2Fmembers%3Fpage%3D2");
    assert.match(page.headers.get("cache-control")!, /private.*no-store/);
    assert.equal(page.headers.get("vary"), "Accept, Cookie");
    assert.equal(await page.text(), "");

    const staff = await ask("/staff", BROWSER);
    assert.equal(staff.headers.get("location"), "/staff/login?callbackUrl=%2Fstaff");
    // The page itself cannot redirect to itself.
    assert.equal((await ask("/staff/login", BROWSER)).status, 401);

    for (const [headers, method] of [[{}, "GET"], [BROWSER, "POST"]] as const) {
      const script = await ask("/members", headers, method);
      assert.equal(script.status, 401);
      assert.match(script.headers.get("content-type")!, /^application\/json/);
      assert.deepEqual(await script.json(), { message: "Sign in first." });
    }

    const member = await ask("/members", { ...BROWSER, cookie: await signedIn() });
    assert.equal(await member.text(), "For Ada");
    assert.deepEqual(errors, []);
  });
}

/** `auth` of a request to an application of Deno. */
async function authOf(headers: HeadersInit = {}, config: AuthConfig = base): Promise<RequestAuth> {
  let auth: RequestAuth | undefined;
  const handle = fetchHandler(config, (_request, given) => {
    auth = given;
    return new Response();
  }, {});
  await handle(new Request("http://localhost/a?b=c", { headers }));
  assert.ok(auth);
  return auth;
}

test("auth.require() throws an error that carries the answer, for handlers of errors", async () => {
  const auth = await authOf(BROWSER);
  await assert.rejects(auth.require(), (error) => {
    assert.ok(error instanceof SessionRequired);
    assert.equal(error.status, 401);
    assert.equal(error.signInUrl, "/auth/signin?callbackUrl=%2Fa%3Fb%3Dc");
    assert.deepEqual([error.answer.status, error.answer.headers.location], [303, error.signInUrl]);
    const response = error.getResponse();
    assert.deepEqual([response.status, response.headers.get("location")], [303, error.signInUrl]);
    return true;
  });
});

test("auth.signInUrl() leads back to the page of the request, or to another path", async () => {
  const own = { ...base, url: "https://app.test/app", pages: { signIn: "/login" } };
  const auth = await authOf({}, own);
  assert.equal(auth.signInUrl(), "/login?callbackUrl=%2Fapp%2Fa%3Fb%3Dc");
  assert.equal(auth.signInUrl("/app/account"), "/login?callbackUrl=%2Fapp%2Faccount");
});

test("auth.signInUrl() and auth.require() of Fastify lead back to the page that the browser shows, not to what rewriteUrl makes of it", async () => {
  const app = Fastify({ rewriteUrl: ({ url }) => url!.replace(/^\/de\b/, "") });
  await app.register(FastifyAuth, { config: base });
  app.get("/members", (request) => (request as unknown as { auth: RequestAuth }).auth.signInUrl());
  app.get("/required", async (request) => await (request as unknown as { auth: RequestAuth }).auth.require());
  app.setErrorHandler((error) => (error as SessionRequired).signInUrl);
  for (const path of ["/de/members?page=2", "/de/required"]) {
    const { body } = await app.inject({ url: path, headers: BROWSER });
    assert.equal(body, `/auth/signin?callbackUrl=${encodeURIComponent(path)}`);
  }
  await app.close();
});

test("a method of auth works without its object, and belongs to one request", async () => {
  const [ada, stranger] = [await authOf({ cookie: await signedIn() }), await authOf()];
  const { require: requireAda } = ada;
  const { require: requireStranger, signInUrl } = stranger;
  assert.equal((await requireAda()).user.name, "Ada");
  await assert.rejects(requireStranger(), SessionRequired);
  assert.equal(signInUrl("/"), "/auth/signin?callbackUrl=%2F");
  assert.deepEqual([isRequestAuth(ada), isRequestAuth(() => null), isRequestAuth(null)], [
    true,
    false,
    false,
  ]);
});

test("a log of auth does not show the cookies of the request", async () => {
  const cookie = await signedIn();
  const auth = await authOf({ cookie });
  await auth();
  const shown = inspect(auth, { depth: 20, showHidden: true });
  assert.match(shown, /Function/);
  assert.ok(!shown.includes(cookie.split("=")[1]!));
});

test("auth() of an answer for all users is null, and reads nothing", async () => {
  const begin = () => {
    throw new ConfigError("prerendered");
  };
  const auth = createRequestAuth({ begin, isForAll: () => true, assertOpen() {}, setCookies() {} });
  assert.equal(await auth(), null);
  await assert.rejects(auth.require(), /prerendered/);
  await assert.rejects(auth.signIn(), /prerendered/);
  assert.throws(() => auth.signInUrl(), /prerendered/);
});
