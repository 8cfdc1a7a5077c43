/**
 * Sign-in with LinkedIn.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * The member, as LinkedIn's userinfo endpoint returns it.
 *
 * @see {@link https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 | Sign in with LinkedIn using OpenID Connect}
 */
export interface LinkedInProfile extends OpenProfile {
  /** Id of the member in this application. */
  readonly sub: string;
  /** Full name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** URL of the picture. */
  readonly picture?: string;
  /** Locale, such as `en_US` or its parts. */
  readonly locale?: string | { readonly country: string; readonly language: string };
  /** E-mail address. */
  readonly email?: string;
  /** Whether LinkedIn has verified the address. */
  readonly email_verified?: boolean | "true" | "false";
}

/** Options of `LinkedIn()`. */
export type LinkedInOptions = OIDCUserConfig<LinkedInProfile>;

/**
 * Describes LinkedIn (Sign In with LinkedIn using OpenID Connect).
 *
 * - Register: in the developer portal, create an app, add the product "Sign In with LinkedIn using OpenID Connect",
 *   and under Auth the redirect URL `<origin>/auth/callback/linkedin`.
 * - Console: https://www.linkedin.com/developers/apps
 * - Environment: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`.
 * - Email: the primary address, if the member has one. It counts as verified if `email_verified` is `true`.
 * - LinkedIn accepts PKCE only from native applications, and its ID tokens do not repeat a `nonce`. `state` alone binds the
 *   request to the browser.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 | Sign in with LinkedIn using OpenID Connect}
 *
 * @example
 * ```ts
 * import { LinkedIn } from "@latchkey/auth/providers/linkedin";
 *
 * const provider = LinkedIn({ authorization: { params: { scope: "openid profile" } } });
 * console.assert(provider.id === "linkedin");
 * ```
 */
export function LinkedIn(options: LinkedInOptions = {}): OIDCConfig<LinkedInProfile> {
  return withOwnServer({
    id: "linkedin",
    name: "LinkedIn",
    type: "oidc",
    issuer: "https://www.linkedin.com/oauth",
    authorization: { params: { scope: "openid profile email" } },
    nonce: false,
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: WITHOUT_PKCE,
    verifiedEmail: ({ email, email_verified }) => String(email_verified) === "true" ? email : null,
    style: { brandColor: "#0a66c2" },
    options,
  });
}

export default LinkedIn;
