/**
 * Splits a value that is too large for one cookie into chunks.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-6.1 | RFC 6265 §6.1}
 * @module
 */

import { MAX_COOKIE, removedCookie, serializeCookie, valuesOf } from "./cookies.ts";
import type { Cookies } from "./types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/**
 * The longest value that `writeChunked` sets, percent-encoded. Node accepts 16 KB of headers in all. A browser with
 * larger cookies cannot open any page, not even the one that signs out. See `cookie_budget.ts`.
 */
export const MAX_CHUNKED = 13_000;

/** How many chunks are read or removed at most: more than fit into the headers that a server accepts. */
const MAX_CHUNKS = 32;

/** How many ways to put chunks of several cookies together are tried: two cookies of four chunks have as many. */
const MAX_WAYS = 16;

/** Reads a value, which may be split into chunks `name.0`, `name.1`, …; `null` if there is none. */
export function readChunked(cookies: Cookies, name: string): string | null {
  return candidatesOf(cookies, name)[0] ?? null;
}

/**
 * The values that a name may have, where a browser sends several cookies of it: the caller takes the first that opens.
 * Chunks whose cookies stand in the same order come first, a mixture opens nowhere.
 */
export function candidatesOf(cookies: Cookies, name: string): readonly string[] {
  const whole = valuesOf(cookies, name);
  const levels: (readonly string[])[] = [];
  while (levels.length < MAX_CHUNKS) {
    const level = valuesOf(cookies, `${name}.${levels.length}`);
    if (!level.length) break;
    levels.push(level);
  }
  const [first, ...rest] = levels;
  if (!first) return whole;
  const rows = first.map((chunk) => [chunk]);
  let [open, ways, ended]: [string[][], readonly string[], readonly string[]] = [rows, first, []];
  for (const level of rest) {
    if (level.length < open.length) {
      // A chunk that is shorter than the first is the last of its cookie.
      open = open.filter((row) => row.at(-1)!.length >= row[0]!.length);
      ended = [...ended, ...ways];
    }
    level.forEach((chunk, i) => open[i]?.push(chunk));
    ways = ways.flatMap((way) => level.map((chunk) => way + chunk)).slice(0, MAX_WAYS);
  }
  return [...new Set([...whole, ...rows.map((row) => row.join("")), ...ways, ...ended])];
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
      `Cannot set cookie "${name}": its ${length} bytes are more than the ${MAX_CHUNKED} that a request holds`,
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
  return /^(?:0|[1-9]\d?)$/.test(suffix) && Number(suffix) < MAX_CHUNKS;
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
