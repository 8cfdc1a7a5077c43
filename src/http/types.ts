/**
 * Requests and answers as plain data.
 *
 * @module
 */

import type { AuthAction } from "./endpoints.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { FeatureCookies } from "../shapes/shapes.ts";
import type { SignInData } from "../values/types.ts";

/** A `fetch` that the application supplies. The library calls it with a string and plain headers. */
export type CustomFetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Headers of a request, read by name. They are copied only if the application gets a `Request`. */
export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  /** Returns the values of a header, joined by commas; `null` if it is missing. @param name Case-insensitive. */
  get(name: string): string | null;
}

/** A request as a server received it: the part of a `Request` that the library reads. */
export interface Received extends Pick<Request, "method" | "url" | "body" | "bodyUsed" | "signal"> {
  /** The headers. */
  readonly headers: RequestHeaders;
  /** The IP address at the other end of the connection: see `peerOf`. */
  readonly peer?: string | undefined;
}

/** A request to the library, as plain data. */
export interface Incoming {
  /** The method, not yet checked. */
  readonly method: string;
  /** The first path segment below `basePath`. */
  readonly action: AuthAction;
  /** The second path segment. */
  readonly providerId: string | undefined;
  /** Origin of the application, from `url` of the config, else from the request: `https://example.com`. */
  readonly origin: string;
  /** Origin in the URL of the request. Only for messages and for the error page: a client can send any `Host` header. */
  readonly requestOrigin: string;
  /** Whether a front end on another origin has sent it that counts as a page of the application. Default: no. */
  readonly isTrusted?: boolean | undefined;
  /** The query. */
  readonly query: URLSearchParams;
  /** Fields of a form or of a JSON object; the last of several equal names. No prototype. `undefined` without body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The fields of a form with all their values. `undefined` if the body was not a form. */
  readonly form: URLSearchParams | undefined;
  /** The files of a form that a capability reads, by the names of their inputs. `undefined` for any other body. */
  readonly files?: ReadonlyMap<string, SentFile> | undefined;
  /** The URL, at the application's own origin. */
  readonly url: string;
  /** Scopes that the application's own code asks for beside those of the provider; a browser cannot. Default: none. */
  readonly scope?: string;
  /** What the application's own code gives a sign-in; a browser cannot. Default: nothing. */
  readonly data?: SignInData | undefined;
  /** Cookies by name; the first of several equal names: see `valuesOf`. */
  readonly cookies: Cookies;
  /** The request's headers. */
  readonly headers: RequestHeaders;
  /** The request as it came. Its signal aborts when the browser disconnects; reading it creates it. */
  readonly received?: Pick<Received, "signal" | "peer">;
}

/** A file of a form. */
export interface SentFile {
  /** The content. */
  readonly bytes: Uint8Array;
  /** Whether the file is larger than allowed: the end of its content is missing. */
  readonly isTooLarge: boolean;
}

/** Reads a form with files; `null` if it is not one. */
export type FormReader = (
  received: Pick<Received, "headers" | "body">,
) => Promise<{ readonly form: URLSearchParams; readonly files: ReadonlyMap<string, SentFile> } | null>;

/** Request cookies by name, in the order in which the browser sent them. */
export type Cookies = ReadonlyMap<string, string>;

/** An answer as data: JSON, a page, a script, a file or a redirect; without any of them, an answer without a body. */
export type Outcome =
  & {
    /** Status. Default 302 with `redirect`, else 200. A redirect that answers a POST has 303. */
    readonly status?: number;
    /** Further headers. The other fields set their own. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Cookies to set. */
    readonly cookies?: readonly SetCookie[];
  }
  & (
    | {
      /** Body, sent as JSON. */
      readonly json?: unknown;
      readonly html?: undefined;
      readonly script?: undefined;
      readonly stream?: undefined;
      readonly redirect?: undefined;
    }
    | {
      /** Body, sent as HTML. */
      readonly html: string;
      readonly json?: undefined;
      readonly script?: undefined;
      readonly stream?: undefined;
      readonly redirect?: undefined;
    }
    | {
      /** Body, sent as JavaScript. */
      readonly script: string;
      readonly json?: undefined;
      readonly html?: undefined;
      readonly stream?: undefined;
      readonly redirect?: undefined;
    }
    | {
      /** Body of a file, read as fast as the client takes it. `headers` say its type. */
      readonly stream: ReadableStream<Uint8Array>;
      readonly json?: undefined;
      readonly html?: undefined;
      readonly script?: undefined;
      readonly redirect?: undefined;
    }
    | {
      /** Absolute URL of the redirect. */
      readonly redirect: string;
      readonly json?: undefined;
      readonly html?: undefined;
      readonly script?: undefined;
      readonly stream?: undefined;
    }
  );

/** The answer of `Auth` with `raw`, with its content as `body` too. */
export type RawAnswer = Outcome & {
  /** The value of `json`, the text of `html` or `script`, or `stream`. */
  readonly body?: unknown;
};

/** Which providers a sign-in page offers, if not all: one, or those that the user has. */
export type Only = "one" | "own";

/** A failure whose answer sets cookies. An action can also throw a failure without cookies. */
export interface Failure {
  /** The reason: an `AuthError`, or anything that was thrown. */
  readonly error: unknown;
  /** Where the user wanted to go. */
  readonly returnTo?: string;
  /** `ui_locales` of the request that began the sign-in. */
  readonly locales?: string | undefined;
  /** Whether the user wanted to add a way to sign in. Default: as the request says. */
  readonly link?: boolean;
  /** Which providers the page that the user came from offered. Default: as the request says. */
  readonly only?: Only | undefined;
  /** Cookies to set. */
  readonly cookies?: readonly SetCookie[];
}

/** The library's cookies. */
export interface CookiesOptions extends FeatureCookies {
  /**
   * The session token. It lasts as long as the session. For a session on several subdomains, see
   * {@link https://latchkey.github.io/auth/recipes/proxies_and_domains.html#one-sign-in-for-several-subdomains | the recipe}.
   * With `sameSite: "strict"`, it does not come back from a provider: no account can be added to a user (KL-37). Default:
   * `latchkey.session-token`.
   */
  readonly sessionToken?: Partial<CookieOption>;
  /** The CSRF token and its signature. It lasts until the browser closes. Default: `latchkey.csrf-token`. */
  readonly csrfToken?: Partial<CookieOption>;
  /** The mail that this browser requested last. It lasts as long as link and code. Default: `latchkey.mail`. */
  readonly mail?: Partial<CookieOption>;
  /**
   * One OAuth sign-in under way. The name is a prefix: each sign-in adds its own ending. It lasts 15 minutes.
   * Default: `latchkey.flow`.
   */
  readonly flow?: Partial<CookieOption>;
  /** One challenge to a passkey. The name is a prefix, as with `flow`. It lasts 5 minutes. Default: `latchkey.challenge`. */
  readonly challenge?: Partial<CookieOption>;
  /**
   * A proven identity that waits for the answer to a question: whether to link it, or for a password. It lasts 10 minutes.
   * Default: `latchkey.link`.
   */
  readonly link?: Partial<CookieOption>;
  /**
   * The fields of a form, without the password, until the sign-in page shows it again: it lasts 5 minutes. The key of an
   * authenticator app that is set up: 30 minutes.
   * Default: `latchkey.form`.
   */
  readonly form?: Partial<CookieOption>;
  /**
   * A form of the application that needs more of a session, until the user has confirmed that it is them. It lasts 10 minutes.
   * Default: `latchkey.kept-form`.
   */
  readonly keptForm?: Partial<CookieOption>;
  /**
   * The id of the provider that was last used in this browser. The sign-in page marks it. It lasts one year.
   * Default: `latchkey.last-used`.
   */
  readonly lastUsed?: Partial<CookieOption>;
  /**
   * Sealed hashes of the users who have signed in with this browser. Failed attempts elsewhere do not lock it out, and a sign-in
   * with it is not one of a new device. It signs no one in. Set only with a provider of mail, `Passkey`, `Password`, or `limits.account`. It lasts
   * one year. Default: `latchkey.browser`.
   */
  readonly browser?: Partial<CookieOption>;
  /** @deprecated A cookie of Auth.js. It has no effect: `flow` holds the state of a sign-in. The log says so. */
  readonly state?: Partial<CookieOption>;
  /** @deprecated A cookie of Auth.js. It has no effect: `flow` holds the nonce of a sign-in. The log says so. */
  readonly nonce?: Partial<CookieOption>;
  /** @deprecated A cookie of Auth.js. It has no effect: `flow` holds the code verifier. The log says so. */
  readonly pkceCodeVerifier?: Partial<CookieOption>;
  /** @deprecated A cookie of Auth.js. It has no effect: the form sends `callbackUrl`. The log says so. */
  readonly callbackUrl?: Partial<CookieOption>;
  /** @deprecated A cookie of Auth.js. It has no effect: the cookie of a challenge is `challenge`. The log says so. */
  readonly webauthnChallenge?: Partial<CookieOption>;
}

/** Keys of cookies of Auth.js that this library does not set. */
export type CookieOfAuthJs = "state" | "nonce" | "pkceCodeVerifier" | "callbackUrl" | "webauthnChallenge";
