/**
 * The names and attributes of the library's cookies.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265 | RFC 6265}
 * @module
 */

import type { Scheme } from "./cookies.ts";
import { defined } from "../values/defined.ts";
import { CAPABILITY_COOKIES, type CapabilityCookie, toKebab } from "../shapes/shapes.ts";
import type { CookiesOptions } from "./types.ts";
import type { CookieOption, CookieOptions } from "../values/cookie.ts";

/** The cookies of the core. */
const CORE = [
  /** The session token. */
  "sessionToken",
  /** The CSRF token and its signature. */
  "csrfToken",
  /** One OAuth sign-in under way; a prefix. */
  "flow",
  /** A proven identity that waits for the answer to a question: whether to link it, or for a password. */
  "link",
  /** A form that was sent and failed, until the sign-in page shows it again. */
  "form",
  /** A form of the application, until the user has confirmed that it is them. */
  "keptForm",
  /** The id of the provider that was last used in this browser. */
  "lastUsed",
  /** Hashes of the users who have signed in with this browser. */
  "browser",
] as const;

/** A cookie of the library. */
type CookieName = (typeof CORE)[number] | CapabilityCookie;

/** The library's cookies, named for http or https. */
export type CookieNames = Readonly<Record<CookieName, CookieOption>>;

/** Returns the default names of the session cookie: the second one with `domain` or `path`. */
export function sessionCookieNames(scheme: Scheme): readonly string[] {
  const own = nameFor("session-token", scheme);
  return [...new Set([own, own.replace("__Host-", "__Secure-")])];
}

/** Returns the name of the cookie that says that the session cookies of another library no longer count here. */
export function movedCookieName(sessionCookie: string): string {
  return `${sessionCookie}.moved`;
}

/**
 * Names a config beside others of one secret and one database: by its session cookie, whose whole name keeps sessions in tokens
 * apart.
 */
export function configNameOf({ cookies }: NamedByCookie): string {
  return cookies.sessionToken.name;
}

/** A config, as far as it has a name. */
interface NamedByCookie {
  /** Its cookies. */
  readonly cookies: { readonly sessionToken: Pick<CookieOption, "name"> };
}

/** A question that a cookie holds: another config may allow other people, and other ways to sign in. */
export interface Asked {
  /** The config that has asked: see `configNameOf`. Absent in a cookie that an earlier version has set. */
  readonly of?: string;
}

/** Whether this config has asked a question, so that it reads the answer. An update takes no question away. */
export function isOwnQuestion({ of }: Asked, config: NamedByCookie): boolean {
  return of === undefined || of === configNameOf(config);
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
  const own: Readonly<Record<string, Partial<CookieOption> | undefined>> = { ...custom };
  const names: readonly CookieName[] = [...CORE, ...CAPABILITY_COOKIES];
  return Object.assign({}, ...names.map((name) => ({ [name]: cookie(toKebab(name), own[name]) })));
}

/** Browsers accept `__Host-` only from this host, so a sibling host cannot set the cookie. Its path must be `/`. */
function nameFor(purpose: string, scheme: Scheme, { domain, path = "/" }: CookieOptions = {}): string {
  const name = `latchkey.${purpose}`;
  if (scheme === "http") return name;
  return domain === undefined && path === "/" ? `__Host-${name}` : `__Secure-${name}`;
}
