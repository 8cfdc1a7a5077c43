/**
 * Sign-in with Google.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of Google's ID token.
 *
 * @see {@link https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload | An ID token's payload}
 */
export interface GoogleProfile extends OpenProfile {
  /** Issuer: `https://accounts.google.com` or `accounts.google.com`. */
  readonly iss: string;
  /** Id of the Google account. It never changes. */
  readonly sub: string;
  /** Client identifier of the application. */
  readonly aud: string;
  /** Client identifier of the application that requested the token. */
  readonly azp?: string;
  /** When the token was issued: seconds since the epoch. */
  readonly iat: number;
  /** When the token expires: seconds since the epoch. */
  readonly exp: number;
  /** E-mail address. It can change. */
  readonly email?: string;
  /** Whether Google has verified the address. */
  readonly email_verified?: boolean;
  /** Full name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** URL of the picture. */
  readonly picture?: string;
  /** Locale, such as `en`. */
  readonly locale?: string;
  /** Domain of the Workspace or Cloud organization that the account belongs to. */
  readonly hd?: string;
}

/** Options of `Google()`. */
export type GoogleOptions = OIDCUserConfig<GoogleProfile> & {
  /**
   * Whether only an address whose mailbox Google runs counts as verified: at `gmail.com`, or of an account of Google
   * Workspace, which has the claim `hd`. Default `false`: each address with `email_verified`.
   */
  readonly authoritativeEmailOnly?: boolean;
};

/**
 * Describes Google.
 *
 * - Register: in the Google Auth Platform of the Google Cloud console, set up the consent screen under "Branding" first.
 *   Then, under "Clients", create a client of the type "Web application" with the authorized redirect URI
 *   `<origin>/auth/callback/google`.
 * - Console: https://console.cloud.google.com/auth/clients
 * - Under "Audience", an external application begins with the status "Testing": only the test users that you list there, at
 *   most 100, can sign in, and their refresh tokens expire after seven days. Publish it to let everyone in. The scopes
 *   `openid profile email` need no review by Google.
 * - Environment: `AUTH_GOOGLE_ID`, `AUTH_GOOGLE_SECRET`.
 * - Options: `authoritativeEmailOnly`, whether an address counts as verified only where Google itself runs the mailbox:
 *   `gmail.com`, and the accounts of Google Workspace.
 * - Email: always sent. It counts as verified if `email_verified` is `true`. For an address at another mail provider,
 *   that is a statement of the past: Google verified it once, and its owner may be another person today.
 * - Google issues a refresh token only on request: `authorization: { params: { access_type: "offline", prompt: "consent" } }`.
 * - To accept only the accounts of one organization, check the claim in `callbacks.signIn`:
 *   `profile?.hd === "example.com"`. The request parameter `hd` only preselects accounts.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.google.com/identity/openid-connect/openid-connect | OpenID Connect at Google}
 *
 * @example
 * ```ts
 * import { Google } from "@latchkey/auth/providers/google";
 *
 * const provider = Google({ authorization: { params: { access_type: "offline", prompt: "consent" } } });
 * console.assert(provider.issuer === "https://accounts.google.com");
 * ```
 */
export function Google(options: GoogleOptions = {}): OIDCConfig<GoogleProfile> {
  return withOwnServer({
    id: "google",
    name: "Google",
    type: "oidc",
    issuer: "https://accounts.google.com",
    issuers: (claims) => (claims ? ["accounts.google.com"] : []),
    authorization: { params: { scope: "openid profile email" } },
    verifiedEmail: (profile) => verifiedEmail(profile, options),
    style: { brandColor: "#1a73e8", mark: () => import("./marks/google.ts") },
    options,
  });
}

export default Google;

function verifiedEmail(
  { email, email_verified, hd }: GoogleProfile,
  { authoritativeEmailOnly }: GoogleOptions,
): string | null | undefined {
  if (email_verified !== true) return null;
  const isOfGoogle = /@(?:gmail|googlemail)\.com$/i.test(email ?? "") ||
    (typeof hd === "string" && hd !== "");
  return authoritativeEmailOnly && !isOfGoogle ? null : email;
}
