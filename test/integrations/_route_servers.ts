/**
 * One application behind each integration but Next, whose routes get the `auth` of the request and answer with data.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "npm:fastify@5.12.8";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node/node.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";
import { webDoors } from "./_web_doors.ts";

/** What a route answers. */
export interface RouteAnswer {
  readonly status: number;
  /** Where it redirects to. */
  readonly location?: string;
  /** JSON. */
  readonly body: unknown;
}

/** Answers a request, with a cookie of its own beside those of `auth`. */
export type DataRoute<C extends AuthConfig> = (path: string, auth: RequestAuth<C>) => Promise<RouteAnswer>;

/** The applications of a config: each starts on a real socket. */
export function routeServers<C extends AuthConfig>(
  config: C,
  route: DataRoute<C>,
): Readonly<Record<string, () => Promise<Listening>>> {
  return {
    "Deno and Bun": () =>
      serveWeb(fetchHandler(config, async ({ url }, auth) => toResponse(await route(url, auth)), {})),
    Workers: () => {
      const worker = WorkerAuth(config, async ({ url }, auth) => toResponse(await route(url, auth)));
      return serveWeb((request) =>
        worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} })
      );
    },
    Node: () =>
      serve(NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
        send(res, await route(req.url!, auth));
      })),
    Koa: () => {
      const app = new Koa<KoaAuthState<C>>().use(NodeAuth(config));
      app.use(async (context) => {
        const { status, location, body } = await route(context.url, context.state.auth);
        context.append("set-cookie", "mine=1");
        if (location) context.redirect(location);
        Object.assign(context, { status, body });
      });
      return serve(app.callback());
    },
    Fastify: async () => {
      const app = Fastify();
      await app.register(FastifyAuth, { config });
      app.all("/*", async (request, reply) => {
        const { status, location, body } = await route(request.url, authOf(request));
        reply.header("set-cookie", "mine=1");
        if (location) reply.header("location", location);
        return reply.code(status).send(JSON.stringify(body));
      });
      await app.listen({ port: 0, host: "127.0.0.1" });
      const { port } = app.server.address() as AddressInfo;
      return {
        port,
        url: `http://127.0.0.1:${port}`,
        [Symbol.asyncDispose]: async () => (app.server.closeAllConnections(), await app.close()),
      };
    },
    ...Object.fromEntries(VERSIONS.map(({ name, express }) => [name, () => {
      const own = { ...config };
      const app = express().use(MiddlewareAuth(own));
      app.use((req, res, next) => {
        route(req.url, res.locals.auth).then((answer) => send(res, answer), next);
      });
      return serve(app);
    }])),
    ...webDoors(config, async (url, auth) => toResponse(await route(url, auth))),
  };
}

/** What `declare module "fastify"` of an application says. */
function authOf<C extends AuthConfig>(request: object): RequestAuth<C> {
  return (request as { readonly auth: RequestAuth<C> }).auth;
}

function toResponse({ status, location, body }: RouteAnswer): Response {
  const headers = new Headers({ "set-cookie": "mine=1" });
  if (location) headers.set("location", location);
  return Response.json(body, { status, headers });
}

function send(res: ServerResponse, { status, location, body }: RouteAnswer): void {
  res.appendHeader("set-cookie", "mine=1");
  if (location) res.setHeader("location", location);
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
