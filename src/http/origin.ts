/**
 * The place of the application, as the URL in the config says it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6454 | RFC 6454} on origins
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { AuthAction } from "./endpoints.ts";
import type { FrontEnds } from "./front_ends.ts";
import type { FormReader } from "./types.ts";

/** The URL of an application, in parts. */
interface AppUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of the application: with a leading slash, without a trailing one; empty for the root. */
  readonly path: string;
  /** Path of the handler: with a leading slash, without a trailing one. */
  readonly basePath: string;
}

/** Paths of the handler, and the origin in the config. */
export interface Place {
  /** Path of the handler, as browsers see it: with a leading slash, without a trailing one; empty for the root. */
  readonly basePath: string;
  /** The same path after a proxy has removed the path of the application. Default: `basePath`. */
  readonly innerPath?: string;
  /** Origin of the application, if the config has its URL. Default: the origin of each request. */
  readonly origin?: string | undefined;
  /** Actions without use in this config. Their paths belong to the application. Default: none. */
  readonly off?: ReadonlySet<AuthAction> | undefined;
  /** Front ends on other origins, whose pages count as those of the application. Default: none. */
  readonly frontEnds?: FrontEnds | undefined;
  /** Second segments of paths that are not the id of a provider: `security` of `account/security`. Default: none. */
  readonly tabs?: ReadonlySet<string> | undefined;
  /** What reads the forms with files that an action accepts. Default: no action accepts any. */
  readonly readers?: ReadonlyMap<string, FormReader> | undefined;
}

const DEFAULT_PATH = "/auth";

/**
 * Reads the URL of an application. A path that ends with `/auth` is the path of the handler, as in Auth.js. Any other
 * path is the path of the application, and the handler is at `/auth` below it.
 *
 * @throws {ConfigError} if it is not an http or https URL.
 */
export function parseAppUrl(url: string): AppUrl {
  const app = readAppUrl(url);
  if (app) return app;
  throw unusableUrl(url);
}

/** Creates the error of a URL that is not an http or https URL. */
export function unusableUrl(url: string): ConfigError {
  const quoted = /^["']/.test(url) ? ", without quotes" : "";
  return new ConfigError(
    `Cannot use \`url\` "${url}" (AUTH_URL): write an http or https URL, such as https://example.com${quoted}`,
  );
}

/**
 * Reads the URL of an application; `null` if it is not an http or https URL.
 *
 * @param handlerPath Path of the handler below that of the application, or with it: a framework that has a path of its
 * own says the whole path. Default `/auth`.
 */
export function readAppUrl(url: string | undefined, handlerPath = DEFAULT_PATH): AppUrl | null {
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== "https:" && parsed?.protocol !== "http:") return null;
  const { origin } = parsed;
  const path = pathOf(url!);
  if (path.endsWith(DEFAULT_PATH)) return { origin, path: "", basePath: path };
  return { origin, path, basePath: handlerPath.startsWith(`${path}/`) ? handlerPath : path + handlerPath };
}

/** The path of a URL, without a slash at its end. */
export function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, "");
}

/** Returns whether a URL is that of the application, and not of the library, with a path that is above another one. */
export function isAbove(url: string, basePath: string): boolean {
  const path = readAppUrl(url)?.path;
  return path === pathOf(url) && `${basePath}/`.startsWith(`${path}/`);
}

/**
 * Returns where the application is. So says a path above that of the handler, and the one before `/api/auth`, where next-auth has
 * the handler of each application: `/shop/api/auth` is that of `/shop`. Any other path of a handler, such as `/shop/auth` or
 * `/api/v1/auth`, may be one that an application at the root has chosen.
 */
export function homeOf(url: string | undefined): string | undefined {
  const app = readAppUrl(url);
  return app ? app.origin + (app.path || (/(.*)\/api\/auth$/.exec(app.basePath)?.[1] ?? "")) : undefined;
}

/** Returns the path of the handler: `basePath` of the config, else the path that follows from `url`. */
export function toBasePath(basePath: string | undefined, app: AppUrl | null): string {
  return basePath ?? app?.basePath ?? DEFAULT_PATH;
}

/**
 * Returns the path of the handler after a proxy has removed the path of the application: `/auth` for `/app/auth`.
 *
 * @param basePath As browsers see it.
 */
export function toInnerPath(basePath: string, app: AppUrl | null): string {
  const isBelow = app && basePath.startsWith(`${app.path}/`);
  return isBelow ? basePath.slice(app.path.length) : basePath;
}

/**
 * Returns a path as browsers see it: with the path of the application, which a proxy may have removed. A whole URL stays.
 *
 * @param target Path and query.
 */
export function toOuterPath(target: string, app: AppUrl | null): string {
  const path = app?.path ?? "";
  const isOuter = target.startsWith(path) && /^([/?#]|$)/.test(target.slice(path.length));
  return isOuter || URL.canParse(target) ? target : path + target;
}
