/**
 * Reads a received request into plain data.
 *
 * @module
 */

import { readText } from "../platform/body.ts";
import { parseCookies } from "./cookies.ts";
import type { Place } from "./origin.ts";
import { parsePath } from "./own_path.ts";
import type { FormReader, Incoming, Received } from "./types.ts";

/** The largest accepted body, in bytes. */
const MAX_REQUEST_BODY = 65_536;

const TOO_LARGE = "Body too large.";

/** A request that the library refuses before any action runs. */
export class BadRequest extends Error {
  /** 400, 404 or 413. */
  readonly status: number;

  /** @param status 400, 404 or 413. @param message Safe to show to the client. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Origin, path and query of the URL of a request as the server hands it on. A parser would take a tenth of a session check,
 * and make another path of `/x/../auth/csrf`, which Deno hands on as the client has sent it.
 *
 * The library owns no path of a URL without an authority, such as `data:`, or with a user before the host: Deno makes one of
 * the header `Host: someone@example.com`.
 */
const URL_PARTS = /^([^:]+:\/\/[^/?#@]*)([^?#]*)([^#]*)/;

/** Returns the path of the URL of a request, as `parseRequest` reads it. */
export function sentPathOf(url: string): string {
  return URL_PARTS.exec(url)?.[2] ?? "";
}

/**
 * Reads a request: path, cookies, query, and a body of up to 64 KiB.
 *
 * @param basePath As configured: with a leading slash, without a trailing one; empty for the root.
 * @param place Where the application is according to the config. It takes precedence over the `Host` header.
 * @throws {BadRequest} if the path is not the library's, or the body is malformed or too large.
 * @throws {TypeError} if the body has already been read.
 */
export async function parseRequest(
  received: Received,
  basePath: string,
  { innerPath = basePath, origin, off, tabs, readers, frontEnds }: Omit<Place, "basePath"> = {},
): Promise<Incoming> {
  const { url, method, headers } = received;
  const [, requestOrigin = "", pathname = "", search = ""] = URL_PARTS.exec(url) ?? [];
  const path = parsePath(pathname, { basePath, innerPath, off, tabs });
  if (!path) throw new BadRequest(404, "Not found.");
  const body = method === "POST" ? await parseBody(received, readers?.get(path.action)) : undefined;
  const own = origin ?? requestOrigin;
  return {
    method,
    action: path.action,
    providerId: path.providerId,
    url: `${own}${basePath}${path.rest}${search}`,
    origin: own,
    requestOrigin,
    query: new URLSearchParams(search),
    cookies: parseCookies(headers.get("cookie")),
    headers,
    isTrusted: frontEnds?.trusts(headers),
    received,
    ...body,
  } as Incoming;
}

/**
 * Returns whether the client is a script that reads the address from JSON instead of following a redirect. The scripts of
 * next-auth 4 send a field instead of the header.
 */
export function isFromScript({ headers, body }: Pick<Incoming, "headers" | "body">): boolean {
  return headers.get("x-auth-return-redirect") !== null || body?.json === "true";
}

/** Returns whether a script has said that it wants data, or that it is one. */
export function wantsData(incoming: Pick<Incoming, "headers" | "body">): boolean {
  const { headers } = incoming;
  return isFromScript(incoming) || !!headers.get("x-requested-with") ||
    !!headers.get("accept")?.includes("application/json");
}

/** Returns whether a browser shows the answer: a script would follow a redirect to a page, and take it for what it has asked for. */
export function isNavigation(incoming: Pick<Incoming, "headers" | "body">): boolean {
  return (incoming.headers.get("sec-fetch-mode") ?? "navigate") === "navigate" && !wantsData(incoming);
}

/** Returns whether a browser asks for a page: not a script, and not a program that looks at the address. */
export function isForPerson({ method, headers }: Pick<Received, "method" | "headers">): boolean {
  return method === "GET" && !!headers.get("accept")?.includes("text/html");
}

/** Returns whether a request accepts a page, and no script has marked it with `X-Requested-With`. */
export function acceptsPage(header: (name: string) => string | null | undefined): boolean {
  return /\btext\/html\b/i.test(header("accept") ?? "") && !header("x-requested-with");
}

/** Returns whether a browser, or a script such as Turbo, asks in advance for what its user may never open. */
export function isPrefetch({ headers }: Pick<Received, "headers">): boolean {
  return ["sec-purpose", "x-sec-purpose", "purpose", "x-moz"].some((name) =>
    headers.get(name)?.includes("prefetch")
  ) ||
    headers.get("next-router-prefetch") !== null;
}

/** Creates a `Request` for the application. The fields of a body are JSON, whether the browser sent a form or JSON. */
export function toRequest(
  { url, method, headers: sent, body, received }: Pick<
    Incoming,
    "url" | "method" | "headers" | "body" | "received"
  >,
): Request {
  const headers = new Headers([...sent]);
  const signal = received?.signal ?? null;
  if (body === undefined) return new Request(url, { method, signal, headers });
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(url, { method, signal, headers, body: JSON.stringify(body) });
}

async function parseBody(received: Received, readFiles?: FormReader): Promise<Partial<Incoming>> {
  const type = (received.headers.get("content-type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(await bodyTextOf(received));
    return { form, body: toRecord(form) };
  }
  if (type === "multipart/form-data" && readFiles) {
    assertUnread(received);
    const sent = await readFiles(received).catch(() => null);
    if (!sent) throw new BadRequest(400, "Body is not a form.");
    return { ...sent, body: toRecord(sent.form) };
  }
  if (type !== "application/json") return {};
  return { body: parseJson(await bodyTextOf(received)) };
}

function assertUnread({ bodyUsed }: Received): void {
  if (!bodyUsed) return;
  throw new TypeError("Cannot read the body: it was read before. Hand the request over as it came.");
}

async function bodyTextOf(received: Received): Promise<string> {
  assertUnread(received);
  if (Number(received.headers.get("content-length")) > MAX_REQUEST_BODY) throw new BadRequest(413, TOO_LARGE);
  const { body } = received;
  const text = await readText({ body }, MAX_REQUEST_BODY).catch(() => {
    // The client has disconnected, or sent fewer bytes than it announced.
    throw new BadRequest(400, "Body is not complete.");
  });
  if (text === null) throw new BadRequest(413, TOO_LARGE);
  return text;
}

function parseJson(text: string): Record<string, unknown> {
  try {
    // A reviver uses stack for each level. It is needed only if the text may contain the name, perhaps escaped.
    const reviver = /__proto__|\\u00/.test(text) ? withoutProto : undefined;
    const value: unknown = JSON.parse(text, reviver);
    if (value && typeof value === "object" && !Array.isArray(value) && isShallow(value)) {
      return toRecord(Object.entries(value));
    }
  } catch {
    // Falls through to the same error.
  }
  throw new BadRequest(400, "Body is not a JSON object.");
}

/** Levels of a JSON object. More of them would overflow the stack of `JSON.stringify`, which writes it for the application. */
const MAX_JSON_LEVELS = 100;

/** Returns whether a value from JSON has few levels. */
function isShallow(value: unknown, levels = MAX_JSON_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/** Removes `__proto__` at any depth: `Object.assign` would replace the prototype of its target with it. */
function withoutProto(name: string, value: unknown): unknown {
  return name === "__proto__" ? undefined : value;
}

/** Creates an object without a prototype, so that reading a name finds only fields. */
export function toRecord<T>(entries: Iterable<[string, T]>): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) if (name !== "__proto__") record[name] = value;
  return record;
}
