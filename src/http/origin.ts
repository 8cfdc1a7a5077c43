/**
 * The origin of the application: from the URL in the config, else from the request.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6454 | RFC 6454} on origins
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { LoggerInstance } from "../values/types.ts";
import type { AuthAction } from "./endpoints.ts";
import type { Incoming, RequestHeaders } from "./types.ts";
import type { CookieOptions } from "../values/cookie.ts";

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
  /** Second segments of paths that are not the id of a provider: `security` of `account/security`. Default: none. */
  readonly tabs?: ReadonlySet<string> | undefined;
}

/** The part of a request that says where it was sent. */
type RequestOrigins = Pick<Incoming, "headers" | "origin" | "requestOrigin">;

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

/**
 * Returns the origin of the browser, if it is an origin of the application that differs from the config. `null` if it
 * equals the config, if the request does not name it, or if the request comes from another site.
 *
 * @param place Without `origin`, only a proxy that ends TLS is recognized.
 */
export function misplacedOrigin(
  { headers, origin, requestOrigin }: RequestOrigins,
  place: Pick<Place, "origin">,
): string | null {
  const from = headers.get("origin");
  if (from === origin) return null;
  if (place.origin !== undefined) {
    const isOurs = from && (hostOf(from) === hostOf(origin) || hostOf(from) === hostOf(requestOrigin));
    return isOurs && /^https?:/.test(from) ? from : null;
  }
  const secure = isPlain(origin) ? `https:${origin.slice("http:".length)}` : null;
  return from === secure || (from === null && isForwarded(headers)) ? secure : null;
}

/** Creates the error for a browser that uses another origin than the config. It names both. */
export function wrongOrigin(
  browser: string,
  { origin }: RequestOrigins,
  place: Pick<Place, "origin">,
): ConfigError {
  const reason = place.origin === undefined
    ? `the browser is at ${browser}, but the server sees ${origin}, as behind a proxy that ends TLS: set ` +
      `AUTH_URL=${browser} in the environment, or \`url\` in the config`
    : `the browser is at ${browser}, but the config says ${origin}: open the site there, or set AUTH_URL ` +
      `(\`url\` in the config) to ${browser}`;
  return new ConfigError(`Cannot accept the form: ${reason}`);
}

/** The cookies of a config, of which one may be for several hosts. */
interface SharedCookies {
  readonly sessionToken?: { readonly options?: Pick<CookieOptions, "domain"> };
}

/**
 * Returns whether an origin is that of a host that gets the session cookie of the application, and has no pages of the library: the
 * config has the URL of another host below the `domain` of the cookie.
 */
export function isSibling(asked: string, origin: string, { sessionToken }: SharedCookies = {}): boolean {
  const domain = sessionToken?.options?.domain?.replace(/^\./, "").toLowerCase();
  return !!domain && hostOf(asked) !== hostOf(origin) && `.${hostNameOf(asked)}`.endsWith(`.${domain}`);
}

/** What a warning about the origin depends on. */
interface WarnedPlace extends Pick<Place, "origin"> {
  readonly cookies?: SharedCookies;
}

const warned = new WeakSet<object>();

/**
 * Warns once about a request for another host than that of the config: links would lead elsewhere. A proxy may change the
 * host if it sends `X-Forwarded-Host`. If the config has no origin, warns about a proxy that ends TLS, and about a site
 * without encryption; `config/warnings.ts` warns of one in the config.
 */
export function warnOfOrigin(
  request: RequestOrigins,
  place: WarnedPlace & { readonly logger: LoggerInstance },
): void {
  if (warned.has(place)) return;
  const warning = originWarning(request, place);
  if (warning === null) return;
  warned.add(place);
  place.logger.warn(warning);
}

function originWarning(
  { headers, origin, requestOrigin }: RequestOrigins,
  place: WarnedPlace,
): string | null {
  if (place.origin !== undefined) {
    const isOurs = hostOf(requestOrigin) === hostOf(origin) ||
      isSibling(requestOrigin, origin, place.cookies) ||
      `//${firstOf(headers.get("x-forwarded-host"))}` === hostOf(origin);
    return isOurs
      ? null
      : `url-host-mismatch: a request came for ${requestOrigin}, but \`url\` (AUTH_URL) is ${origin}, and links and ` +
        `redirects lead there: if people open the site at ${requestOrigin}, set AUTH_URL to it`;
  }
  if (!isPlain(origin)) return null;
  if (isForwarded(headers)) {
    return `url-missing: a request for ${origin} came through a proxy that ends TLS, and links and redirects lead to ` +
      `http: set AUTH_URL (\`url\` in the config) to the https URL of the site`;
  }
  if (isLoopback(hostNameOf(origin))) return null;
  return insecureUrl(`a request came for ${origin}`, "Set AUTH_URL (`url` in the config) to");
}

/** The warning that the session cookie goes without TLS. @param where Where it does. @param remedy What to do with the https URL. */
export function insecureUrl(where: string, remedy: string): string {
  return `insecure-url: ${where}, without encryption: anyone on the network of a user can read the session cookie. ` +
    `${remedy} the https URL of the site`;
}

/** Returns whether a host is this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname);
}

/** The host of an origin, without its port. */
function hostNameOf(origin: string): string {
  return hostOf(origin).slice(2).replace(/:\d+$/, "");
}

/** Host and port, with two slashes before them. */
function hostOf(origin: string): string {
  return origin.slice(origin.indexOf(":") + 1);
}

function isPlain(origin: string): boolean {
  return origin.startsWith("http:");
}

/** Returns whether a proxy states that the browser uses https. Only messages and the error page depend on it. */
function isForwarded(headers: RequestHeaders): boolean {
  return firstOf(headers.get("x-forwarded-proto")) === "https";
}

/** The first value of a header, in lower case. Each of several proxies may have added one; the first describes the browser. */
export function firstOf(header: string | null): string | undefined {
  return header?.split(",", 1).at(0)?.trim().toLowerCase();
}
