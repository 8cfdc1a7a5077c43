import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, AuthError, type Outcome, raw } from "../../mod.ts";
import { ConfigError, InvalidCheck, MissingCSRF } from "../../src/entries/errors.ts";
import { openDatabase } from "./_database.ts";
import { PRIVATE } from "../../src/http/caches.ts";
import { APP, cookieHeader, openPlain, request, type World } from "./_world.ts";

test("Auth() with raw returns a redirect as data, with the cookies before they are written", async () => {
  const world = openPlain();
  const { redirect, cookies = [], ...rest } = await post(world, "signin/idp", { callbackUrl: "/home" });
  assert.ok(redirect?.startsWith(world.idp.metadata.authorization_endpoint));
  assert.deepEqual(rest, { status: 303, headers: PRIVATE });
  assert.deepEqual(cookies.map(({ name, options }) => [name.slice(0, -17), options]), [
    ["__Host-latchkey.flow", { httpOnly: true, maxAge: 900, path: "/", sameSite: "lax", secure: true }],
  ]);
});

test("Auth() with raw returns JSON as data", async () => {
  const { config } = openPlain();
  const { json, body, headers } = await Auth(request("/auth/session"), { ...config, raw });
  assert.deepEqual([json, body], [null, null]);
  assert.equal(headers?.["cache-control"], "private, no-cache, no-store");
});

test("Auth() with raw keeps pages and data out of caches, as a response does", async () => {
  const world = openDatabase();
  await world.signIn();
  const { config, browser } = world;
  const headers = { cookie: cookieHeader(browser), accept: "text/html" };
  for (
    const path of ["account", "account-data", "signout", "signin", "csrf", "providers", "error", "nothing"]
  ) {
    const response = await Auth(request(`/auth/${path}`, { headers }), config);
    const outcome: Outcome = await Auth(request(`/auth/${path}`, { headers }), { ...config, raw });
    for (const name of ["cache-control", "expires", "pragma"]) {
      assert.equal(outcome.headers?.[name], response.headers.get(name), `${path}: ${name}`);
    }
    assert.match(outcome.headers!["cache-control"]!, /^private/, path);
  }
});

test("Auth() with raw returns a page as data", async () => {
  const { config } = openPlain();
  const page = await Auth(request("/auth/error?error=AccessDenied"), { ...config, raw });
  assert.equal(page.status, 403);
  assert.match(page.html!, /<h1>You don&#39;t have access<\/h1>/);
  assert.equal(page.body, page.html);
  assert.match(page.headers!["content-security-policy"]!, /^default-src 'none'/);
});

test("Auth() with raw returns a sign-in that has ended as data, session cookie and all", async () => {
  const { browser, idp, config, ...world } = openPlain();
  const start = await world.post("signin/idp", { callbackUrl: "/home" });
  const answer = await idp.fetch(start.headers.get("location")!, { redirect: "manual" });
  const headers = { cookie: cookieHeader(browser) };
  const arrival = new Request(answer.headers.get("location")!, { headers });
  const { redirect, cookies } = await Auth(arrival, { ...config, raw });
  assert.equal(redirect, `${APP}/home`);
  const session = cookies?.find(({ name }) => name === "__Host-latchkey.session-token");
  assert.deepEqual(session?.options.expires, new Date(Date.UTC(2030, 0, 31)));
});

test("Auth() with raw returns a refused request as data", async () => {
  const { config } = openPlain();
  const refused = (path: string, method: string) => Auth(request(path, { method }), { ...config, raw });
  const unknown = { message: "Not found." };
  assert.deepEqual(await refused("/auth/nothing", "GET"), {
    status: 404,
    headers: PRIVATE,
    json: unknown,
    body: unknown,
  });
  for (const method of ["DELETE", "POST"]) {
    assert.deepEqual(await refused("/auth/csrf", method), {
      status: 405,
      headers: { allow: "GET", ...PRIVATE },
      json: { message: "Method not allowed." },
      body: { message: "Method not allowed." },
    });
  }
});

test("Auth() with raw throws the error that a page would show, and logs it", async () => {
  const world = openPlain();
  await assert.rejects(get(world, "callback/idp?state=x&code=y"), (error) => {
    assert.ok(error instanceof InvalidCheck);
    assert.equal(error.cause?.provider, "idp");
    return true;
  });
  await assert.rejects(post(world, "signin/idp", { csrfToken: "wrong" }), MissingCSRF);
  await assert.rejects(post(world, "session", { csrfToken: "wrong" }), MissingCSRF);
  assert.equal(world.platform.lines.length, 3);
});

test("Auth() with raw throws nothing but AuthErrors", async () => {
  const { browser, config, idp, ...world } = openPlain({
    callbacks: { jwt: () => Promise.reject(new RangeError("a bug")) },
  });
  const start = await world.post("signin/idp");
  const answer = await idp.fetch(start.headers.get("location")!, { redirect: "manual" });
  const headers = { cookie: cookieHeader(browser) };
  const arrival = new Request(answer.headers.get("location")!, { headers });
  await assert.rejects(Auth(arrival, { ...config, raw }), (error) => {
    assert.ok(error instanceof AuthError);
    assert.deepEqual([error.type, error.publicType], ["JWTSessionError", "ServerError"]);
    assert.ok(error.cause?.err instanceof RangeError);
    return true;
  });
});

test("Auth() with raw returns a failure as data to scripts that ask for a URL", async () => {
  const world = openPlain();
  const outcome = await get(world, "callback/idp?state=x", { "x-auth-return-redirect": "1" });
  assert.equal(new URL(outcome.redirect!).searchParams.get("error"), "InvalidCheck");
  assert.ok(!("error" in outcome));
});

test("Auth() with raw throws the error of the config", async () => {
  const { config } = openPlain();
  for (const broken of [{ ...config, secret: "" }, { ...config, trustHost: false }]) {
    await assert.rejects(Auth(request("/auth/session"), { ...broken, raw }), ConfigError);
  }
});

test("Auth() does not take another value for raw, whatever it is", async () => {
  const { config, log } = openPlain();
  for (const other of [true, "return-type-raw", Symbol("raw")]) {
    const response: unknown = await Auth(request("/auth/session"), { ...config, raw: other as typeof raw });
    assert.ok(response instanceof Response);
    assert.equal(response.status, 500);
  }
  assert.match(log(), /Cannot use `raw`: use the exported `raw`/);
});

test("Auth() answers 400 if the body breaks off", async () => {
  const { config } = openPlain();
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("connection reset")),
  });
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
  const { status } = await Auth(request("/auth/signout", init as RequestInit), { ...config, raw });
  assert.equal(status, 400);
});

function get({ config }: World, path: string, headers: HeadersInit = {}): Promise<Outcome> {
  return Auth(request(`/auth/${path}`, { headers }), { ...config, raw });
}

/** Posts JSON with the cookies and, unless `data` has another, the token of the browser. */
async function post(
  { browser, config }: World,
  path: string,
  data: Record<string, unknown>,
): Promise<Outcome> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const body = JSON.stringify({ csrfToken, ...data });
  const headers = { cookie: cookieHeader(browser), "content-type": "application/json" };
  return await Auth(request(`/auth/${path}`, { method: "POST", body, headers }), { ...config, raw });
}
