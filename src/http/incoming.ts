/**
 * Reads a received request into plain data.
 *
 * @module
 */

import { readText } from "./body.ts";
import { parseCookies } from "./cookies.ts";
import { isAuthAction, takesProvider } from "./endpoints.ts";
import type { Place } from "./origin.ts";
import type { Incoming, Received } from "./types.ts";

/** The largest accepted body, in bytes. */
const MAX_BODY = 65_536;

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

/** Returns whether the library owns a path, with or without the path of the application before it. */
export function isOwnPath({ basePath, innerPath = basePath }: Place, pathname: string): boolean {
  return ownsPath(basePath, pathname) || ownsPath(innerPath, pathname);
}

/**
 * Returns whether a path is one of an endpoint: the segment after `basePath` is an action. Other paths below `basePath`
 * belong to the application, which may have a sign-in page at `/auth/login`.
 *
 * @param basePath As for `parseRequest`.
 */
export function ownsPath(basePath: string, pathname: string): boolean {
  return pathname.startsWith(`${basePath}/`) &&
    isAuthAction(pathname.slice(basePath.length + 1).split("/")[0]!);
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
  { innerPath = basePath, origin }: Omit<Place, "basePath"> = {},
): Promise<Incoming> {
  const { url, method, headers } = received;
  // The URL of a `Request` is already serialized (Fetch §5.4). A parser would take a tenth of a session check.
  // The library owns no path of a URL without an authority, such as `data:`.
  const [, requestOrigin, pathname, search] = /^([^:]+:\/\/[^/?#]*)([^?#]*)([^#]*)/.exec(url) ??
    ["", "", "", ""];
  const path = parsePath(pathname!, basePath) ?? parsePath(pathname!, innerPath);
  if (!path) throw new BadRequest(404, "Not found.");
  const cookies = parseCookies(headers.get("cookie"));
  const body = method === "POST" ? await parseBody(received) : undefined;
  const query = new URLSearchParams(search);
  return {
    method,
    action: path.action,
    providerId: path.providerId,
    url: origin === undefined ? url : `${origin}${basePath}${path.rest}${search}`,
    origin: origin ?? requestOrigin,
    requestOrigin,
    query,
    cookies,
    headers,
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

/** Returns whether a browser asks for a page: not a script, and not a program that looks at the address. */
export function isForPerson({ method, headers }: Pick<Received, "method" | "headers">): boolean {
  return method === "GET" && headers.get("accept")?.includes("text/html") === true;
}

/** Creates a `Request` for the application. The fields of a body are JSON, whether the browser sent a form or JSON. */
export function toRequest({ url, method, headers: sent, body, received }: Incoming): Request {
  const headers = new Headers([...sent]);
  const signal = received?.signal ?? null;
  if (body === undefined) return new Request(url, { method, signal, headers });
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(url, { method, signal, headers, body: JSON.stringify(body) });
}

interface Path extends Pick<Incoming, "action" | "providerId"> {
  /** The path after `basePath`. */
  readonly rest: string;
}

function parsePath(pathname: string, basePath: string): Path | null {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const rest = pathname.slice(basePath.length);
  const segments = rest.slice(1).replace(/\/$/, "").split("/");
  // A script that passes no provider sends this word.
  if (segments[1] === "undefined") segments.length = 1;
  const [action = "", providerId, ...others] = segments;
  if (!isAuthAction(action)) return null;
  const fits = providerId === undefined ||
    (takesProvider(action) && providerId !== "" && !others.length);
  return fits ? { action, providerId, rest } : null;
}

async function parseBody(received: Received): Promise<Partial<Incoming>> {
  const type = (received.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(await bodyTextOf(received));
    return { form, body: toRecord(form) };
  }
  if (type !== "application/json") return {};
  return { body: parseJson(await bodyTextOf(received)) };
}

async function bodyTextOf(received: Received): Promise<string> {
  if (received.bodyUsed) {
    throw new TypeError("Cannot read the body: it was read before. Hand the request over as it came.");
  }
  if (Number(received.headers.get("content-length")) > MAX_BODY) throw new BadRequest(413, TOO_LARGE);
  const { body } = received;
  const text = await readText({ body }, MAX_BODY).catch(() => {
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
    if (value && typeof value === "object" && !Array.isArray(value)) return toRecord(Object.entries(value));
  } catch {
    // Falls through to the same error.
  }
  throw new BadRequest(400, "Body is not a JSON object.");
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
