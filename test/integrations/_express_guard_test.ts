import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express/express.ts";
import { signedIn } from "./_application.ts";
import { ask, catching, freshConfig, send, serve, VERSIONS } from "./_express.ts";

const PAGE = { accept: "text/html,application/xhtml+xml" };

for (const { name, express, wildcard } of VERSIONS) {
  test(`requireSession() lets a user pass, with the session in res.locals, in ${name}`, async () => {
    const config = freshConfig();
    const app = express().use("/auth", MiddlewareAuth(config));
    app.get("/x", requireSession(config), (_req, res) => {
      // The type follows from the config: a field that `callbacks.session` adds, and a user who is there.
      const { id, user } = res.locals.session;
      res.json([id satisfies string | undefined, user.name]);
    });
    app.get("/auth-of", requireSession(config), async (_req, res) => {
      const session = await res.locals.auth();
      res.json([session?.id satisfies string | undefined, session === res.locals.session]);
    });
    await using server = await serve(app);
    const response = await ask(`${server.url}/x`, { headers: { cookie: await signedIn() } });
    assert.deepEqual(await response.json(), ["1", "Ada"]);
    const auth = await ask(`${server.url}/auth-of`, { headers: { cookie: await signedIn() } });
    assert.deepEqual(await auth.json(), ["1", true]);
    assert.match(response.headers.get("set-cookie")!, /^latchkey\.session-token=./);
  });

  test(`requireSession() redirects to where the request has met the library, else to basePath or /auth, in ${name}`, async () => {
    const places: readonly (readonly [place: string, basePath: string | undefined, expected: string])[] = [
      ["/", undefined, "/auth"],
      ["/", "/own", "/own"],
      ["/:tenant", undefined, "/acme"],
      [`/${wildcard}`, undefined, "/auth"],
      ["/auth", undefined, "/auth"],
      ["/api/auth", "/api/auth", "/api/auth"],
    ];
    for (const [place, basePath, expected] of places) {
      const config = freshConfig(basePath === undefined ? {} : { basePath });
      const app = express().use(place, MiddlewareAuth(config)).use(requireSession(config));
      await using server = await serve(app.use((_req, res) => void res.send("secret")));
      const page = await ask(`${server.url}/acme/x`, { headers: PAGE });
      assert.equal(page.headers.get("location"), `${expected}/signin?callbackUrl=%2Facme%2Fx`, place);
    }
  });

  test(`requireSession() redirects below the place of the middleware, also from that place itself, in ${name}`, async () => {
    const config = freshConfig();
    const app = express().use(
      "/members",
      express.Router().use(MiddlewareAuth(config), requireSession(config)),
    );
    await using server = await serve(app);
    for (const path of ["/members", "/members/", "/members?page=2", "/members/x"]) {
      const page = await ask(server.url + path, { headers: PAGE });
      const expected = `/members/signin?callbackUrl=${encodeURIComponent(path)}`;
      assert.equal(page.headers.get("location"), expected);
    }
  });

  test(`requireSession() says that the library is elsewhere, once a request has met it there, in ${name}`, async () => {
    const warnings: string[] = [];
    const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
    const config = freshConfig({ logger });
    const app = express().use("/api", express.Router().use("/auth", MiddlewareAuth(config)));
    app.get("/x", requireSession(config), (_req, res) => void res.send("secret"));
    await using server = await serve(app);
    const location = async () => (await ask(`${server.url}/x`, { headers: PAGE })).headers.get("location");
    assert.equal(await location(), "/auth/signin?callbackUrl=%2Fx");
    assert.deepEqual(warnings, []);
    await ask(`${server.url}/api/auth/session`);
    // What one request has shown does not move the users of others.
    for (let n = 0; n < 3; n++) assert.equal(await location(), "/auth/signin?callbackUrl=%2Fx");
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /^express-base-path: .* \/auth\/signin.*write `basePath: "\/api\/auth"`/);
  });

  test(`requireSession() before a library that is elsewhere says so, in ${name}`, async () => {
    const warnings: string[] = [];
    const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
    const config = freshConfig({ logger });
    const app = express().use(requireSession(config)).use("/api/auth", MiddlewareAuth(config));
    await using server = await serve(app);
    assert.equal((await ask(`${server.url}/api/auth/signin`, { headers: PAGE })).status, 303);
    assert.match(warnings.join(), /^other-base-path: .*write `basePath: "\/api\/auth"`/);
  });

  test(`requireSession() exempts no path because a request has found the library there, in ${name} (CFG-15)`, async () => {
    const config = freshConfig({ logger: { error() {}, warn() {} } });
    const app = express().use(requireSession(config));
    app.get("/reports/session", (_req, res) => void res.send("secret"));
    app.use("/:tenant", MiddlewareAuth(config));
    await using server = await serve(app);
    // A user may choose the tenant: the library is then below /reports too.
    const shown = await ask(`${server.url}/reports/csrf`, { headers: { cookie: await signedIn() } });
    assert.match(await shown.text(), /csrfToken/);
    assert.equal((await ask(`${server.url}/reports/session`)).status, 401);
  });

  test(`requireSession() does not warn of the place in a router if it sends users elsewhere, in ${name}`, async () => {
    const warnings: string[] = [];
    const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
    const config = freshConfig({ logger, pages: { signIn: "/login" } });
    const app = express().use("/api", express.Router().use("/auth", MiddlewareAuth(config)));
    app.get("/x", requireSession(config), (_req, res) => void res.send("secret"));
    app.get("/y", requireSession(config, { signInUrl: "/welcome" }), (_req, res) => void res.send("secret"));
    await using server = await serve(app);
    for (const [path, page] of [["/x", "/login"], ["/y", "/welcome"]]) {
      const { headers } = await ask(server.url + path, { headers: PAGE });
      assert.equal(headers.get("location"), `${page}?callbackUrl=${encodeURIComponent(path!)}`);
    }
    assert.deepEqual(warnings.filter((text) => /express-base-path/.test(text)), []);
  });

  test(`requireSession() redirects to basePath, the path of AUTH_URL, pages.signIn or signInUrl, in ${name}`, async () => {
    const logger = { error() {}, warn() {} };
    const options = {
      "/own/signin": [{ basePath: "/own" }, {}],
      "/app/own/signin": [{ url: "https://app.test/app", basePath: "/app/own", logger }, {}],
      "/login": [{ pages: { signIn: "/login" } }, {}],
      "/tenant/login": [{ pages: { signIn: "/login" } }, { signInUrl: "/tenant/login" }],
      "/x/login": [{}, { signInUrl: ({ url }: { url?: string }) => `${url}/login` }],
      "https://accounts.test/": [{}, { signInUrl: "https://accounts.test" }],
    } as const;
    for (const [expected, [extra, own]] of Object.entries(options)) {
      const config = freshConfig(extra);
      const app = express().use("/own", MiddlewareAuth(config));
      app.get("/x", requireSession(config, own), (_req, res) => void res.send("secret"));
      await using server = await serve(app);
      const page = await ask(`${server.url}/x`, { headers: PAGE });
      const returnTo = "url" in extra ? "%2Fapp%2Fx" : "%2Fx";
      assert.equal(page.headers.get("location"), `${expected}?callbackUrl=${returnTo}`);
    }
  });

  test(`requireSession() never takes a page of another site for one of this, in ${name}`, async () => {
    const config = freshConfig();
    const app = express().use(requireSession(config, { signInUrl: "https://accounts.test/" }));
    await using server = await serve(app.get("/", (_req, res) => void res.send("secret")));
    assert.equal((await ask(server.url, { headers: PAGE })).status, 303);
  });

  test(`requireSession() protects files from paths that only begin like those of the library, in ${name}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-"));
    await writeFile(join(folder, "secret.txt"), "a secret");
    try {
      const config = freshConfig();
      const app = express().use(requireSession(config)).use(express.static(folder));
      app.use("/auth", MiddlewareAuth(config)).use("/admin", (_req, res) => void res.send("a secret"));
      await using server = await serve(app);
      const allowed = await ask(`${server.url}/secret.txt`, { headers: { cookie: await signedIn() } });
      assert.equal(await allowed.text(), "a secret");
      for (
        const path of [
          "/secret.txt",
          "/auth/signin/../../secret.txt",
          "/auth/signin/..%2f..%2fsecret.txt",
          "/auth/signin/%2e%2e/%2e%2e/secret.txt",
          "/auth/signin/..%5c..%5csecret.txt",
          "/auth/session/../../admin",
          "/admin/../auth/signin",
          "http://a/auth/../secret.txt",
        ]
      ) {
        const raw = await send(server.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        assert.match(raw, /^HTTP\/1\.1 40\d /, path);
        assert.doesNotMatch(raw, /a secret/, path);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test(`requireSession() exempts no absolute target that Express reads as another path, in ${name}`, async () => {
    const config = freshConfig({ pages: { signIn: "/login" } });
    const app = express().use("/auth", MiddlewareAuth(config));
    app.use(requireSession(config), (_req, res) => void res.send("a secret"));
    await using server = await serve(app);
    for (const host of ["a:x", "a:1:2", "a;b", "a'", "a%2f", "b@a:x", "[::1]:x"]) {
      for (const path of ["/auth/csrf", "/auth/signin/github", "/login"]) {
        const target = `http://${host}${path}`;
        const raw = await send(server.port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        assert.match(raw, /^HTTP\/1\.1 40\d /, target);
        assert.doesNotMatch(raw, /a secret/, target);
      }
    }
  });

  test(`requireSession() asks to return to a path only, whatever the target is, in ${name}`, async () => {
    const config = freshConfig();
    const app = express().use(requireSession(config));
    await using server = await serve(app);
    const targets = {
      "javascript://x/%0aalert(1)": "%2F",
      "http://evil.test:x/y": "%2F",
      "http://evil.test?/y": "%2F",
      "http://evil.test:80/y?z": "%2Fy%3Fz",
    };
    for (const [target, expected] of Object.entries(targets)) {
      const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nConnection: close\r\n\r\n`;
      const location = /^location: (.*)\r$/im.exec(await send(server.port, head))?.[1];
      assert.equal(location, `/auth/signin?callbackUrl=${expected}`, target);
    }
  });

  test(`requireSession() exempts no path in an application without MiddlewareAuth, in ${name}`, async () => {
    for (const extra of [{}, { basePath: "/auth" }]) {
      const app = express().use(requireSession(freshConfig(extra)), (_req, res) => void res.send("a secret"));
      await using server = await serve(app);
      for (const path of ["/auth/session", "/auth/callback/github"]) {
        assert.equal((await ask(server.url + path)).status, 401, path);
      }
    }
  });

  test(`requireSession() does not send users to the tenant whom the first request names, in ${name}`, async () => {
    const config = freshConfig({ logger: { error() {}, warn() {} } });
    const app = express().use("/:tenant/auth", MiddlewareAuth(config)).use(requireSession(config));
    await using server = await serve(app);
    await ask(`${server.url}/evil/auth/session`);
    const page = await ask(`${server.url}/acme/x`, { headers: PAGE });
    assert.equal(page.headers.get("location"), "/auth/signin?callbackUrl=%2Facme%2Fx");
  });
}

test("requireSession() says at once what it must be called with", () => {
  for (const wrong of [undefined, null, "config", () => {}]) {
    assert.throws(() => requireSession(wrong as never), /Cannot use requireSession: .* write `app\.get\(/);
  }
});

test("requireSession() handed over without a call answers with an error, not never", async () => {
  const errors: Error[] = [];
  for (const { express } of VERSIONS) {
    const app = express().get("/x", requireSession as never).use(catching(errors));
    await using server = await serve(app);
    assert.equal((await ask(`${server.url}/x`)).status, 500);
    assert.match(errors.at(-1)!.message, /it got a request: call it/);
  }
});
