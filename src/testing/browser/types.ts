/**
 * Types of a test browser.
 *
 * @module
 */

/** Settings of a test browser. */
export interface BrowserOptions {
  /** The clock: milliseconds since the epoch. Default: the system clock. */
  readonly now?: () => number;
}

/** A browser with its own cookies. Two browsers act as two users; two pages of one browser as two tabs. */
export interface Browser {
  /** URLs of all loaded pages and redirects, oldest first. */
  readonly visited: string[];
  /** Rejected cookies, oldest first. */
  readonly refused: RefusedCookie[];
  /** Loads a page, as from the address bar. @param url An absolute URL. */
  open(url: string): Promise<Page>;
  /** Requests a URL, as a script of the same origin would. @param url An absolute URL. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** The cookies for an origin, whatever the path. @param origin A URL. */
  cookies(origin: string): readonly BrowserCookie[];
  /**
   * Sets a cookie as if the site had sent it.
   *
   * @param url The site.
   * @param header A `Set-Cookie` header.
   * @throws {TypeError} if a browser would reject it.
   */
  setCookie(url: string, header: string): void;
}

/** A loaded page. It is immutable: each navigation returns the next page. */
export interface Page {
  /** Its URL, after all redirects. */
  readonly url: string;
  /** Status of the answer. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** The body. */
  readonly html: string;
  /** The visible text, white space collapsed. */
  readonly text: string;
  /** The body, parsed as JSON. @throws {SyntaxError} if it is not JSON. */
  json<T = unknown>(): T;
  /**
   * Submits a form with its hidden fields. If `form` is the text of a button, also submits the name of the button.
   *
   * @param form Its index; its action, as an attribute, an absolute URL or a path; or the text of its button. Default 0.
   * @param fields Values to fill in, by name.
   * @throws {TypeError} if the page has no such form, or the form no such field.
   */
  submit(form?: number | string, fields?: Readonly<Record<string, string>>): Promise<Page>;
  /** Follows a link. @param text Its text. @throws {TypeError} if the page has no such link. */
  follow(text: string): Promise<Page>;
  /**
   * Requests a URL, as a script of this page would. `mode: "no-cors"` with `credentials: "include"` simulates a cross-site
   * attack. CORS is not enforced: there is no preflight, and every answer is readable.
   */
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** A stored cookie. */
export interface BrowserCookie {
  /** Its name. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
  /** Its host. */
  readonly domain: string;
  /** Whether it is for this host only, without subdomains: it had no `Domain`. */
  readonly hostOnly: boolean;
  /** Path prefix of requests that carry it. */
  readonly path: string;
  /** Whether it is sent over https only. */
  readonly secure: boolean;
  /** Whether scripts cannot read it. */
  readonly httpOnly: boolean;
  /** Default `Lax`. */
  readonly sameSite: "Lax" | "None" | "Strict";
  /** Milliseconds since the epoch; `null` for a session cookie. */
  readonly expires: number | null;
}

/** A cookie that the browser rejected. */
export interface RefusedCookie {
  /** URL of the answer that set it. */
  readonly url: string;
  /** Its `Set-Cookie` header. */
  readonly header: string;
  /** Why the browser rejected it. */
  readonly reason: string;
}
