/**
 * From a `Request` to plain data, read once.
 *
 * @module
 */

import type { AuthAction } from "../types.ts";
import { readText } from "./body.ts";
import { parseCookies } from "./cookies.ts";
import type { Place } from "./origin.ts";
import type { Incoming } from "./types.ts";

/** The most bytes of a body that are read. */
const MAX_BODY = 65_536;

const ACTIONS: ReadonlySet<string> = new Set<AuthAction>([
  "callback",
  "csrf",
  "error",
  "link",
  "providers",
  "session",
  "signin",
  "signout",
  "taken-over",
  "verify-request",
  "webauthn-options",
  "webauthn-script",
]);

/** Actions that may name a provider. */
const WITH_PROVIDER: ReadonlySet<string> = new Set<AuthAction>(["callback", "signin", "webauthn-options"]);

/** A request that no action takes, with the status that says why. */
export class BadRequest extends Error {
  /** 400, 404 or 413. */
  readonly status: number;

  /** @param status 400, 404 or 413. @param message Safe to be shown. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether a word is an action: the first path segment below `basePath`. */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.has(action);
}

/** Whether the path of a request is the library's, with or without the path of the application before it. */
export function isOwnPath({ basePath, innerPath = basePath }: Place, pathname: string): boolean {
  return ownsPath(basePath, pathname) || ownsPath(innerPath, pathname);
}

/** Whether a path is below `basePath`, segment by segment. @param basePath As `parseRequest` takes it. */
export function ownsPath(basePath: string, pathname: string): boolean {
  // Every path is below the root. There the library has only those that begin with an action.
  if (basePath === "") return isAuthAction(pathname.split("/")[1]!);
  return pathname === basePath || pathname.startsWith(`${basePath}/`);
}

/**
 * Reads a request: where it goes, cookies, query, and the body within 64 KiB.
 *
 * @param basePath As configured: leading slash, none at the end; empty for the root.
 * @param place Where the config says that the application is: that counts, and not the `Host` header.
 * @throws {BadRequest} if the path is not the library's, or the body is malformed or too large.
 * @throws {TypeError} if the body was read before.
 */
export async function parseRequest(
  request: Request,
  basePath: string,
  { innerPath = basePath, origin }: Omit<Place, "basePath"> = {},
): Promise<Incoming> {
  const { url, method, headers } = request;
  // The URL of a `Request` is serialized already (Fetch §5.4): it needs no parser, which would take a tenth of a check.
  // One without an authority, such as `data:`, has no path of the library.
  const [, requestOrigin, pathname, search] = /^([^:]+:\/\/[^/?#]*)([^?#]*)([^#]*)/.exec(url) ??
    ["", "", "", ""];
  const path = parsePath(pathname!, basePath) ?? parsePath(pathname!, innerPath);
  if (!path) throw new BadRequest(404, "Not found.");
  const cookies = parseCookies(headers.get("cookie"));
  const body = method === "POST" ? await parseBody(request) : undefined;
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
    ...body,
  } as Incoming;
}

/** The request once more, for the application: its body unread. */
export function toRequest({ url, method, headers, text }: Incoming): Request {
  return new Request(url, {
    method,
    headers,
    ...(text !== undefined && method === "POST" && { body: text }),
  });
}

interface Path extends Pick<Incoming, "action" | "providerId"> {
  /** What follows the path of the handler. */
  readonly rest: string;
}

function parsePath(pathname: string, basePath: string): Path | null {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const rest = pathname.slice(basePath.length);
  const segments = rest.slice(1).replace(/\/$/, "").split("/");
  // What a script writes that was given no provider.
  if (segments[1] === "undefined") segments.length = 1;
  const [action = "", providerId, ...others] = segments;
  const fits = providerId === undefined ||
    (WITH_PROVIDER.has(action) && providerId !== "" && !others.length);
  return fits && isAuthAction(action) ? { action, providerId, rest } : null;
}

async function parseBody(request: Request): Promise<Partial<Incoming>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") {
    const text = await readBody(request);
    const form = new URLSearchParams(text);
    return { text, form, body: toRecord(form) };
  }
  if (type !== "application/json") return {};
  const text = await readBody(request);
  return { text, body: parseJson(text) };
}

async function readBody(request: Request): Promise<string> {
  if (request.bodyUsed) {
    throw new TypeError("Cannot read the body: it was read before. Hand the request over as it came.");
  }
  const isLonger = Number(request.headers.get("content-length")) > MAX_BODY;
  const text = isLonger ? null : await readText(request, MAX_BODY).catch(() => {
    // The client has gone, or sent less than it said.
    throw new BadRequest(400, "Body is not complete.");
  });
  if (text === null) throw new BadRequest(413, "Body too large.");
  return text;
}

function parseJson(text: string): Record<string, unknown> {
  try {
    // A reviver needs stack for each level: only a text that can have the name, perhaps escaped, is read with it.
    const reviver = /__proto__|\\u00/.test(text) ? withoutProto : undefined;
    const value: unknown = JSON.parse(text, reviver);
    if (value && typeof value === "object" && !Array.isArray(value)) return toRecord(Object.entries(value));
  } catch {
    // Falls through to the same answer.
  }
  throw new BadRequest(400, "Body is not a JSON object.");
}

/** Leaves out fields of this name, at any depth: copied with `Object.assign`, one would replace the prototype. */
function withoutProto(name: string, value: unknown): unknown {
  return name === "__proto__" ? undefined : value;
}

/** An object without prototype, so that no field name finds anything but a field. */
export function toRecord<T>(entries: Iterable<[string, T]>): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) if (name !== "__proto__") record[name] = value;
  return record;
}
