/**
 * The names and attributes of the library's cookies.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265 | RFC 6265}
 * @module
 */

import { defined } from "../values/defined.ts";
import type { Scheme } from "./cookies.ts";
import type { CookieOption, CookieOptions, CookiesOptions } from "./types.ts";

/** The library's cookies, named for http or https. */
export interface CookieNames {
  /** The session token. */
  readonly sessionToken: CookieOption;
  /** The CSRF token and its signature. */
  readonly csrfToken: CookieOption;
  /** The mail that the browser requested last. */
  readonly mail: CookieOption;
  /** One OAuth sign-in under way; a prefix. */
  readonly flow: CookieOption;
  /** One challenge to a passkey; a prefix. */
  readonly challenge: CookieOption;
  /** A proven identity that waits for the answer to a question: whether to link it, or for a password. */
  readonly link: CookieOption;
  /** A form that was sent and failed, until the sign-in page shows it again. */
  readonly form: CookieOption;
  /** A form of the application, until the user has confirmed that it is them. */
  readonly keptForm: CookieOption;
  /** The id of the provider that was last used in this browser. */
  readonly lastUsed: CookieOption;
  /** Hashes of the users who have signed in with this browser. */
  readonly browser: CookieOption;
  /** The name of the sign-in whose second step is awaited. */
  readonly secondFactor: CookieOption;
  /** Tokens of the users who need no second step on this device. */
  readonly rememberedDevice: CookieOption;
  /** The tokens of the provider that the session began with, if a cookie keeps them. */
  readonly providerTokens: CookieOption;
  /** The ID token of the session, if no database keeps it. */
  readonly providerSession: CookieOption;
  /** One logout at a provider under way; a prefix. */
  readonly logout: CookieOption;
}

/** Returns the default name of the session cookie. */
export function sessionCookieName(scheme: Scheme): string {
  return nameFor("session-token", scheme);
}

/** Returns the name of the cookie that says that the session cookies of another library no longer count here. */
export function movedCookieName(sessionCookie: string): string {
  return `${sessionCookie}.moved`;
}

/** Returns the cookie with the proof of a mailbox in a session, which must not end a sign-in that waits for its second step. */
export function mailboxCookie({ secondFactor: { name, options } }: CookieNames): CookieOption {
  return { name: `${name}.mailbox`, options };
}

/** Returns the cookies of a config for the scheme of its site. */
export function toCookieNames(scheme: Scheme, custom: CookiesOptions = {}): CookieNames {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: scheme === "https" } as const;
  const cookie = (purpose: string, own: Partial<CookieOption> = {}): CookieOption => ({
    name: own.name ?? nameFor(purpose, scheme, own.options),
    options: { ...options, ...defined(own.options) },
  });
  return {
    sessionToken: cookie("session-token", custom.sessionToken),
    csrfToken: cookie("csrf-token", custom.csrfToken),
    mail: cookie("mail", custom.mail),
    flow: cookie("flow", custom.flow),
    challenge: cookie("challenge", custom.challenge),
    link: cookie("link", custom.link),
    form: cookie("form", custom.form),
    keptForm: cookie("kept-form", custom.keptForm),
    lastUsed: cookie("last-used", custom.lastUsed),
    browser: cookie("browser", custom.browser),
    secondFactor: cookie("second-factor", custom.secondFactor),
    rememberedDevice: cookie("remembered-device", custom.rememberedDevice),
    providerTokens: cookie("provider-tokens", custom.providerTokens),
    providerSession: cookie("provider-session", custom.providerSession),
    logout: cookie("logout", custom.logout),
  };
}

/** Browsers accept `__Host-` only from this host, so a sibling host cannot set the cookie. Its path must be `/`. */
function nameFor(purpose: string, scheme: Scheme, { domain, path = "/" }: CookieOptions = {}): string {
  const name = `latchkey.${purpose}`;
  if (scheme === "http") return name;
  return domain === undefined && path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}
