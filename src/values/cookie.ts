/**
 * A cookie, its name and its attributes.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265 | RFC 6265}
 * @module
 */

/** Attributes of a cookie. @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2 | RFC 6265 §4.1.2} */
export interface CookieOptions {
  /** Not readable by scripts. Default `true`. */
  readonly httpOnly?: boolean;
  /** Only sent over https. Default: `true` on https. */
  readonly secure?: boolean;
  /** Whether requests that other sites start carry the cookie. `true` means `strict`. Default `lax`. */
  readonly sameSite?: boolean | "lax" | "strict" | "none";
  /** Path prefix of the requests that carry the cookie. Default `/`. */
  readonly path?: string;
  /** Host, subdomains included. Default: this host alone. */
  readonly domain?: string;
  /** Lifetime in seconds. `0` removes the cookie. */
  readonly maxAge?: number;
  /** When the cookie ends. */
  readonly expires?: Date;
  /** Partitioned by top-level site (CHIPS). */
  readonly partitioned?: boolean;
  /** Priority when the browser has to drop cookies. */
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
