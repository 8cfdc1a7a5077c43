/**
 * One application behind each integration but Next, whose requests only Next can make, on a real socket. Its routes get the
 * `auth` of the request, and answer text or data. Where a framework can trust a proxy, it trusts every client.
 *
 * @module
 */

import type { ServerResponse } from "node:http";
// @ts-types="npm:@types/connect@3.4.38"
import connect from "npm:connect@3.7.0";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { toNodeHandler } from "npm:h3@2.0.8/node";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { type AuthError, SessionRequired } from "../../src/errors/errors.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { CookieOptions } from "../../src/values/cookie.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { type AuthVariables, HonoAuth } from "../../src/integrations/hono/hono.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node/node.ts";
import { type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { VERSIONS } from "./_express.ts";
import { withCode } from "./_with_code.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

export type { Listening };

/** What a route answers. */
export interface RouteAnswer {
  /** Default: 200. */
  readonly status?: number;
  /** Where it redirects to. */
  readonly location?: string;
  /** Text, or data, which is sent as JSON. */
  readonly body: unknown;
  /** Further `Set-Cookie` headers of the application. */
  readonly cookies?: readonly string[];
}

/** Answers a request of the application, which sets a cookie of its own before, `mine=1`. @param url URL, or path and query. */
export type Route<C extends AuthConfig = AuthConfig> = (
  url: string,
  auth: RequestAuth<C>,
) => Promise<RouteAnswer>;

/** Starts an application. */
export type Door = <C extends AuthConfig>(config: C, route: Route<C>) => Promise<Listening>;

/** A route that answers `mine` at each path. */
export function mine(status = 200): Route<never> {
  return () => Promise.resolve({ status, body: "mine" });
}

/** A cookie of the application. */
const MINE = "mine=1";

/** Each integration but Next. */
export const DOORS: Readonly<Record<string, Door>> = {
  "Deno and Bun": (config, route) =>
    serveWeb(
      fetchHandler(
        config,
        async ({ url }, auth, _info: Deno.ServeHandlerInfo<Deno.NetAddr>) =>
          toResponse(await route(url, auth)),
        {},
        (_request, [{ remoteAddr }]) => remoteAddr.hostname,
      ),
    ),
  Workers: (config, route) => {
    const worker = WorkerAuth(withCode(config), async ({ url }, auth) => toResponse(await route(url, auth)));
    return serveWeb((request) => worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
  },
  Hono: <C extends AuthConfig>(config: C, route: Route<C>) => {
    const app = new Hono<{ Variables: AuthVariables<C> }>().use(HonoAuth(config));
    app.all("*", async (c) => toResponse(await route(c.req.url, c.var.auth as RequestAuth<C>)));
    return serveWeb((request, info) => app.fetch(request, info));
  },
  SvelteKit: (config, route) => {
    const { handle } = KitAuth(config);
    return serveWeb((request, { remoteAddr: { hostname } }) => {
      const { addTo, ...cookies } = createJar();
      const url = new URL(request.url);
      const event = { request, url, locals: {}, cookies, getClientAddress: () => hostname };
      return handle({
        event,
        resolve: async ({ locals }) =>
          addTo(await route(request.url, authIn(locals)).then(toResponse).catch(toKitAnswer)),
      });
    });
  },
  Astro: (config, route) => {
    const { onRequest } = AstroAuth(config, { checkOrigin: false });
    return serveWeb(async (request, { remoteAddr: { hostname: clientAddress } }) => {
      const { addTo, ...cookies } = createJar();
      const url = new URL(request.url);
      const context = { request, url, locals: {}, cookies, isPrerendered: false, clientAddress };
      const page = async () => toResponse(await route(request.url, authIn(context.locals)));
      return addTo(await onRequest(context, page));
    });
  },
  "h3 1": (config, route) => {
    const auth = NuxtAuth(config);
    const app = h3.createApp().use(h3.eventHandler((event) => auth(event as H3Event)));
    app.use(h3.eventHandler(async ({ path, context }) => toResponse(await route(path, context.auth))));
    return serve(h3.toNodeListener(app));
  },
  "h3 2": (config, route) => {
    const auth = NuxtAuth(config);
    const app = new h3v2.H3({ silent: true }).use((event) => auth(event as unknown as H3Event));
    app.all("/**", async ({ url, context }) => toResponse(await route(url.href, context.auth as never)));
    return serve(toNodeHandler(app) as never);
  },
  Node: (config, route) =>
    serve(NodeAuth(config, async ({ url }, res, auth) => {
      await send(res as ServerResponse, () => route(url!, auth));
    })),
  Connect: (config, route) =>
    serve(
      connect().use(NodeAuth(config)).use((req, res, next) => {
        send(res, () => route(req.originalUrl!, authIn(req))).catch((error) => sendRefusal(error, res, next));
      }),
    ),
  Koa: <C extends AuthConfig>(config: C, route: Route<C>) => {
    const app = new Koa<KoaAuthState<C>>({ proxy: true }).use(NodeAuth(config));
    app.silent = true;
    app.use(async (context) => {
      context.append("set-cookie", MINE);
      const { status, location, type, text, cookies } = toParts(await route(context.url, context.state.auth));
      if (cookies.length) context.append("set-cookie", [...cookies]);
      if (location) context.redirect(location);
      Object.assign(context, { status, body: text, type });
    });
    return serve(app.callback());
  },
  Fastify: async (config, route) => {
    const app = Fastify({ trustProxy: true });
    await app.register(FastifyAuth, { config });
    app.all("/*", async (request, reply) => {
      reply.header("set-cookie", MINE);
      const { status, location, type, text, cookies } = toParts(await route(request.url, authIn(request)));
      for (const cookie of cookies) reply.header("set-cookie", cookie);
      if (location) reply.header("location", location);
      return reply.code(status).type(type).send(text);
    });
    await app.ready();
    return await serve((req, res) => app.routing(req, res));
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [
    name,
    ((config, route) => {
      const app = express().set("trust proxy", true).set("env", "test").use(MiddlewareAuth({ ...config }));
      app.use((req, res, next) => {
        send(res, () => route(req.url, res.locals.auth)).catch((error) => sendRefusal(error, res, next));
      });
      return serve(app);
    }) as Door,
  ])),
};

/** What the application has declared: the `auth` of a request, or of locals. */
function authIn<C extends AuthConfig>(place: object): RequestAuth<C> {
  return (place as { readonly auth: RequestAuth<C> }).auth;
}

function toParts({ status = 200, location, body, cookies = [] }: RouteAnswer) {
  const isText = typeof body === "string";
  const [type, text] = isText ? ["text/plain", body] : ["application/json", JSON.stringify(body)];
  return { status, location, type: `${type}; charset=utf-8`, text, cookies };
}

function toResponse(answer: RouteAnswer): Response {
  const { status, location, type, text, cookies } = toParts(answer);
  const headers = new Headers({ "content-type": type, "set-cookie": MINE });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  if (location) headers.set("location", location);
  return new Response(text, { status, headers });
}

async function send(res: ServerResponse, answer: () => Promise<RouteAnswer>): Promise<void> {
  res.appendHeader("set-cookie", MINE);
  const { status, location, type, text, cookies } = toParts(await answer());
  for (const cookie of cookies) res.appendHeader("set-cookie", cookie);
  if (location) res.setHeader("location", location);
  res.writeHead(status, { "content-type": type }).end(text);
}

/** As an error handler of the application does, which leaves other errors to the framework. */
function sendRefusal(error: Error, res: ServerResponse, next: (error: Error) => void): void {
  if (!(error instanceof SessionRequired)) return next(error);
  const { status, headers, body } = error.answer;
  res.writeHead(status, headers).end(body);
}

/** As Kit, which is in the npm package only, answers its redirect and its error. */
export function toKitAnswer(error: Error): Response {
  const [, location] = /^Cannot redirect to "([^"]+)"/.exec(error.message) ?? [];
  if (location) return new Response(null, { status: 303, headers: { location } });
  const status = /^Cannot answer (\d+)/.exec(error.message)?.[1] ?? 500;
  return new Response((error as AuthError).type ?? null, { status: Number(status) });
}

/** The cookies of Astro and of Kit, which add them to the response. */
export function createJar() {
  const set = new Map<string, string>();
  const headers = () => [...set.values()];
  return {
    headers,
    set: (name: string, value: string, options: CookieOptions) =>
      void set.set(name, serializeCookie({ name, value, options })),
    addTo(response: Response): Response {
      for (const cookie of headers()) response.headers.append("set-cookie", cookie);
      return response;
    },
  };
}
