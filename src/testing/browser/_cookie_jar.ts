/**
 * The cookies of a test browser: stored and sent as RFC 6265bis says, with the defaults of today's browsers.
 *
 * @module
 */

import type { BrowserCookie } from "./types.ts";

/** A request, as the jar sees it: how it relates to the page that made it. */
interface JarRequest {
  /** Whether all of its redirects stayed on the page's site. */
  readonly isSameSite: boolean;
  /** Whether it is a top-level navigation. */
  readonly isNavigation: boolean;
  /** Its method. */
  readonly method: string;
}

/** Cookies of one browser. */
interface CookieJar {
  /** Stores a cookie. Returns why the browser rejects it, or `null`. */
  store(header: string, url: URL, request: JarRequest): string | null;
  /** The cookies that a request carries, in order. */
  select(url: URL, request: JarRequest): readonly BrowserCookie[];
  /** All cookies for an origin, whatever the path. */
  list(origin: URL): readonly BrowserCookie[];
}

/** Creates an empty jar. @param now Milliseconds since the epoch. */
export function createCookieJar(now: () => number): CookieJar {
  let cookies: readonly BrowserCookie[] = [];
  const isFresh = ({ expires }: BrowserCookie) => expires === null || expires > now();
  const list = (url: URL) => cookies.filter((cookie) => isFresh(cookie) && belongsTo(cookie, url));
  return {
    list,
    select: (url, request) =>
      list(url)
        .filter((cookie) => matchesPath(url.pathname, cookie.path) && isAdmitted(cookie, request))
        .sort((a, b) => b.path.length - a.path.length),
    store: (header, url, request) => {
      const parsed = parseSetCookie(header, url, now());
      if (typeof parsed === "string") return parsed;
      const problem = findProblem(parsed, url, request) ??
        (cookies.some((old) => isFresh(old) && shadowsSecure(parsed, old, url))
          ? "a Secure cookie has its name"
          : null);
      if (problem) return problem;
      const index = cookies.findIndex((old) => isSameCookie(old, parsed));
      // An updated cookie keeps its position (RFC 6265 §5.3, step 11).
      cookies = index < 0 ? [...cookies, parsed] : cookies.with(index, parsed);
      cookies = cookies.filter(isFresh);
      return null;
    },
  };
}

function belongsTo(cookie: BrowserCookie, url: URL): boolean {
  if (cookie.secure && url.protocol !== "https:") return false;
  return cookie.hostOnly ? cookie.domain === url.hostname : matchesDomain(url.hostname, cookie.domain);
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-5.1.3 | RFC 6265 §5.1.3} */
function matchesDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-5.1.4 | RFC 6265 §5.1.4} */
function matchesPath(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
}

function isAdmitted(
  { sameSite }: BrowserCookie,
  { isSameSite, isNavigation, method }: JarRequest,
): boolean {
  if (isSameSite || sameSite === "None") return true;
  return sameSite === "Lax" && isNavigation && ["GET", "HEAD"].includes(method);
}

/** Parses a `Set-Cookie` header, or returns why it is invalid. */
function parseSetCookie(header: string, url: URL, now: number): BrowserCookie | string {
  // deno-lint-ignore no-control-regex -- searches for control characters
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(header)) return "it has a control character";
  const [pair = "", ...rest] = header.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  const value = pair.slice(equals + 1).trim();
  if (name === "") return "it has no name";
  if (new TextEncoder().encode(name + value).length > 4096) return "name and value exceed 4096 bytes";
  const attributes = new Map(rest.map(parseAttribute));
  const named = attributes.get("domain")?.replace(/^\./, "").toLowerCase();
  // A host that is a public suffix, such as localhost, may name itself (RFC 6265 §5.3, step 5).
  const domain = named === url.hostname && !named.includes(".") ? "" : named;
  const path = attributes.get("path");
  return {
    name,
    value,
    domain: domain || url.hostname,
    hostOnly: !domain,
    path: path?.startsWith("/") ? path : defaultPath(url.pathname),
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: SAME_SITE[attributes.get("samesite")?.toLowerCase() ?? ""] ?? "Lax",
    expires: expiryOf(attributes, now),
  };
}

const SAME_SITE: Readonly<Record<string, BrowserCookie["sameSite"]>> = {
  lax: "Lax",
  none: "None",
  strict: "Strict",
};

function parseAttribute(text: string): [name: string, value: string] {
  const [name = "", ...value] = text.split("=");
  return [name.trim().toLowerCase(), value.join("=").trim()];
}

function defaultPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** `Max-Age` overrides `Expires`. Invalid values are ignored. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number | null {
  const maxAge = attributes.get("max-age") ?? "";
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0 ? -Infinity : now + Number(maxAge) * 1000;
  const expires = Date.parse(attributes.get("expires") ?? "");
  return Number.isNaN(expires) ? null : expires;
}

function findProblem(cookie: BrowserCookie, url: URL, request: JarRequest): string | null {
  const { name, domain, hostOnly, path, secure, sameSite } = cookie;
  const isHttps = url.protocol === "https:";
  const prefix = name.toLowerCase();
  if (!matchesDomain(url.hostname, domain)) return "its Domain is not the site's own";
  if (!hostOnly && !domain.includes(".")) return "its Domain is a public suffix";
  if (secure && !isHttps) return "it is Secure and comes over http";
  if (sameSite === "None" && !secure) return "it is SameSite=None and not Secure";
  if (prefix.startsWith("__secure-") && !secure) return "__Secure- needs Secure";
  if (prefix.startsWith("__host-") && !(secure && hostOnly && path === "/")) {
    return "__Host- needs Secure and Path=/, and no Domain";
  }
  if (!request.isSameSite && !request.isNavigation && sameSite !== "None") {
    return `it is SameSite=${sameSite} and comes with a cross-site request`;
  }
  return null;
}

/** An insecure site must not replace a Secure cookie. */
function shadowsSecure(cookie: BrowserCookie, old: BrowserCookie, url: URL): boolean {
  if (url.protocol === "https:" || !old.secure || old.name !== cookie.name) return false;
  const isNear = matchesDomain(old.domain, cookie.domain) || matchesDomain(cookie.domain, old.domain);
  return isNear && matchesPath(cookie.path, old.path);
}

function isSameCookie(a: BrowserCookie, b: BrowserCookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.hostOnly === b.hostOnly && a.path === b.path;
}
