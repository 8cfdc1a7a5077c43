/**
 * Verifies logout tokens, with which a provider says that a user has signed out there.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation | OpenID Connect Back-Channel Logout §2.6}
 * @module
 */

import { JOSEError } from "jose/errors";
import { compactVerify } from "jose/jws/compact/verify";
import { parseBase64Url, parseUtf8 } from "../crypto/bytes.ts";
import { ProviderResponseError } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import { isJsonObject, parseJsonObject, withoutNull } from "../values/json_object.ts";
import { isStorable } from "../values/storable.ts";
import { TOLERANCE } from "./exchange.ts";
import { reasonOf } from "./failure.ts";
import { keySelector, refuseKey } from "./jwks.ts";
import { type Server, serverOf } from "./server.ts";
import type { OAuthProvider } from "./types.ts";

/** The session at the provider, or all sessions of a user there, that a logout token ends. */
export interface LogoutToken {
  /** The user at the provider; `null` if the token names a session alone. */
  readonly sub: string | null;
  /** The session at the provider; `null` if the token ends all sessions of the user. */
  readonly sid: string | null;
  /** Id of the token: of two with the same one, the second is a replay. */
  readonly jti: string;
  /** When the provider issued the token, in seconds since the epoch. */
  readonly issuedAt: number;
  /** When the token ends, in seconds since the epoch, without the tolerance for clocks. */
  readonly expires: number;
}

/** Member of `events` that makes a JWT a logout token (§2.4). */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** How long before its arrival a token may have been issued, in seconds. The standard recommends two minutes at most. */
const MAX_AGE = 600;

/** The longest `jti` and `sub`, in characters. `sub` has at most 255 (OpenID Connect §2). */
const LONGEST = 255;

/** Types of a JWT that a logout token may name. The standard recommends the first one; older servers write the second. */
const TYPES = ["logout+jwt", "jwt"];

/**
 * Verifies a logout token.
 *
 * @throws {ProviderResponseError} if any rule is broken.
 * @throws {ProviderUnavailable} if metadata or keys of the provider cannot be fetched.
 */
export async function verifyLogoutToken(
  token: string,
  provider: OAuthProvider,
  platform: Platform,
): Promise<LogoutToken> {
  const parts = token.split(".", 6);
  if (parts.length === 5) fail("it is encrypted. Register the client without encryption");
  // `jose` also reads base64url with padding, spaces, or bits that say nothing (RFC 7515 §2).
  if (parts.length !== 3 || !parts.every(parseBase64Url)) fail("it is not a JWS");
  const server = await serverOf(provider, platform);
  const { jwks_uri } = server;
  if (!jwks_uri) return fail('the metadata name no "jwks_uri"');
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      keySelector(provider, jwks_uri, platform),
      { algorithms: algorithmsOf(provider, server) },
    ).catch(refuseKey);
    assertType(protectedHeader.typ);
    const claims = parseJsonObject(parseUtf8(payload)) ?? fail("its claims are not a JSON object");
    return readClaims(claims, { provider, server, now: platform.now() / 1000 });
  } catch (error) {
    throw error instanceof JOSEError
      ? new ProviderResponseError(`${REFUSED}: ${reasonOf(error)}`, { code: error.code })
      : error;
  }
}

const REFUSED = "Cannot accept a logout token";

function fail(reason: string): never {
  throw new ProviderResponseError(`${REFUSED}: ${reason}`);
}

/** The algorithms of ID tokens (§2.6, step 2), but none that uses the client secret. */
function algorithmsOf(
  { client: { id_token_signed_response_alg: registered } }: OAuthProvider,
  { id_token_signing_alg_values_supported: announced = ["RS256"] }: Server,
): string[] {
  return (typeof registered === "string" ? [registered] : announced).filter((alg) =>
    !/^(?:HS.*|none)$/i.test(alg)
  );
}

/** A JWT of another kind says so: one for an API, for instance, must not end sessions. */
function assertType(typ: string | undefined): void {
  const name = typ?.toLowerCase().replace(/^application\//, "");
  if (name !== undefined && !TYPES.includes(name)) {
    fail(`its "typ" is ${JSON.stringify(typ)}, not "logout+jwt"`);
  }
}

/** What the claims are compared with. */
interface Expected {
  readonly provider: OAuthProvider;
  readonly server: Server;
  /** Seconds since the epoch. */
  readonly now: number;
}

function readClaims(claims: Readonly<Record<string, unknown>>, expected: Expected): LogoutToken {
  const { provider: { clientId }, now } = expected;
  const { aud, azp, iat, exp, nonce, events, jti, sub, sid } = withoutNull(claims);
  assertIssuer(claims, expected);
  const issuedAt = isTime(iat) ? iat : NaN;
  const end = isTime(exp) ? exp : Infinity;
  const rules: readonly (readonly [isBroken: boolean, reason: string])[] = [
    [![aud].flat().includes(clientId), 'its "aud" does not name this client'],
    [azp !== undefined && azp !== clientId, 'its "azp" does not name this client'],
    [!isTime(iat), 'its "iat" is missing'],
    [issuedAt > now + TOLERANCE, 'its "iat" is in the future'],
    [issuedAt < now - MAX_AGE - TOLERANCE, `its "iat" is more than ${MAX_AGE / 60} minutes ago`],
    [exp !== undefined && !isTime(exp), 'its "exp" is not a time'],
    [end <= now - TOLERANCE, 'its "exp" is over'],
    [
      !isJsonObject(events) || !isJsonObject(events[EVENT]),
      'its "events" do not say that it is a logout token',
    ],
    // Else an ID token could be taken for one.
    [nonce !== undefined, 'it has a "nonce"'],
    [!isName(jti), 'its "jti" is missing'],
    [sub !== undefined && !isName(sub), 'its "sub" is not a subject'],
    [sid !== undefined && !isText(sid), 'its "sid" is not a session'],
    [sub === undefined && sid === undefined, 'it has neither "sub" nor "sid"'],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) fail(broken[1]);
  return {
    sub: isName(sub) ? sub : null,
    sid: isText(sid) ? sid : null,
    jti: jti as string,
    issuedAt,
    // After that, the age of the token refuses it. Drafts of the standard had no `exp`, and many servers still send none.
    expires: Math.min(end, issuedAt + MAX_AGE),
  };
}

function assertIssuer(
  claims: Readonly<Record<string, unknown>>,
  { provider, server }: Expected,
): void {
  const { iss } = claims;
  const accepted = [server.knownIssuer, ...provider.issuers(claims)];
  if (typeof iss !== "string" || !accepted.includes(iss)) fail(`its "iss" is not the provider's`);
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}

function isName(value: unknown): value is string {
  return isText(value) && value.length <= LONGEST;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && isStorable(value);
}
