/**
 * One application behind each integration whose pages ask for access tokens, a provider that rotates refresh tokens, and users
 * who have signed in with it.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
// @ts-types="npm:@types/connect@3.4.38"
import connect from "npm:connect@3.7.0";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import * as h3v2 from "npm:h3@2.0.8";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Auth } from "../../src/core/auth.ts";
import { ReconnectRequired, SessionRequired } from "../../src/errors/errors.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { CookieOptions } from "../../src/values/cookie.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { encode } from "../../src/model/jwt.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { AccessTokens, type AccessTokensFeature } from "../../src/features/provider_tokens/access_tokens.ts";
import { type FakeProvider, fakeProvider, testBrowser } from "../../src/testing/mod.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { HonoAuth } from "../../src/integrations/hono/hono.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { VERSIONS } from "./_express.ts";
import { serve } from "./_server.ts";

const secret = "a-secret-of-more-than-32-characters";
const ORIGIN = "http://localhost";

/** An application, which `close` ends. */
export interface Opened {
  /** Asks it. Its pages answer with a token, and read `account` and `rejected` of the query; `/required` calls `auth.require()`, `/revoked` `auth.accessTokens.revoke()`; `/left` leaves all errors to the framework. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<unknown>;
  /** Where it runs. */
  readonly origin: string;
}

/** The applications by the name of their integration. */
export const TOKEN_DOORS: Readonly<Record<string, (config: AuthConfig) => Promise<Opened>>> = {
  "Deno and Bun": (config) =>
    inProcess(fetchHandler(config, async ({ url }, auth) => await page(url, auth), {})),
  Workers: (config) => {
    const worker = WorkerAuth(config, async ({ url }, auth) => await page(url, auth));
    return inProcess((request) => worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
  },
  Hono: (config) => {
    const app = new Hono<{ Variables: { auth: RequestAuth } }>().use(HonoAuth(config));
    app.all("*", (c) => page(c.req.url, c.var.auth));
    return inProcess((request) => app.fetch(request));
  },
  SvelteKit: (config) => {
    const { handle } = KitAuth(config);
    return inProcess(async (request) => {
      const locals = {} as { auth: RequestAuth };
      const { cookies, addTo } = cookieJar();
      const event = { request, url: new URL(request.url), locals, cookies };
      return addTo(await handle({ event, resolve: ({ url }) => page(url.href, locals.auth) }));
    });
  },
  Astro: (config) => {
    const { onRequest } = AstroAuth(config);
    return inProcess(async (request) => {
      const locals = {} as { auth: RequestAuth };
      const { cookies, addTo } = cookieJar();
      const context = { request, url: new URL(request.url), locals, cookies, isPrerendered: false };
      return addTo(await onRequest(context, () => page(request.url, locals.auth)));
    });
  },
  "h3 1": (config) => {
    const auth = NuxtAuth(config);
    const app = h3.createApp().use(h3.eventHandler((event) => auth(event as H3Event)));
    app.use(h3.eventHandler((event) => page(event.path, event.context.auth)));
    return onSocket(h3.toNodeListener(app));
  },
  "h3 2": (config) => {
    const auth = NuxtAuth(config);
    const app = new h3v2.H3().use((event) => auth(event as unknown as H3Event));
    app.all("/**", (event) => page(event.url.href, event.context.auth as unknown as RequestAuth));
    return inProcess(async (request) => await app.fetch(request));
  },
  Node: (config) => onSocket(NodeAuth(config, async (req, res, auth) => await send(req, res, auth))),
  Connect: (config) => {
    const app = connect().use(NodeAuth(config));
    return onSocket(app.use((req, res, next) => {
      const { auth } = req as unknown as { auth: RequestAuth };
      send(req, res, auth).catch((error) => sendRefusal(error, res, next));
    }));
  },
  Koa: (config) => {
    const app = new Koa<{ auth: RequestAuth }>().use(NodeAuth(config));
    app.use(async (context) => {
      const response = await page(context.url, context.state.auth);
      context.status = response.status;
      context.body = await response.json();
    });
    return onSocket(app.callback());
  },
  Fastify: async (config) => {
    const app = Fastify();
    await app.register(FastifyAuth, { config });
    app.all("/*", async (request, reply) => {
      const { auth } = request as unknown as { auth: RequestAuth };
      const response = await page(request.url, auth);
      return await reply.code(response.status).send(await response.json());
    });
    await app.ready();
    return await onSocket((req, res) => app.routing(req, res));
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [
    name,
    (config: AuthConfig) => {
      const app = express().use(MiddlewareAuth(config));
      app.set("env", "test");
      return onSocket(app.use((req, res, next) => {
        send(req, res, res.locals.auth).catch((error) => sendRefusal(error, res, next));
      }));
    },
  ])),
};

/** The `auth` of a config with access tokens. */
type TokenAuth = RequestAuth<{ providers: []; features: [AccessTokensFeature] }>;

async function page(url: string, auth: RequestAuth): Promise<Response> {
  const { accessTokens } = auth as TokenAuth;
  const { pathname, searchParams } = new URL(url, ORIGIN);
  if (pathname === "/required") return Response.json({ user: (await auth.require()).user });
  if (pathname === "/revoked") {
    await accessTokens.revoke(searchParams.get("provider") ?? undefined);
    return Response.json({ user: (await auth())?.user?.name });
  }
  const [account, rejected] = ["account", "rejected"].map((name) => searchParams.get(name) ?? undefined);
  try {
    return Response.json({ token: await accessTokens.get("idp", { account, rejected }) });
  } catch (error) {
    if (!(error instanceof ReconnectRequired) || pathname === "/left") throw error;
    const { code, provider, signInUrl } = error;
    return Response.json({ code, provider, signInUrl, user: (await auth())?.user?.name }, { status: 403 });
  }
}

async function send(req: IncomingMessage, res: ServerResponse, auth: RequestAuth): Promise<void> {
  const response = await page(req.url!, auth);
  res.statusCode = response.status;
  res.setHeader("content-type", "application/json").end(await response.text());
}

/** The cookies of a framework that adds them to the answer itself. */
function cookieJar() {
  const set: string[] = [];
  return {
    cookies: {
      set: (name: string, value: string, options: CookieOptions) =>
        void set.push(serializeCookie({ name, value, options })),
      headers: () => set,
    },
    addTo(response: Response): Response {
      for (const cookie of set) response.headers.append("set-cookie", cookie);
      return response;
    },
  };
}

/** As an error handler of the application does, which leaves other errors to the framework. */
function sendRefusal(error: Error, res: ServerResponse, next: (error: Error) => void): void {
  if (!(error instanceof SessionRequired)) return next(error);
  const { status, headers, body } = error.answer;
  res.writeHead(status, headers).end(body);
}

function inProcess(handler: (request: Request) => Response | Promise<Response>): Promise<Opened> {
  const ask: Opened["ask"] = async (path, init) => await handler(new Request(ORIGIN + path, init));
  return Promise.resolve({ ask, close: () => Promise.resolve(), origin: ORIGIN });
}

async function onSocket(listener: Parameters<typeof serve>[0]): Promise<Opened> {
  const server = await serve(listener);
  return {
    ask: (path, init) => fetch(server.url + path, { redirect: "manual", ...init }),
    close: async () => await server[Symbol.asyncDispose](),
    origin: server.url,
  };
}

/** A user of the application, whose session is in a token. */
export interface TokenUser {
  readonly id: string;
  /** Value of a `Cookie` header. */
  readonly cookie: string;
}

/** A provider and an application, before anyone has signed in. */
export interface TokenWorld {
  readonly idp: FakeProvider;
  readonly config: AuthConfig;
  /** Stores a user, with an account for each name, whose access tokens have ended. */
  join(id: string, accounts: readonly string[]): Promise<TokenUser>;
  /** Whose access token this is: `sub` of the user at the provider. */
  ownerOf(token: string): Promise<string>;
  /** The refresh tokens that the provider has received, oldest first. */
  renewals(): readonly string[];
}

/** Opens a world. @param log Receives what the application logs. */
export function openTokens(log: (error: Error) => void = () => {}): TokenWorld {
  const idp = fakeProvider({ refreshTokens: "rotated" });
  const adapter = Memory();
  const { metadata, clientId, clientSecret } = idp;
  const config: AuthConfig = {
    platform: { ...webPlatform, fetch: idp.fetch },
    adapter,
    features: [AccessTokens()],
    session: { strategy: "jwt" },
    secret,
    trustHost: true,
    logger: { error: log },
    providers: [{
      id: "idp",
      name: "Fake",
      type: "oauth",
      clientId,
      clientSecret,
      authorization: metadata.authorization_endpoint,
      token: metadata.token_endpoint,
      userinfo: metadata.userinfo_endpoint,
      revocation: metadata.revocation_endpoint,
    }],
  };
  return {
    idp,
    config,
    async join(id, accounts) {
      await adapter.createUser({ id, name: id, email: null, emailVerified: null });
      for (const providerAccountId of accounts) {
        const tokens = await tokensOf(idp, providerAccountId);
        const expires_at = Math.floor(Date.now() / 1000) - 1;
        const key = { type: "oauth", provider: "idp", providerAccountId } as const;
        await adapter.linkAccount({ userId: id, ...key, ...tokens, expires_at });
      }
      const name = "latchkey.session-token";
      const token = await encode({ token: { sub: id, name: id }, secret, salt: name });
      return { id, cookie: `${name}=${token}` };
    },
    async ownerOf(token) {
      const headers = { authorization: `Bearer ${token}` };
      return (await (await idp.fetch(metadata.userinfo_endpoint, { headers })).json()).sub;
    },
    renewals: () =>
      idp.requests.flatMap(({ params }) =>
        params.get("grant_type") === "refresh_token" ? params.get("refresh_token")! : []
      ),
  };
}

/** The same without a database. @returns Also a function that signs in, and returns the value of a `Cookie` header. */
export function openCookieTokens(): TokenWorld & { signIn(lifetime: number): Promise<string> } {
  const world = openTokens();
  const { adapter: _, ...rest } = world.config;
  const config = { ...rest, features: [AccessTokens({ keptIn: "cookie" })] } as AuthConfig;
  return {
    ...world,
    config,
    async signIn(lifetime) {
      const { idp } = world;
      const browser = testBrowser({ [ORIGIN]: (request) => Auth(request, config), [idp.origin]: idp.fetch });
      idp.tamper = { tokens: { expires_in: lifetime } };
      const page = await browser.open(`${ORIGIN}/auth/signin?callbackUrl=/auth/session`);
      await page.submit("/auth/signin/idp");
      idp.tamper = {};
      return browser.cookies(ORIGIN).map(({ name, value }) => `${name}=${value}`).join("; ");
    },
  };
}

/** Signs a user in at the provider, as a client of it. */
async function tokensOf(
  idp: FakeProvider,
  sub: string,
): Promise<{ access_token: string; refresh_token: string }> {
  idp.login({ sub, name: sub, email: `${sub}@example.com` });
  const redirect_uri = `${ORIGIN}/auth/callback/idp`;
  const wish = { response_type: "code", client_id: idp.clientId, redirect_uri, scope: "profile" };
  const request = `${idp.metadata.authorization_endpoint}?${new URLSearchParams(wish)}`;
  const { headers } = await idp.fetch(request, { redirect: "manual" });
  const code = new URL(headers.get("location")!).searchParams.get("code")!;
  const basic = [idp.clientId, idp.clientSecret].map(encodeURIComponent).join(":");
  const answer = await idp.fetch(idp.metadata.token_endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(basic)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri }),
  });
  const { access_token, refresh_token } = await answer.json();
  return { access_token, refresh_token };
}
