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
  /** Email address. */
  readonly email?: string;
  /** Whether LinkedIn has verified the address. */
  readonly email_verified?: boolean | "true" | "false";
}

/**
 * Describes LinkedIn (Sign In with LinkedIn using OpenID Connect).
 *
 * - Register:
 *   1. Open https://www.linkedin.com/developers/apps and sign in. A free account is enough, but the app must belong
 *      to the LinkedIn page of a company: create one first if you have none.
 *   2. Click "Create app". Enter a name, choose the page, upload a logo, accept the terms, and click "Create app".
 *   3. On the tab "Products", click "Request access" beside "Sign In with LinkedIn using OpenID Connect", and accept
 *      its terms. No one reviews this product.
 *   4. On the tab "Auth", click the pencil beside "Authorized redirect URLs for your app", then "Add redirect URL".
 *      Enter `http://localhost:8000/auth/callback/linkedin`, add `<origin>/auth/callback/linkedin` in the same way,
 *      and click "Update".
 *   5. Copy "Client ID" of the same tab to `AUTH_LINKEDIN_ID`, and the client secret below it to
 *      `AUTH_LINKEDIN_SECRET`.
 *   6. Everyone with a LinkedIn account can sign in now.
 * - Console: https://www.linkedin.com/developers/apps
 * - Environment: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`.
 * - Errors:
 *   - "The redirect_uri does not match the registered value": the redirect URL is not in the list of step 4,
 *     character by character.
 *   - `unauthorized_scope_error`, 'Scope "openid" is not authorized for your application': the product of step 3 is
 *     missing.
 *   - `invalid_client`: `AUTH_LINKEDIN_SECRET` is wrong.
 * - Email: the primary address, if the member has one. It counts as verified if `email_verified` is `true`.
 * - LinkedIn accepts PKCE only from native applications, and its ID tokens do not repeat a `nonce`. `state` alone binds the
 *   request to the browser.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 | Sign in with LinkedIn using OpenID Connect}
 * @see {@link https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow | Authorization code flow}, with which the steps were partly compared on 2026-11-22, in an undated copy
 *
 * @example
 * ```ts
 * import { LinkedIn } from "@latchkey/auth/providers/linkedin";
 *
 * const provider = LinkedIn({ authorization: { params: { scope: "openid profile" } } });
 * console.assert(provider.id === "linkedin");
 * ```
 */
export function LinkedIn(options: OIDCUserConfig<LinkedInProfile> = {}): OIDCConfig<LinkedInProfile> {
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
