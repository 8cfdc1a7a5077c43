/**
 * The door to servers of `node:http`. It creates no `Request` and no `Response`, which would cost more than a session.
 *
 * @module
 */

import { withoutReplaced } from "../../http/cookies.ts";
import type { Answer } from "../../http/outcome.ts";
import { NO_STORE } from "../../http/caches.ts";
import type { Received, RequestHeaders } from "../../http/types.ts";
import { toBody, toBodyAgain } from "./body.ts";
import { keepPrivate } from "./caches.ts";
import type { sendStream } from "./stream.ts";
import type { NodeRequest, NodeResponse } from "./types.ts";
import { isChangedPath } from "../mount/sent_path.ts";

/** The parts of a URL that the doors read. */
export type NodeUrl = Readonly<Pick<URL, "href" | "origin" | "pathname">>;

/** A host with an optional port, without other parts of a URL such as user information or a path. */
const BARE_HOST = /^[^\s/\\?#@,]+$/;

/** A target that the parser of URLs returns as it is: without dot segments, and without characters that it encodes. */
const PLAIN_TARGET = /^(?:\/[\w~-][\w.~-]*)*\/?(?:\?[\w.~%=&+-]*)?$/;

/** The origin of the last request. Most servers have one, and a parser takes as long as a tenth of a session check. */
let last: { readonly base: string; readonly origin: string } = { base: "", origin: "" };

/**
 * Reads the URL of a request; `null` if it is invalid. Of a target in absolute form, which clients send to proxies, it
 * uses only the path.
 *
 * @param place Its origin is used if the request has no `Host` header, as HTTP/1.0 allows.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9112#section-3.2 | RFC 9112 §3.2}
 */
export function parseUrl(
  { headers, socket, url = "", originalUrl = url }: Pick<
    NodeRequest,
    "headers" | "socket" | "url" | "originalUrl"
  >,
  /** An object, because to find the origin takes time, and only a request without a host needs it. */
  place: { readonly origin: string | undefined },
): NodeUrl | null {
  // In HTTP/2 `:authority` takes precedence (RFC 9113 §8.3.1). HTTP/1 forbids headers with such a name.
  const host = headers[":authority"] ?? headers.host;
  const target = originalUrl.startsWith("/") ? originalUrl : originalUrl.replace(/^https?:\/\/[^/?#]*/i, "");
  if (!target.startsWith("/") || (host !== undefined && !BARE_HOST.test(String(host)))) return null;
  const scheme = "encrypted" in socket && socket.encrypted ? "https" : "http";
  const base = host === undefined ? place.origin : `${scheme}://${host}`;
  return base === undefined ? null : toNodeUrl(base, target);
}

function toNodeUrl(base: string, target: string): NodeUrl | null {
  try {
    if (!PLAIN_TARGET.test(target)) {
      const { href, origin, pathname } = new URL(base + target);
      return {
        href,
        origin,
        pathname: isChangedPath({ url: target }) ? target.split(/[?#]/, 1)[0]! : pathname,
      };
    }
    if (last.base !== base) last = { base, origin: new URL(base).origin };
  } catch {
    return null;
  }
  const { origin } = last;
  const query = target.indexOf("?");
  return { href: origin + target, origin, pathname: query < 0 ? target : target.slice(0, query) };
}

/** Converts the request; `null` if Fetch §2.2.1 forbids its method. */
export function toReceived(req: NodeRequest, res: NodeResponse, { href }: NodeUrl): Received | null {
  const { method = "GET" } = req;
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return null;
  // A client that is still sending an unread body would not receive the answer.
  if (method !== "GET" && method !== "HEAD") res.once("finish", () => void req.resume());
  return new NodeReceived(req, res, href);
}

/**
 * A request in which the application acts. Its signal is made when it is read. A class, because V8 keeps an object literal
 * with a getter, and all that it refers to, until the next full garbage collection.
 */
export class NodeAction {
  /** Absolute URL. */
  readonly url: string;
  /** The headers. */
  readonly headers: RequestHeaders;
  /** The method. */
  readonly method: string;
  readonly #req: NodeRequest;
  readonly #res: NodeResponse;
  #signal: AbortSignal | undefined;

  /** @param url Absolute URL. */
  constructor(req: NodeRequest, res: NodeResponse, url: string) {
    this.url = url;
    this.headers = new NodeHeaders(req.headers);
    const { method = "GET" } = req;
    this.method = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/i.test(method) ? method.toUpperCase() : method;
    this.#req = req;
    this.#res = res;
  }

  /** The IP address at the other end of the connection. */
  get peer(): string | undefined {
    return (this.#req.socket as { readonly remoteAddress?: string }).remoteAddress;
  }

  /** Aborts when the client disconnects before it has the answer. */
  get signal(): AbortSignal {
    return this.#signal ??= toSignal(this.#req, this.#res);
  }
}

/** A request, whose body is created at the first read. */
class NodeReceived extends NodeAction implements Received {
  readonly bodyUsed = false;
  readonly #req: NodeRequest;
  readonly #res: NodeResponse;
  #body: Received["body"] | undefined;

  constructor(req: NodeRequest, res: NodeResponse, url: string) {
    super(req, res, url);
    this.#req = req;
    this.#res = res;
  }

  get body(): Received["body"] {
    return this.#body ??= this.#req.readableEnded ? toBodyAgain(this.#req) : toBody(this.#req, this.#res);
  }
}

/** The headers of a request, read by name. A class: an object literal would get its functions anew at each request. */
export class NodeHeaders implements RequestHeaders {
  readonly #headers: NodeRequest["headers"];

  /** @param headers By lower-cased name. */
  constructor(headers: NodeRequest["headers"]) {
    this.#headers = headers;
  }

  /** Returns the value of a header; `null` if it is missing. */
  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = this.#headers[key];
    // A client of HTTP/2 may send each cookie as a header of its own (RFC 9113 §8.2.3).
    if (Array.isArray(value)) return value.join(key === "cookie" ? "; " : ", ");
    return typeof value === "string" ? value : null;
  }

  /** Lists all headers. */
  *[Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    for (const [name, values] of Object.entries(this.#headers)) {
      // Pseudo-headers of HTTP/2, such as `:path` (RFC 9113 §8.3).
      if (name.startsWith(":")) continue;
      if (name === "cookie") yield [name, [values ?? []].flat().join("; ")];
      else for (const value of [values ?? []].flat()) yield [name, value];
    }
  }
}

/** Adds headers, each `Set-Cookie` as a separate header. */
export function writeHeaders(
  res: NodeResponse,
  headers: Iterable<readonly [name: string, value: string]>,
): void {
  for (const [name, value] of headers) {
    if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}

/** Returns the cookies that an answer sets so far. */
export function setCookiesOf(res: Pick<NodeResponse, "getHeader">): readonly string[] {
  return [res.getHeader("set-cookie") ?? []].flat().map(String);
}

/** Sets cookies on the answer, in place of earlier ones of the same name. */
export function replaceCookies(res: NodeResponse, added: readonly string[]): void {
  if (added.length === 0) return;
  const kept = withoutReplaced(setCookiesOf(res), added);
  res.removeHeader("set-cookie");
  for (const cookie of [...kept, ...added]) res.appendHeader("set-cookie", cookie);
}

/**
 * Sends an answer, unless another one has been sent meanwhile. Its cookies replace earlier ones: the application may have
 * prolonged a session that the answer ends.
 */
export function sendAnswer(res: NodeResponse, { status, headers, setCookies, body }: Answer): void {
  const stream = typeof body === "object" ? body : null;
  if (res.headersSent) return void stream?.cancel();
  res.statusCode = status;
  if (headers["cache-control"] === NO_STORE) keepPrivate(res);
  for (const name in headers) res.setHeader(name, headers[name]!);
  replaceCookies(res, setCookies);
  if (stream) return void sendFile(res, stream);
  res.end(body as string | null ?? undefined);
}

/** Sends the body of a file as fast as the client takes it, and ends the response. Never rejects. */
export async function sendFile(...sent: Parameters<typeof sendStream>): Promise<void> {
  // Few answers are files.
  const { sendStream } = await import("./stream.ts");
  if (!await sendStream(...sent)) breakOff(sent[0]);
}

/** Error code of HTTP/2 (RFC 9113 §7). */
const INTERNAL_ERROR = 2;

/** Sends a plain text instead of the answer. If a part of the answer has been sent, breaks the connection. */
export function sendText(res: NodeResponse, status: number, text: string): void {
  if (res.headersSent) return breakOff(res);
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.statusCode = status;
  res.setHeader("content-type", "text/plain; charset=utf-8");
  res.end(text);
}

/** Breaks the connection, so that the part that was sent does not look complete. */
function breakOff(res: NodeResponse): void {
  // In HTTP/2, a stream that is destroyed does.
  if (res.stream?.close) res.stream.close(INTERNAL_ERROR);
  else res.destroy();
}

/** Aborts when the connection closes before the answer is sent. */
function toSignal(req: NodeRequest, res: NodeResponse): AbortSignal {
  const gone = new AbortController();
  // In HTTP/2 a response counts as finished after the client has reset the stream.
  const close = () => {
    if (!res.writableFinished || req.aborted) gone.abort();
  };
  // The client may have disconnected before the first read of the signal. A response of HTTP/2 has no `destroyed`.
  if (res.destroyed || req.aborted) close();
  else res.once("close", close);
  return gone.signal;
}
