import assert from "node:assert/strict";
import { inspect } from "node:util";
import { mock, test } from "node:test";
import type { ErrorRequestHandler } from "npm:@types/express@5.0.6";
import Fastify from "npm:fastify@5.12.8";
import { ConfigError, SessionRequired } from "../../src/entries/errors.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import {
  createRequestAuth,
  isRequestAuth,
  type RequestAuth,
} from "../../src/integrations/mount/request_auth.ts";
import { config as base, signedIn } from "./_application.ts";
import { DOORS, type Route } from "./_doors.ts";
import { freshConfig, VERSIONS } from "./_express.ts";
import { type Listening, serve } from "./_server.ts";

/** Express 5: 4 does not catch what an asynchronous handler throws. */
const { express } = VERSIONS[0]!;

const BROWSER = { accept: "text/html,*/*;q=0.8" };

/** The routes of the application: each needs a session. */
const route: Route<typeof base> = async (url, auth) => {
  const { pathname } = new URL(url, "http://localhost");
  const { user } = await auth.require(pathname.startsWith("/staff") ? { signInUrl: "/staff/login" } : {});
  return { body: `For ${user.name}` };
};

/** Doors that answer a `SessionRequired` that the application does not catch, or sends from a handler of errors. */
const { SvelteKit: _kit, "h3 1": _h3, "h3 2": _h3v2, Fastify: _fastify, ...ANSWERING } = DOORS;

for (const [name, open] of Object.entries(ANSWERING)) {
  test(`${name}: auth.require() leads a page to the sign-in page and back, and answers 401 to a script`, async () => {
    const errors: unknown[] = [];
    const logger = { error: (error?: unknown) => errors.push(error) };
    await using server = await open({ ...base, logger } as typeof base, route);
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

test("auth.signInUrl() leads to the host with the pages, and back, where another host reads the session", async () => {
  const config = {
    ...base,
    url: "https://accounts.example.com",
    cookies: { sessionToken: { options: { domain: "example.com" } } },
  };
  const urlAt = async (url: string) => {
    const handler = fetchHandler(config, (_request, auth) => new Response(auth.signInUrl()), {});
    return await (await handler(new Request(url))).text();
  };
  const back = encodeURIComponent("https://shop.example.com/paid?for=1");
  assert.equal(
    await urlAt("https://shop.example.com/paid?for=1"),
    `https://accounts.example.com/auth/signin?callbackUrl=${back}`,
  );
  assert.equal(await urlAt("https://accounts.example.com/paid"), "/auth/signin?callbackUrl=%2Fpaid");
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

test("a test of an application replaces a method of auth by assignment, and with a mock, and puts it back", async () => {
  const [auth, other] = [await authOf({ cookie: await signedIn() }), await authOf()];
  for (const name of ["require", "signInUrl", "signIn", "signOut", "update"] as const) {
    const fake = () => Promise.reject(new Error("faked"));
    Object.assign(auth, { [name]: fake });
    assert.equal(auth[name], fake);
    assert.notEqual(other[name], fake);
    Reflect.deleteProperty(auth, name);
    const spy = mock.getter(auth, name, () => fake);
    assert.equal(auth[name], fake);
    spy.mock.restore();
    assert.notEqual(auth[name], fake);
  }
  assert.equal((await auth.require()).user?.name, "Ada");
});

test("a log of auth does not show the cookies of the request", async () => {
  const cookie = await signedIn();
  const auth = await authOf({ cookie });
  await auth();
  const shown = inspect(auth, { depth: 20, showHidden: true });
  assert.match(shown, /Function/);
  assert.ok(!shown.includes(cookie.split("=")[1]!));
});

/** Servers whose own handler of errors answers a `SessionRequired`, unless the application has one that sends its answer. */
const OWN_ANSWERS: Readonly<Record<string, (sends: boolean) => Promise<Listening>>> = {
  Express: (sends) => {
    const app = express().use(MiddlewareAuth(freshConfig()));
    app.get("/members", async (_req, res) => void res.send((await res.locals.auth.require()).user.name));
    const send: ErrorRequestHandler = (error, _req, res, next) =>
      sends
        ? res.status(error.answer.status).set(error.answer.headers).send(error.answer.body ?? "")
        : next(error);
    return serve(app.set("env", "test").use(send));
  },
  Fastify: async (sends) => {
    const app = Fastify();
    await app.register(FastifyAuth, { config: base });
    app.get("/members", async (request) => {
      return (await (request as unknown as { auth: RequestAuth<typeof base> }).auth.require()).user.name;
    });
    if (sends) {
      app.setErrorHandler(({ answer }: SessionRequired, _request, reply) =>
        reply.code(answer.status).headers(answer.headers).send(answer.body ?? "")
      );
    }
    await app.ready();
    return await serve((req, res) => app.routing(req, res));
  },
};

for (const [name, start] of Object.entries(OWN_ANSWERS)) {
  test(`${name}: auth.require() makes the framework answer 401, or its handler of errors what the error carries`, async () => {
    await using own = await start(false);
    assert.equal((await fetch(`${own.url}/members`, { headers: BROWSER, redirect: "manual" })).status, 401);
    const member = await fetch(`${own.url}/members`, { headers: { cookie: await signedIn() } });
    assert.equal(await member.text(), "Ada");
    await using sending = await start(true);
    const page = await fetch(`${sending.url}/members?a=b`, { headers: BROWSER, redirect: "manual" });
    const location = "/auth/signin?callbackUrl=%2Fmembers%3Fa%3Db";
    assert.deepEqual([page.status, page.headers.get("location")], [303, location]);
    const script = await fetch(`${sending.url}/members`);
    assert.deepEqual([script.status, await script.json()], [401, { message: "Sign in first." }]);
  });
}

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
