/**
 * Reads a request of Express: where a middleware is mounted, and how Express sees the scheme and the host.
 *
 * @module
 */

import { isOwnPath } from "../http/incoming.ts";
import { type NodeRequest, type NodeResponse, parseUrl } from "./_node.ts";

/** The part of a request of Express that its users hand over. */
export interface ExpressRequest {
  /** The method. */
  readonly method?: string | undefined;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The connection. */
  readonly socket: object;
  /** The request target, below the path of the router. */
  readonly url?: string | undefined;
  /** The request target as the client sent it. */
  readonly originalUrl?: string | undefined;
}

/**
 * The part of a response of Express that the library uses.
 *
 * @typeParam Locals Type of `res.locals`.
 */
export interface ExpressResponse<Locals extends object = object> {
  /** Values for the handlers that follow. */
  readonly locals: Locals;
  /** Whether the headers have been sent. */
  readonly headersSent: boolean;
}

/** The part of a request of Express that the library uses. */
export interface RoutedRequest extends NodeRequest {
  /** The path that the mounts up to here have matched. */
  readonly baseUrl?: string;
  /** Parameters of the path of this mount or route. */
  readonly params?: unknown;
  /** The last route that has matched. */
  readonly route?: { readonly path?: unknown; readonly stack?: readonly { readonly handle?: unknown }[] };
  /** `https`, or `http`: of the connection, or of a proxy that is trusted. */
  readonly protocol?: string;
  /** The response. */
  readonly res?: NodeResponse;
}

/**
 * Path and query of a request as the client sent them, without the host, which only clients of proxies send. A target
 * whose host is odd stays as it is: Express takes the end of `http://a:x/auth` for a part of the path.
 */
export function targetOf({ originalUrl, url }: Pick<ExpressRequest, "originalUrl" | "url">): string {
  const host = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?(?=[/?#]|$)/i;
  return (originalUrl ?? url ?? "").replace(host, "");
}

/** The path of a request as the client sent it, not normalized. */
export function pathOf(req: Pick<ExpressRequest, "originalUrl" | "url">): string {
  return targetOf(req).split(/[?#]/, 1)[0]!;
}

/**
 * The path at which Express has mounted a handler: what its mounts have matched, without a wildcard at the end. Empty for
 * the root.
 */
export function mountPathOf(req: RoutedRequest, handler: object): string {
  const path = pathOf(req).replace(/\/+$/, "");
  const wildcards = wildcardsOf(req.params).map((wildcard) => withoutTail(path, wildcard));
  const mounted = wildcards.find((found) => found !== null);
  if (mounted !== undefined) return mounted!;
  const { baseUrl = "", route } = req;
  if (route?.stack?.some((layer) => layer.handle === handler)) {
    // A pattern does not say where the library begins.
    return typeof route.path === "string" ? withoutEndpoint(path) : baseUrl;
  }
  // A mount such as "/auth/:rest(.*)" of Express 4 matches the whole path.
  return baseUrl === path ? withoutEndpoint(path) : baseUrl;
}

/** The scheme as Express sees it, which depends on `trust proxy`. */
export function schemeOf({ protocol, socket }: RoutedRequest): "http" | "https" {
  const isSecure = protocol === undefined
    ? "encrypted" in socket && socket.encrypted
    : protocol.toLowerCase() === "https";
  return isSecure ? "https" : "http";
}

/**
 * The URL of a request; `null` if it is invalid. The scheme is the one that Express has found. The host is that of the
 * `Host` header: `X-Forwarded-Host` does not count, because a proxy that sets the scheme may pass on what a client sends.
 *
 * @param origin Used if the request has no `Host` header.
 */
export function urlOf(req: RoutedRequest, origin: string | undefined): URL | null {
  const { url, originalUrl, headers } = req;
  return parseUrl({ url, originalUrl, headers, socket: { encrypted: schemeOf(req) === "https" } }, origin);
}

/** Values of wildcards, the last one first: lists of segments in Express 5, numbered parameters in Express 4. */
function wildcardsOf(params: unknown): readonly string[] {
  return Object.entries(params ?? {})
    .filter(([name, value]) => Array.isArray(value) || (/^\d+$/.test(name) && typeof value === "string"))
    .map(([, value]) => [value].flat().join("/").replace(/\/+$/, ""))
    .reverse();
}

/** Removes what a wildcard has matched from the end of a path; `null` if the path does not end with it. */
function withoutTail(path: string, wildcard: string): string | null {
  const segments = path.split("/");
  for (let at = segments.length - 1; at > 0; at--) {
    if (decode(segments.slice(at).join("/")) === wildcard) return segments.slice(0, at).join("/");
  }
  return null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Removes an endpoint of the library from the end of a path. */
function withoutEndpoint(path: string): string {
  const segments = path.split("/");
  const bases = [2, 1].map((length) => segments.slice(0, -length).join("/"));
  return bases.find((basePath) => isOwnPath({ basePath }, path)) ?? path;
}
