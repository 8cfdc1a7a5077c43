/**
 * The text of cookies: reads `Cookie`, and writes `Set-Cookie`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265 | RFC 6265}
 * @module
 */

import { capitalize } from "../values/capitalize.ts";
import type { Cookies } from "./types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/** The scheme of a site. On https, cookies are `Secure`, and their names have a prefix (RFC 6265bis §4.1.3). */
export type Scheme = "http" | "https";

/** Returns the scheme of a URL. */
export function schemeOf(url: string): Scheme {
  return url.startsWith("https:") ? "https" : "http";
}

/** The largest cookie that browsers store, in bytes (RFC 6265 §6.1). */
export const MAX_COOKIE = 4096;

/** The name of a cookie: a token of RFC 9110 §5.6.2 (RFC 6265 §4.1.1). */
const COOKIE_NAME = /^[\w!#$%&'*.^`|~+-]+$/;

/** How many values of one name are read: cookies of one name differ in domain or path, which browsers do not send. */
const MAX_SAME = 4;

/**
 * Reads a `Cookie` header. If several cookies have the same name, `get` returns the first, and `valuesOf` the first four:
 * their order says nothing (RFC 6265 §4.2.2). A value with invalid percent-encoding stays unchanged.
 *
 * It skips a cookie whose name is not a token. Browsers enforce the rules of `__Host-` and `__Secure-` only for names
 * that begin with exactly these characters. If the server ignored a byte before the prefix that the browser keeps, such
 * as U+00A0, a sibling host could set the cookie.
 */
export function parseCookies(header: string | null): Cookies {
  const cookies = new Map<string, string>();
  if (!header) return cookies;
  let equals = -1;
  for (let start = 0; start < header.length;) {
    const end = indexFrom(header, ";", start);
    // Found once for all pairs before it: else a header of semicolons would take quadratic time.
    if (equals < start) equals = indexFrom(header, "=", start);
    if (equals < end) {
      const name = trimmed(header, start, equals);
      if (COOKIE_NAME.test(name)) addValue(cookies, name, parseValue(trimmed(header, equals + 1, end)));
    }
    start = end + 1;
  }
  return cookies;
}

/** The second value of a name has a blank before its name, which no cookie has, the third two: written as a header, they are read alike. */
function addValue(cookies: Map<string, string>, name: string, value: string): void {
  let key = name;
  for (; cookies.has(key); key = ` ${key}`) {
    if (cookies.get(key) === value || key.length > name.length + MAX_SAME - 2) return;
  }
  cookies.set(key, value);
}

/** The values of all cookies of a name, in the order of the header; empty ones are left out. */
export function valuesOf(cookies: Cookies, name: string): readonly string[] {
  const values: string[] = [];
  for (let key = name; cookies.has(key); key = ` ${key}`) values.push(cookies.get(key)!);
  return values.filter(Boolean);
}

/**
 * Returns the name of the cookie that a `Set-Cookie` header sets. A value that is too large for one cookie is stored in
 * several, whose names end with a number; the number is left out.
 */
export function cookieNameOf(setCookie: string): string {
  return partNameOf(setCookie).replace(/\.\d+$/, "");
}

/**
 * Returns the `Set-Cookie` headers whose cookies later ones do not set again. The removal of a cookie stays if the later
 * value is stored in other cookies: in more parts, in fewer, or in one. Browsers would keep sending the old one.
 */
export function withoutReplaced(earlier: readonly string[], later: readonly string[]): readonly string[] {
  const names = new Set(later.map(cookieNameOf));
  const parts = new Set(later.map(partNameOf));
  return earlier.filter((setCookie) =>
    !names.has(cookieNameOf(setCookie)) || (isRemoval(setCookie) && !parts.has(partNameOf(setCookie)))
  );
}

/** The name of a cookie as the header has it, with the number of the part. */
function partNameOf(setCookie: string): string {
  return setCookie.replace(/=.*/s, "").trim();
}

function isRemoval(setCookie: string): boolean {
  return /; *Max-Age=0(?:;|$)/i.test(setCookie);
}

/**
 * Writes a `Set-Cookie` header.
 *
 * @throws {TypeError} if the name or an attribute contains a character that would end it.
 */
export function serializeCookie({ name, value, options }: SetCookie): string {
  if (!COOKIE_NAME.test(name)) {
    throw new TypeError(`Cannot set cookie "${name}": the name is not a token`);
  }
  let text = `${name}=${encodeURIComponent(value)}`;
  if (options.maxAge !== undefined) text += `; Max-Age=${Math.floor(options.maxAge)}`;
  if (options.domain) text += `; Domain=${attributeValue(options.domain)}`;
  if (options.path) text += `; Path=${attributeValue(options.path)}`;
  if (options.expires) text += `; Expires=${options.expires.toUTCString()}`;
  if (options.httpOnly) text += "; HttpOnly";
  if (options.secure) text += "; Secure";
  if (options.partitioned) text += "; Partitioned";
  if (options.priority) text += `; Priority=${attributeValue(capitalize(options.priority))}`;
  if (options.sameSite) {
    text += `; SameSite=${
      options.sameSite === true ? "Strict" : attributeValue(capitalize(options.sameSite))
    }`;
  }
  return text;
}

/** Returns a cookie that removes the one with the same name. */
export function removedCookie({ name, options }: CookieOption): SetCookie {
  const { expires: _, ...rest } = options;
  return { name, value: "", options: { ...rest, maxAge: 0 } };
}

/** Returns whether browsers store a cookie: they silently drop one that is too large. */
export function isStorable(cookie: SetCookie): boolean {
  return serializeCookie(cookie).length <= MAX_COOKIE;
}

/** The index of a character at or after a place; the length of the text if there is none. */
function indexFrom(text: string, character: string, start: number): number {
  const index = text.indexOf(character, start);
  return index < 0 ? text.length : index;
}

/** A part of a text without spaces and tabs at its ends (RFC 6265 §5.2). `trim()` removes more than browsers do. */
export function trimmed(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return text.slice(start, end);
}

function isBlank(text: string, index: number): boolean {
  return text[index] === " " || text[index] === "\t";
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

function attributeValue(value: string): string {
  // deno-lint-ignore no-control-regex -- these are the characters that end an attribute
  if (/[;\x00-\x1f\x7f]/.test(value)) {
    throw new TypeError(`Cannot set a cookie: "${value}" is not an attribute value`);
  }
  return value;
}
