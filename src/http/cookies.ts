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

/** The most that browsers/** The most bytes that browsers store of one cookie (RFC 6265 §6.1). */
const MAX_COOKIE = 4096;

/**
 * The longest value that `writeChunked` sets, percent-encoded. Node accepts 16 KB of headers in all: a browser whose
 * cookies take more can reach no page, not even the one that signs out.
 */
export const MAX_CHUNKED = 13_000;

/** The most chunks that are read or removed: more than fit into the headers that a server accepts. */
const MAX_CHUNKS = 32;

/** The most bytes of other cookies that `makeRoom` leaves beside a new one, which has at most `MAX_COOKIE`. */
const MAX_OTHERS = 4000;

/** The most cookies that `makeRoom` removes at once: an attacker may have set hundreds. */
const MAX_REMOVED = 32;

/** What `idOf` in `sealed_cookie.ts` makes. */
const ID = /^[\w-]{16}$/;

/** A token of RFC 9110 §5.6.2, as which RFC 6265 §4.1.1 defines the name of a cookie. */
const TOKEN = /^[\w!#$%&'*.^`|~+-]+$/;

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

/**
 * Reads a `Cookie` header. Of several cookies with the same name the first counts. A value that is not valid
 * percent-encoding stays as the browser sent it.
 *
 * A cookie whose name is not a token does not exist. Browsers enforce the rules of `__Host-` and `__Secure-` only for
 * names that begin with exactly these characters. If the server ignored a byte before the prefix that the browser keeps,
 * such as U+00A0, a sibling host could set the cookie.
 */
export function parseCookies(header: string | null): Cookies {
  const cookies = new Map<string, string>();
  if (!header) return cookies;
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 1) continue;
    const name = trimBlanks(pair.slice(0, equals));
    if (TOKEN.test(name) && !cookies.has(name)) {
      cookies.set(name, parseValue(trimBlanks(pair.slice(equals + 1))));
    }
  }
  return cookies;
}

/**
 * Writes a `Set-Cookie` header.
 *
 * @throws {TypeError} if the name or an attribute has a character that ends it.
 */
export function serializeCookie({ name, value, options }: SetCookie): string {
  if (!TOKEN.test(name)) {
    throw new TypeError(`Cannot set cookie "${name}": the name is not a token`);
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

/**
 * Removes the oldest of the cookies named `<name>.<id>`, so that with one more there are at most `limit`, of 8 KB in all.
 *
 * It removes only cookies whose names the library can have made: `idOf` in `sealed_cookie.ts` makes the id.
 */
export function makeRoom(
  cookies: Cookies,
  { name, options }: CookieOption,
  limit: number,
): readonly SetCookie[] {
  const isOwn = (key: string) => key.startsWith(`${name}.`) && ID.test(key.slice(name.length + 1));
  // Browsers send the oldest first (RFC 6265 §5.4).
  const newestFirst = [...cookies].filter(([key]) => isOwn(key)).reverse();
  const sizes = newestFirst.map(([key, value]) => key.length + value.length);
  const excess = newestFirst.filter((_, i) => i + 1 >= limit || sum(sizes.slice(0, i + 1)) > MAX_OTHERS);
  return excess.reverse().slice(0, MAX_REMOVED).map(([key]) => removedCookie({ name: key, options }));
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

/** Whether browsers store a cookie: they drop one that is too large without a word. */
export function isStorable(cookie: SetCookie): boolean {
  return serializeCookie(cookie).length <= MAX_COOKIE;
}

/**
 * Sets a value, in chunks if it is too large for one cookie, and removes what is left of the value before.
 *
 * @throws {TypeError} if the value is longer than `MAX_CHUNKED`.
 */
export function writeChunked(cookies: Cookies, { name, value, options }: SetCookie): readonly SetCookie[] {
  const { length } = encodeURIComponent(value);
  if (length > MAX_CHUNKED) {
    throw new TypeError(
      `Cannot set cookie "${name}": its ${length} bytes are more than the ${MAX_CHUNKED} that a request has room for`,
    );
  }
  const room = MAX_COOKIE - serializeCookie({ name: `${name}.99`, value: "", options }).length;
  const parts = cut(value, room);
  const chunks = parts.length === 1
    ? [{ name, value, options }]
    : parts.map((part, i) => ({ name: `${name}.${i}`, value: part, options }));
  const kept = new Set(chunks.map((chunk) => chunk.name));
  return [...chunks, ...removeChunked(cookies, { name, options }).filter((cookie) => !kept.has(cookie.name))];
}

/** Removes a value and its chunks, as far as the request has them. Other names are not the library's to remove. */
export function removeChunked(cookies: Cookies, { name, options }: CookieOption): readonly SetCookie[] {
  const chunks = Array.from({ length: MAX_CHUNKS }, (_, i) => `${name}.${i}`);
  return [name, ...chunks].filter((key) => cookies.has(key)).map((key) =>
    removedCookie({ name: key, options })
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Leaves out what is `undefined`, so that it does not hide a default. */
function defined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Removes spaces and tabs at both ends (RFC 6265 §5.2). `trim()` removes more, and browsers do not. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
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
    throw new TypeError(`Cannot set a cookie: "${value}" is not an attribute value`);
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
