/**
 * A request listener for `http.createServer` and `https.createServer` of Node.
 *
 * @module
 */

import process from "node:process";
import { Auth } from "../auth.ts";
import type { AuthConfig, SessionOf } from "../config/types.ts";
import { ServerError } from "../errors.ts";
import { resolveSession } from "../resolve_session.ts";
import type { Awaitable } from "../types.ts";
import { mount } from "./_mount.ts";
import {
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
 * Answers the requests that are not the library's.
 *
 * @param auth Reads the session, once per request: `null` when nobody is signed in. Await it before headers are
 * sent, as it may add the cookie of a session that has been prolonged.
 */
export type NodeApp<C extends AuthConfig, Req, Res> = (
  req: Req,
  res: Res,
  auth: () => Promise<SessionOf<C> | null>,
) => Awaitable<void>;

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment:
 * `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not written to.
 * @param app Answers everything else. If it throws, the answer is 500.
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
 * })).listen(3000);
 * ```
 */
export function NodeAuth<C extends AuthConfig, Req extends NodeRequest, Res extends NodeResponse>(
  config: C,
  app: NodeApp<C, Req, Res>,
): (req: Req, res: Res) => void {
  const mounted = mount(config, process.env);
  return (req, res) => {
    answer(req, res).catch((error: unknown) => {
      mounted.logger.error(
        new ServerError("Cannot answer the request: the application failed", { err: error as Error }),
      );
      sendText(res, 500, "Internal server error.");
    });
  };

  async function answer(req: Req, res: Res): Promise<void> {
    const url = parseUrl(req, mounted.origin);
    if (!url) return sendText(res, 400, "Bad request.");
    if (mounted.owns(new URL(url).pathname)) {
      const request = toRequest(req, res, url);
      if (!request) return sendText(res, 400, "Bad request.");
      return await sendResponse(res, await Auth(request, mounted.config));
    }
    let read: Promise<SessionOf<C> | null> | undefined;
    await app(req, res, () => read ??= readSession(url, req, res));
  }

  async function readSession(url: string, req: Req, res: Res): Promise<SessionOf<C> | null> {
    const request = new Request(url, { headers: toHeaders(req) });
    const { session, headers } = await resolveSession(request, mounted.config);
    const own = [res.getHeader("set-cookie") ?? []].flat().map(String);
    if (!res.headersSent && !setSameCookie(own, headers)) writeHeaders(res, headers);
    return session;
  }
}
