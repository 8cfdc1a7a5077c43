import assert from "node:assert/strict";
import { test } from "node:test";
import type { Express, RequestHandler, Router } from "npm:@types/express@5.0.6";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { isNightly } from "../_nightly.ts";
import { signedIn } from "./_application.ts";
import { ask, catching, freshConfig, sendAll, serve, type Version, VERSIONS } from "./_express.ts";

/** Mounts a handler in an application. */
type MountShape = (app: Express, handler: RequestHandler, version: Version) => unknown;

/** Each shape of a mount, and the path of the library that follows from it. */
const SHAPES: Readonly<Record<string, readonly [basePath: string, mount: MountShape]>> = {
  'app.use("/auth", …)': ["/auth", (app, handler) => app.use("/auth", handler)],
  'app.use("/auth/*", …)': ["/auth", (app, handler, { wildcard }) => app.use(`/auth/${wildcard}`, handler)],
  'app.all("/auth/*", …)': ["/auth", (app, handler, { wildcard }) => app.all(`/auth/${wildcard}`, handler)],
  'app.use("/api/v1/auth", …)': ["/api/v1/auth", (app, handler) => app.use("/api/v1/auth", handler)],
  'app.all("/api/v1/*", …)': [
    "/api/v1",
    (app, handler, { wildcard }) => app.all(`/api/v1/${wildcard}`, handler),
  ],
  "app.use(…) at the root": ["/auth", (app, handler) => app.use(handler)],
  'app.all("/*", …)': ["/auth", (app, handler, { wildcard }) => app.all(`/${wildcard}`, handler)],
  'app.use(["/auth", "/login"], …)': ["/login", (app, handler) => app.use(["/auth", "/login"], handler)],
  "app.use() with a pattern": ["/auth", (app, handler) => app.use(/^\/auth/, handler)],
  "app.all() with a pattern": ["/auth", (app, handler) => app.all(/^\/auth\/.*$/, handler)],
  "app.use() whose path is an action": ["/csrf", (app, handler) => app.use("/csrf", handler)],
  "app.all() whose path is an action": [
    "/csrf",
    (app, handler, { wildcard }) => app.all(`/csrf/${wildcard}`, handler),
  ],
  "a route with parameters": [
    "/auth",
    (app, handler, { name }) =>
      app.all(name === "Express 4" ? "/auth/:action/:provider?" : "/auth/:action{/:provider}", handler),
  ],
  "routes, one by one": [
    "/auth",
    (app, handler) =>
      ["session", "signin", "csrf", "signout"].map((action) => app.all(`/auth/${action}`, handler)),
  ],
  'router.use("/auth", …)': [
    "/api/auth",
    (app, handler, { express }) => app.use("/api", express.Router().use("/auth", handler)),
  ],
  'router.all("/auth/*", …)': [
    "/api/auth",
    (app, handler, { express, wildcard }) =>
      app.use("/api", express.Router().all(`/auth/${wildcard}`, handler)),
  ],
  "router.use(…)": [
    "/api/auth",
    (app, handler, { express }) => app.use("/api/auth", express.Router().use(handler)),
  ],
  "a router with mergeParams below a wildcard": [
    "/auth",
    (app, handler, { express, wildcard }) =>
      app.use(`/auth/${wildcard}`, express.Router({ mergeParams: true }).use(handler) as Router),
  ],
  "an application in an application": [
    "/app/auth",
    (app, handler, { express }) => app.use("/app", express().use("/auth", handler)),
  ],
  "below a parameter": ["/acme/auth", (app, handler) => app.use("/:tenant/auth", handler)],
};

/** What stands before the library. */
const PARSERS: Readonly<Record<string, (version: Version) => RequestHandler[]>> = {
  "no parser": () => [],
  "express.json()": ({ express }) => [express.json()],
  "express.urlencoded()": ({ express }) => [express.urlencoded({ extended: false })],
  "both parsers": ({ express }) => [express.json(), express.urlencoded({ extended: true })],
  "express.text()": ({ express }) => [express.text({ type: "*/*" })],
  "express.raw()": ({ express }) => [express.raw({ type: "*/*" })],
};

for (const version of VERSIONS) {
  for (const [shape, [basePath, mountIn]] of Object.entries(SHAPES)) {
    test(`MiddlewareAuth() answers below its mount, ${shape}, in ${version.name}`, async () => {
      // Each parser below one mount: they change the body, and not the path.
      const parsers = Object.entries(PARSERS).slice(0, basePath === "/api/v1/auth" ? undefined : 1);
      for (const [parser, open] of parsers) {
        const config = freshConfig();
        const before = structuredClone({ ...config, logger: null, callbacks: null });
        const app = version.express();
        for (const handler of open(version)) app.use(handler);
        mountIn(app, MiddlewareAuth(config), version);
        app.use((_req, res) => void res.status(404).send("mine"));
        await using server = await serve(app);
        const base = server.url + basePath;
        const session = await ask(`${base}/session`, { headers: { cookie: await signedIn() } });
        assert.equal((await session.json()).user.name, "Ada", parser);
        const page = await (await ask(`${base}/signout`)).text();
        assert.ok(page.includes(`href="${base}/signin"`), `${parser}: ${page.slice(0, 200)}`);
        for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
          const csrf = await ask(`${base}/csrf`);
          const fields = await csrf.json();
          const out = await ask(`${base}/signout`, {
            method: "POST",
            body: type === "application/json" ? JSON.stringify(fields) : String(new URLSearchParams(fields)),
            headers: { "content-type": type, cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]! },
          });
          await out.body?.cancel();
          assert.deepEqual(
            [out.status, out.headers.get("location")],
            [303, server.url],
            `${parser}, ${type}`,
          );
        }
        for (
          const path of [
            "/",
            "/nothing",
            `${basePath}/nothing`,
            `${basePath}x/session`,
            `/x${basePath}/session`,
          ]
        ) {
          const other = await ask(server.url + path);
          const isTenant = shape === "below a parameter" && path === "/x/acme/auth/session";
          assert.deepEqual(
            [other.status, await other.text()],
            [404, "mine"],
            `${parser}, ${path}, ${isTenant}`,
          );
        }
        assert.deepEqual({ ...config, logger: null, callbacks: null }, before);
      }
    });
  }

  test(`MiddlewareAuth() keeps several mounts apart, requests at the same time included, in ${version.name}`, async () => {
    const app = version.express();
    const names = ["a", "b", "c"];
    for (const name of names) {
      const sessionToken = { name: `${name}.session` };
      app.use(`/${name}/auth`, MiddlewareAuth(freshConfig({ cookies: { sessionToken } })));
    }
    await using server = await serve(app);
    const pages = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const name = names[n % 3]!;
        return [name, await (await ask(`${server.url}/${name}/auth/signout`)).text()] as const;
      }),
    );
    for (const [name, page] of pages) assert.ok(page.includes(`href="${server.url}/${name}/auth/signin"`));
  });

  test(`MiddlewareAuth() answers below each of the paths that clients think of, in ${version.name}`, async () => {
    const config = freshConfig();
    const app = version.express().use("/:tenant/auth", MiddlewareAuth(config));
    await using server = await serve(app);
    for (let n = 0; n < 120; n++) {
      const page = await (await ask(`${server.url}/t${n % 70}/auth/signout`)).text();
      assert.ok(page.includes(`href="${server.url}/t${n % 70}/auth/signin"`));
    }
    // A name that no path of the library can have.
    assert.equal((await ask(`${server.url}/%C3%BC/auth/session`)).status, 404);
  });

  test(`MiddlewareAuth() passes a ConfigError to next where basePath contradicts the mount, in ${version.name}`, async () => {
    const errors: Error[] = [];
    const app = version.express()
      .use("/api/auth", MiddlewareAuth(freshConfig({ basePath: "/auth" })))
      .use("/other", MiddlewareAuth(freshConfig({ url: "https://app.test/auth" })))
      .use("/AUTH", MiddlewareAuth(freshConfig({ basePath: "/auth" })))
      .use(catching(errors));
    await using server = await serve(app);
    assert.equal((await ask(`${server.url}/api/auth/session`)).status, 500);
    assert.match(errors[0]!.message, /below "\/api\/auth".*`basePath` says "\/auth".*mount it at "\/auth"/);
    assert.equal((await ask(`${server.url}/other/session`)).status, 500);
    assert.match(errors[1]!.message, /below "\/other".*AUTH_URL .* says "\/auth"/);
    assert.equal((await ask(`${server.url}/api/auth/users`)).status, 404);
    assert.equal((await ask(`${server.url}/auth/session`)).status, 200);
    assert.equal((await ask(`${server.url}/AUTH/session`)).status, 404);
    assert.deepEqual(errors.map(({ name }) => name), ["Configuration", "Configuration"]);
  });

  test(`MiddlewareAuth() in a route for all paths answers below /auth only, in ${version.name}`, async () => {
    const app = version.express().all(/.*/, MiddlewareAuth(freshConfig()));
    app.use((_req, res) => void res.send("mine"));
    await using server = await serve(app);
    assert.equal(await (await ask(`${server.url}/auth/session`)).text(), "null");
    for (const path of ["/session", "/blog/session", "/blog/signin/github"]) {
      assert.equal(await (await ask(server.url + path)).text(), "mine", path);
    }
  });

  test(`MiddlewareAuth() answers below the path of AUTH_URL, which a proxy removes or keeps, in ${version.name}`, async () => {
    const url = "https://app.test/app";
    const logger = { error() {}, warn() {} };
    for (
      const [place, path] of [["/auth", "/auth"], ["/app/auth", "/app/auth"], ["/", "/auth"], [
        "/",
        "/app/auth",
      ]]
    ) {
      await using server = await serve(
        version.express().use(place!, MiddlewareAuth(freshConfig({ url, logger }))),
      );
      const page = await (await ask(`${server.url}${path}/signout`)).text();
      assert.match(page, /href="https:\/\/app\.test\/app\/auth\/signin"/, `${place} ${path}`);
    }
    await using server = await serve(
      version.express().use("/app/members", MiddlewareAuth(freshConfig({ url, logger }))),
    );
    assert.match(
      await (await ask(`${server.url}/app/members/signout`)).text(),
      /https:\/\/app\.test\/app\/members\/signin/,
    );
  });

  test(`MiddlewareAuth() answers odd paths below its mounts without a failure, in ${version.name}`, async () => {
    const errors: Error[] = [];
    const shapes = Object.entries(SHAPES);
    for (const [at, [shape, [basePath, mountIn]]] of shapes.entries()) {
      const app = version.express();
      mountIn(app, MiddlewareAuth(freshConfig()), version);
      app.use((_req, res) => void res.status(404).send("mine")).use(catching(errors));
      await using server = await serve(app);
      // Each path goes to one of the mounts here, and to all of them at night.
      const paths = [...oddPaths(basePath)].filter((_, i) => isNightly || i % shapes.length === at);
      const answers = await sendAll(server.port, paths);
      for (const [i, raw] of answers.entries()) {
        assert.match(
          raw,
          /^HTTP\/1\.1 (200|30\d|400|404|405) /,
          `${shape}: ${paths[i]}\n${raw.slice(0, 300)}`,
        );
      }
    }
    // What Express itself cannot decode.
    assert.ok(errors.every((error) => /decode/.test(error.message)), String(errors));
  });
}

/** Paths that a parser of URLs, a router and a decoder may read in different ways. */
function* oddPaths(basePath: string): Iterable<string> {
  const parts = [
    "session",
    "signin",
    "..",
    ".",
    "",
    "%2e%2e",
    "%2f",
    "%",
    "%zz",
    "a%2Fb",
    ";",
    "\\..",
    "é",
    "@",
    "undefined",
  ];
  for (const one of parts) {
    yield `${basePath}/${one}`;
    yield `${basePath}/${one}?a=%zz&b[=`;
    for (const other of parts) {
      yield `${basePath}/${one}/${other}`;
      yield `/${one}${basePath}/${other}/`;
      yield `/${one}/${other}${basePath}/session`;
    }
  }
  yield `//${basePath}/session`;
  yield `http://evil.example${basePath}/session`;
  yield `${basePath}/session#a`;
}
