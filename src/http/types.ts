/**
 * A request once it is read, and an answer before it is sent: both plain data.
 *
 * @module
 */

import type { AuthAction } from "../types.ts";

/** A request to the library, read once. */
export interface Incoming {
  /** The method. `routes.ts` knows which there are. */
  readonly method: string;
  /** The first path segment below `basePath`. */
  readonly action: AuthAction;
  /** The second path segment. */
  readonly providerId: string | undefined;
  /** Scheme, host and port of the application: `https://example.com`. Those of the config's `url`, else of the request. */
  readonly origin: string;
  /** Scheme, host and port that the server was asked for. Only for messages: a client can send any `Host` header. */
  readonly requestOrigin: string;
  /** The query. */
  readonly query: URLSearchParams;
  /** Fields of a form or of a JSON object; the last of several equal names. No prototype. `undefined` without a body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The fields of a form with all their values. `undefined` if the body was not a form. */
  readonly form: URLSearchParams | undefined;
  /** The URL, at the application's own origin. */
  readonly url: string;
  /** The body as it came. `undefined` if its type is none that is read. */
  readonly text: string | undefined;
  /** Cookies by name; the first of several equal names. */
  readonly cookies: Cookies;
  /** The request's headers. */
  readonly headers: Headers;
}

/** Request cookies by name, in the order in which the browser sent them. */
export type Cookies = ReadonlyMap<string, string>;

/** Attributes of a cookie. @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2 | RFC 6265 §4.1.2} */
export interface CookieOptions {
  /** Not readable by scripts. */
  readonly httpOnly?: boolean;
  /** Only sent over https. */
  readonly secure?: boolean;
  /** Whether requests that other sites start carry the cookie. `true` means `strict`. */
  readonly sameSite?: boolean | "lax" | "strict" | "none";
  /** Path prefix of the requests that carry the cookie. */
  readonly path?: string;
  /** Host, subdomains included. Without it: this host alone. */
  readonly domain?: string;
  /** Lifetime in seconds. `0` removes the cookie. */
  readonly maxAge?: number;
  /** When the cookie ends. */
  readonly expires?: Date;
  /** Kept apart for each top-level site (CHIPS). */
  readonly partitioned?: boolean;
  /** Which cookies a full browser drops first. */
  readonly priority?: "low" | "medium" | "high";
}

/** Name and attributes of one of the library's cookies. */
export interface CookieOption {
  /** Name of the cookie. */
  readonly name: string;
  /** Its attributes. */
  readonly options: CookieOptions;
}

/** A cookie to set. */
export interface SetCookie extends CookieOption {
  /** The value, not yet percent-encoded. */
  readonly value: string;
}

/** Answers a request with values. @typeParam S The setup: see `config/setup.ts`. */
export type Action<S> = (incoming: Incoming, setup: S) => Promise<Outcome>;

/** What an action wants sent, as data. At most one of `json`, `html`, `script`, `redirect` and `error` is there. */
export interface Outcome {
  /** Status. Default 302 with `redirect`, else 200. A redirect that answers a POST has 303. */
  readonly status?: number;
  /** Headers beside those that follow from the other fields. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, sent as JSON. */
  readonly json?: unknown;
  /** Body, sent as HTML. */
  readonly html?: string;
  /** Body, sent as JavaScript. */
  readonly script?: string;
  /** Absolute URL where the browser goes next. */
  readonly redirect?: string;
  /** A failure, told on a page of the library; one that needs no `cookies` sent with it may as well be thrown. */
  readonly error?: unknown;
  /** With `error`: where the user wanted to go. */
  readonly returnTo?: string;
  /** Cookies to set. */
  readonly cookies?: readonly SetCookie[];
}
