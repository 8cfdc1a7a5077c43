/**
 * Reads, writes and names cookies, and splits a large value into chunks.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265 | RFC 6265}
 * @module
 */

import { defined } from "../values/defined.ts";
import type { CookieOption, CookieOptions, Cookies, CookiesOptions, SetCookie } from "./types.ts";

/** The scheme of a site. On https, cookies are `Secure`, and their names have a prefix (RFC 6265bis §4.1.3). */
export type Scheme = "http" | "https";

/** Returns the scheme of a URL. */
export function schemeOf(url: string): Scheme {
  return url.startsWith("https:") ? "https" : "http";
}

/** The library's cookies, named for http or https. */
export interface CookieNames {
  /** The session token. */
  readonly sessionToken: CookieOption;
  /** The CSRF token and its signature. */
  readonly csrfToken: CookieOption;
  /** The mail that the browser requested last. */
  readonly mail: CookieOption;
  /** One OAuth sign-in under way; a prefix. */
  readonly flow: CookieOption;
  /** One challenge to a passkey; a prefix. */
  readonly challenge: CookieOption;
  /** An identity that the user may link. */
  readonly link: CookieOption;
  /** A form that was sent and failed, until the sign-in page shows it again. */
  readonly form: CookieOption;
  /** The id of the provider that was last used in this browser. */
  readonly lastUsed: CookieOption;
}

/** The largest cookie that browsers store, in bytes (RFC 6265 §6.1). */
const MAX_COOKIE = 4096;

/**
 * The longest value that `writeChunked` sets, percent-encoded. Node accepts 16 KB of headers in all. A browser with
 * larger cookies cannot open any page, not even the one that signs out. See `cookie_budget.ts`.
 */
export const MAX_CHUNKED = 13_000;

/** How many chunks are read or removed at most: more than fit into the headers that a server accepts. */
const MAX_CHUNKS = 32;

/** How many bytes of older cookies `makeRoom` keeps at most. The new one has at most `MAX_COOKIE`. */
const MAX_OTHERS = 4000;

/** How many cookies are removed at once at most: an attacker may have set hundreds. */
export const MAX_REMOVED = 32;

/** The end of the name of an attempt's cookie: see `sealed_cookie.ts`. */
const ID = /^[\w-]{16}~?$/;

/** The name of a cookie: a token of RFC 9110 §5.6.2 (RFC 6265 §4.1.1). */
const COOKIE_NAME = /^[\w!#$%&'*.^`|~+-]+$/;

/** Returns the default name of the session cookie. */
export function sessionCookieName(scheme: Scheme): string {
  return nameFor("session-token", scheme);
}

/** Returns the name of the cookie that says that the session cookies of another library no longer count here. */
export function movedCookieName(sessionCookie: string): string {
  return `${sessionCookie}.moved`;
}

/** Returns the cookies of a config for the scheme of its site. */
export function toCookieNames(scheme: Scheme, custom: CookiesOptions = {}): CookieNames {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: scheme === "https" } as const;
  const cookie = (purpose: string, own: Partial<CookieOption> = {}): CookieOption => ({
    name: own.name ?? nameFor(purpose, scheme, own.options),
    options: { ...options, ...defined(own.options) },
  });
  return {
    sessionToken: cookie("session-token", custom.sessionToken),
    csrfToken: cookie("csrf-token", custom.csrfToken),
    mail: cookie("mail", custom.mail),
    flow: cookie("flow", custom.flow),
    challenge: cookie("challenge", custom.challenge),
    link: cookie("link", custom.link),
    form: cookie("form", custom.form),
    lastUsed: cookie("last-used", custom.lastUsed),
  };
}

/** Browsers accept `__Host-` only from this host, so a sibling host cannot set the cookie. Its path must be `/`. */
function nameFor(purpose: string, scheme: Scheme, { domain, path = "/" }: CookieOptions = {}): string {
  const name = `latchkey.${purpose}`;
  if (scheme === "http") return name;
  return domain === undefined && path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * Reads a `Cookie` header. If several cookies have the same name, the first counts. A value with invalid
 * percent-encoding stays unchanged.
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
    // Not again for each `;` before it.
    if (equals < start) equals = indexFrom(header, "=", start);
    if (equals > start && equals < end) {
      const name = trimmed(header, start, equals);
      const isFirst = COOKIE_NAME.test(name) && !cookies.has(name);
      if (isFirst) cookies.set(name, parseValue(trimmed(header, equals + 1, end)));
    }
    start = end + 1;
  }
  return cookies;
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

/**
 * Removes the oldest cookies named `<name>.<id>`, so that a new one makes at most `limit`, and 8 KB in all.
 *
 * It removes only cookies with a name that the library can have set: see `sealed_cookie.ts`.
 */
export function makeRoom(
  cookies: Cookies,
  { name, options }: CookieOption,
  limit: number,
): readonly SetCookie[] {
  // Browsers send the oldest first (RFC 6265 §5.4).
  const newestFirst = [...cookies].filter(([key]) => isAttemptOf(key, name)).reverse();
  const sizes = newestFirst.map(([key, value]) => key.length + value.length);
  const excess = newestFirst.filter((_, i) => i + 1 >= limit || sum(sizes.slice(0, i + 1)) > MAX_OTHERS);
  return excess.reverse().slice(0, MAX_REMOVED).map(([key]) => removedCookie({ name: key, options }));
}

/** Returns whether a name is that of an attempt of a kind. @param prefix The name of the kind. */
export function isAttemptOf(name: string, prefix: string): boolean {
  return name.startsWith(`${prefix}.`) && ID.test(name.slice(prefix.length + 1));
}

/** The name of an attempt's cookie if a page of another site has begun the attempt. */
export function toForeignName(name: string): string {
  return `${name}~`;
}

/** Returns whether a name is one of `toForeignName`. */
export function isForeignName(name: string): boolean {
  return name.endsWith("~");
}

/** Reads a value, which may be split into chunks `name.0`, `name.1`, …; `null` if there is none. */
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

/** Returns whether browsers store a cookie: they silently drop one that is too large. */
export function isStorable(cookie: SetCookie): boolean {
  return serializeCookie(cookie).length <= MAX_COOKIE;
}

/**
 * Sets a value, in chunks if it is too large for one cookie, and removes the remaining chunks of the previous value.
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
  const parts = length <= room ? [value] : cut(value, room);
  const chunks = parts.length === 1
    ? [{ name, value, options }]
    : parts.map((part, i) => ({ name: `${name}.${i}`, value: part, options }));
  const kept = new Set(chunks.map((chunk) => chunk.name));
  return [...chunks, ...removeChunked(cookies, { name, options }).filter((cookie) => !kept.has(cookie.name))];
}

/** Removes a value and those of its chunks that the request has. Cookies with other names may be the application's. */
export function removeChunked(cookies: Cookies, { name, options }: CookieOption): readonly SetCookie[] {
  return [...cookies.keys()].filter((key) => key === name || isChunkOf(key, name)).map((key) =>
    removedCookie({ name: key, options })
  );
}

/** Returns whether a name is that of a chunk of a value. */
export function isChunkOf(key: string, name: string): boolean {
  if (!key.startsWith(`${name}.`)) return false;
  const suffix = key.slice(name.length + 1);
  const number = Number(suffix);
  return String(number) === suffix && Number.isInteger(number) && number >= 0 && number < MAX_CHUNKS;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The index of a character at or after a place; the length of the text if there is none. */
function indexFrom(text: string, character: string, start: number): number {
  const index = text.indexOf(character, start);
  return index < 0 ? text.length : index;
}

/** A part of a text without spaces and tabs at its ends (RFC 6265 §5.2). `trim()` removes more than browsers do. */
function trimmed(text: string, from: number, to: number): string {
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

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Splits a value into parts that fit into a cookie when percent-encoded. */
function cut(value: string, room: number): readonly string[] {
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
