/**
 * Tests that hold in every framework. The application runs behind a proxy that ends TLS, and answers:
 *
 * - `/`: a page with `Hello <name>` or `Nobody is signed in`
 * - `/session`: the session that the application reads, as JSON
 * - `/twice`: the session that it reads twice at once, as a JSON list of the two names
 * - `/cookies`: sets the cookies `a=1` and `b=2`, reads the session, and answers the name as JSON
 * - `/protected`: a page with `For <name>`; without a session it leads to the sign-in page, and back
 * - `/api/me`: `{ "name": … }`; 401 without a session
 * - `/echo`: answers a POST with `{ "name", "body" }`: the user and the text of the body
 * - `/fail`: throws `new Error("This is meant to fail.")`
 * - `/members/session`: the session of a second config, whose library is at `/members/auth`
 *
 * The configs are those of `npm/frameworks/app_config.mjs`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "../../src/testing/mod.ts";
import type { App } from "./_app.ts";

/** Where an application departs from the rest. */
export interface Departures {
  /** Path of the library. Default `/auth`. */
  readonly basePath?: string;
  /** Cases that the framework makes impossible, by name, with the reason. */
  readonly impossible?: Readonly<Record<string, string>>;
}

/** Defines the tests of one application. @param framework Its name and version. */
export function frameworkChecks(
  framework: string,
  app: App,
  { basePath = "/auth", impossible = {} }: Departures = {},
): void {
  for (const [name, check] of Object.entries(CHECKS)) {
    const reason = impossible[name];
    if (reason !== undefined) console.log(`skipped: ${framework}: ${name}: ${reason}`);
    test(`${framework} answers as every framework does: ${name}`, { skip: reason ?? false }, async () => {
      try {
        await check({ app, base: basePath, browser: app.visitor(), at: (path) => app.origin + path });
      } catch (error) {
        // The log of the application says why.
        console.log(app.printed().slice(-3000));
        throw error;
      }
    });
  }
}

interface Context {
  readonly app: App;
  readonly base: string;
  /** A browser without cookies. */
  readonly browser: Browser;
  /** The URL of a path. */
  at(path: string): string;
}

/** A session as the application shows it. */
interface Shown {
  readonly user: { readonly name: string; readonly email: string };
  readonly text: string | null;
  readonly expires: string;
}

const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const TOKEN = /^__Host-latchkey\.session-token/;

const CHECKS: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  async "a visitor has no session, and gets no cookie"({ browser, base, at }) {
    assert.match((await browser.open(at("/"))).text, /Nobody is signed in/);
    assert.equal(await json(browser, at("/session")), null);
    assert.equal(await json(browser, at(`${base}/session`)), null);
    assert.deepEqual(browser.cookies(at("/")), []);
  },
  async "a user signs in with a provider, has a session, and signs out"(context) {
    const { browser, base, at } = context;
    const page = await signIn(context, "/protected");
    assert.equal(page.url, at("/protected"));
    assert.match(page.text, /For Ada Lovelace/);
    assert.match((await browser.open(at("/"))).text, /Hello Ada Lovelace/);
    assert.equal((await json<Shown>(browser, at(`${base}/session`))).user.email, "ada@example.com");
    assert.ok(
      browser.cookies(at("/")).every(({ name, secure }) => secure && /^__Host-latchkey\./.test(name)),
    );
    const left = await (await browser.open(at(`${base}/signout`))).submit(`${base}/signout`);
    assert.equal(new URL(left.url).origin, new URL(at("/")).origin);
    assert.equal(await json(browser, at("/session")), null);
    assert.deepEqual(browser.refused, []);
  },
  async "a password signs in on the built-in page"(context) {
    const page = await withPassword(context, "grace", "correct horse");
    assert.equal(page.url, context.at("/"));
    assert.match(page.text, /Hello grace/);
  },
  async "a wrong password leads to the sign-in page with its code"(context) {
    for (const [username, code] of [["grace", "credentials"], ["locked", "locked"]] as const) {
      const { pathname, searchParams } = new URL((await withPassword(context, username, "wrong")).url);
      assert.equal(pathname, `${context.base}/signin`);
      assert.deepEqual([searchParams.get("error"), searchParams.get("code")], ["CredentialsSignin", code]);
    }
  },
  async "a provider on another site posts its answer"(context) {
    const page = await signIn(context, "/protected", "idp-form");
    assert.equal(page.url, context.at("/protected"));
    assert.match(page.text, /For Ada Lovelace/);
    assert.deepEqual(context.browser.refused, []);
  },
  async "a prolonged session reaches the browser with the application's own answer"(context) {
    const { browser, at } = context;
    await signIn(context);
    for (const path of ["/session", "/twice"]) {
      const response = await browser.fetch(at(path), { redirect: "manual" });
      await response.body?.cancel();
      assert.deepEqual(response.headers.getSetCookie().map(nameOf), ["__Host-latchkey.session-token"], path);
      assert.match(response.headers.get("cache-control") ?? "", /no-store|no-cache/, path);
    }
    assert.deepEqual(await json(browser, at("/twice")), ["Ada Lovelace", "Ada Lovelace"]);
  },
  async "the application's own cookies stand beside that of the session"(context) {
    const { browser, at } = context;
    await signIn(context);
    const response = await browser.fetch(at("/cookies"));
    assert.equal(await response.json(), "Ada Lovelace");
    const cookies = response.headers.getSetCookie();
    assert.deepEqual(cookies.map(nameOf).sort(), ["__Host-latchkey.session-token", "a", "b"]);
    assert.deepEqual(
      ["a", "b"].map((name) => browser.cookies(at("/")).find((it) => it.name === name)?.value),
      [
        "1",
        "2",
      ],
    );
  },
  async "a sign-out stays, although the session was due for renewal"(context) {
    const { browser, base, at } = context;
    await signIn(context);
    const response = await post(context, "signout", { callbackUrl: "/" });
    await response.body?.cancel();
    const cookies = response.headers.getSetCookie().filter((each) => TOKEN.test(each));
    assert.equal(cookies.length, 1);
    assert.match(cookies[0]!, /^__Host-latchkey\.session-token=;.*Max-Age=0/);
    assert.equal(await json(browser, at(`${base}/session`)), null);
    assert.match((await browser.open(at("/"))).text, /Nobody is signed in/);
  },
  async "a protected page leads to the sign-in page and back"({ app, browser, base, at }) {
    app.idp.login(ADA);
    const page = await browser.open(at("/protected?a=b"));
    const { pathname, searchParams } = new URL(page.url);
    assert.equal(pathname, `${base}/signin`);
    assert.equal(new URL(searchParams.get("callbackUrl")!, at("/")).href, at("/protected?a=b"));
    const back = await page.submit(`${base}/signin/idp`);
    assert.equal(back.url, at("/protected?a=b"));
    assert.match(back.text, /For Ada Lovelace/);
  },
  async "an API answers 401 without a session"(context) {
    const { browser, at } = context;
    const response = await browser.fetch(at("/api/me"), { redirect: "manual" });
    await response.body?.cancel();
    assert.equal(response.status, 401);
    await signIn(context);
    assert.deepEqual(await json(browser, at("/api/me")), { name: "Ada Lovelace" });
  },
  async "the application reads the bodies of its own requests"(context) {
    const { browser, at } = context;
    await signIn(context);
    for (
      const [type, body] of [
        ["text/plain", "é".repeat(30_000)],
        ["application/json", '{"a":[1,2]}'],
        ["application/x-www-form-urlencoded", "a=1&a=2"],
      ] as const
    ) {
      const sent = { method: "POST", headers: { "content-type": type, origin: at("") }, body };
      assert.deepEqual(
        await (await browser.fetch(at("/echo"), sent)).json(),
        { name: "Ada Lovelace", body },
        type,
      );
    }
  },
  async "the library reads forms and JSON"(context) {
    const { browser, at } = context;
    await signIn(context);
    const csrfToken = await csrfTokenOf(context);
    const response = await browser.fetch(at(`${context.base}/session`), {
      method: "POST",
      headers: { "content-type": "application/json", origin: at("") },
      body: JSON.stringify({ csrfToken, data: { text: "new" } }),
    });
    assert.equal((await response.json()).text, "new");
    assert.equal((await json<Shown>(browser, at("/session"))).text, "new");
    const out = await post(context, "signout", { callbackUrl: "/" });
    assert.equal(out.status, 303);
    await out.body?.cancel();
  },
  async "a forged request is refused"(context) {
    const { app, browser, base, at } = context;
    await signIn(context);
    const csrfToken = await csrfTokenOf(context);
    const cookie = browser.cookies(at("/")).map(({ name, value }) => `${name}=${value}`).join("; ");
    const forged: readonly (readonly [body: Record<string, string>, headers: Record<string, string>])[] = [
      [{ callbackUrl: "/" }, { origin: at("") }],
      [{ csrfToken, callbackUrl: "/" }, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
      [{ csrfToken, callbackUrl: "/" }, { origin: "https://sub.app.example", "sec-fetch-site": "same-site" }],
    ];
    for (const [fields, headers] of forged) {
      for (const type of ["application/x-www-form-urlencoded", "application/json"]) {
        const body = type === "application/json"
          ? JSON.stringify(fields)
          : String(new URLSearchParams(fields));
        const init = { method: "POST", headers: { ...headers, cookie, "content-type": type }, body };
        const response = await app.fetch(new Request(at(`${base}/signout`), init));
        await response.body?.cancel();
        assert.ok(
          !response.headers.getSetCookie().some((each) => TOKEN.test(each)),
          JSON.stringify([fields, headers]),
        );
      }
    }
    assert.equal((await json<Shown>(browser, at("/session"))).user.name, "Ada Lovelace");
  },
  async "a session of more than a cookie's size is kept in several, and shrinks again"(context) {
    const { browser, at } = context;
    await signIn(context);
    const chunks = () => browser.cookies(at("/")).filter(({ name }) => TOKEN.test(name)).length;
    const text = "é".repeat(3000);
    await update(context, text);
    assert.ok(chunks() >= 2);
    assert.equal((await json<Shown>(browser, at("/session"))).text, text);
    await update(context, "small");
    assert.equal(chunks(), 1);
    assert.equal((await json<Shown>(browser, at("/session"))).text, "small");
    assert.deepEqual(browser.refused, []);
  },
  async "headers of a client do not change where links and redirects lead"({ app, base, at }) {
    const headers = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.example",
    };
    const page = await (await app.fetch(new Request(at(`${base}/signin`), { headers }))).text();
    assert.doesNotMatch(page, /evil\.example/);
    assert.ok(page.includes(at(`${base}/signin/idp`)));
    const providers = await (await app.fetch(new Request(at(`${base}/providers`), { headers }))).json();
    assert.equal(providers.idp.callbackUrl, at(`${base}/callback/idp`));
  },
  async "requests at the same time all have the session, and two tabs sign in at once"(context) {
    const { app, browser, base, at } = context;
    const [one, two] = [await browser.open(at(`${base}/signin`)), await browser.open(at(`${base}/signin`))];
    app.idp.login(ADA);
    await Promise.all([one.submit(`${base}/signin/idp`), two.submit(`${base}/signin/idp`)]);
    const names = await Promise.all(
      Array.from({ length: 10 }, async () => (await json<Shown>(browser, at("/session"))).user.name),
    );
    assert.deepEqual(new Set(names), new Set(["Ada Lovelace"]));
    assert.equal((await json<Shown>(browser, at("/session"))).user.name, "Ada Lovelace");
  },
  async "a second mount has a config and sessions of its own"(context) {
    const { browser, at } = context;
    const page = await browser.open(at("/members/auth/signin"));
    await page.submit("/members/auth/callback/credentials", {
      username: "member",
      password: "correct horse",
    });
    assert.equal((await json<Shown>(browser, at("/members/session"))).user.name, "member");
    assert.equal(await json(browser, at("/session")), null);
    await signIn(context);
    assert.equal((await json<Shown>(browser, at("/members/session"))).user.name, "member");
    assert.equal((await json<Shown>(browser, at("/session"))).user.name, "Ada Lovelace");
  },
  async "paths that only look like those of the library belong to the application"({ app, base, at }) {
    for (const path of [`${base}entic`, `${base}x/signin`, `/a${base}/signin`]) {
      const response = await app.fetch(new Request(at(path)));
      const text = await response.text();
      assert.equal(response.status, 404, path);
      assert.doesNotMatch(text, /csrfToken/, path);
    }
  },
  async "an application that throws answers 500, and bad requests get a 4xx"({ app, base, at }) {
    const failed = await app.fetch(new Request(at("/fail"), { headers: { accept: "application/json" } }));
    assert.equal(failed.status, 500);
    await failed.body?.cancel();
    const type = { "content-type": "application/json", origin: at("") };
    const bad: readonly (readonly [path: string, init: RequestInit])[] = [
      ["/session", { method: "POST", headers: type, body: "{" }],
      ["/session", { method: "POST", headers: type, body: "[]" }],
      ["/signin", { method: "POST", headers: type, body: JSON.stringify({ a: "a".repeat(70_000) }) }],
      ["/signin/idp/more", {}],
      ["/signout", { method: "PUT", headers: { origin: at("") } }],
    ];
    for (const [path, init] of bad) {
      const response = await app.fetch(new Request(at(base + path), init));
      await response.body?.cancel();
      assert.ok(
        response.status >= 400 && response.status < 500,
        `${init.method ?? "GET"} ${path}: ${response.status}`,
      );
      assert.ok(!response.headers.getSetCookie().some((each) => TOKEN.test(each)), path);
    }
    for (const value of ["x", "a.b.c.d.e", "%", "eyJhbGciOiJub25lIn0.e30."]) {
      const cookie = `__Host-latchkey.session-token=${value}`;
      const response = await app.fetch(new Request(at("/session"), { headers: { cookie } }));
      assert.deepEqual([response.status, await response.json()], [200, null], value);
    }
  },
};

/** The names of the cases, to say which ones a framework makes impossible. */
export const CHECK_NAMES: readonly string[] = Object.keys(CHECKS);

async function json<T = unknown>(browser: Browser, url: string): Promise<T> {
  const response = await browser.fetch(url);
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url} did not answer with JSON, but with ${response.status} ${text.slice(0, 300)}`);
  }
}

async function signIn({ app, browser, base, at }: Context, returnTo = "/", provider = "idp"): Promise<Page> {
  app.idp.login(ADA);
  const page = await browser.open(at(`${base}/signin?callbackUrl=${encodeURIComponent(returnTo)}`));
  const next = await page.submit(`${base}/signin/${provider}`);
  // A form that a script of the provider submits.
  return /<form/.test(next.html) && new URL(next.url).origin === app.idp.origin ? await next.submit() : next;
}

async function withPassword(
  { browser, base, at }: Context,
  username: string,
  password: string,
): Promise<Page> {
  const page = await browser.open(at(`${base}/signin?callbackUrl=%2F`));
  return await page.submit(`${base}/callback/credentials`, { username, password });
}

async function csrfTokenOf({ browser, base, at }: Context): Promise<string> {
  return (await json<{ csrfToken: string }>(browser, at(`${base}/csrf`))).csrfToken;
}

async function post(
  context: Context,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const { browser, base, at } = context;
  const body = new URLSearchParams({ ...fields, csrfToken: await csrfTokenOf(context) });
  const headers = { origin: at("") };
  return await browser.fetch(at(`${base}/${path}`), { method: "POST", headers, body, redirect: "manual" });
}

async function update(context: Context, text: string): Promise<void> {
  const { browser, base, at } = context;
  const response = await browser.fetch(at(`${base}/session`), {
    method: "POST",
    headers: { "content-type": "application/json", origin: at("") },
    body: JSON.stringify({ csrfToken: await csrfTokenOf(context), data: { text } }),
  });
  assert.equal((await response.json()).text, text);
}

function nameOf(setCookie: string): string {
  return setCookie.split("=", 1)[0]!;
}
