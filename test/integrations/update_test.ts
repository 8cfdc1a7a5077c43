/**
 * `update()` in a route of Deno, Bun, Node, Express, Fastify and Hono.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import Fastify from "npm:fastify@5.12.8";
import { type Context, Hono } from "npm:hono@4.13.19";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { MiddlewareAuth, type RequestAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { type AuthVariables, HonoAuth } from "../../src/integrations/hono/hono.ts";
import { config, signedIn } from "./_application.ts";
import { VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

const TOKEN = "latchkey.session-token";

const coloured = {
  ...config,
  callbacks: {
    jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, ...session } : token,
    session: ({ session, token }) => ({ ...session, color: token?.color, size: token?.size }),
  },
} satisfies AuthConfig;

/**
 * Returns the session before, after a first update, after a second one, and as the application reads it then. `update` has
 * the type of the session that the application reads.
 */
async function changeTwice<S>(
  update: (data: object) => Promise<S | null>,
  read: () => Promise<S | null>,
): Promise<readonly (S | null)[]> {
  return [await read(), await update({ color: "red" }), await update({ size: 2 }), await read()];
}

const SERVERS: Readonly<Record<string, () => Promise<Listening>>> = {
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [name, () => {
    const own = { ...coloured };
    const app = express().use(MiddlewareAuth(own));
    app.post("/", (_req, res, next) => {
      res.append("set-cookie", "mine=1");
      const auth: RequestAuth<typeof own> = res.locals.auth;
      changeTwice(auth.update, auth).then((steps) => res.json(steps), next);
    });
    app.post("/late", (_req, res) => {
      const auth: RequestAuth<typeof own> = res.locals.auth;
      res.write(" ");
      auth.update({}).catch((error) => res.end(error.message));
    });
    return serve(app);
  }])),
  "Deno and Bun": () =>
    serveWeb(
      fetchHandler(
        coloured,
        async (_request, auth) =>
          Response.json(await changeTwice(auth.update, auth), { headers: { "set-cookie": "mine=1" } }),
        {},
      ),
    ),
  Node: () =>
    serve(NodeAuth(coloured, async (_req: IncomingMessage, res: ServerResponse, auth) => {
      res.setHeader("set-cookie", "mine=1");
      const steps = await changeTwice(auth.update, auth);
      res.end(JSON.stringify(steps));
    })),
  Fastify: async () => {
    const app = Fastify();
    await app.register(FastifyAuth, { config: coloured });
    app.post("/", async (request, reply) => {
      reply.header("set-cookie", "mine=1");
      return await changeTwice(request.auth.update, request.auth);
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: Number(new URL(url).port), url, [Symbol.asyncDispose]: () => app.close() };
  },
  "Hono, with its own response": () =>
    honoServer(async (c) => {
      c.header("set-cookie", "mine=1", { append: true });
      return c.json(await changeTwice((data) => c.var.auth.update(data), c.var.auth));
    }),
  "Hono, with a response of the platform": () =>
    honoServer(async (c) => {
      c.res.headers.append("set-cookie", "mine=1");
      return Response.json(await changeTwice((data) => c.var.auth.update(data), c.var.auth));
    }),
};

type HonoEnv = { Variables: AuthVariables<typeof coloured> };

function honoServer(answer: (c: Context<HonoEnv>) => Promise<Response>): Promise<Listening> {
  const app = new Hono<HonoEnv>().use(HonoAuth(coloured)).post("/", answer);
  return serveWeb((request) => app.fetch(request));
}

for (const [name, start] of Object.entries(SERVERS)) {
  test(`update() in a route of ${name} changes the session, and sets its cookie once`, async () => {
    await using server = await start();
    const cookie = await signedIn();
    const response = await fetch(server.url, { method: "POST", headers: { cookie, origin: server.url } });
    const steps: { color?: string; size?: number; user: { name: string } }[] = await response.json();
    assert.deepEqual(steps.map(({ user, color, size }) => [user.name, color, size]), [
      ["Ada", undefined, undefined],
      ["Ada", "red", undefined],
      ["Ada", "red", 2],
      ["Ada", "red", 2],
    ]);
    const set = response.headers.getSetCookie();
    assert.deepEqual(set.map((each) => each.split("=", 1)[0]).sort(), [TOKEN, "mine"].sort());
    assert.match(response.headers.get("cache-control")!, /no-store/);
    assert.deepEqual(await stored(server, response, cookie), ["red", 2]);
  });

  test(`update() in a route of ${name} gives null if no one is signed in, and sets no cookie of a session`, async () => {
    await using server = await start();
    const response = await fetch(server.url, { method: "POST" });
    assert.deepEqual(await response.json(), [null, null, null, null]);
    assert.deepEqual(response.headers.getSetCookie(), ["mine=1"]);
  });

  test(`update() in a route of ${name} refuses a request of another site, and changes nothing`, async () => {
    await using server = await start();
    const cookie = await signedIn();
    const headers = { cookie, origin: "https://evil.example" };
    const response = await fetch(server.url, { method: "POST", headers });
    await response.body?.cancel();
    assert.equal(response.status, 403);
    assert.deepEqual(await stored(server, response, cookie), [undefined, undefined]);
  });
}

for (const { name } of VERSIONS) {
  test(`update() in ${name} says that a cookie cannot follow a response that has begun`, async () => {
    await using server = await SERVERS[name]!();
    const headers = { cookie: await signedIn() };
    const response = await fetch(`${server.url}/late`, { method: "POST", headers });
    assert.match(await response.text(), /the response has begun.*Do so before anything is sent/);
  });
}

/** Reads color and size from the session that a browser has after a response. @param cookie Its cookie before. */
async function stored({ url }: Listening, response: Response, cookie: string): Promise<readonly unknown[]> {
  const set = response.headers.getSetCookie().find((each) => each.startsWith(TOKEN));
  const headers = { cookie: set?.split(";", 1)[0] ?? cookie };
  const { user, color, size } = await (await fetch(`${url}/auth/session`, { headers })).json();
  assert.equal(user.name, "Ada");
  return [color, size];
}
