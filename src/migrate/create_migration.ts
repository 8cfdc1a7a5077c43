/**
 * Creates a migration from the parts that Auth.js and next-auth share.
 *
 * @module
 */

import { toHex } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { toSecrets } from "../crypto/keys.ts";
import { ConfigError } from "../errors/errors.ts";
import { candidatesOf } from "../http/chunked_cookies.ts";
import { movedCookieName } from "../http/cookie_names.ts";
import type { CookieOption } from "../values/cookie.ts";
import { parseJsonObject } from "../values/json_object.ts";
import type { Decoded, JWTDecodeParams, RequestTokens } from "../model/jwt.ts";
import type { AdoptingMigration } from "../model/migration.ts";
import type { Platform } from "../platform/platform.ts";
import type { Awaitable, JWT } from "../values/types.ts";
import { withoutOwnClaims } from "../session/own_claims.ts";
import { adoptingSessions, adoptingTokens } from "./adopting.ts";
import { readFlow } from "./flows.ts";
import { storedSessions } from "./stored_sessions.ts";
import type { TokenFormat } from "./token_format.ts";

/** How the other deployment was configured. */
export interface MigrationOptions {
  /** Its secret, or all of its secrets, the newest first. */
  readonly secret: string | readonly string[];
  /**
   * When to stop: a `Date`, or a date such as `2027-03-01` (midnight UTC). A good date is its `session.maxAge` (30 days by
   * default) after the last session that it has issued. From then on, nothing of it is accepted.
   */
  readonly until: Date | string;
  /** Its `cookies`, if it had any: names, and attributes such as `domain`, without which a cookie cannot be removed. Default: those of the other library. */
  readonly cookies?: OlderCookies;
  /**
   * Whether its cookies had the prefix `__Secure-`. Default: as the site, by its `url` or the request. Write `false` if it
   * did not notice that the site is on https: then its cookies have no prefix.
   */
  readonly useSecureCookies?: boolean;
  /** Its `jwt`, if that had a secret or a `decode` of its own. Default: those of its fields. */
  readonly jwt?: OlderJWTOptions;
  /** The `secret` of its mail provider, if that had one of its own. Default: `secret`. */
  readonly mailSecret?: string;
}

/** Names and attributes of the other deployment's cookies. */
export interface OlderCookies {
  /** The session token. */
  readonly sessionToken?: Partial<CookieOption>;
  /** The `state` of a sign-in. */
  readonly state?: Partial<CookieOption>;
  /** The PKCE code verifier of a sign-in. */
  readonly pkceCodeVerifier?: Partial<CookieOption>;
  /** The nonce of a sign-in. */
  readonly nonce?: Partial<CookieOption>;
  /** The URL to return to after a sign-in. */
  readonly callbackUrl?: Partial<CookieOption>;
}

/** The part of the other deployment's `jwt` that reading needs. */
export interface OlderJWTOptions {
  /** Default: `secret`. */
  readonly secret?: string | readonly string[];
  /** Decodes a session token. It must refuse an expired one. Default: that of the other library. */
  decode?(params: JWTDecodeParams): Awaitable<JWT | null>;
}

/** The names of the cookies, without their prefix. */
const NAMES: Readonly<Record<keyof OlderCookies, string>> = {
  sessionToken: "session-token",
  state: "state",
  pkceCodeVerifier: "pkce.code_verifier",
  nonce: "nonce",
  callbackUrl: "callback-url",
};

/**
 * Creates a migration.
 *
 * @throws {ConfigError} if `secret` is empty, or `until` is not a date.
 */
export function createMigration(format: TokenFormat, options: MigrationOptions): AdoptingMigration {
  const until = parseUntil(options?.until);
  const secrets = parseSecrets("secret", options.secret);
  const tokenSecrets = parseSecrets("jwt.secret", options.jwt?.secret ?? options.secret);
  const cookiesOf = (field: keyof OlderCookies, secure: boolean) =>
    toOlderCookies(format, field, { ...options, secure });
  const readToken = async (token: string, platform: Pick<Platform, "now">): Promise<Decoded> => {
    const salts = cookiesOf("sessionToken", false).map(({ name }) => format.sessionSalt(name));
    const claims = options.jwt?.decode
      ? await decodeWithOwn(token, { ...options.jwt, secret: options.jwt.secret ?? options.secret, salts })
      : await decode(token, { secrets: tokenSecrets, salts: [...new Set(salts)] }, format);
    return claims ? toDecoded(claims, Math.min(until, endOf(claims)), platform.now()) : { claims: null };
  };
  return {
    until,
    warnings: ({ now }) => warningsOf({ until, format, secrets: [...secrets, ...tokenSecrets] }, now()),
    // An application may wrap a migration, for example to refuse some of the older sessions.
    adoptTokens(own, context) {
      return adoptingTokens(own, { ...context, migration: this });
    },
    adoptRows(own, context) {
      return adoptingSessions(own, { ...context, migration: this, older: this.storedSessions(context) });
    },
    storedSessions: (context) => storedSessions(until, context),
    sessionCookies: ({ secure }) => cookiesOf("sessionToken", secure),
    readToken,
    async readClaims(request, platform) {
      const { names } = request;
      const secure = names.length === 1 && names[0]!.startsWith("__");
      let newest: JWT | null = null;
      for (const token of tokensIn(request, cookiesOf("sessionToken", secure))) {
        const { claims } = await this.readToken(token, platform);
        if (claims && (!newest || (claims.iat ?? 0) > (newest.iat ?? 0))) newest = claims;
      }
      return newest;
    },
    async hashesOf(mailedToken, platform) {
      if (platform.now() >= until) return [];
      // Auth.js makes one text of several secrets.
      const all = options.mailSecret === undefined ? [String(secrets), ...secrets] : [options.mailSecret];
      return await Promise.all(
        [...new Set(all)].map(async (each) => toHex(await sha256(mailedToken + each))),
      );
    },
    async readFlow(callback, platform) {
      if (platform.now() >= until) return null;
      const context = { format, secrets: tokenSecrets, platform };
      return await readFlow(callback, {
        ...context,
        cookiesOf: (field) => cookiesOf(field, callback.secure),
      });
    },
  };
}

/** A migration that has stopped has no effect, and one with a secret that can be guessed lets anyone in. */
function warningsOf(
  { until, format, secrets }: {
    readonly until: number;
    readonly format: TokenFormat;
    readonly secrets: readonly string[];
  },
  now: number,
): readonly string[] {
  const date = new Date(until).toISOString();
  const { library } = format;
  if (now >= until) {
    return [
      `migration-over: Sessions, mails and sign-ins of ${library} are no longer read, since ${date}, the \`until\` of ` +
      "`migration`. Remove `migration` from the config",
    ];
  }
  if (secrets.every(({ length }) => length >= 32)) return [];
  return [
    `short-secret: A secret of \`migration\` has fewer than 32 characters. Anyone who guesses it can sign in as any user ` +
    `until ${date}`,
  ];
}

function parseUntil(until: unknown): number {
  const isDate = until instanceof Date || (typeof until === "string" && /^\d{4}-\d\d-\d\d(?!\d)/.test(until));
  const time = isDate ? new Date(until).getTime() : NaN;
  if (!Number.isNaN(time)) return time;
  throw new ConfigError(
    `Cannot migrate: \`until\` is ${JSON.stringify(until)}; write the day when to stop, such as "2027-03-01"`,
  );
}

function parseSecrets(field: string, secret: unknown): readonly string[] {
  const secrets = toSecrets((secret ?? []) as string | readonly string[]);
  if (secrets.length && secrets.every((each) => typeof each === "string" && each)) return secrets;
  throw new ConfigError(
    `Cannot migrate: \`${field}\` is empty; write the secret that the other deployment had`,
  );
}

/**
 * Returns the cookies that a value may be in. A site on https reads no cookie without prefix unless it is told to: anyone
 * in the network could set it.
 */
function toOlderCookies(
  { cookies: base }: TokenFormat,
  field: keyof OlderCookies,
  { cookies = {}, useSecureCookies, secure }: MigrationOptions & { readonly secure: boolean },
): readonly CookieOption[] {
  const own = cookies[field];
  const prefixes = (useSecureCookies ?? secure) ? ["__Secure-"] : ["__Secure-", ""];
  const names = own?.name ? [own.name] : prefixes.map((prefix) => `${prefix}${base}.${NAMES[field]}`);
  return names.map((name) => {
    const isSecure = /^__(Secure|Host)-/.test(name) || (useSecureCookies ?? secure);
    return {
      name,
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure, ...own?.options },
    };
  });
}

/** The tokens of the first place that has any: our cookies, those of the other library, the header. */
function tokensIn(
  { cookies, bearer, names }: RequestTokens,
  olderCookies: readonly CookieOption[],
): readonly string[] {
  // A cookie of ours, even one that is not valid, hides those of the other library.
  const isMoved = names.some((name) => cookies.has(movedCookieName(name)));
  const others = isMoved ? [] : olderCookies.map(({ name }) => name);
  const valuesOf = (sent: readonly string[]) => sent.flatMap((name) => candidatesOf(cookies, name));
  return [valuesOf(names), valuesOf(others), bearer ? [bearer] : []].find(({ length }) => length) ?? [];
}

/** Decrypts a session token; `null` if it is none, or has no end. */
async function decode(
  token: string,
  candidates: Parameters<TokenFormat["decrypt"]>[1],
  format: TokenFormat,
): Promise<JWT | null> {
  const claims = parseJsonObject(await format.decrypt(token, candidates));
  return claims && typeof claims.exp === "number" && !isCheck(claims) ? claims : null;
}

/** Asks the application's `decode`, which may throw, with each salt. */
async function decodeWithOwn(
  token: string,
  { secret, salts, decode }: OlderJWTOptions & Pick<MigrationOptions, "secret"> & {
    readonly salts: readonly string[];
  },
): Promise<JWT | null> {
  for (const salt of salts) {
    try {
      const claims = await decode?.({
        token,
        secret: typeof secret === "string" ? secret : [...secret],
        salt,
      });
      if (claims && typeof claims === "object" && !isCheck(claims)) return claims;
    } catch {
      // The token has another salt, or is not valid.
    }
  }
  return null;
}

/** Claims of a `state`, a PKCE verifier or a nonce, by the versions of next-auth, and those that every token has. */
const OF_CHECKS = ["value", "provider", "state", "code_verifier", "nonce", "iat", "exp", "jti"];

/**
 * Returns whether claims are those of a check, and not of a session. next-auth before 4.24.5 encrypts both with one key:
 * anyone who begins a sign-in has a check (GHSA-v64w-49xw-qq89).
 */
function isCheck(claims: object): boolean {
  return Object.keys(claims).every((name) => OF_CHECKS.includes(name));
}

function endOf({ exp }: JWT): number {
  return typeof exp === "number" ? exp * 1000 : Infinity;
}

/** Drops the claims that the library alone sets: in a token of ours, `auth_time` lets the user link accounts. */
function toDecoded(decoded: JWT, end: number, now: number): Decoded {
  const claims = withoutOwnClaims(decoded);
  const isEarly = typeof claims.nbf === "number" && claims.nbf * 1000 > now;
  return now >= end || isEarly ? { claims: null, expired: true } : { claims };
}
