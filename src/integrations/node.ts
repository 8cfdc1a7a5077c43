/**
 * A request listener for the servers of `node:http`, `node:https` and `node:http2`, and a middleware of Express, Connect
 * and Koa.
 *
 * @module
 */

import process from "node:process";
import { answer } from "../answer.ts";
import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { ConfigError, ServerError } from "../errors.ts";
import type { Awaitable } from "../types.ts";
import {
  type NodeRequest,
  type NodeResponse,
  parseUrl,
  prolong,
  sendAnswer,
  sendText,
  toHeaders,
  toReceived,
} from "./_node.ts";
import { mount } from "./integration.ts";

export type { NodeRequest, NodeResponse };

/**
 * Answers the requests that are not for the library. An application of Express or Connect is such a function too.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails. Await it before headers are sent, because it may add the cookie of a prolonged session. It is not a
 * `next`: wrap a handler that needs one, such as `(req, res) => handler(req, res, () => res.writeHead(404).end())`.
 */
export type NodeApp<C extends AuthConfig, Req, Res> = (
  req: Req,
  res: Res,
  auth: () => Promise<SessionOf<C> | null>,
) => Awaitable<void>;

/** An application of Express or Connect: it answers every request by itself. */
export interface NodeApplication {
  // deno-lint-ignore no-explicit-any -- as the frameworks declare it
  (req: any, res: any): unknown;
  /** Adds a middleware. */
  // deno-lint-ignore no-explicit-any -- as above
  use(...values: any[]): unknown;
  /** Starts a server. */
  // deno-lint-ignore no-explicit-any -- as above
  listen(...values: any[]): unknown;
}

/** The part of a context of Koa that the library uses. */
export interface KoaContext {
  /** The request of Node. */
  readonly req: NodeRequest;
  /** The response of Node. */
  readonly res: NodeResponse;
  /** The request of Koa, with what a parser has left in `body`. */
  readonly request?: object;
  /** `false` if Koa shall not answer. */
  respond?: boolean | undefined;
}

/** A listener of `http.createServer` and its like, and a middleware of Express and Connect. */
export type NodeListener<Req, Res> = (req: Req, res: Res, next?: () => void) => void;

/** A middleware of Koa. Rejects if a later middleware fails. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment:
 * `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * The returned function is also a middleware of Koa, Express and Connect: `app.use(NodeAuth(config))`. It may follow
 * parsers of bodies: it reads what they have left in `req.body` or `ctx.request.body`.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not changed.
 * @param app Answers all other requests. If it throws, the answer is 500. Without `app`, the returned function calls
 * its third argument (`next`); if that is missing too, the answer is 404.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 *
 * @example
 * ```ts ignore
 * import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
 * import { NodeAuth } from "@latchkey/auth/node";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * createServer(NodeAuth({ providers: [GitHub] }, async (_req: IncomingMessage, res: ServerResponse, auth) => {
 *   const session = await auth();
 *   res.end(`Hello, ${session?.user?.name ?? "stranger"}`);
 * })).listen(8000);
 * ```
 */
export function NodeAuth(
  config: AuthConfig,
  app?: NodeApplication,
): NodeListener<NodeRequest, NodeResponse> & KoaMiddleware;
/** As above, with a function that can read the session. */
export function NodeAuth<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  config: C,
  app: NodeApp<C, Req, Res>,
): NodeListener<Req, Res>;
/** As above. */
export function NodeAuth<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  config: C,
  app?: NodeApp<C, Req, Res> | NodeApplication,
): NodeListener<Req, Res> {
  const mounted = mount(config, process.env);
  assertApp(app);
  return ((req: Req | KoaContext, res: Res | (() => Promise<unknown>), next?: () => void) => {
    if (isKoa(req)) return handleKoa(req, res as () => Promise<unknown>);
    handle(req, res as Res, next).catch((error: unknown) => {
      mounted.logger.error(
        new ServerError("Cannot answer the request: the application failed", { err: error as Error }),
      );
      sendText(res as Res, 500, "Internal server error.");
    });
  }) as NodeListener<Req, Res>;

  /** Koa itself answers a failure, and what the library does not answer. */
  async function handleKoa(context: KoaContext, next: () => Promise<unknown>): Promise<void> {
    const { req, res, request = {}, respond } = context;
    const { body } = request as { readonly body?: unknown };
    if (body !== undefined) Object.assign(req, { body });
    let isPassedOn = false;
    context.respond = false;
    await handle(req as Req, res as Res, () => void (isPassedOn = true));
    if (!isPassedOn) return;
    context.respond = respond;
    await next();
  }

  async function handle(req: Req, res: Res, next: (() => void) | undefined): Promise<void> {
    const url = parseUrl(req, mounted.origin);
    if (!url) return sendText(res, 400, "Bad request.");
    if (mounted.owns(url.pathname)) {
      const received = toReceived(req, res, url);
      if (!received) return sendText(res, 400, "Bad request.");
      return sendAnswer(res, await answer(received, mounted.config));
    }
    if (!app) return next ? next() : sendText(res, 404, "Not found.");
    // With a third argument, Express and Connect would call it for requests that they do not answer.
    if (isApplication(app)) return void app(req, res);
    const session = mounted.session({ url: url.href, headers: toHeaders(req) });
    let read: Promise<SessionOf<C> | null> | undefined;
    await app(req, res, () => read ??= prolong(session, res));
  }
}

function isKoa(value: object): value is KoaContext {
  return "req" in value && "res" in value && "request" in value;
}

function isApplication(app: object): app is NodeApplication {
  const { use, listen } = app as Partial<NodeApplication>;
  return typeof use === "function" && typeof listen === "function";
}

function assertApp(app: unknown): void {
  if (app === undefined || typeof app === "function") return;
  throw new ConfigError(
    "Cannot use this application: write a function of (req, res, auth), or hand over the one of your framework, such " +
      "as `app.callback()` of Koa",
  );
}
