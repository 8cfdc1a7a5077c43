/**
 * Reads a request of Express: where a middleware is mounted, and how Express sees the scheme and the host.
 *
 * @module
 */

import { type NodeUrl, parseUrl } from "../node/door.ts";
import type { NodeRequest, NodeResponse } from "../node/types.ts";
import { targetOf } from "../mount/sent_path.ts";

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
  readonly params?: object;
  /** The route, if a route and not a mount has led here. A mount after a route may still show it. */
  readonly route?: unknown;
  /** `https`, or `http`: of the connection, or of a proxy that is trusted. */
  readonly protocol?: string;
  /** The response. */
  readonly res?: RoutedResponse;
}

/** The part of a response of Express that the library uses. A server without Express has no `locals`. */
export interface RoutedResponse extends NodeResponse {
  /** Values for the handlers that follow. */
  readonly locals?: { auth?: unknown; session?: unknown };
}

/** The path of a request as the client sent it, not normalized. */
export function pathOf(req: Pick<ExpressRequest, "originalUrl" | "url">): string {
  return targetOf(req).split(/[?#]/, 1)[0] ?? "";
}

/**
 * The path at which Express has mounted a middleware: what its mounts have matched, without a wildcard at the end. Empty
 * for the root, and where Express does not say it: in a route without a wildcard, and in a router whose mount has matched
 * the whole path, because a router hides the wildcard of its mount.
 *
 * @param isUsual Whether a path is below that of the library if nothing says another one. Only there may the mount of a
 * router that has matched the whole path have a wildcard.
 */
export function mountPathOf(req: RoutedRequest, isUsual: (path: string) => boolean): string {
  const path = withoutSlash(pathOf(req));
  const { baseUrl = "", params = {}, route } = req;
  const isWhole = withoutSlash(baseUrl) === path;
  // A list of segments in Express 5, a numbered parameter in Express 4, which is also a group of a regular expression.
  const wildcard = Object.entries(params).findLast(([name, value]) =>
    Array.isArray(value) || (/^\d+$/.test(name) && typeof value === "string")
  );
  // Only the mount of a route leaves out of `baseUrl` what its wildcard has matched.
  const mounted = wildcard && (isWhole || route !== undefined)
    ? withoutTail(path, withoutSlash([wildcard[1]].flat().join("/")))
    : null;
  return mounted ?? (isWhole && isUsual(path) ? "" : baseUrl);
}

/** A path without the segments at its end that a wildcard has matched; `null` if it does not end so. */
function withoutTail(path: string, tail: string): string | null {
  if (tail === "") return path;
  const segments = path.split("/");
  const start = segments.length - tail.split("/").length;
  return decoded(segments.slice(start).join("/")) === tail ? segments.slice(0, start).join("/") : null;
}

/** As Express decodes parameters; `null` where it would throw. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

/**
 * The URL of a request; `null` if it is invalid. The scheme is the one that Express has found, which depends on `trust
 * proxy`. The host is that of the `Host` header: `X-Forwarded-Host` does not count, because a proxy that sets the scheme may
 * pass on what a client sends.
 *
 * @param place Its origin is used if the request has no `Host` header.
 */
export function urlOf(req: RoutedRequest, place: { readonly origin: string | undefined }): NodeUrl | null {
  const { url, originalUrl, headers } = req;
  return parseUrl({ url, originalUrl, headers, socket: { encrypted: isSecure(req) } }, place);
}

/** Returns whether Express sees https. */
export function isSecure({ protocol, socket }: RoutedRequest): boolean {
  return protocol === undefined
    ? "encrypted" in socket && Boolean(socket.encrypted)
    : protocol.toLowerCase() === "https";
}
