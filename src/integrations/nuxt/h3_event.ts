/**
 * The request and the response of an event of h3, version 1 and 2, on any preset of Nitro.
 *
 * @module
 */

import { forbidCaches } from "../../http/caches.ts";
import { keepPrivate } from "../node/caches.ts";
import { ConfigError } from "../../errors/errors.ts";
import { serializeCookie, withoutReplaced } from "../../http/cookies.ts";
import { BadRequest } from "../../http/incoming.ts";
import { withPeer } from "../../http/peer.ts";
import type { SetCookie } from "../../values/cookie.ts";
import {
  NodeAction,
  parseUrl,
  sendFile,
  setCookiesOf as setCookiesOfNode,
  toReceived,
} from "../node/door.ts";
import { toBodyInit } from "../node/body.ts";
import { uncached } from "../mount/refusal.ts";
import type { NodeRequest, NodeResponse } from "../node/types.ts";
import type { ActionRequest, Mount } from "../mount/integration.ts";

/** The part of an event of h3 that the library uses. */
export interface H3Event {
  /** Values that handlers pass on to each other. */
  readonly context: object;
}

/** An event of h3 2: its request is a `Request`. */
interface WebEvent extends H3Event {
  readonly req: Request & {
    readonly ip?: string | undefined;
    readonly runtime?: { readonly node?: { readonly req?: NodeRequest; readonly res?: NodeResponse } };
  };
  /** Newer versions keep those of an error apart. */
  readonly res: { readonly headers: Headers; readonly errHeaders?: Headers };
}

/** An event of h3 1: it has the request and the response of Node, or objects of the same shape. */
interface NodeEvent extends H3Event {
  readonly node: { readonly req: NodeRequest; readonly res: NodeResponse };
  readonly headers: Headers;
  readonly web?: { readonly request?: Request };
  readonly _requestBody?: unknown;
}

/** Under this key, h3 1 keeps a promise of the body that `readBody` has read. */
const RAW_BODY = Symbol.for("h3RawBody");

/** Returns whether this is an event of h3. */
export function isH3Event(event: unknown): event is H3Event {
  if (typeof event !== "object" || event === null || !("context" in event)) return false;
  return isWebEvent(event as H3Event) || "node" in event;
}

/** Reads what every request needs; `null` if its URL is invalid. @param mounted Its origin is used if there is no `Host` header. */
export function toActionRequest(event: H3Event, mounted: Pick<Mount, "origin">): ActionRequest | null {
  if (isWebEvent(event)) {
    // `event.url` lacks the path of a mount of h3.
    const { url, headers, method, signal, ip } = event.req;
    return withPeer({ url, headers, method, signal }, ip);
  }
  const { node: { req, res }, headers } = event as NodeEvent;
  const url = parseUrl(req, mounted);
  if (!url) return null;
  const { method = "GET" } = req;
  return isStream(req) ? new NodeAction(req, res, url.href) : { url: url.href, headers, method };
}

/**
 * Converts the request; `null` if it cannot be a `Request`: because of its method, such as TRACE, or because its body,
 * which was read before, cannot be written again.
 *
 * @throws {ConfigError} if its body was read before.
 */
export async function toRequest(event: H3Event, { url }: ActionRequest): Promise<Request | null> {
  if (isWebEvent(event)) return withPeer(event.req, event.req.ip);
  const { node: { req, res }, headers } = event as NodeEvent;
  const received = toReceived(req, res, new URL(url));
  if (!received) return null;
  const { method } = received;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  // On Node itself the body is still on its way.
  const known = await knownBody(event as NodeEvent).catch(unlessBad);
  if (known === undefined) return null;
  const body = known ?? (isStream(req) ? received.body : null);
  const signal = isStream(req) ? { signal: received.signal } : {};
  const init: RequestInit & { readonly duplex: "half" } = {
    method,
    headers,
    body,
    duplex: "half",
    ...signal,
  };
  return withPeer(new Request(url, init), received.peer);
}

/** The request of Node, where the server of h3 has one. */
export function nodeRequestOf(event: H3Event): NodeRequest | undefined {
  return isWebEvent(event) ? event.req.runtime?.node?.req : (event as NodeEvent).node.req;
}

/** Returns the response of Node; `null` where the server of h3 has none, or only an object of the same shape. */
export function nodeResponseOf(event: H3Event): NodeResponse | null {
  if (isWebEvent(event)) return event.req.runtime?.node?.res ?? null;
  const { req, res } = (event as NodeEvent).node;
  return isNodes(req) ? res : null;
}

/**
 * Sends a file where h3 1 would not: it does not wait for a slow client, does not notice one that has gone, and leaves the response
 * open if the file fails.
 *
 * @returns Whether it did.
 */
export async function sendFileOf(event: H3Event, { status, headers, body }: Response): Promise<boolean> {
  const res = isWebEvent(event) ? null : nodeResponseOf(event);
  if (!res || !body || !headers.has("content-disposition")) return false;
  res.statusCode = status;
  addHeaders(event, headers);
  await sendFile(res, body);
  return true;
}

/** Returns the cookies that are set so far. */
export function setCookiesOf(event: H3Event): readonly string[] {
  if (isWebEvent(event)) return event.res.headers.getSetCookie();
  return setCookiesOfNode((event as NodeEvent).node.res);
}

/** Adds headers to the response, unless it is on its way. */
export function addHeaders(event: H3Event, headers: Iterable<readonly [string, string]>): void {
  if (!isWebEvent(event) && (event as NodeEvent).node.res.headersSent) return;
  for (const [name, value] of headers) {
    if (isWebEvent(event)) {
      if (name === "set-cookie") event.res.headers.append(name, value);
      else event.res.headers.set(name, value);
    } else if (name === "set-cookie") (event as NodeEvent).node.res.appendHeader(name, value);
    else (event as NodeEvent).node.res.setHeader(name, value);
  }
}

/** Returns the cookies of the request, as they were sent. */
export function sentCookie(event: H3Event): string | null {
  const headers = isWebEvent(event) ? event.req.headers : (event as NodeEvent).headers;
  return headers.get("cookie");
}

/** Replaces them: h3 1 hands the headers on to the requests that an event sends. */
export function setSentCookie(event: H3Event, cookie: string): void {
  if (isWebEvent(event)) return;
  const { node: { req }, headers } = event as NodeEvent;
  (req.headers as Record<string, unknown>).cookie = cookie;
  headers.set("cookie", cookie);
}

/** Forbids caches to keep the answer, whatever a handler sets before or after, and also if it fails. */
export function forbidCachesOf(event: H3Event): void {
  const res = isWebEvent(event) ? nodeResponseOf(event) : (event as NodeEvent).node.res;
  if (res) keepPrivate(res);
  if (!isWebEvent(event)) return;
  const { headers, errHeaders } = event.res;
  for (const each of [headers, errHeaders]) if (each) forbidCaches(each);
}

/** Forbids caches to keep what a handler has returned or thrown. From an error, h3 2 sends its headers, or those of its cause. */
export function uncachedResult(result: unknown): unknown {
  if (result instanceof Error) {
    const { headers: own, cause } = result as { readonly headers?: HeadersInit; readonly cause?: unknown };
    const sent: HeadersInit | undefined = own || Object(cause).headers;
    const value = sent && new Headers(sent);
    if (value) Object.defineProperty(result, "headers", { value, configurable: true, writable: true });
  }
  const { headers } = Object(result) as Partial<Response>;
  return headers instanceof Headers ? uncached(result as Response) : result;
}

/** Sets cookies, in the place of those with the same names. */
export function replaceCookies(event: H3Event, cookies: readonly SetCookie[]): void {
  replaceSetCookies(event, cookies.map(serializeCookie));
}

/** Sets headers `Set-Cookie`, in the place of those for the same names. */
export function replaceSetCookies(event: H3Event, added: readonly string[]): void {
  const kept = withoutReplaced(setCookiesOf(event), added);
  if (isWebEvent(event)) event.res.headers.delete("set-cookie");
  else (event as NodeEvent).node.res.removeHeader("set-cookie");
  addHeaders(event, [...kept, ...added].map((value) => ["set-cookie", value]));
}

function isWebEvent(event: H3Event): event is WebEvent {
  const { req } = event as Partial<WebEvent>;
  return typeof req?.headers?.get === "function";
}

/** Presets that are not Node hand over the whole body. */
async function knownBody(event: NodeEvent): Promise<BodyInit | null> {
  const { node: { req }, web, _requestBody } = event;
  const { [RAW_BODY]: raw, rawBody } = req as { [RAW_BODY]?: unknown; rawBody?: unknown };
  const body = await (web?.request?.body ?? _requestBody ?? raw ?? rawBody ?? req.body ?? null);
  if (body === null || body === undefined) {
    if (req.readableEnded && isNodes(req)) throw bodyError();
    return null;
  }
  return toBodyInit(body, req.headers["content-type"]);
}

/** @throws Any error but `BadRequest`. */
function unlessBad(error: unknown): undefined {
  if (!(error instanceof BadRequest)) throw error;
}

function bodyError(): ConfigError {
  return new ConfigError(
    "Cannot read the body of the request: something has read it before. Let the middleware of NuxtAuth run first, as " +
      "`server/middleware/0.auth.ts`",
  );
}

/** Returns whether it is a request of Node itself, and not an object of the same shape. */
function isNodes(req: NodeRequest): boolean {
  return !("__unenv__" in req);
}

function isStream(req: NodeRequest): boolean {
  return isNodes(req) && !req.readableEnded;
}
