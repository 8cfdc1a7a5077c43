/**
 * The door to servers of `node:http`. It creates no `Request` and no `Response`, which would cost more than a session.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import { BadRequest } from "../http/incoming.ts";
import type { Answer } from "../http/outcome.ts";
import type { Received, RequestHeaders } from "../http/types.ts";

/** The part of an `IncomingMessage` of `node:http` that the library uses. */
export interface NodeRequest {
  /** The method. */
  readonly method?: string | undefined;
  /** The request target (RFC 9112 §3.2). */
  readonly url?: string | undefined;
  /** The request target before Express or Connect removed the path of a mount. */
  readonly originalUrl?: string | undefined;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The connection. It uses TLS if `encrypted` is set. */
  readonly socket: object;
  /** Whether the whole body has been read. */
  readonly readableEnded?: boolean;
  /** Whether the client has gone away before the answer. Only HTTP/2 sets it in time. */
  readonly aborted?: boolean;
  /** The body as a parser, such as `express.json()`, has parsed it. */
  readonly body?: unknown;
  /** Listens to an event. */
  // deno-lint-ignore no-explicit-any -- as Node declares it
  on(event: string, listener: (...values: any[]) => void): unknown;
  /** Starts the flow of data. */
  resume(): unknown;
  /** Stops the flow of data. */
  pause(): unknown;
}

/** The part of a `ServerResponse` of `node:http` that the library uses. */
export interface NodeResponse {
  /** Status. */
  statusCode: number;
  /** Whether the headers have been sent. */
  readonly headersSent: boolean;
  /** Whether the complete response has been handed to the connection. */
  readonly writableFinished: boolean;
  /** Whether the connection has been closed. */
  readonly destroyed?: boolean;
  /** Names of the headers set so far. */
  getHeaderNames(): string[];
  /** The values of a header set so far. */
  getHeader(name: string): unknown;
  /** Removes a header. */
  removeHeader(name: string): unknown;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Adds values to a header. */
  appendHeader(name: string, value: string): unknown;
  /** Sends status and headers. For the application: the library does not call it. */
  writeHead(status: number, headers?: Readonly<Record<string, string | string[]>>): NodeResponse;
  /** Sends a part of the body. For the application: the library does not call it. */
  write(part: string | Uint8Array): unknown;
  /** Sends the body, if there is one, and ends the response. */
  end(body?: string | Uint8Array): unknown;
  /** The stream of HTTP/2. */
  readonly stream?: { close?(code: number): unknown } | null;
  /** Breaks the connection. */
  destroy(): unknown;
  /** Listens to an event once. */
  once(event: string, listener: () => void): unknown;
}

/** A host with an optional port, without other parts of a URL such as user information or a path. */
const BARE_HOST = /^[^\s/\\?#@,]+$/;

/**
 * Reads the URL of a request; `null` if it is invalid. Of a target in absolute form, which clients send to proxies, it
 * uses only the path.
 *
 * @param origin Used if the request has no `Host` header, as HTTP/1.0 allows.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9112#section-3.2 | RFC 9112 §3.2}
 */
export function parseUrl(
  { headers, socket, url = "", originalUrl = url }: Pick<
    NodeRequest,
    "headers" | "socket" | "url" | "originalUrl"
  >,
  origin: string | undefined,
): URL | null {
  // In HTTP/2 `:authority` takes precedence (RFC 9113 §8.3.1). HTTP/1 forbids headers with such a name.
  const host = headers[":authority"] ?? headers.host;
  const target = originalUrl.startsWith("/") ? originalUrl : originalUrl.replace(/^https?:\/\/[^/?#]*/i, "");
  if (!target.startsWith("/") || (host !== undefined && !BARE_HOST.test(String(host)))) return null;
  const scheme = "encrypted" in socket && socket.encrypted ? "https" : "http";
  const base = host === undefined ? origin : `${scheme}://${host}`;
  if (base === undefined) return null;
  try {
    return new URL(base + target);
  } catch {
    return null;
  }
}

/** Converts the request; `null` if Fetch §2.2.1 forbids its method. */
export function toReceived(req: NodeRequest, res: NodeResponse, { href }: URL): Received | null {
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
    this.headers = toHeaders(req);
    const { method = "GET" } = req;
    this.method = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/i.test(method) ? method.toUpperCase() : method;
    this.#req = req;
    this.#res = res;
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

/** The headers of a request, read by name. */
export function toHeaders({ headers }: Pick<NodeRequest, "headers">): RequestHeaders {
  return {
    get(name) {
      const key = name.toLowerCase();
      const value = headers[key];
      // A client of HTTP/2 may send each cookie as a header of its own (RFC 9113 §8.2.3).
      if (Array.isArray(value)) return value.join(key === "cookie" ? "; " : ", ");
      return typeof value === "string" ? value : null;
    },
    *[Symbol.iterator]() {
      for (const [name, values] of Object.entries(headers)) {
        // Pseudo-headers of HTTP/2, such as `:path` (RFC 9113 §8.3).
        if (name.startsWith(":")) continue;
        if (name === "cookie") yield [name, [values ?? []].flat().join("; ")];
        else for (const value of [values ?? []].flat()) yield [name, value];
      }
    },
  };
}

/** Returns whether a request may have a body (RFC 9112 §6.3). In HTTP/2 it may have one that nothing announces. */
export function hasBody({ headers }: Pick<NodeRequest, "headers">): boolean {
  const length = headers["content-length"];
  if (length !== undefined) return Number(length) > 0;
  return headers["transfer-encoding"] !== undefined || headers[":path"] !== undefined;
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

/** Sends an answer, unless another one has been sent meanwhile. */
export function sendAnswer(res: NodeResponse, { status, headers, setCookies, body }: Answer): void {
  if (res.headersSent) return;
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name]!);
  for (const cookie of setCookies) res.appendHeader("set-cookie", cookie);
  res.end(body ?? undefined);
}

/**
 * Restores a body that a parser may have read. A value that parsers do not produce stays as it is.
 *
 * @throws {BadRequest} if it cannot be written again: it refers to itself, or has too many levels or a `bigint`.
 */
export function toBodyInit(body: unknown, contentType: unknown): BodyInit {
  if (isBodyInit(body)) return body;
  const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(String(contentType));
  try {
    // A function and a symbol have no JSON.
    return isForm ? new URLSearchParams(toFields(body)).toString() : JSON.stringify(body) ?? "";
  } catch {
    throw new BadRequest(400, "Body is not a JSON object.");
  }
}

/** Error code of HTTP/2 (RFC 9113 §7). */
const INTERNAL_ERROR = 2;

/** Sends a plain text instead of the answer. If a part of the answer has been sent, breaks the connection. */
export function sendText(res: NodeResponse, status: number, text: string): void {
  if (res.headersSent) {
    // In HTTP/2, a stream that is destroyed looks complete to the client.
    if (res.stream?.close) res.stream.close(INTERNAL_ERROR);
    else res.destroy();
    return;
  }
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.statusCode = status;
  res.setHeader("content-type", "text/plain; charset=utf-8");
  res.end(text);
}

/** Aborts when the connection closes before the answer is sent. */
function toSignal(req: NodeRequest, res: NodeResponse): AbortSignal {
  const gone = new AbortController();
  // In HTTP/2 a response counts as finished after the client has reset the stream.
  const close = () => res.writableFinished && !req.aborted || gone.abort();
  // The client may have disconnected before the first read of the signal. A response of HTTP/2 has no `destroyed`.
  if (res.destroyed || req.aborted) close();
  else res.once("close", close);
  return gone.signal;
}

/** Restores the body that a parser has read. @throws {ConfigError} if the parser did not set `body`. */
function toBodyAgain(req: NodeRequest): Received["body"] {
  const { body, headers } = req;
  if (body === undefined && !hasBody(req)) return null;
  if (body === undefined) {
    throw new ConfigError(
      "Cannot read the body of the request: something has read it before, and has not left it in `req.body`. Use " +
        "NodeAuth before whatever reads bodies",
    );
  }
  return new Response(toBodyInit(body, headers["content-type"])).body;
}

const BODY_INIT = /^\[object (?:ArrayBuffer|Blob|File|FormData|ReadableStream|URLSearchParams)\]$/;

/** The classes may be those of another runtime, or of a module that stands in for them. */
function isBodyInit(body: unknown): body is BodyInit {
  if (typeof body === "string" || ArrayBuffer.isView(body)) return true;
  return BODY_INIT.test(Object.prototype.toString.call(body));
}

/** Levels of a form. Parsers have fewer. */
const MAX_LEVELS = 100;

/**
 * Restores form fields that a parser may have nested in objects and lists: `a[b]` is `b` of the object `a`.
 *
 * @throws {RangeError} if there are too many levels, as in an object that refers to itself.
 */
function toFields(value: unknown, name = "", level = 0): string[][] {
  if (level > MAX_LEVELS) throw new RangeError();
  if (Array.isArray(value)) return value.flatMap((each) => toFields(each, name, level + 1));
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) =>
    toFields(each, name ? `${name}[${key}]` : key, level + 1)
  );
}

/**
 * Reads the body with backpressure. After the response is sent, or the reader cancels, it discards the rest: otherwise
 * a client that is still sending would not receive the answer.
 */
function toBody(req: NodeRequest, res: NodeResponse): Received["body"] {
  let ended = false;
  const discard = () => {
    ended = true;
    req.resume();
  };
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(controller) {
      req.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
        if (ended) return;
        controller.enqueue(chunk);
        req.pause();
      });
      req.on("end", () => {
        if (!ended) controller.close();
        ended = true;
      });
      req.on("error", (error: Error) => {
        if (!ended) controller.error(error);
        ended = true;
      });
      res.once("finish", discard);
      req.pause();
    },
    pull: () => void req.resume(),
    cancel: discard,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
