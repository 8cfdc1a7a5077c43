import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { test } from "node:test";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { signedIn } from "./_application.ts";
import { unhandledDuring } from "../flows/_unhandled.ts";
import { ask, catching, freshConfig, serve, VERSIONS } from "./_express.ts";

for (const { name, express } of VERSIONS) {
  test(`MiddlewareAuth() says through next that a body was read and not left, in ${name}`, async () => {
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const errors: Error[] = [];
      const app = express().use((req, _res, next) => void req.resume().once("end", () => next()));
      app.use("/auth", MiddlewareAuth(freshConfig())).use(catching(errors));
      await using server = await serve(app);
      const response = await ask(`${server.url}/auth/signout`, {
        method: "POST",
        body: '{"a":"b"}',
        headers: { "content-type": type },
      });
      assert.match(
        await response.text(),
        /mount MiddlewareAuth before that middleware, or use `express\.urlenc/,
      );
      assert.deepEqual(errors.map((error) => error.name), ["Configuration"]);
      // A request without a body misses nothing.
      const empty = await ask(`${server.url}/auth/signout`, {
        method: "POST",
        headers: { "content-type": type },
      });
      await empty.body?.cancel();
      assert.deepEqual([empty.status < 500, errors.length], [true, 1]);
    }
  });

  test(`MiddlewareAuth() leaves a response alone that was sent before, and says so, in ${name}`, async () => {
    const warnings: string[] = [];
    const errors: Error[] = [];
    const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
    const app = express();
    app.use((req, res, next) => {
      if (req.query.half) res.write("half, ");
      else res.send("whole");
      next();
      if (req.query.half) setTimeout(() => res.end("whole"), 20);
    });
    app.use("/auth", MiddlewareAuth(freshConfig({ logger }))).use(catching(errors));
    await using server = await serve(app);
    assert.equal(await (await ask(`${server.url}/auth/session`)).text(), "whole");
    assert.equal(await (await ask(`${server.url}/auth/session?half=1`)).text(), "half, whole");
    assert.match(warnings[0]!, /express-response-sent/);
    assert.deepEqual(errors, []);
  });

  test(`MiddlewareAuth() leaves a response alone that is sent while it works, in ${name}`, async () => {
    const config = freshConfig({
      callbacks: {
        session: async ({ session }) => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          return session;
        },
      },
      logger: { error() {}, warn() {} },
    });
    const app = express().use((_req, res, next) => {
      setTimeout(() => void res.status(503).send("too slow"), 5);
      next();
    });
    await using server = await serve(app.use("/auth", MiddlewareAuth(config)));
    const cookie = await signedIn();
    const unhandled = await unhandledDuring(async () => {
      const response = await ask(`${server.url}/auth/session`, { headers: { cookie } });
      assert.deepEqual([response.status, await response.text()], [503, "too slow"]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    assert.deepEqual(unhandled, []);
  });

  test(`MiddlewareAuth() says what to write when it gets something else than a config, in ${name}`, () => {
    for (const wrong of [undefined, null, "config", 1, () => {}, express(), express.Router()]) {
      assert.throws(
        () => MiddlewareAuth(wrong as never),
        /Cannot use MiddlewareAuth: it got .* write `app\.use\(MiddlewareAuth\(config\)\)`/,
      );
    }
    assert.throws(() => MiddlewareAuth(express() as never), /it got an application/);
  });

  test(`MiddlewareAuth() handed over without a call answers with an error, not never, in ${name}`, async () => {
    const errors: Error[] = [];
    const app = express().use("/auth", MiddlewareAuth as never).use(catching(errors));
    await using server = await serve(app);
    assert.equal((await ask(`${server.url}/auth/session`)).status, 500);
    assert.match(errors[0]!.message, /it got a request: call it/);
  });
}

/** What is wrong with a config, and what the error says. */
const MISTAKES: readonly (readonly [extra: Partial<AuthConfig>, message: RegExp])[] = [
  [{ secret: "short" }, /32 characters/],
  [{ basePath: "auth/" }, /basePath/],
  [{ url: "app.test" }, /AUTH_URL/],
  [{ providers: {} as never }, /providers/],
  [{ session: { strategy: "database" } }, /adapter/],
  [{ cookies: { sessionToken: { name: "a b" } } }, /sessionToken/],
];

test("MiddlewareAuth() throws at the mount for a config that cannot work", () => {
  for (const [extra, message] of MISTAKES) {
    assert.throws(
      () => MiddlewareAuth(freshConfig({ ...extra, logger: { error() {}, warn() {} } })),
      message,
    );
  }
});

test("MiddlewareAuth() answers by itself in a server without Express", async () => {
  await using server = await serve(createListener());
  const session = await ask(`${server.url}/auth/session`, { headers: { cookie: await signedIn() } });
  assert.equal((await session.json()).user.name, "Ada");
  assert.equal((await ask(`${server.url}/nothing`)).status, 404);
});

test("MiddlewareAuth() says that it is for Express where another framework calls it", async () => {
  const app = new Koa();
  const errors: Error[] = [];
  app.on("error", (error) => errors.push(error));
  app.use(MiddlewareAuth(freshConfig()) as never);
  await using server = await serve(app.callback());
  assert.equal((await ask(`${server.url}/auth/session`)).status, 500);
  assert.match(errors[0]!.message, /is a middleware of Express, .* use NodeAuth/);
});

function createListener(): RequestListener {
  const listener = MiddlewareAuth(freshConfig()) as unknown as RequestListener;
  assert.ok(createServer(listener));
  return listener;
}
