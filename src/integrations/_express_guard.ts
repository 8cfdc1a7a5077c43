/**
 * Lets a request of Express pass only with a session.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { PRIVATE } from "../http/outcome.ts";
import { withParams } from "../http/redirect.ts";
import type { ExpressAuth } from "./_express_mounts.ts";
import { type ExpressRequest, type ExpressResponse, pathOf, type RoutedRequest } from "./_express_request.ts";
import { sessionOfRequest } from "./_express_session.ts";
import type { NodeResponse } from "./_node.ts";

/** Options of `requireSession`. */
export interface RequireSessionOptions {
  /**
   * Where to send users who must sign in first: a path or a URL, or a function that returns it for a request. It gets the
   * parameter `callbackUrl`. Default: `pages.signIn` of the config, else the sign-in page of the library.
   */
  readonly signInUrl?: string | ((req: ExpressRequest) => string);
}

/** What `requireSession` was called with. */
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
  const url = toSignInUrl(req, auth, page);
  if (isPageAt(url, path, auth)) return next();
  refuse(req, res as unknown as NodeResponse, url);
}

/** Whether a path is that of the page to sign in, which must not redirect to itself. */
function isPageAt(url: string, path: string, auth: ExpressAuth): boolean {
  const { origin = "" } = auth.any("");
  const page = (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url).replace(/[?#].*$/, "");
  return page === path || page === auth.appPath + path;
}

function toSignInUrl(req: RoutedRequest, auth: ExpressAuth, page: string | undefined): string {
  const target = (req.originalUrl ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  const { appPath } = auth;
  // A proxy may have removed the path of the application.
  const returnTo = `${target}/`.startsWith(`${appPath}/`) ? target : appPath + target;
  if (page === undefined) return auth.main().signInUrl(returnTo);
  const base = "http://path.invalid";
  const url = withParams(page, base, { callbackUrl: returnTo });
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

function refuse(req: RoutedRequest, res: NodeResponse, url: string): void {
  if (res.headersSent) return;
  res.setHeader("cache-control", PRIVATE["cache-control"]!);
  res.appendHeader("vary", "Accept, Cookie");
  if (isPage(req)) {
    res.statusCode = 303;
    res.setHeader("location", url);
    return void res.end();
  }
  res.statusCode = 401;
  res.setHeader("content-type", "application/json");
  res.end(JSON.stringify({ message: "Sign in first." }));
}

/** Whether a browser navigates, rather than that a script calls an API. */
function isPage({ method, headers }: RoutedRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && /\btext\/html\b/i.test(String(headers.accept)) &&
    headers["x-requested-with"] === undefined;
}
