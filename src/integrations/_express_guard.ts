/**
 * Lets a request of Express pass only with a session.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import type { ExpressAuth } from "./_express_mounts.ts";
import {
  type ExpressRequest,
  type ExpressResponse,
  pathOf,
  type RoutedRequest,
  targetOf,
  urlOf,
} from "./_express_request.ts";
import { sessionOfRequest } from "./_express_session.ts";
import { type NodeResponse, sendText } from "./_node.ts";
import { toRefusal } from "./_refusal.ts";

/** Options of `requireSession`. */
export interface RequireSessionOptions {
  /**
   * Where to send users who must sign in first: a path or a URL, or a function that returns it for a request. It gets the
   * parameter `callbackUrl`. Default: `pages.signIn` of the config, else the sign-in page of the library.
   */
  readonly signInUrl?: string | ((req: ExpressRequest) => string);
}

/** A call of `requireSession`. */
export interface Admission<C extends AuthConfig> {
  readonly config: C;
  readonly auth: ExpressAuth<C>;
  readonly options: RequireSessionOptions;
  readonly next: (error?: unknown) => void;
}

/** Calls `next` with a session in `res.locals`, or answers the request. */
export async function admit<C extends AuthConfig>(
  req: RoutedRequest,
  res: ExpressResponse<{ session: SessionOf<C> }>,
  { config, auth, options, next }: Admission<C>,
): Promise<void> {
  const path = pathOf(req);
  if (auth.isEndpoint(path)) return next();
  const session = await sessionOfRequest(req, config);
  if (session) {
    res.locals.session = session;
    return next();
  }
  const page = typeof options.signInUrl === "function" ? options.signInUrl(req) : options.signInUrl;
  const { method = "GET", headers } = req;
  const url = urlOf(req, auth.any("").origin);
  const header = (name: string) => headers[name]?.toString();
  const sent = targetOf(req);
  const target = sent.startsWith("/") ? sent : "/";
  const refused = { method, target, origin: url?.origin ?? "http://localhost", header };
  // The path of the library matters only for its own sign-in page.
  const mounted = page === undefined && !config.pages?.signIn ? auth.main() : auth.any(path);
  const refusal = toRefusal(refused, mounted, page);
  const answer = res as unknown as NodeResponse;
  // Nothing says which page an odd target is of.
  if (!refusal) return sent === target ? next() : sendText(answer, 400, "Bad request.");
  if (answer.headersSent) return;
  answer.statusCode = refusal.status;
  for (const name in refusal.headers) answer.setHeader(name, refusal.headers[name]!);
  answer.end(refusal.body ?? undefined);
}
