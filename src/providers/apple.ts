/**
 * Sign-in with Apple.
 *
 * @module
 */

import type { CryptoKey } from "jose";
import { joinName } from "./_name.ts";
import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of Apple's ID token, and the `user` that Apple posts beside it.
 *
 * @see {@link https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple | Authenticating users}
 */
export interface AppleProfile extends OpenProfile {
  /** Issuer: `https://appleid.apple.com`. */
  readonly iss: string;
  /** Id of the user, the same for all applications of one team. */
  readonly sub: string;
  /** Client identifier of the application. */
  readonly aud: string;
  /** When the token was issued: seconds since the epoch. */
  readonly iat: number;
  /** When the token expires: seconds since the epoch. */
  readonly exp: number;
  /** Email address: the user's, or a relay address of Apple. Accounts of schools and companies may have none. */
  readonly email?: string;
  /** Whether Apple has verified the address. Sometimes a string. */
  readonly email_verified?: boolean | "true" | "false";
  /** Whether the address is a relay address of Apple. Sometimes a string. */
  readonly is_private_email?: boolean | "true" | "false";
  /** Apple's estimate of whether the user is a person: 0 unsupported, 1 unknown, 2 likely. */
  readonly real_user_status?: 0 | 1 | 2;
  /** Identifies the user while the application moves to another team. */
  readonly transfer_sub?: string;
  /**
   * The form field `user`, which Apple posts at the first sign-in only. It is not signed: the user can change it.
   */
  readonly user?: {
    /** Name, as typed in Apple's dialog. */
    readonly name?: {
      /** Given name. */
      readonly firstName?: string;
      /** Family name. */
      readonly lastName?: string;
    };
    /** Email address, unsigned. The signed address is the claim of the ID token. */
    readonly email?: string;
  };
}

/** Options of `Apple()`. */
export type AppleOptions = OIDCUserConfig<AppleProfile> & {
  /** Id of the team, ten characters. With `keyId` and `privateKey`, the provider signs client secrets itself. */
  readonly teamId?: string;
  /** Id of the key, ten characters. */
  readonly keyId?: string;
  /** The key: content of the `.p8` file (PKCS#8, PEM). Line ends may be written as `\n`, as in an `.env` file. */
  readonly privateKey?: string;
};

/**
 * Describes Apple.
 *
 * - Register:
 *   1. Join the Apple Developer Program at https://developer.apple.com/programs/enroll/. The membership costs a fee
 *      each year; without it, Apple offers no sign-in.
 *   2. Open https://developer.apple.com/account/resources/identifiers/list, click "+", and choose "App IDs", then
 *      "App". Enter a description and a bundle ID such as `com.example.app`, select "Sign in with Apple", click
 *      "Continue" and "Register".
 *   3. Click "+" again and choose "Services IDs". Enter a description, which users will see, and an identifier such
 *      as `com.example.web`, click "Continue" and "Register". Copy the identifier to `AUTH_APPLE_ID`.
 *   4. Let the list show "Services IDs" in place of "App IDs", open yours, select "Sign in with Apple", and click
 *      "Configure". Choose the App ID of step 2 as primary App ID.
 *   5. Enter your domain, such as `example.com`, and as return URL `<origin>/auth/callback/apple`: https only,
 *      neither localhost nor an IP address. Click "Next", "Done", "Continue" and "Save".
 *   6. Under "Keys", click "+", enter a name, select "Sign in with Apple", click "Configure", choose the same App ID,
 *      and save. Click "Continue", and confirm.
 *   7. Click "Download". Apple offers the `.p8` file once. Its content is the option `privateKey`, and "Key ID" on
 *      this page is `keyId`.
 *   8. The option `teamId` is the "Team ID" under "Membership details" of https://developer.apple.com/account. With
 *      these three options, leave `AUTH_APPLE_SECRET` unset: the library signs a client secret for each request.
 * - Console: https://developer.apple.com/account/resources/identifiers/list
 * - To mail users who hide their address, register the domain and the sender of your emails under "Sign in with Apple for
 *   Email Communication".
 * - Options: `teamId`, `keyId` and `privateKey` (required without `clientSecret`) are those of the key. Apple's client
 *   secrets are signed tokens; the provider creates one for each request, valid for five minutes. Or set a token that
 *   you signed, valid for at most six months, as `clientSecret`.
 * - Environment: `AUTH_APPLE_ID`, and `AUTH_APPLE_SECRET` for a client secret that you signed.
 * - Errors:
 *   - `invalid_request`, "Invalid web redirect url": the return URL of step 5 is another one, or was not saved.
 *   - `invalid_client` on Apple's page: `AUTH_APPLE_ID` is the App ID or another identifier, not the Services ID.
 *   - `invalid_client` after the sign-in: `teamId`, `keyId` and `privateKey` do not belong together, or the key is
 *     for another App ID.
 * - Email: that of the user, or a relay address of Apple if the user hides it. It counts as verified if `email_verified` is
 *   true.
 * - Revocation: Apple ends the authorization of the user, too: at the next sign-in, it asks for consent again, and
 *   sends the name again.
 * - Apple posts the callback from its own site, and browsers send no `SameSite=Lax` cookies with such a `POST`. The library
 *   encrypts the form and redirects the browser to a `GET`, which carries the cookies.
 * - The name comes with the first sign-in only and is `null` later: store it. Apple supplies no picture.
 * - A renewal replaces no refresh token, so a renewal without an answer is repeated. Apple may refuse more than one
 *   renewal a day, with `invalid_client`: the user stays connected.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret | Creating a client secret}
 * @see {@link https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens | Token revocation}
 * @see {@link https://developer.apple.com/help/account/configure-app-capabilities/configure-sign-in-with-apple-for-the-web | Configure Sign in with Apple for the web}, with which the steps were partly compared on 2026-11-22, in an undated copy
 * @see {@link https://developer.apple.com/documentation/technotes/tn3107-resolving-sign-in-with-apple-response-errors | Resolving response errors}
 * @see {@link https://developer.apple.com/forums/thread/656845 | Renewals return no refresh token}
 * @see {@link https://developer.apple.com/forums/thread/657074 | Limit of renewals}
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
  const signing = { teamId, keyId, privateKey };
  return withOwnServer({
    id: "apple",
    name: "Apple",
    type: "oidc",
    issuer: ISSUER,
    authorization: {
      url: `${ISSUER}/auth/authorize`,
      params: { response_mode: "form_post", scope: "name email" },
    },
    token: { url: `${ISSUER}/auth/token${gapIn(signing)}`, refreshGrace: Infinity },
    revocation: `${ISSUER}/auth/revoke`,
    jwks_endpoint: `${ISSUER}/auth/keys`,
    client: { token_endpoint_auth_method: "client_secret_post" },
    clientSecret: signerOf(signing),
    checks: ["nonce"],
    postsUser: true,
    profile: toUser,
    style: { brandColor: "#000", mark: () => import("./marks/apple.ts") },
    options: others,
  });
}

export default Apple;

const ISSUER = "https://appleid.apple.com";

/** Lifetime of a client secret, in seconds. */
const SECRET_LIFETIME = 300;

type SigningOptions = Pick<AppleOptions, "teamId" | "keyId" | "privateKey">;

/**
 * A place in a URL for an option that is missing beside the others: the provider is switched off, and the log names the
 * option, as for any provider whose URL has a place without an option.
 */
function gapIn(options: SigningOptions): string {
  const [missing, ...others] = Object.entries(options).filter(([, value]) => !value);
  return missing && others.length < 2 ? `{${missing[0]}}` : "";
}

function signerOf({ teamId, keyId, privateKey }: SigningOptions): OIDCConfig["clientSecret"] {
  if (!teamId || !keyId || !privateKey) return undefined;
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
  const name = joinName(user?.name?.firstName, user?.name?.lastName);
  return { id: sub, name, email: email ?? null, image: null };
}
