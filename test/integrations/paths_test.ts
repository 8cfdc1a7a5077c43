import assert from "node:assert/strict";
import { test } from "node:test";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express/express.ts";
import { NextAuth, type NextAuthConfig, type NextRequest } from "../../src/integrations/next/next.ts";
import { config as base, IDP } from "./_application.ts";
import { DOORS, mine } from "./_doors.ts";
import { ask, serve, VERSIONS } from "./_express.ts";

const QUIET = { error() {}, warn() {}, debug() {} };
const config = { ...base, providers: [IDP], features: [AccountPage()], logger: QUIET } satisfies AuthConfig;

/** Paths below that of the library which belong to the application. */
const APPLICATIONS = [
  "",
  "/",
  "/login",
  "/account/export",
  "/account/undefined",
  "/account/..%2fx",
  "/account/security/more",
  "/account-data/x",
  "/session/list",
  "/session/undefined/secret",
  "/signin/idp/internal",
  "/signin/undefined/internal",
  "/signin//internal",
  "/callback/idp/more",
  "/csrf/idp",
  "/signout/all",
  "/error/500",
  "/SESSION",
  "//session",
  "/session//",
  "/session;v=1",
  "/%73ession",
  "/session%2flist",
  // There is no database, no passkey.
  "/link",
  "/link/x",
  "/taken-over",
  "/webauthn-options/idp",
  "/webauthn-script",
];

/** Paths of the library, and the status of a GET by a script. */
const OURS: Readonly<Record<string, number>> = {
  "/session": 200,
  "/session/": 200,
  "/csrf": 200,
  "/providers": 200,
  "/signin": 200,
  "/account-data": 401,
  "/signin/idp": 405,
  // Unknown providers get an answer of the library too, which says so: the id may be misspelt, or that of an old form.
  "/signin/unknown": 405,
};

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: each path below basePath that is not an endpoint is the application's`, async () => {
    for (const basePath of ["/auth", "/", "/members/auth"]) {
      await using server = await open({ ...config, basePath }, mine());
      const root = server.url + (basePath === "/" ? "" : basePath);
      for (const path of APPLICATIONS) {
        // A server may look at the first segment of such a target as at a host.
        if (basePath === "/" && path.startsWith("//")) continue;
        const answer = await ask(root + path, { redirect: "manual" });
        // Fastify decodes a path before it looks for a route, and does not go on to another one.
        const isDecoded = name === "Fastify" && path === "/%73ession";
        const expected = isDecoded ? [404, false] : [200, true];
        assert.deepEqual([answer.status, await answer.text() === "mine"], expected, basePath + path);
      }
      for (const [path, status] of Object.entries(OURS)) {
        const answer = await ask(root + path);
        assert.notEqual(await answer.text(), "mine", basePath + path);
        assert.equal(answer.status, status, basePath + path);
        const head = await ask(root + path, { method: "HEAD" });
        assert.equal(head.status, 405, `HEAD ${basePath}${path}`);
      }
    }
  });

  test(`${name}: without the feature AccountPage, its paths are the application's`, async () => {
    await using server = await open({ ...config, features: [] }, mine());
    for (const path of ["/auth/account", "/auth/account-data"]) {
      for (const method of ["GET", "POST"]) {
        const init = { method, headers: { origin: server.url } };
        assert.equal(await (await ask(server.url + path, init)).text(), "mine", `${method} ${path}`);
      }
    }
  });
}

test("the pages of linking and of a takeover are the library's with a database", async () => {
  const withDatabase = { ...config, callbacks: {}, adapter: Memory() } as AuthConfig;
  await using server = await DOORS.Node!(withDatabase, mine());
  for (const path of ["/auth/link", "/auth/taken-over"]) {
    assert.notEqual(await (await ask(server.url + path)).text(), "mine", path);
  }
});

/** Paths that a guard must not let pass: another route may have them. */
const GUARDED = [
  ...APPLICATIONS,
  "/signin/unknown",
  "/signin/internal",
  "/callback",
  "/callback/",
  "/signin/undefined",
];

for (const { name, express } of VERSIONS) {
  test(`requireSession() guards each path that is not an endpoint, in ${name} (CFG-15)`, async () => {
    for (const basePath of ["/", "/auth"]) {
      const own = { ...config, basePath } satisfies AuthConfig;
      const app = express().use(requireSession(own));
      const root = basePath === "/" ? "" : basePath;
      // Routes of the application that stand before the library, and win.
      for (const path of GUARDED) {
        app.get(new RegExp(`^${(root + path).replaceAll(/[.;/]/g, "\\$&")}$`), secret);
      }
      app.use(MiddlewareAuth(own)).use(secret);
      await using server = await serve(app);
      for (
        const path of GUARDED.filter((each) =>
          (root + each).startsWith("/") && !(root + each).startsWith("//")
        )
      ) {
        const answer = await ask(server.url + root + path);
        assert.deepEqual([answer.status, /SECRET/.test(await answer.text())], [401, false], root + path);
      }
      for (const path of ["/session", "/csrf", "/signin", "/error"]) {
        assert.notEqual((await ask(server.url + root + path)).status, 401, root + path);
      }
    }
  });
}

function secret(_req: unknown, res: { send(text: string): unknown }): void {
  res.send("SECRET");
}

test("the proxy of NextAuth() asks callbacks.authorized, and the function of auth(), for each path that is not an endpoint (CFG-15)", async () => {
  const event = { waitUntil() {} };
  for (const basePath of ["/api/auth", "/"]) {
    const own = {
      ...config,
      basePath,
      callbacks: { authorized: ({ auth }) => !!auth },
    } satisfies NextAuthConfig;
    const { auth } = NextAuth(own);
    const wrapped = auth((request) => new Response(`asked for ${request.nextUrl.pathname}`));
    const root = basePath === "/" ? "" : basePath;
    for (const path of GUARDED.map((each) => root + each).filter((each) => /^\/(?!\/)/.test(each))) {
      const answer = await auth(requestForNext(path), event);
      assert.equal(answer.status, 307, path);
      assert.match(answer.headers.get("location")!, /\/signin\?callbackUrl=/, path);
      assert.equal(await (await wrapped(requestForNext(path), event)).text(), `asked for ${path}`);
    }
    const endpoints = [
      "/session",
      "/session/",
      "/signin",
      "/signin/idp",
      "/callback/idp",
      "/signout",
      "/account",
    ];
    for (const path of endpoints) {
      // It hands them on to Next, which is not here.
      for (const proxy of [auth, wrapped] as readonly typeof wrapped[]) {
        await assert.rejects(proxy(requestForNext(root + path), event), /Cannot use Next/, path);
      }
    }
  }
});

function requestForNext(path: string, init: RequestInit = {}): NextRequest {
  const { method, url } = new Request(`http://localhost:3000${path}`, init);
  return {
    method,
    url,
    // A browser's `Request` drops `Cookie`.
    headers: new Headers(init.headers),
    nextUrl: Object.assign(new URL(url), { basePath: "" }),
    cookies: { set() {}, delete() {} },
    body: null,
    bodyUsed: false,
  } as unknown as NextRequest;
}
