/**
 * One application behind each integration, on a real socket, all of which is guarded but its sign-in page, `/login`.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import express from "npm:express@5.3.0";
import express4 from "npm:express@4.22.3";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { toNodeHandler } from "npm:h3@2.0.8/node";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express/express.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { FastifyAuth, requireSession as requireInFastify } from "../../src/integrations/fastify/fastify.ts";
import {
  type AuthVariables,
  HonoAuth,
  requireSession as requireInHono,
} from "../../src/integrations/hono/hono.ts";
import { NextAuth, type NextRequest } from "../../src/integrations/next/next.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node/node.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { config as base, IDP } from "./_application.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";
import { withCode } from "./_with_code.ts";
import { createJar, toKitAnswer } from "./_doors.ts";

/** Returns the text of a page. @param path As the router of the framework reads it. */
export type Pages = (path: string) => string;

/** An integration on a server. */
export interface GuardedDoor {
  /** Whether the server tells the path that the client has sent, or only what a parser of URLs has made of it. */
  readonly tells: "the sent path" | "the parsed path";
  /** Whether its guard is a middleware, which lets the sign-in page pass: else the page calls `auth.require()`. */
  readonly isBefore?: true;
  /** Starts the application. */
  open(config: AuthConfig, pages: Pages): Promise<Listening>;
}

/** The path of the sign-in page of each application. */
export const LOGIN = "/login";

/** The config of the applications. */
export const config = { ...base, providers: [IDP], pages: { signIn: LOGIN } } satisfies AuthConfig;

/** What stands before a path, and makes it another one for a parser of URLs, a router, or a proxy. */
const BEFORE = String
  .raw`/x/../ /x/%2e%2e/ /x/.%2E/ /./ /%2e/ // /x\..\ /x/..\ /\ /%5c /x/..%2f http://a/x/../ http://a/%2E./`;

/** Paths that a browser, a proxy or an attacker may make of another one. Each is one of the application, as it is sent. */
export const CHANGED: readonly string[] = [
  ...BEFORE.split(" ").flatMap((before) => [`${before}auth/csrf`, `${before}login`]),
  ...String
    .raw`/auth\csrf /auth%5ccsrf /auth%2fcsrf /auth//csrf /auth/./csrf /auth/x/../csrf /auth/%2e/csrf /auth/x/..\csrf
    /x\../auth/csrf /%61uth/csrf /auth/cs%72f /auth/%43srf /AUTH/csrf /auth/csrf// /auth/csrf%00 /auth/csrf%20 /auth/csrf;x
    /auth/csrf/../../members /auth/%2e%2e/members /login/../members /login%00 /%6cogin /login// /login;x /LOGIN
    /login%2f..%2fmembers /members/%2e%2E/login /members\..\login /members /members/ //members /members//x /%6dembers
    /members%00 /members/..%5clogin /auth`.split(/\s+/),
];

/** Paths that are the library's. */
export const OWN: readonly string[] = ["/auth/csrf", "/auth/csrf/", "/auth/csrf?a=/../b\\c", "/auth/csrf?."];

/** The bytes of a request. */
export function requestFor(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: "a", ...headers, connection: "close" }).map((line) => line.join(": "));
  const length = method === "GET" || method === "HEAD" ? "" : "content-length: 0\r\n";
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n${length}\r\n`;
}

const SENT = "the sent path";
const PARSED = "the parsed path";

/** The applications. */
export const GUARDED_DOORS: Readonly<Record<string, GuardedDoor>> = {
  Node: {
    tells: SENT,
    open: (config, pages) =>
      serve(NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
        res.end(await guarded(pathIn(req.url!), auth, pages));
      })),
  },
  Koa: {
    tells: SENT,
    open(config, pages) {
      const app = new Koa<KoaAuthState>().use(NodeAuth(config));
      app.use(async (context) => {
        context.body = await guarded(context.path, context.state.auth, pages);
      });
      app.silent = true;
      return serve(app.callback());
    },
  },
  "Express 5": { tells: SENT, isBefore: true, open: (config, pages) => inExpress(express(), config, pages) },
  "Express 4": {
    tells: SENT,
    isBefore: true,
    open: (config, pages) => inExpress(express4() as never, config, pages),
  },
  Fastify: {
    tells: SENT,
    isBefore: true,
    async open(config, pages) {
      const app = Fastify();
      await app.register(FastifyAuth, { config });
      // A parser for each type, so that no method stops at its body.
      app.addContentTypeParser("*", (_request, _payload, done) => done(null));
      app.addHttpMethod("PROPFIND");
      const onRequest = requireInFastify() as never;
      app.all("/*", { onRequest }, (request, reply) => reply.send(pages(pathIn(request.url))));
      await app.ready();
      return await serve((req, res) => app.routing(req, res));
    },
  },
  "h3 1": { tells: SENT, open: (config, pages) => serve(h3.toNodeListener(firstApp(config, pages))) },
  "h3 1 as a web handler": {
    tells: PARSED,
    open(config, pages) {
      const answer = h3.toWebHandler(firstApp(config, pages));
      return serveWeb((request) => answer(request));
    },
  },
  "h3 2 on Node": {
    tells: SENT,
    open: (config, pages) => serve(toNodeHandler(secondApp(config, pages)) as never),
  },
  "h3 2": {
    tells: SENT,
    open(config, pages) {
      const app = secondApp(config, pages);
      return serveWeb((request) => app.fetch(request));
    },
  },
  "Hono on Deno": {
    tells: SENT,
    isBefore: true,
    open(config, pages) {
      const app = honoApp(config, pages);
      return serveWeb((request) => app.fetch(request));
    },
  },
  "Hono on Node": {
    tells: SENT,
    isBefore: true,
    open(config, pages) {
      const app = honoApp(config, pages);
      return serveParsed((request, incoming) => app.fetch(request, { incoming }));
    },
  },
  "SvelteKit on Deno": {
    tells: SENT,
    open(config, pages) {
      const answer = kitApp(config, pages);
      return serveWeb((request) => answer(request));
    },
  },
  "SvelteKit with adapter-node": { tells: SENT, open: (config, pages) => serveParsed(kitApp(config, pages)) },
  "Astro on Deno": {
    tells: SENT,
    open(config, pages) {
      const answer = astroApp(config, pages);
      return serveWeb((request) => answer(request));
    },
  },
  "Astro on Node": { tells: PARSED, open: (config, pages) => serveParsed(astroApp(config, pages)) },
  "the proxy of Next": {
    tells: PARSED,
    isBefore: true,
    open: (config, pages) => serveParsed(nextApp(config, pages)),
  },
  Workers: {
    tells: PARSED,
    open(config, pages) {
      const { fetch } = WorkerAuth(withCode(config), (request, auth) => answer(request, auth, pages));
      return serveParsed((request) => fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
    },
  },
  Deno: {
    tells: SENT,
    open(config, pages) {
      const handler = fetchHandler(config, (request, auth) => answer(request, auth, pages), {});
      return serveWeb((request) => handler(request));
    },
  },
  Bun: {
    tells: PARSED,
    open: (config, pages) =>
      serveParsed(fetchHandler(config, (request, auth) => answer(request, auth, pages), {})),
  },
};

/** A page that asks for a session itself. */
async function guarded(path: string, auth: RequestAuth, pages: Pages): Promise<string> {
  if (path !== LOGIN) await auth.require();
  return pages(path);
}

async function answer({ url }: Pick<Request, "url">, auth: RequestAuth, pages: Pages): Promise<Response> {
  return new Response(await guarded(new URL(url).pathname, auth, pages));
}

function inExpress(app: express.Express, config: AuthConfig, pages: Pages): Promise<Listening> {
  const own = { ...config };
  app.set("env", "test");
  app.use(requireSession(own)).use(MiddlewareAuth(own)).use((req, res) => void res.send(pages(req.path)));
  return serve(app);
}

function firstApp(config: AuthConfig, pages: Pages): h3.App {
  const app = h3.createApp().use(NuxtAuth(config));
  return app.use(h3.eventHandler(({ path, context }) => guarded(pathIn(path), context.auth, pages)));
}

function secondApp(config: AuthConfig, pages: Pages): h3v2.H3 {
  const app = new h3v2.H3({ silent: true }).use(NuxtAuth(config) as never);
  return app.all("/**", ({ url, context }) => guarded(url.pathname, context.auth as RequestAuth, pages));
}

function honoApp(config: AuthConfig, pages: Pages): Hono<{ Variables: AuthVariables }> {
  const app = new Hono<{ Variables: AuthVariables }>().use(HonoAuth(config)).use(requireInHono());
  return app.all("*", (c) => c.text(pages(c.req.path)));
}

function kitApp(config: AuthConfig, pages: Pages) {
  const { handle } = KitAuth(config);
  return async (request: Request, req?: IncomingMessage): Promise<Response> => {
    const { addTo, ...cookies } = createJar();
    const locals = {} as { auth: RequestAuth };
    const event = { request, url: new URL(request.url), locals, cookies, platform: req && { req } };
    const resolve = async () => addTo(await answer(request, locals.auth, pages).catch(toKitAnswer));
    return await handle({ event, resolve });
  };
}

function astroApp(config: AuthConfig, pages: Pages) {
  const { onRequest } = AstroAuth(config, { checkOrigin: false });
  return async (request: Request): Promise<Response> => {
    const { addTo, ...cookies } = createJar();
    const locals = {} as { auth: RequestAuth };
    const context = { request, url: new URL(request.url), locals, cookies, isPrerendered: false };
    // Astro answers an error with its own page.
    const failed = () => new Response(null, { status: 500 });
    return addTo(await onRequest(context, () => answer(request, locals.auth, pages)).catch(failed));
  };
}

function nextApp(config: AuthConfig, pages: Pages) {
  const callbacks = { ...config.callbacks, authorized: ({ auth }: { readonly auth: unknown }) => !!auth };
  // Next, which is not here, would set the cookie of a prolonged session.
  const { updateAge: _, ...session } = config.session ?? {};
  const { auth, handlers } = NextAuth({ ...config, basePath: "/auth", session, callbacks });
  return async (request: Request): Promise<Response> => {
    const { url, method, headers, body } = request;
    const nextUrl = Object.assign(new URL(url), { basePath: "" });
    const { pathname } = nextUrl;
    const cookies = { set() {}, delete() {} };
    const asked = { url, method, headers, body, nextUrl, cookies } as unknown as NextRequest;
    return await auth(asked, { waitUntil() {} }).catch((error: Error) => {
      // The request goes on to Next, which is not here: to a file of the application, found by the path that was parsed.
      if (!error.message.startsWith("Cannot use Next")) throw error;
      return pathname.startsWith("/auth/")
        ? handlers[method === "POST" ? "POST" : "GET"](asked)
        : new Response(pages(pathname));
    });
  };
}

/** Hands requests on as adapters for Node do: with a URL that is parsed. */
function serveParsed(
  handler: (request: Request, req: IncomingMessage) => Response | Promise<Response>,
): Promise<Listening> {
  return serve(async (req, res) => {
    try {
      const { method = "GET" } = req;
      const body = method === "GET" || method === "HEAD" ? null : await text(req);
      const headers = new Headers(req.headers as Record<string, string>);
      const response = await handler(
        new Request(new URL(req.url!, `http://${headers.get("host")}`), { method, headers, body }),
        req,
      );
      res.writeHead(response.status, [...response.headers].flat());
      res.end(new Uint8Array(await response.arrayBuffer()));
    } catch {
      // Such as a method that no `Request` has.
      res.writeHead(500).end();
    }
  });
}

function pathIn(target: string): string {
  return target.split("?", 1)[0]!;
}
