/**
 * Session tokens: encrypted JWTs that only the holder of the secret can create or read.
 *
 * @example
 * ```ts
 * import { decode, encode, getToken } from "@latchkey/auth/jwt";
 *
 * const secret = "at-least-32-characters-from-a-random-source";
 * const token = await encode({ token: { sub: "1", name: "Ada" }, secret, salt: "latchkey.session-token" });
 * const claims = await decode({ token, secret, salt: "latchkey.session-token" });
 *
 * const request = new Request("https://example.com", { headers: { authorization: `Bearer ${token}` } });
 * const same = await getToken({ req: request, secret });
 * console.log(claims?.name, same?.name);
 * ```
 *
 * @module
 */

import { toUuid } from "../crypto/bytes.ts";
import { decryptCompact, encryptCompact, jweKeyOf, jweKeysOf } from "../crypto/jwe.ts";
import { newestSecret, toSecrets } from "../crypto/keys.ts";
import { JWTSessionError, MissingSecret } from "../errors/errors.ts";
import { candidatesOf } from "../http/chunked_cookies.ts";
import { sessionCookieNames } from "../http/cookie_names.ts";
import { parseCookies } from "../http/cookies.ts";
import { type Platform, webPlatform } from "../platform/platform.ts";
import { whenReady } from "../values/awaitable.ts";
import type { Awaitable, DefaultJWT, JWT, LoggerInstance } from "../values/types.ts";

export type { DefaultJWT, JWT };

/** Parameters of `encode`. */
export interface JWTEncodeParams<Payload = JWT> {
  /** Claims. Default `{}`. */
  readonly token?: Payload;
  /** The secret, or several. The first encrypts. */
  readonly secret: string | string[];
  /** Separates tokens for different uses. Sessions use the name of their cookie. */
  readonly salt: string;
  /** Lifetime in seconds. Default 2 592 000 (30 days). */
  readonly maxAge?: number;
}

/** Parameters of `decode`. */
export interface JWTDecodeParams {
  /** The token. */
  readonly token?: string;
  /** The secret, or several. `decode` uses the first that decrypts the token. */
  readonly secret: string | string[];
  /** The salt that the token was encoded with. */
  readonly salt: string;
}

/** The same parameters with secrets that cannot be changed. */
export type WithSecrets<P> = Omit<P, "secret"> & {
  /** The secret, or several. */
  readonly secret: string | readonly string[];
};

/** Parameters of `getToken`. */
export interface GetTokenParams<R extends boolean = false> {
  /** The request with the token: a `Request`, or any object with its headers. */
  readonly req: Request | {
    readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  };
  /** The secret, or several. Required unless `raw`. Default: none. */
  readonly secret?: string | readonly string[];
  /** The salt that the token was encoded with. Default: the name of the cookie. */
  readonly salt?: string;
  /** Name of the cookie. Default: `latchkey.session-token`, with the prefix `__Host-` if `secureCookie`. */
  readonly cookieName?: string;
  /** Whether to read the cookie of https sites. Default: `true` on https; else `getToken` looks for both cookies. */
  readonly secureCookie?: boolean;
  /**
   * Returns the token neither decrypted nor verified. Of several cookies, that is the newest which `secret` opens; without one,
   * the first. Default `false`.
   */
  readonly raw?: R;
  /** Decodes the token, like `jwt.decode` of the config. Default: `decode` of `@latchkey/auth/jwt`. */
  decode?(params: JWTDecodeParams): Awaitable<JWT | null>;
  /** Receives at its level `debug` why a token cannot be read; `getToken` returns `null` then. Default: no logger. */
  readonly logger?: Pick<LoggerInstance, "debug">;
  /** `migration` of the config: reads the token of another library if there is none of ours. No effect with `raw`. Default: none. */
  readonly migration?: OlderTokens;
}

/** Reads session tokens that another library has issued. See `@latchkey/auth/migrate`. */
export interface OlderTokens {
  /** Returns the claims of the session token of a request that has none of ours; `null` without a valid one. */
  readClaims(request: RequestTokens, platform: Pick<Platform, "now">): Promise<JWT | null>;
}

/** Where a request may have a session token. */
export interface RequestTokens {
  /** Its cookies, by name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The token of `Authorization: Bearer`; `null` without one. */
  readonly bearer: string | null;
  /** Names that our session cookie may have. */
  readonly names: readonly string[];
}

/** Default lifetime of a token, in seconds: 30 days. */
export const DEFAULT_MAX_AGE = 2_592_000;

/**
 * Creates a session token: a JWE (`dir`, A256CBC-HS512) of the claims, with `iat`, `exp` and a random `jti`.
 *
 * @returns The token in compact serialization.
 * @throws {MissingSecret} without a secret.
 * @see {@link https://www.rfc-editor.org/rfc/rfc7519 | RFC 7519}
 */
export function encode<Payload extends JWT = JWT>(
  params: WithSecrets<JWTEncodeParams<Payload>>,
): Promise<string> {
  return encodeWith(params, webPlatform);
}

/**
 * Reads a session token.
 *
 * @returns The claims; `null` without a token.
 * @throws {JWTSessionError} if the token is malformed, altered or expired, or has another secret or salt.
 * @throws {MissingSecret} without a secret.
 */
export async function decode<Payload extends JWT = JWT>(
  params: WithSecrets<JWTDecodeParams>,
): Promise<Payload | null> {
  const { claims, expired } = await decodeWith(params, webPlatform);
  if (claims || !params.token) return claims as Payload | null;
  throw new JWTSessionError(`Cannot read a session token: it ${reasonOf(expired)}`, {
    expired: expired === true,
  });
}

function reasonOf(expired: boolean | undefined): string {
  return expired ? "has expired" : "is malformed, or has another secret or salt";
}

/**
 * Reads the session token of a request: from the session cookie, which may be in chunks, else from
 * `Authorization: Bearer`. It checks only the token; `resolveSession` also runs the callbacks.
 *
 * @returns The claims, or with `raw` the token; `null` if there is no valid token.
 * @throws {TypeError} without `req`.
 * @throws {MissingSecret} without a secret, unless `raw`.
 */
export function getToken(params: GetTokenParams<true> & { readonly raw: true }): Promise<string | null>;
/** As above, for claims. */
export function getToken(params: GetTokenParams): Promise<JWT | null>;
/** As above. */
export async function getToken(params: GetTokenParams<boolean>): Promise<string | JWT | null> {
  if (!params?.req?.headers) throw new TypeError("Cannot get a token: pass the request as `req`");
  if (!params.raw && !params.secret?.length) throw new MissingSecret("Cannot read a token: pass `secret`");
  const cookies = parseCookies(readHeader(params.req, "cookie"));
  const bearer = parseBearer(readHeader(params.req, "authorization"));
  let first: string | null = null;
  for (const name of cookieNames(params)) {
    const sent = candidatesOf(cookies, name);
    let newest: string | null = null;
    let claims: JWT | null = null;
    for (const token of sent.length ? sent : [bearer]) {
      first ??= token;
      const read = token && params.secret?.length ? await readToken(token, name, params) : null;
      if (read && (!claims || iatOf(read) > iatOf(claims))) [newest, claims] = [token, read];
    }
    if (claims) return params.raw ? newest : claims;
  }
  if (params.raw) return first;
  return params.migration
    ? await params.migration.readClaims({ cookies, bearer, names: cookieNames(params) }, webPlatform)
    : null;
}

const iatOf = ({ iat }: JWT): number => Number(iat ?? 0);

/** Creates a session token on a platform. */
export async function encodeWith(
  { token, secret, salt, maxAge = DEFAULT_MAX_AGE }: WithSecrets<JWTEncodeParams>,
  platform: Platform,
): Promise<string> {
  const iat = Math.floor(platform.now() / 1000);
  const random = platform.random(32);
  const claims = { ...token, iat, exp: iat + maxAge, jti: toUuid(random.subarray(16), 4) };
  const key = await jweKeyOf(newestSecret(assertSecrets(secret)), "session token", salt);
  return encryptCompact(JSON.stringify(claims), key, random.slice(0, 16));
}

/** The result of reading a token. */
export interface Decoded {
  /** The claims of a valid token. */
  readonly claims: JWT | null;
  /** Whether the token is valid but expired. */
  readonly expired?: boolean;
  /** The error that `jwt.decode` of the application threw. */
  readonly err?: Error;
}

/** Reads a session token on a platform, and distinguishes an expired token from an invalid one. */
export function decodeWith(
  { token, secret, salt }: WithSecrets<JWTDecodeParams>,
  platform: Pick<Platform, "now">,
): Awaitable<Decoded> {
  const secrets = assertSecrets(secret);
  if (!token) return { claims: null };
  return whenReady(
    whenReady(jweKeysOf(secrets, "session token", salt), (keys) => decryptCompact(token, keys)),
    (text) => parseClaims(text, platform),
  );
}

function parseClaims(text: string | null, platform: Pick<Platform, "now">): Decoded {
  if (text === null) return { claims: null };
  const claims = JSON.parse(text) as JWT;
  if (claims.exp !== undefined && claims.exp * 1000 <= platform.now()) return { claims: null, expired: true };
  return { claims };
}

function cookieNames({ req, cookieName, secureCookie }: GetTokenParams<boolean>): readonly string[] {
  if (cookieName) return [cookieName];
  const isSecure = secureCookie ?? ("url" in req && req.url.startsWith("https:") || undefined);
  if (isSecure !== undefined) return sessionCookieNames(isSecure ? "https" : "http");
  return [...sessionCookieNames("https"), ...sessionCookieNames("http")];
}

async function readToken(
  token: string,
  cookieName: string,
  params: GetTokenParams<boolean>,
): Promise<JWT | null> {
  try {
    const secret = toSecrets(params.secret ?? []);
    const read = { token, secret: [...secret], salt: params.salt ?? cookieName };
    if (params.decode) return await params.decode(read);
    const { claims, expired } = await decodeWith(read, webPlatform);
    if (!claims) params.logger?.debug?.("session token could not be read", { reason: reasonOf(expired) });
    return claims;
  } catch {
    params.logger?.debug?.("session token could not be read", { reason: "`decode` threw an error" });
    return null;
  }
}

function assertSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets = toSecrets(secret ?? []);
  if (secrets.length && secrets.every(Boolean)) return secrets;
  throw new MissingSecret("Cannot derive the key of a session token: `secret` is empty");
}

function readHeader({ headers }: GetTokenParams["req"], name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? "";
  const value = headers[name] ?? headers[name === "cookie" ? "Cookie" : "Authorization"] ?? "";
  return typeof value === "string" ? value : value.join("; ");
}

/** Does not use `instanceof`: libraries of a runtime may have their own `Headers`. */
function isHeaders(headers: GetTokenParams["req"]["headers"]): headers is Headers {
  return typeof headers.get === "function";
}

/** The token of `Authorization: Bearer` (RFC 6750 §2.1), whose scheme is case-insensitive (RFC 9110 §11.1). */
function parseBearer(header: string): string | null {
  const value = /^bearer +(\S+)$/i.exec(header)?.[1];
  try {
    return value ? decodeURIComponent(value) : null;
  } catch {
    return null;
  }
}
