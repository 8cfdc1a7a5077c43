/**
 * One application behind each integration, on a real socket. Where a framework can trust a proxy, it trusts every client.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
// @ts-types="npm:@types/connect@3.4.38"
import connect from "npm:connect@3.7.0";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { HonoAuth } from "../../src/integrations/hono/hono.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

/** Starts an application that has a page at each path for which `statusOf` is 200. It answers `mine`. */
export type Door = (config: AuthConfig, statusOf: (pathname: string) => number) => Promise<Listening>;

/** Each integration but Next, whose requests only Next can make. */
export const DOORS: Readonly<Record<string, Door>> = {
  "Deno and Bun": (config, statusOf) =>
    serveWeb(
      fetchHandler(
        config,
        ({ url }, _auth, _info: Deno.ServeHandlerInfo<Deno.NetAddr>) => page(url, statusOf),
        {},
        (_request, [{ remoteAddr }]) => remoteAddr.hostname,
      ),
    ),
  Workers: (config, statusOf) => {
    const worker = WorkerAuth(config, ({ url }) => page(url, statusOf));
    return serveWeb((request) => worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
  },
  Hono: (config, statusOf) => {
    const app = new Hono().use(HonoAuth(config));
    return serveWeb(app.all("*", ({ req }) => page(req.url, statusOf)).fetch);
  },
  SvelteKit: (config, statusOf) => {
    const { handle } = KitAuth(config);
    return serveWeb((request, { remoteAddr: { hostname } }) => {
      const url = new URL(request.url);
      const event = { request, url, locals: {}, cookies: { set() {} }, getClientAddress: () => hostname };
      return handle({ event, resolve: ({ url }) => Promise.resolve(page(url.href, statusOf)) });
    });
  },
  Astro: (config, statusOf) => {
    const { onRequest } = AstroAuth(config);
    return serveWeb((request, { remoteAddr: { hostname: clientAddress } }) => {
      const cookies = { set() {}, headers: () => [] };
      const url = new URL(request.url);
      const context = { request, url, locals: {}, cookies, isPrerendered: false, clientAddress };
      return onRequest(context, () => Promise.resolve(page(request.url, statusOf)));
    });
  },
  "h3 1": (config, statusOf) => {
    const auth = NuxtAuth(config);
    const app = h3.createApp().use(h3.eventHandler((event) => auth(event as H3Event)));
    return serve(h3.toNodeListener(app.use(h3.eventHandler(({ path }) => page(path, statusOf)))));
  },
  "h3 2": (config, statusOf) => {
    const auth = NuxtAuth(config);
    const app = new h3v2.H3().use((event) => auth(event as unknown as H3Event));
    return serve(h3v2.toNodeHandler(app.all("/**", ({ url }) => page(url.href, statusOf))) as never);
  },
  Node: (config, statusOf) => serve(NodeAuth(config, ({ url }, res) => end(url!, res as never, statusOf))),
  Connect: (config, statusOf) =>
    serve(connect().use(NodeAuth(config)).use((req, res) => end(req.originalUrl!, res, statusOf))),
  Koa: (config, statusOf) =>
    serve(
      new Koa({ proxy: true }).use(NodeAuth(config)).use((context) => {
        context.status = statusOf(context.path);
        context.body = "mine";
      }).callback(),
    ),
  Fastify: async (config, statusOf) => {
    const app = Fastify({ trustProxy: true });
    await app.register(FastifyAuth, { config });
    app.all("/*", (request, reply) => reply.code(statusOf(request.url.split("?")[0]!)).send("mine"));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    return {
      port,
      url: `http://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: async () => (app.server.closeAllConnections(), await app.close()),
    };
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [
    name,
    ((config, statusOf) => {
      const app = express().set("trust proxy", true).use(MiddlewareAuth(config));
      return serve(app.use((req, res) => end(req.url, res, statusOf)));
    }) as Door,
  ])),
};

function page(url: string, statusOf: (pathname: string) => number): Response {
  return new Response("mine", { status: statusOf(new URL(url, "http://localhost").pathname) });
}

function end(
  url: string,
  res: { statusCode: number; end(text: string): unknown },
  statusOf: (pathname: string) => number,
): void {
  res.statusCode = statusOf(url.split("?")[0]!);
  res.end("mine");
}
