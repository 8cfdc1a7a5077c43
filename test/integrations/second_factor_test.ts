/**
 * The second step where the application has the answers of the library: in actions of Kit, as data and as JSON.
 * `second_factor_forms_test.ts` and `second_factor_ways_test.ts` take it behind each integration.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Auth, AuthError, raw } from "../../mod.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { ADA, GOOD } from "../flows/_kept_passwords.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { type FactorWorld, type Kit, openFactors } from "../flows/_second_factor.ts";
import { AUTH_JS_SESSION } from "../migrate/_tokens.ts";
import { ask } from "./_express.ts";
import type { Listening, RouteAnswer } from "./_doors.ts";
import { serveWeb } from "./_server.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** A world in which Ada has a password, an account at `idp` and a second factor. */
async function openWorld(strategy: typeof STRATEGIES[number]) {
  const world = openFactors({ session: { strategy }, secondFactor: { rememberFor: 0 } });
  await world.register();
  world.idp.login({ sub: "ada", name: "Ada", email: ADA });
  await world.signIn({ link: true });
  const kit = await world.turnOn();
  await world.signOut();
  return { ...world, kit };
}

type SharedWorld = FactorWorld & { readonly kit: Kit };

/** The routes of the application: `/login?providerId=…` signs in, any other says who is signed in. */
async function route(path: string, auth: RequestAuth): Promise<RouteAnswer> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const { providerId, ...fields } = Object.fromEntries(searchParams);
  const user = async () => [(await auth())?.user.email ?? null];
  if (pathname !== "/login") return { status: 200, body: await user() };
  const location = await auth.signIn({ providerId, fields, redirectTo: "/welcome" });
  return { status: 303, location, body: await user() };
}

/** A browser that runs no scripts and follows nothing. */
function openBrowser({ url: origin }: Listening) {
  const jar = new Map<string, string>();
  return {
    jar,
    async fetch(to: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers);
      headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
      if (init.method === "POST") headers.set("origin", origin);
      const response = await ask(new URL(to, origin).href, { ...init, headers });
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set)!;
        if (/Max-Age=0/.test(set)) jar.delete(name);
        else jar.set(name, value);
      }
      return { text: await response.text(), to: response.headers.get("location"), status: response.status };
    },
    async post(path: string, fields: Record<string, string>, headers: HeadersInit = {}) {
      const { csrfToken } = JSON.parse((await this.fetch("/auth/csrf")).text);
      const body = new URLSearchParams({ csrfToken, ...fields });
      return await this.fetch(path, { method: "POST", body, headers });
    },
    async session() {
      return JSON.parse((await this.fetch("/auth/session")).text) as { aal: number } | null;
    },
  };
}

type VisitingBrowser = ReturnType<typeof openBrowser>;

/** First steps. Each returns where it leads. */
const FIRST: Readonly<
  Record<string, (browser: VisitingBrowser, world: SharedWorld, hasRoutes: boolean) => Promise<string | null>>
> = {
  async password(browser, _world, hasRoutes) {
    const fields = { email: ADA, password: GOOD };
    if (!hasRoutes) {
      return (await browser.post("/auth/callback/password", { ...fields, callbackUrl: "/welcome" })).to;
    }
    const query = new URLSearchParams({ providerId: "password", ...fields });
    const { to, text } = await browser.fetch(`/login?${query}`, { method: "POST" });
    assert.equal(text, "[null]", "the route finds nobody signed in");
    return to;
  },
  async provider(browser, { idp }, hasRoutes) {
    const begun = hasRoutes
      ? await browser.fetch("/login?providerId=idp", { method: "POST" })
      : await browser.post("/auth/signin/idp", { callbackUrl: "/welcome" });
    const granted = await idp.fetch(begun.to!, { redirect: "manual" });
    return (await browser.fetch(granted.headers.get("location")!)).to;
  },
};

/** Takes both steps in both ways, and looks for a session after the first one. */
async function walk(server: Listening, world: SharedWorld, hasRoutes = true): Promise<void> {
  for (const [name, first] of Object.entries(FIRST)) {
    const browser = openBrowser(server);
    const before = await world.db.sessions();
    const to = await first(browser, world, hasRoutes);
    assert.match(to ?? "", /\/auth\/second-factor\?/, `${name}: ${to} ${world.log()}`);
    assert.ok(browser.jar.has("latchkey.second-factor"), name);
    assert.ok(![...browser.jar.keys()].some((cookie) => cookie.includes("session-token")), name);
    assert.equal(await browser.session(), null, name);
    if (hasRoutes) assert.equal((await browser.fetch("/me")).text, "[null]", name);
    assert.deepEqual(await world.db.sessions(), before, name);
    assert.match((await browser.fetch(to!)).text, /name="code"/, name);
    const question = new URL(to!, server.url).searchParams.get("question")!;
    const wrong = await browser.post("/auth/second-factor", { question, code: "000000" });
    assert.match(wrong.to!, /error=InvalidSecondFactor/, name);
    assert.equal(await browser.session(), null, name);
    const fields = { question, code: world.nextCode(world.kit) };
    const done = await browser.post("/auth/second-factor", fields);
    assert.equal(new URL(done.to!, server.url).href, `${server.url}/welcome`, name);
    assert.equal((await browser.session())?.aal, 2, name);
    if (hasRoutes) assert.equal((await browser.fetch("/me")).text, JSON.stringify([ADA]), name);
    const again = await browser.post("/auth/second-factor", fields);
    // The browser is signed in, so it is led on; the application's own code learns why.
    assert.match(again.to!, /^(?:https?:\/\/[^/]+)?\/?(?:\?error=InvalidCheck)?$/, name);
  }
}

for (const strategy of STRATEGIES) {
  test(`the second step in an action of KitAuth() signs in, and nobody is before (${strategy})`, async () => {
    const world = await openWorld(strategy);
    world.platform.tick(1200);
    const { handle, signIn } = KitAuth(world.config);
    const kit = await serveWeb((request) => {
      const set: string[] = [];
      const cookies = { set: (name: string, value: string) => void set.push(`${name}=${value}; Path=/`) };
      const event = { request, url: new URL(request.url), locals: {} as { auth: RequestAuth }, cookies };
      return handle({
        event,
        async resolve({ locals, url }) {
          const { status, location, body } = url.pathname === "/login"
            ? await actionOf(
              url,
              (action) => signIn(event as never, { ...action, redirect: false }),
              locals.auth,
            )
            : await route(url.href, locals.auth);
          const headers = new Headers(location ? { location } : {});
          for (const cookie of set) headers.append("set-cookie", cookie);
          return Response.json(body, { status, headers });
        },
      });
    });
    await using _kit = kit;
    await walk(kit, world);
  });

  // SF-07
  test(`the second step as data and as JSON signs in once, and nobody is before (${strategy})`, async () => {
    const world = await openWorld(strategy);
    world.platform.tick(60);
    const thrown: string[] = [];
    await using server = await serveWeb(async (request) => {
      try {
        const config = { ...world.config, raw } as const;
        const { status = 200, redirect, json, html, cookies = [] } = await Auth(request, config);
        const headers = new Headers(redirect ? { location: redirect } : {});
        for (const { name, value, options } of cookies) {
          headers.append(
            "set-cookie",
            `${name}=${value}; Path=/${options.maxAge === 0 ? "; Max-Age=0" : ""}`,
          );
        }
        return new Response(html ?? JSON.stringify(json ?? null), { status, headers });
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        thrown.push(error.type);
        return new Response(null, { status: 303, headers: { location: `/?error=${error.type}` } });
      }
    });
    await walk(server, world, false);
    assert.deepEqual([...new Set(thrown)], ["InvalidSecondFactor", "InvalidCheck"]);

    world.platform.tick(60);
    await using own = await serveWeb((request) => Auth(request, world.config));
    const browser = openBrowser(own);
    const script = { "x-auth-return-redirect": "1", accept: "application/json" };
    const fields = { email: ADA, password: GOOD, callbackUrl: "/welcome" };
    const first = await browser.post("/auth/callback/password", fields, script);
    const { url } = JSON.parse(first.text);
    assert.match(url, /\/auth\/second-factor\?/);
    assert.equal(await browser.session(), null);
    const question = new URL(url).searchParams.get("question")!;
    const wrong = await browser.post("/auth/second-factor", { question, code: "1" }, script);
    assert.match(JSON.parse(wrong.text).url, /error=InvalidSecondFactor/);
    const done = await browser.post(
      "/auth/second-factor",
      { question, code: world.nextCode(world.kit) },
      script,
    );
    assert.equal(JSON.parse(done.text).url, `${own.url}/welcome`);
    assert.equal((await browser.session())?.aal, 2);
  });
}

// SF-12
test("a session that a migration adopts stays signed in at level 1, and proves the factor for more", async () => {
  const world = await openWorld("jwt");
  const { db: { adapter }, config } = world;
  // The user of the recorded session, with the factor of Ada.
  await adapter.createUser({ id: "1", name: "Old", email: "old@example.com", emailVerified: new Date(0) });
  const factor =
    (await adapter.rows.find("secondFactors", { userId: (await adapter.getUserByEmail(ADA))!.id }))!;
  await adapter.rows.store("secondFactors", { ...factor, userId: "1", version: 1 }, null);
  const migration = fromAuthJs({ secret: "secret", until: "2099-03-01" });
  await using server = await serveWeb((request) => Auth(request, { ...config, migration }));
  const browser = openBrowser(server);
  browser.jar.set("authjs.session-token", AUTH_JS_SESSION);
  assert.equal((await browser.session())?.aal, 1);
  for (const path of ["second-factor-setup", "password"]) {
    const { to } = await browser.post(`/auth/${path}`, { action: "off", password: GOOD });
    assert.match(to!, /\/auth\/second-factor\?/, path);
  }
  assert.equal((await browser.session())?.aal, 1);
});

/** Runs a form action that signs in. */
async function actionOf(
  url: URL,
  signIn: (action: object) => Promise<{ readonly url: string }>,
  auth: RequestAuth,
): Promise<RouteAnswer> {
  const { providerId, ...fields } = Object.fromEntries(url.searchParams);
  const { url: location } = await signIn({ providerId, fields, redirectTo: "/welcome" });
  return { status: 303, location, body: [(await auth())?.user.email ?? null] };
}
