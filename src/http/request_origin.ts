/**
 * The origin that a request came to, beside that of the application.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6454 | RFC 6454} on origins
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { LoggerInstance } from "../values/types.ts";
import type { Place } from "./origin.ts";
import type { Incoming, RequestHeaders } from "./types.ts";
import type { CookieOptions } from "../values/cookie.ts";

/** The part of a request that says where it was sent. */
type RequestOrigins = Pick<Incoming, "headers" | "isTrusted" | "origin" | "requestOrigin">;

/**
 * Returns the origin of the browser, if it is an origin of the application that differs from the config. `null` if it
 * equals the config, if the config trusts it, if the request does not name it, or if the request comes from another site.
 *
 * @param place Without `origin`, only a proxy that ends TLS is recognized.
 */
export function misplacedOrigin(
  { headers, isTrusted, origin, requestOrigin }: RequestOrigins,
  place: Pick<Place, "origin">,
): string | null {
  const from = headers.get("origin");
  if (isTrusted || from === origin) return null;
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
