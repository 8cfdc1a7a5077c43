/**
 * Sign-in with Apple.
 *
 * @module
 */

import type { CryptoKey } from "jose";
import type { OIDCConfig, OIDCUserConfig, ProviderUser } from "./types.ts";

/**
 * Claims of Apple's ID token, and what Apple posts beside it.
 *
 * @see {@link https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple | Authenticating users}
 */
export interface AppleProfile {
  /** Issuer: `https://appleid.apple.com`. */
  readonly iss: string;
  /** Id of the user, the same for all applications of one team. */
  readonly sub: string;
  /** Client identifier of the application. */
  readonly aud: string;
  /** When the token was issued: seconds since the epoch. */
  readonly iat: number;
  /** When the token ends: seconds since the epoch. */
  readonly exp: number;
  /** E-mail address: the user's, or one of Apple's that forwards to it. Accounts of schools and companies may have none. */
  readonly email?: string;
  /** Whether Apple has verified the address. Sometimes a string. */
  readonly email_verified?: boolean | "true" | "false";
  /** Whether the address is one of Apple's that forwards to the user's. Sometimes a string. */
  readonly is_private_email?: boolean | "true" | "false";
  /** Whether the user is a person, as Apple judges: 0 unsupported, 1 unknown, 2 likely. */
  readonly real_user_status?: 0 | 1 | 2;
  /** Identifies the user while an application moves to another team. */
  readonly transfer_sub?: string;
  /**
   * What Apple posted in the field `user`, only at the first sign-in. It comes through the browser and is not signed:
   * the user can write anything there.
   */
  readonly user?: AppleUser;
  /** Whatever else Apple claims. */
  readonly [claim: string]: unknown;
}

/** What Apple tells about a user at the first sign-in. */
export interface AppleUser {
  /** Name, as the user wrote it in Apple's dialog. */
  readonly name?: {
    /** Given name. */
    readonly firstName?: string;
    /** Family name. */
    readonly lastName?: string;
  };
  /** E-mail address. The claim of the ID token is the signed one. */
  readonly email?: string;
}

/** What an application may write for Apple. */
export type AppleOptions = OIDCUserConfig<AppleProfile> & {
  /** Id of the team, ten characters. With `keyId` and `privateKey`: client secrets are signed as they are needed. */
  readonly teamId?: string;
  /** Id of the key, ten characters. */
  readonly keyId?: string;
  /** The key: content of the `.p8` file (PKCS#8, PEM). Line ends may be written as `\n`, as in an `.env` file. */
  readonly privateKey?: string;
};

/**
 * Describes Apple.
 *
 * - Register a Services ID: it is the client id. Return URL `<origin>/auth/callback/apple`, https only, no localhost.
 * - Register a key for "Sign in with Apple", and set `teamId`, `keyId`, `privateKey`: Apple's client secrets are
 *   signed tokens, made here for five minutes each. Or set a ready one, of at most six months, as `clientSecret`.
 * - Environment: `AUTH_APPLE_ID`, and `AUTH_APPLE_SECRET` for a ready client secret.
 * - Apple sends the callback as a `POST` from its own site, to which browsers add no `SameSite=Lax` cookies. The answer
 *   is sealed and comes back as a `GET`, to which they do.
 * - The name comes at the first sign-in only, `null` later: keep it then. There is no picture.
 *
 * @param options What the application sets itself; it wins over the defaults.
 * @throws {TypeError} if some of `teamId`, `keyId` and `privateKey` are set, but not all.
 * @see {@link https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret | Creating a client secret}
 *
 * @example
 * ```ts
 * import { Apple } from "@latchkey/auth/providers/apple";
 *
 * const provider = Apple({
 *   clientId: "com.example.web",
 *   teamId: "A1B2C3D4E5",
 *   keyId: "F6G7H8I9J0",
 *   privateKey: "-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMG…\n-----END PRIVATE KEY-----",
 * });
 * console.assert(typeof provider.clientSecret === "function");
 * ```
 */
export function Apple(options: AppleOptions = {}): OIDCConfig<AppleProfile> {
  const { teamId, keyId, privateKey, ...others } = options;
  return {
    id: "apple",
    name: "Apple",
    type: "oidc",
    issuer: ISSUER,
    authorization: {
      url: `${ISSUER}/auth/authorize`,
      params: { response_mode: "form_post", scope: "name email" },
    },
    token: `${ISSUER}/auth/token`,
    jwks_endpoint: `${ISSUER}/auth/keys`,
    client: { token_endpoint_auth_method: "client_secret_post" },
    clientSecret: signerOf({ teamId, keyId, privateKey }),
    checks: ["nonce"],
    postsUser: true,
    profile: toUser,
    style: { brandColor: "#000" },
    options: others,
  };
}

export default Apple;

const ISSUER = "https://appleid.apple.com";

/** Lifetime of a client secret, in seconds. It is sent once, at once. */
const SECRET_LIFETIME = 300;

type SigningOptions = Pick<AppleOptions, "teamId" | "keyId" | "privateKey">;

function signerOf({ teamId, keyId, privateKey }: SigningOptions): OIDCConfig["clientSecret"] {
  if (!teamId && !keyId && !privateKey) return undefined;
  if (!teamId || !keyId || !privateKey) {
    throw new TypeError('Cannot set up "apple": teamId, keyId and privateKey are needed together');
  }
  let key: Promise<CryptoKey> | undefined;
  return async ({ clientId, now }) => {
    const { SignJWT } = await import("jose/jwt/sign");
    const issuedAt = Math.floor(now / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + SECRET_LIFETIME)
      .sign(await (key ??= importKey(privateKey)));
  };
}

async function importKey(pem: string): Promise<CryptoKey> {
  const { importPKCS8 } = await import("jose/key/import");
  return importPKCS8(pem.replaceAll("\\n", "\n"), "ES256");
}

function toUser({ sub, email, user }: AppleProfile): ProviderUser {
  const name = [user?.name?.firstName, user?.name?.lastName].filter(Boolean).join(" ");
  return { id: sub, name: name || null, email: email ?? null, image: null };
}
