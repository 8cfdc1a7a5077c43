/**
 * Whose a path is: the library's, or the application's.
 *
 * @module
 */

import { ACTIONS, isAuthAction, methodsOf } from "./endpoints.ts";
import type { Place } from "./origin.ts";
import type { Incoming } from "./types.ts";

/** The part of a place that decides which paths are the library's. */
type Paths = Omit<Place, "origin">;

/** Returns whether the library owns a path: whether `parsePath` can read it. */
export function isOwnPath(paths: Paths, pathname: string): boolean {
  return parsePath(pathname, paths) !== null;
}

/**
 * Returns whether a guard must let a path pass, because the library has an answer for it: there is such an endpoint, and
 * the config has its provider. Another route of the application may answer the rest.
 */
export function isEndpointPath(
  paths: Paths & { readonly providers: Pick<ReadonlySet<string>, "has"> },
  pathname: string,
): boolean {
  const path = parsePath(pathname, paths);
  if (!path || /\/undefined\/?$/.test(pathname)) return false;
  const { action, providerId } = path;
  return methodsOf(action, providerId).length > 0 &&
    (providerId === undefined || ACTIONS.get(action) !== ":provider" ||
      paths.providers.has(providerId));
}

/** A path of the library. */
interface OwnPath extends Pick<Incoming, "action" | "providerId"> {
  /** The path after `basePath`. */
  readonly rest: string;
}

/**
 * Reads a path of the library; `null` if it is the application's. Everything that has to know whose a path is calls this
 * function: the router, the guards and the integrations.
 *
 * The path is that of an action, with the id of a provider behind it if the action takes one, or with a word of the config,
 * and perhaps with a slash at the end. It is read as the client has sent it: neither decoded nor in another case. Everything else below `basePath`
 * belongs to the application, which may have pages at `/auth/login` and `/auth/account/export`.
 */
export function parsePath(
  pathname: string,
  { basePath, innerPath = basePath, off, tabs }: Paths,
): OwnPath | null {
  const path = parseBelow(basePath, pathname, tabs) ?? parseBelow(innerPath, pathname, tabs);
  return path && !off?.has(path.action) ? path : null;
}

function parseBelow(basePath: string, pathname: string, tabs: Paths["tabs"]): OwnPath | null {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const rest = pathname.slice(basePath.length);
  const [action = "", providerId, other] = rest.slice(1).replace(/\/$/, "").split("/");
  if (!isAuthAction(action) || other !== undefined) return null;
  if (providerId === undefined) return { action, providerId, rest };
  const second = ACTIONS.get(action);
  if (!second || !providerId || second !== ":provider" && !tabs?.has(providerId)) return null;
  // A script that passes no provider sends this word.
  return { action, providerId: providerId === "undefined" ? undefined : providerId, rest };
}
