import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import express from "npm:express@5.3.0";
import Fastify from "npm:fastify@5.12.8";
import { Hono } from "npm:hono@4.13.19";
import { DenoAuth } from "../../src/integrations/deno.ts";
import { getSession, MiddlewareAuth } from "../../src/integrations/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify.ts";
import { HonoAuth } from "../../src/integrations/hono.ts";
import { NodeAuth } from "../../src/integrations/node.ts";
import { config, signedIn } from "./_application.ts";
import { freshConfig } from "./_express.ts";
import { serve, serveWeb } from "./_server.ts";

/** What an application says that wants each cache to keep its answer. */
const SHARED = {
  "Cache-Control": "public, s-maxage=600",
  "CDN-Cache-Control": "max-age=600",
  "Cloudflare-CDN-Cache-Control": "max-age=600",
  "Vercel-CDN-Cache-Control": "max-age=600",
  "Surrogate-Control": "max-age=600",
};

/** Asserts what the headers of an answer let caches do, for a user, a stranger, and a page that asks for no session. */
async function assertPrivate(url: string, paths: readonly string[]): Promise<void> {
  const cookie = await signedIn();
  for (const path of paths) {
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const response = await fetch(url + path, { headers });
      await response.text();
      const seen = Object.keys(SHARED).map((name) => response.headers.get(name));
      const label = `${path} ${Object.keys(headers)}`;
      assert.equal(response.status, 200, label);
      if (path === "/static") assert.deepEqual(seen, Object.values(SHARED), label);
      else assert.deepEqual(seen, ["private, no-cache, no-store", null, null, null, null], label);
    }
  }
}

const setOn = (res: Pick<ServerResponse, "setHeader">) => {
  for (const [name, value] of Object.entries(SHARED)) res.setHeader(name, value);
};

/** How a handler of Node writes the headers for caches around the session. */
const WRITES: Record<string, (res: ServerResponse, read: () => Promise<unknown>) => Promise<unknown>> = {
  "/before": async (res, read) => (setOn(res), await read(), res.end("page")),
  "/after": async (res, read) => (await read(), setOn(res), res.end("page")),
  "/head": async (res, read) => (await read(), res.writeHead(200, SHARED).end("page")),
  "/reason": async (
    res,
    read,
  ) => (await read(), res.writeHead(200, "OK", Object.entries(SHARED).flat()).end("page")),
  "/removed": async (res, read) => {
    await read();
    res.removeHeader("cache-control");
    setOn(res);
    res.end("page");
  },
  "/static": (res) => Promise.resolve((setOn(res), res.end("page"))),
};

test("NodeAuth() leaves no answer of a session to caches, whatever the application sets when (SE-41)", async () => {
  await using server = await serve(
    NodeAuth(config, async (req, res, auth) => void await WRITES[req.url!]!(res as ServerResponse, auth)),
  );
  await assertPrivate(server.url, Object.keys(WRITES));
});

test("MiddlewareAuth() leaves no answer of a session to caches, whatever the application sets when (SE-41)", async () => {
  const own = freshConfig();
  const app = express();
  app.use(MiddlewareAuth(own));
  app.get("/by-function", async (req, res) => {
    await getSession(req, own);
    res.set("cache-control", "public, s-maxage=600").set("Surrogate-Control", "max-age=600").send("page");
  });
  for (const [path, write] of Object.entries(WRITES)) {
    app.get(path, async (_req, res) => void await write(res as unknown as ServerResponse, res.locals.auth));
  }
  await using server = await serve(app as never);
  await assertPrivate(server.url, ["/by-function", ...Object.keys(WRITES)]);
});

test("FastifyAuth(), HonoAuth() and DenoAuth() leave no answer of a session to caches (SE-41)", async () => {
  const fastify = Fastify();
  await fastify.register(FastifyAuth, { config });
  fastify.get("/page", async (request, reply) => {
    await (request as unknown as { auth(): Promise<unknown> }).auth();
    return reply.headers(SHARED).send("page");
  });
  fastify.get("/static", (_request, reply) => reply.headers(SHARED).send("page"));
  await assertPrivate(await fastify.listen({ port: 0, host: "127.0.0.1" }), ["/page", "/static"]);
  await fastify.close();

  const hono = new Hono<{ Variables: { auth: () => Promise<unknown> } }>();
  hono.use(HonoAuth(config) as never);
  hono.get("/page", async (c) => (await c.var.auth(), c.text("page", 200, SHARED)));
  hono.get("/static", (c) => c.text("page", 200, SHARED));
  await using honoServer = await serveWeb((request) => hono.fetch(request));
  await assertPrivate(honoServer.url, ["/page", "/static"]);

  await using deno = await serveWeb(DenoAuth(config, async (request, auth) => {
    if (!request.url.endsWith("/static")) await auth();
    return new Response("page", { headers: SHARED });
  }));
  await assertPrivate(deno.url, ["/page", "/static"]);
});
