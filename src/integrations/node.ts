/**
 * A request listener for `http.createServer` and `https.createServer` of Node.
 *
 * @module
 */

import process from "node:process";
import { Auth } from "../auth.ts";
import type { AuthConfig, SessionOf } from "../config/types.ts";
import { ConfigError, ServerError } from "../errors.ts";
import { resolveSession } from "../resolve_session.ts";
import type { Awaitable } from "../types.ts";
import { mount } from "./_mount.ts";
import {
  isBodyRead,
  type NodeRequest,
  type NodeResponse,
  parseUrl,
  sendResponse,
  sendText,
  toHeaders,
  toRequest,
  writeHeaders,
} from "./_node.ts";
import { setSameCookie } from "./_session_headers.ts";

export type { NodeRequest, NodeResponse };

/**
 * Answers the requests that are not the library's. An application of Express or Connect does so too.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails. Await it before headers are
 * sent, as it may add the cookie of a session that has been prolonged. It is not a `next`: wrap a handler that takes one,
 * such as `(req, res) => handler(req, res, () => res.writeHead(404).end())`.
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

/** A listener of `http.createServer`, and a middleware of Express and Connect. */
export type NodeListener<Req, Res> = (req: Req, res: Res, next?: () => void) => void;

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment:
 * `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * What it returns is a middleware of Express and Connect as well: `app.use(NodeAuth(config))`, before anything that reads
 * bodies.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not written to.
 * @param app Answers everything else. If it throws, the answer is 500. Without it, what the returned function gets as
 * its third argument is called, and where there is none, the answer is 404.
 * @throws {ConfigError} that says what to write instead, if the config can't work.
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
export function NodeAuth(config: AuthConfig, app?: NodeApplication): NodeListener<NodeRequest, NodeResponse>;
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
  return (req, res, next) => {
    answer(req, res, next).catch((error: unknown) => {
      mounted.logger.error(
        new ServerError("Cannot answer the request: the application failed", { err: error as Error }),
      );
      sendText(res, 500, "Internal server error.");
    });
  };

  async function answer(req: Req, res: Res, next: (() => void) | undefined): Promise<void> {
    const url = parseUrl(req, mounted.origin);
    if (!url) return sendText(res, 400, "Bad request.");
    if (mounted.owns(new URL(url).pathname)) {
      const request = toRequest(req, res, url);
      if (!request) return sendText(res, 400, "Bad request.");
      if (isBodyRead(req)) return refuseBody(res);
      return await sendResponse(res, await Auth(request, mounted.config));
    }
    if (!app) return next ? next() : sendText(res, 404, "Not found.");
    // With a third argument, Express and Connect would leave to it what they do not answer.
    if (isApplication(app)) return void app(req, res);
    let read: Promise<SessionOf<C> | null> | undefined;
    await app(req, res, () => read ??= readSession(url, req, res));
  }

  function refuseBody(res: Res): void {
    mounted.logger.error(
      new ConfigError(
        "Cannot read the body of the request: something has read it before. Use NodeAuth before `express.json()`, " +
          "`express.urlencoded()` and the like",
      ),
    );
    sendText(res, 500, "Internal server error.");
  }

  async function readSession(url: string, req: Req, res: Res): Promise<SessionOf<C> | null> {
    const request = new Request(url, { headers: toHeaders(req) });
    const { session, headers } = await resolveSession(request, mounted.config);
    const own = [res.getHeader("set-cookie") ?? []].flat().map(String);
    if (!res.headersSent && !setSameCookie(own, headers)) writeHeaders(res, headers);
    return session;
  }
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
