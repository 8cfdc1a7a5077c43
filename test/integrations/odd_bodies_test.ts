import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import * as h3 from "npm:h3@1.15.11";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { HonoAuth } from "../../src/integrations/hono/hono.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config as base } from "./_application.ts";
import { DOORS, mine } from "./_doors.ts";
import { ask, VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** A config that keeps its errors. */
function quiet(): { readonly config: AuthConfig; readonly errors: Error[] } {
  const errors: Error[] = [];
  return { config: { ...base, logger: { error: (error) => void errors.push(error) } } as AuthConfig, errors };
}

const nest = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};
const circle: Record<string, unknown> = {};
circle.self = circle;
const circular: unknown[] = [];
circular.push(circular);

/** What a parser, or a middleware after it, may leave in `req.body`, although no client sends it as such. */
const BODIES: Readonly<Record<string, unknown>> = {
  "20 000 lists": nest(20_000),
  "an object with 20 000 lists": { csrfToken: nest(20_000) },
  "a circle of objects": circle,
  "a circle of lists": circular,
  "a bigint": { csrfToken: 1n },
  "a toJSON that throws": { toJSON: () => assert.fail("mine") },
  "a getter that throws": Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => assert.fail("mine"),
  }),
};

/** Applications in which something before the library leaves a body. */
const AFTER_A_PARSER: Readonly<Record<string, (config: AuthConfig, body: unknown) => Promise<Listening>>> = {
  Koa: (config, body) => {
    const app = new Koa().use(async ({ req, request }, next) => {
      await drain(req);
      Object.assign(request, { body });
      await next();
    });
    return serve(app.use(NodeAuth(config)).callback());
  },
  Node: (config, body) => {
    const listener = NodeAuth(config);
    return serve(async (req, res) => {
      await drain(req);
      await listener(Object.assign(req, { body }), res);
    });
  },
  "h3 1": (config, body) => {
    const auth = NuxtAuth(config);
    const app = h3.createApp().use(h3.eventHandler(async (event) => {
      await drain(event.node.req);
      Object.assign(event.node.req, { body });
      return await auth(event as H3Event);
    }));
    return serve(h3.toNodeListener(app));
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [name, (config: AuthConfig, body: unknown) => {
    const app = express().use(async (req, _res, next) => {
      await drain(req);
      Object.assign(req, { body });
      next();
    });
    return serve(app.use("/auth", MiddlewareAuth(config)));
  }])),
};

async function drain(req: IncomingMessage): Promise<void> {
  for await (const _part of req);
}

for (const [name, open] of Object.entries(AFTER_A_PARSER)) {
  for (const [what, body] of Object.entries(BODIES)) {
    test(`${name}: ${what} in the body that a parser has left is 400 and no error (N06)`, async () => {
      const { config, errors } = quiet();
      await using server = await open(config, body);
      for (const headers of [JSON_TYPE, FORM_TYPE]) {
        const init = { method: "POST", body: headers === JSON_TYPE ? "{}" : "a=b", headers };
        for (const path of ["/auth/signout", "/auth/signin", "/auth/callback/idp", "/auth/session"]) {
          const answer = await ask(server.url + path, init);
          await answer.body?.cancel();
          // In a form, one field of each kind can be written again: it is text that no action knows.
          if (headers === FORM_TYPE && answer.status < 400) continue;
          assert.equal(answer.status, 400, `${path} ${headers["content-type"]}`);
        }
      }
      assert.deepEqual(errors.filter(({ name }) => name === "ServerError"), []);
    });
  }
}

for (const { name, express } of VERSIONS) {
  test(`${name}: 20 000 lists behind express.json() are 400, and no error is logged (N06)`, async () => {
    const { config, errors } = quiet();
    const app = express().use(express.json({ strict: false, limit: "1mb" }));
    await using server = await serve(app.use("/auth", MiddlewareAuth(config)));
    for (
      const text of [
        "[".repeat(20_000) + "]".repeat(20_000),
        '{"a":'.repeat(8_000) + "1" + "}".repeat(8_000),
      ]
    ) {
      const answer = await ask(`${server.url}/auth/signout`, {
        method: "POST",
        body: text,
        headers: JSON_TYPE,
      });
      assert.deepEqual([answer.status, await answer.json()], [400, {
        message: "Body is not a JSON object.",
      }]);
    }
    const list = JSON.stringify(Array.from({ length: 100_000 }, () => 1));
    const huge = await ask(`${server.url}/auth/signout`, { method: "POST", body: list, headers: JSON_TYPE });
    await huge.body?.cancel();
    assert.equal(huge.status, 413);
    assert.deepEqual(errors, []);
  });
}

test("Hono: 20 000 lists that a middleware has read with c.req.json() are 400", async () => {
  const { config, errors } = quiet();
  const app = new Hono().use(async (c, next) => {
    if (c.req.method === "POST") await c.req.json();
    await next();
  });
  await using server = await serveWeb(app.use(HonoAuth(config)).fetch);
  const body = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const answer = await ask(`${server.url}/auth/signout`, { method: "POST", body, headers: JSON_TYPE });
  await answer.body?.cancel();
  assert.equal(answer.status, 400);
  assert.deepEqual(errors, []);
});

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: a JSON object with 20 000 lists is 400 before authorize() sees it`, async () => {
    const errors: Error[] = [];
    const providers = [Credentials({ authorize: () => assert.fail("it asks the application") })];
    const config = { ...base, providers, logger: { error: (error: Error) => void errors.push(error) } };
    await using server = await open(config as AuthConfig, mine());
    const csrf = await ask(`${server.url}/auth/csrf`);
    const { csrfToken } = await csrf.json();
    const headers = {
      ...JSON_TYPE,
      cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]!,
      origin: server.url,
    };
    const body = `{"csrfToken":"${csrfToken}","username":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const answer = await ask(`${server.url}/auth/callback/credentials`, { method: "POST", body, headers });
    await answer.body?.cancel();
    assert.equal(answer.status, 400);
    assert.deepEqual(errors, []);
  });
}
