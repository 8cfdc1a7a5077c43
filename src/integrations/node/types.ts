/**
 * The parts of the requests and responses of `node:http` that the library uses.
 *
 * @module
 */

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
