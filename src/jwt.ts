/**
 * Session tokens: encrypted JWTs that only the holder of the secret can make or read.
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

import type { JWTDecodeParams, JWTEncodeParams } from "./config/types.ts";
import { toUuid } from "./crypto/bytes.ts";
import { decryptCompact, encryptCompact, jweKeyOf } from "./crypto/jwe.ts";
import { toSecrets } from "./crypto/keys.ts";
import { MissingSecret } from "./errors.ts";
import { parseCookies, readChunked, sessionCookieName } from "./http/cookies.ts";
import { type Platform, webPlatform } from "./platform.ts";
import type { Awaitable, JWT, LoggerInstance } from "./types.ts";

export type { JWT, JWTDecodeParams, JWTEncodeParams };

/** What `getToken` takes. */
export interface GetTokenParams<R extends boolean = false> {
  /** The request that carries the token: a `Request`, or anything with its headers. */
  readonly req: Request | {
    readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  };
  /** The secret, or several. Needed unless `raw`. */
  readonly secret?: string | readonly string[];
  /** Default: the name of the cookie. */
  readonly salt?: string;
  /** Default: `latchkey.session-token`, with the prefix `__Host-` if `secureCookie`. */
  readonly cookieName?: string;
  /** Whether the cookie is the one of https sites. Default: on https it is, else whichever there is. */
  readonly secureCookie?: boolean;
  /** Returns the token as it is, neither decrypted nor verified. Default `false`. */
  readonly raw?: R;
  /** Reads the token, as `jwt.decode` of the config. */
  decode?(params: JWTDecodeParams): Awaitable<JWT | null>;
  /** Hears of a token that could not be read. Default: nobody. */
  readonly logger?: Pick<LoggerInstance, "debug">;
}

/** Lifetime of a token in seconds, if nothing else is said: 30 days. */
export const DEFAULT_MAX_AGE = 2_592_000;

/**
 * Makes a session token: a JWE (`dir`, A256CBC-HS512) of the claims, with `iat`, `exp` and a fresh `jti`.
 *
 * @returns The token in compact serialization.
 * @throws {MissingSecret} without a secret.
 * @see {@link https://www.rfc-editor.org/rfc/rfc7519 | RFC 7519}
 */
export function encode<Payload extends JWT = JWT>(params: JWTEncodeParams<Payload>): Promise<string> {
  return encodeWith(params, webPlatform);
}

/**
 * Reads a session token.
 *
 * @returns The claims; `null` if there is no token, or it is malformed, altered, expired, or of another secret or salt.
 * @throws {MissingSecret} without a secret.
 */
export async function decode<Payload extends JWT = JWT>(params: JWTDecodeParams): Promise<Payload | null> {
  const { claims } = await decodeWith(params, webPlatform);
  return claims as Payload | null;
}

/**
 * Reads the session token of a request: from the session cookie, whole or in chunks, else from
 * `Authorization: Bearer`. It checks the token alone; `resolveSession` also runs the callbacks.
 *
 * @returns The claims, with `raw` the token; `null` if there is none that is valid.
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
  for (const name of cookieNames(params)) {
    const token = readChunked(cookies, name) ?? parseBearer(readHeader(params.req, "authorization"));
    const read = token && (params.raw ? token : await readToken(token, name, params));
    if (read) return read;
  }
  return null;
}

/** Makes a session token on a platform. */
export async function encodeWith(
  { token, secret, salt, maxAge = DEFAULT_MAX_AGE }: JWTEncodeParams,
  platform: Platform,
): Promise<string> {
  const iat = Math.floor(platform.now() / 1000);
  const random = platform.random(32);
  const claims = { ...token, iat, exp: iat + maxAge, jti: toUuid(random.subarray(16), 4) };
  const key = await jweKeyOf(assertSecrets(secret)[0]!, "session token", salt);
  return encryptCompact(JSON.stringify(claims), key, random.slice(0, 16));
}

/** What became of a token. */
export interface Decoded {
  /** The claims of a valid token. */
  readonly claims: JWT | null;
  /** Whether an otherwise valid token is too old. */
  readonly expired?: boolean;
}

/** Reads a session token on a platform, and tells an old token from an invalid one. */
export async function decodeWith(
  { token, secret, salt }: JWTDecodeParams,
  platform: Platform,
): Promise<Decoded> {
  const secrets = assertSecrets(secret);
  if (!token) return { claims: null };
  const keys = [];
  for (const each of secrets) keys.push(await jweKeyOf(each, "session token", salt));
  const text = await decryptCompact(token, keys);
  if (text === null) return { claims: null };
  const claims = JSON.parse(text) as JWT;
  if (claims.exp !== undefined && claims.exp * 1000 <= platform.now()) return { claims: null, expired: true };
  return { claims };
}

function cookieNames({ req, cookieName, secureCookie }: GetTokenParams<boolean>): readonly string[] {
  if (cookieName) return [cookieName];
  const secure = secureCookie ?? ("url" in req && req.url.startsWith("https:") || undefined);
  if (secure !== undefined) return [sessionCookieName(secure)];
  return [sessionCookieName(true), sessionCookieName(false)];
}

async function readToken(
  token: string,
  cookieName: string,
  params: GetTokenParams<boolean>,
): Promise<JWT | null> {
  try {
    return await (params.decode ?? decode)({
      token,
      secret: params.secret!,
      salt: params.salt ?? cookieName,
    });
  } catch {
    params.logger?.debug?.("session token could not be read");
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

/** Not `instanceof`: a runtime's libraries may bring `Headers` of their own. */
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
