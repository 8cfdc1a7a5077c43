/**
 * Cookies: read, written, named, and cut in chunks where one would be too large.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265 | RFC 6265}
 * @module
 */

import type { CookiesOptions } from "../config/types.ts";
import type { CookieOption, Cookies, SetCookie } from "./types.ts";

/** The library's cookies, named for http or https. */
export interface CookieNames {
  /** The session token. */
  readonly sessionToken: CookieOption;
  /** The CSRF token and its signature. */
  readonly csrfToken: CookieOption;
  /** The mail that the browser last asked for. */
  readonly mail: CookieOption;
  /** One OAuth sign-in under way; a prefix. */
  readonly flow: CookieOption;
  /** One challenge to a passkey; a prefix. */
  readonly challenge: CookieOption;
  /** An identity that waits to be linked. */
  readonly link: CookieOption;
}

/** The most that browsers store of one cookie (RFC 6265 §6.1). */
const MAX_COOKIE = 4096;

/** The most chunks that are read: more than any server takes in its headers. */
const MAX_CHUNKS = 32;

/** The default name of the session cookie. */
export function sessionCookieName(secure: boolean): string {
  return `${secure ? "__Host-" : ""}latchkey.session-token`;
}

/** The cookies of a config. @param secure Whether they are `Secure`, and named so (RFC 6265bis §4.1.3). */
export function toCookieNames(secure: boolean, custom: CookiesOptions = {}): CookieNames {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const named = (name: string, own?: Partial<CookieOption>): CookieOption => ({
    name: own?.name ?? name,
    options: { ...options, ...defined(own?.options ?? {}) },
  });
  return {
    sessionToken: named(
      `${hostPrefix(secure, custom.sessionToken)}latchkey.session-token`,
      custom.sessionToken,
    ),
    csrfToken: named(`${hostPrefix(secure, custom.csrfToken)}latchkey.csrf-token`, custom.csrfToken),
    mail: named(`${hostPrefix(secure, custom.mail)}latchkey.mail`, custom.mail),
    flow: named(`${hostPrefix(secure, custom.flow)}latchkey.flow`, custom.flow),
    challenge: named(`${hostPrefix(secure, custom.challenge)}latchkey.challenge`, custom.challenge),
    link: named(`${hostPrefix(secure, custom.link)}latchkey.link`, custom.link),
  };
}

/** Browsers take `__Host-` from this very host alone, so that no sibling can plant the cookie. It must be for all paths. */
function hostPrefix(secure: boolean, own?: Partial<CookieOption>): string {
  if (!secure) return "";
  const { domain, path = "/" } = own?.options ?? {};
  return domain === undefined && path === "/" ? "__Host-" : "__Secure-";
}

/** Reads a `Cookie` header. Of equal names the first counts; what is not percent-encoded right is taken as it is. */
export function parseCookies(header: string | null): Cookies {
  const cookies = new Map<string, string>();
  if (!header) return cookies;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 1) continue;
    const name = pair.slice(0, equals).trim();
    if (!cookies.has(name)) cookies.set(name, parseValue(pair.slice(equals + 1).trim()));
  }
  return cookies;
}

/**
 * Writes a `Set-Cookie` header.
 *
 * @throws {TypeError} if the name or an attribute has a character that ends it.
 */
export function serializeCookie({ name, value, options }: SetCookie): string {
  if (!/^[\w!#$%&'*.^`|~+-]+$/.test(name)) {
    throw new TypeError(`Cannot set cookie "${name}": the name is no token`);
  }
  let text = `${name}=${encodeURIComponent(value)}`;
  if (options.maxAge !== undefined) text += `; Max-Age=${Math.floor(options.maxAge)}`;
  if (options.domain) text += `; Domain=${attribute(options.domain)}`;
  if (options.path) text += `; Path=${attribute(options.path)}`;
  if (options.expires) text += `; Expires=${options.expires.toUTCString()}`;
  if (options.httpOnly) text += "; HttpOnly";
  if (options.secure) text += "; Secure";
  if (options.partitioned) text += "; Partitioned";
  if (options.priority) text += `; Priority=${attribute(capitalize(options.priority))}`;
  if (options.sameSite) {
    text += `; SameSite=${options.sameSite === true ? "Strict" : attribute(capitalize(options.sameSite))}`;
  }
  return text;
}

/** A cookie that removes the cookie of that name. */
export function removedCookie({ name, options }: CookieOption): SetCookie {
  const { expires: _, ...rest } = options;
  return { name, value: "", options: { ...rest, maxAge: 0 } };
}

/** Removes the oldest of the cookies whose names begin with a prefix and a dot, so that there is room for one more. */
export function makeRoom(
  cookies: Cookies,
  { name, options }: CookieOption,
  limit: number,
): readonly SetCookie[] {
  // Browsers send the oldest first (RFC 6265 §5.4).
  const others = [...cookies.keys()].filter((key) => key.startsWith(`${name}.`));
  const excess = others.slice(0, Math.max(0, others.length + 1 - limit));
  return excess.map((key) => removedCookie({ name: key, options }));
}

/** Reads a value that may be cut in chunks `name.0`, `name.1`, …; `null` if there is none. */
export function readChunked(cookies: Cookies, name: string): string | null {
  const whole = cookies.get(name);
  if (whole) return whole;
  let value = "";
  for (let i = 0; i < MAX_CHUNKS; i++) {
    const chunk = cookies.get(`${name}.${i}`);
    if (!chunk) break;
    value += chunk;
  }
  return value || null;
}

/** Sets a value, in chunks if it is too large for one cookie, and removes what is left of the value before. */
export function writeChunked(cookies: Cookies, { name, value, options }: SetCookie): readonly SetCookie[] {
  const room = MAX_COOKIE - serializeCookie({ name: `${name}.99`, value: "", options }).length;
  const parts = cut(value, room);
  const chunks = parts.length === 1
    ? [{ name, value, options }]
    : parts.map((part, i) => ({ name: `${name}.${i}`, value: part, options }));
  if (chunks.length > MAX_CHUNKS) {
    throw new TypeError(
      `Cannot set cookie "${name}": ${value.length} characters are more than a request can carry`,
    );
  }
  const kept = new Set(chunks.map((chunk) => chunk.name));
  return [...chunks, ...removeChunked(cookies, { name, options }).filter((cookie) => !kept.has(cookie.name))];
}

/** Removes a value and its chunks, as far as the request has them. */
export function removeChunked(cookies: Cookies, { name, options }: CookieOption): readonly SetCookie[] {
  return [...cookies.keys()]
    .filter((key) => key === name || (key.startsWith(`${name}.`) && /^\d+$/.test(key.slice(name.length + 1))))
    .map((key) => removedCookie({ name: key, options }));
}

/** Leaves out what is `undefined`, so that it does not hide a default. */
function defined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function parseValue(value: string): string {
  const text = value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function attribute(value: string): string {
  // deno-lint-ignore no-control-regex -- these are the characters that end an attribute
  if (/[;\x00-\x1f\x7f]/.test(value)) {
    throw new TypeError(`Cannot set a cookie: "${value}" is no attribute value`);
  }
  return value;
}

function capitalize(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** Cuts a value in parts that have room for themselves once they are percent-encoded. */
function cut(value: string, room: number): readonly string[] {
  if (encodeURIComponent(value).length <= room) return [value];
  const parts: string[] = [];
  let [part, length] = ["", 0];
  for (const character of value) {
    const size = encodeURIComponent(character).length;
    if (length + size > room) {
      parts.push(part);
      [part, length] = ["", 0];
    }
    part += character;
    length += size;
  }
  return [...parts, part];
}
