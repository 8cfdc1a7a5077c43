/**
 * Sessions of each level and age, and one application behind each integration with a page that needs level 2 and a proof in the
 * last five minutes.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import formbody from "npm:@fastify/formbody@9.0.1";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { CookieOptions } from "../../src/values/cookie.ts";
import { encode } from "../../src/model/jwt.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import {
  MiddlewareAuth,
  requireSession as requireInExpress,
} from "../../src/integrations/express/express.ts";
import { FastifyAuth, requireSession as requireInFastify } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { HonoAuth, requireSession as requireInHono } from "../../src/integrations/hono/hono.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { VERSIONS } from "./_express.ts";
import { serve } from "./_server.ts";

const secret = "a-secret-of-more-than-32-characters";

/** A config with a second factor. */
export const config = {
  providers: [],
  adapter: Memory(),
  secret,
  trustHost: true,
  session: { strategy: "jwt" },
  logger: { error() {} },
  features: [SecondFactor()],
} satisfies AuthConfig as AuthConfig;

/** What the page needs. */
export const NEED = { aal: 2, maxAge: 300 } as const;

/** Value of a `Cookie` header. @param age When Ada has signed in: seconds ago; `null`: unknown. */
export async function signedIn(
  amr: readonly string[],
  age: number | null = 0,
  sub = "1",
): Promise<string> {
  const name = "latchkey.session-token";
  const token = {
    sub,
    name: "Ada",
    ...(amr.length > 0 && { amr: [...amr] }),
    ...(amr.includes("mfa") && { aal: 2 }),
    ...(age !== null && { auth_time: Math.floor(Date.now() / 1000) - age }),
  };
  return `${name}=${await encode({ token, secret, salt: name })}`;
}

/** Asks an application. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** An application, which `close` ends. */
export interface Opened {
  readonly ask: Ask;
  readonly close: () => Promise<unknown>;
}

const ORIGIN = "http://localhost";

/** The application behind each integration, by `auth.require()` or by `requireSession()`. */
export const GUARDS: Readonly<Record<string, (own: AuthConfig) => Promise<Opened>>> = {
  "Deno and Bun": (own) => inProcess(fetchHandler(own, async (_request, auth) => await page(auth), {})),
  Workers: (own) => {
    const worker = WorkerAuth(own, async (_request, auth) => await page(auth));
    return inProcess((request) => worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
  },
  "Hono, auth.require()": (own) => {
    const app = new Hono<{ Variables: { auth: RequestAuth } }>().use(HonoAuth(own));
    app.all("*", (c) => page(c.var.auth));
    return inProcess((request) => app.fetch(request));
  },
  "Hono, requireSession()": (own) => {
    const app = new Hono().use(HonoAuth(own)).use(requireInHono(NEED)).all("*", (c) => c.text("For Ada"));
    return inProcess((request) => app.fetch(request));
  },
  Astro: (own) => {
    const { onRequest } = AstroAuth(own);
    return inProcess(async (request) => {
      const set: string[] = [];
      const cookies = {
        set: (name: string, value: string, options: CookieOptions) =>
          void set.push(serializeCookie({ name, value, options })),
        headers: () => set,
      };
      const locals = {} as { auth: RequestAuth };
      const context = { request, url: new URL(request.url), locals, cookies, isPrerendered: false };
      const response = await onRequest(context, () => page(locals.auth));
      // As Astro does.
      for (const cookie of set) response.headers.append("set-cookie", cookie);
      return response;
    });
  },
  "h3 1": (own) => {
    const auth = NuxtAuth(own);
    const app = h3.createApp().use(h3.eventHandler((event) => auth(event as H3Event)));
    return onSocket(h3.toNodeListener(app.use(h3.eventHandler((event) => page(event.context.auth)))));
  },
  "h3 2": (own) => {
    const auth = NuxtAuth(own);
    const app = new h3v2.H3().use((event) => auth(event as unknown as H3Event));
    app.all("/**", (event) => page(event.context.auth as unknown as RequestAuth));
    return inProcess(async (request) => await app.fetch(request));
  },
  Node: (own) =>
    onSocket(NodeAuth(own, async (_req: IncomingMessage, res: ServerResponse, auth) => {
      res.end(await (await page(auth)).text());
    })),
  Koa: (own) => {
    const app = new Koa<{ auth: RequestAuth }>().use(NodeAuth(own));
    app.use(async (context) => void (context.body = await (await page(context.state.auth)).text()));
    return onSocket(app.callback());
  },
  Fastify: async (own) => {
    const app = Fastify();
    await app.register(formbody);
    // As @fastify/multipart does, which leaves the body to the handler.
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
    await app.register(FastifyAuth, { config: own });
    app.all("/*", { preHandler: requireInFastify(NEED) }, () => "For Ada");
    await app.ready();
    return await onSocket((req, res) => app.routing(req, res));
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [
    `${name}, requireSession()`,
    (own: AuthConfig) => {
      const app = express().use(MiddlewareAuth(own)).use(express.urlencoded({ extended: true }));
      return onSocket(app.use(requireInExpress(own, NEED), (_req, res) => void res.send("For Ada")));
    },
  ])),
};

async function page(auth: RequestAuth): Promise<Response> {
  return new Response(`For ${(await auth.require(NEED)).user.name}`);
}

function inProcess(handler: (request: Request) => Response | Promise<Response>): Promise<Opened> {
  const ask: Ask = async (path, init) => await handler(new Request(ORIGIN + path, init));
  return Promise.resolve({ ask, close: () => Promise.resolve() });
}

async function onSocket(listener: Parameters<typeof serve>[0]): Promise<Opened> {
  const server = await serve(listener);
  return {
    ask: (path, init) => fetch(server.url + path, { redirect: "manual", ...init }),
    close: async () => await server[Symbol.asyncDispose](),
  };
}
