/**
 * Node's requests and responses as those of the web, and back.
 *
 * @module
 */

/** What is used of an `IncomingMessage` of `node:http`. */
export interface NodeRequest {
  /** The method. */
  readonly method?: string | undefined;
  /** The request target (RFC 9112 §3.2). */
  readonly url?: string | undefined;
  /** The same before Express or Connect has removed the path of a mount. */
  readonly originalUrl?: string | undefined;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The connection. It is one of TLS if it has `encrypted`. */
  readonly socket: object;
  /** Whether the whole body has been read. */
  readonly readableEnded?: boolean;
  /** Listens to an event. */
  // deno-lint-ignore no-explicit-any -- as Node declares it
  on(event: string, listener: (...values: any[]) => void): unknown;
  /** Lets data flow. */
  resume(): unknown;
  /** Stops the flow. */
  pause(): unknown;
}

/** What is used of a `ServerResponse` of `node:http`. */
export interface NodeResponse {
  /** Status. */
  statusCode: number;
  /** Whether it is too late for headers. */
  readonly headersSent: boolean;
  /** Whether everything has been handed over to the connection. */
  readonly writableFinished: boolean;
  /** Names of the headers set so far. */
  getHeaderNames(): string[];
  /** The values of a header set so far. */
  getHeader(name: string): unknown;
  /** Takes a header back. */
  removeHeader(name: string): unknown;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Adds values to a header. */
  appendHeader(name: string, value: string): unknown;
  /** Sends status and headers. For the application: the library does not call it. */
  writeHead(status: number, headers?: Readonly<Record<string, string | string[]>>): unknown;
  /** Sends the body, if there is one, and ends the response. */
  end(body?: string | Uint8Array): unknown;
  /** Breaks the connection. */
  destroy(): unknown;
  /** Listens to an event once. */
  once(event: string, listener: () => void): unknown;
}

/** A host and perhaps a port, and nothing that would end it in a URL: user information, a path, a space. */
const BARE_HOST = /^[^\s/\\?#@,]+$/;

/**
 * Reads where a request is addressed to, or `null` if that makes no sense. Of a target in absolute form, as
 * proxies get it, only the path counts.
 *
 * @param origin Takes the place of a `Host` header where a request has none, as HTTP/1.0 allows.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9112#section-3.2 | RFC 9112 §3.2}
 */
export function parseUrl(
  { headers, socket, url = "", originalUrl = url }: NodeRequest,
  origin: string | undefined,
): string | null {
  const { host } = headers;
  const scheme = "encrypted" in socket && socket.encrypted ? "https" : "http";
  const own = typeof host === "string" && BARE_HOST.test(host) ? `${scheme}://${host}` : "";
  const target = originalUrl.replace(/^https?:\/\/[^/?#]*/i, "");
  if (!target.startsWith("/") || (host !== undefined && !URL.canParse(own))) return null;
  const base = own || origin;
  return base ? base + target : null;
}

/**
 * Makes the request that a browser has sent: with its body, and aborted when the browser goes away. `null` if its
 * method can't be one of the web.
 *
 * @param url As `parseUrl` has read it.
 */
export function toRequest(req: NodeRequest, res: NodeResponse, url: string): Request | null {
  const { method = "GET" } = req;
  if (isForbiddenMethod(method)) return null;
  const gone = new AbortController();
  res.once("close", () => res.writableFinished || gone.abort());
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: toHeaders(req),
    body: method === "GET" || method === "HEAD" ? null : toBody(req, res),
    signal: gone.signal,
    duplex: "half",
  };
  return new Request(url, init);
}

/** Whether something has read the body before. It does not come a second time. */
export function isBodyRead({ method, readableEnded }: NodeRequest): boolean {
  return readableEnded === true && method !== "GET" && method !== "HEAD";
}

/** Copies the headers of a request. */
export function toHeaders({ headers }: NodeRequest): Headers {
  const copy = new Headers();
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) copy.append(name, value);
  }
  return copy;
}

/** Writes headers, each `Set-Cookie` by itself, after those that are there. */
export function writeHeaders(res: NodeResponse, headers: Headers): void {
  for (const [name, value] of headers) {
    if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}

/** Sends a response, whole: those of the library are small. */
export async function sendResponse(res: NodeResponse, response: Response): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  res.statusCode = response.status;
  writeHeaders(res, response.headers);
  res.end(body);
}

/** Sends a plain text in place of what was to be sent, or breaks the connection if half of something else has been sent. */
export function sendText(res: NodeResponse, status: number, text: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.statusCode = status;
  res.setHeader("content-type", "text/plain; charset=utf-8");
  res.end(text);
}

/**
 * Reads as fast as it is read from. Once the response is sent, or nobody wants to read any more, what is left is
 * thrown away: a client that is still sending would not see the answer otherwise.
 */
function toBody(req: NodeRequest, res: NodeResponse): ReadableStream<Uint8Array> {
  let ended = false;
  const discard = () => {
    ended = true;
    req.resume();
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      req.on("data", (chunk: Uint8Array) => {
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

/** Whether a `Request` cannot be made with a method (Fetch §2.2.1). A server may receive one all the same. */
function isForbiddenMethod(method: string): boolean {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method);
}
