/**
 * Sign-in with a user flow of Azure AD B2C.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { Profile } from "../values/types.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of B2C's ID token. It has only those that the user flow returns.
 *
 * @see {@link https://learn.microsoft.com/en-us/azure/active-directory-b2c/tokens-overview | Overview of tokens}
 */
export interface AzureADB2CProfile extends OpenProfile {
  /** Issuer: `https://<host>/<tenant>/v2.0/`, or with the user flow `https://<host>/tfp/<tenant>/<flow>/v2.0/`. */
  readonly iss: string;
  /** Id of the user. */
  readonly sub: string;
  /** Id of the user's object in the directory. */
  readonly oid?: string;
  /** Display name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** Sign-in name. */
  readonly preferred_username?: string;
  /** Email addresses, the first one is that of the account. */
  readonly emails?: readonly string[];
  /** Email address, from custom policies. */
  readonly email?: string;
  /** Country. */
  readonly country?: string;
  /** Postal code. */
  readonly postalCode?: string;
  /** Domain of the provider where the user signed in, such as `google.com`. Absent for local accounts. */
  readonly idp?: string;
  /** Name of the user flow. */
  readonly tfp?: string;
  /** When the user authenticated: seconds since the epoch. */
  readonly auth_time?: number;
}

/**
 * Describes a user flow or a custom policy of an Azure AD B2C tenant. The endpoints come from discovery. Microsoft
 * sells B2C to no new customers since May 2025: its successor is Entra External ID.
 *
 * - Register: in the tenant, an app registration of the platform "Web" with the redirect URI
 *   `<origin>/auth/callback/azure-ad-b2c`. In the user flow, under "Application claims", select "Display Name" and
 *   "Email Addresses".
 * - Console: https://portal.azure.com/
 * - Environment: `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET` (the secret's value, not its id),
 *   `AUTH_AZURE_AD_B2C_ISSUER`.
 * - Errors:
 *   - `AADB2C90118`, "The user has forgotten their password" (`access_denied`): the user flow lets the application handle the link
 *     "Forgot your password?". Let the flow do it: under "Properties", "Password configuration", select "Self-service
 *     password reset". Its page layout must have version 2.1.3 or newer.
 * - Options: `issuer` (required), with the id of the tenant, not its name, and the user flow:
 *   `https://<name>.b2clogin.com/<tenant id>/<user flow>/v2.0`.
 * - Microsoft sells B2C to no new customers. Its successor is Entra External ID: see Microsoft Entra ID.
 * - Email: the first of the claim `emails`, else the claim `email`. It never counts as verified, because B2C does not
 *   say whether it is. If all your policies verify addresses: `verifiedEmail: (user) => user.emails?.[0]`.
 * - The scope is `openid profile <client id>`: without a scope of the application itself, B2C issues no access token,
 *   which the response must contain (RFC 6749 §5.1).
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect | OpenID Connect in B2C}
 *
 * @example
 * ```ts
 * import { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
 *
 * const provider = AzureADB2C({
 *   issuer: "https://contoso.b2clogin.com/72f988bf-86f1-41af-91ab-2d7cd011db47/b2c_1_signin/v2.0",
 * });
 * console.assert(provider.id === "azure-ad-b2c");
 * ```
 */
export function AzureADB2C(options: OIDCUserConfig<AzureADB2CProfile> = {}): OIDCConfig<AzureADB2CProfile> {
  return OAuth({
    id: "azure-ad-b2c",
    name: "Azure AD B2C",
    type: "oidc",
    issuer: "{issuer}",
    issuers: issuersInMetadata,
    authorization: { params: ({ clientId }) => ({ scope: `openid profile ${clientId}` }) },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0072c6", mark: () => import("./marks/microsoft_entra_id.ts") },
    options,
  });
}

export default AzureADB2C;

/** Metadata name the issuer of the tenant, or, as the user flow is set up, one with the flow in lower case. */
function issuersInMetadata(claims: Profile | null, issuer: string | undefined): readonly string[] {
  const [, host, tenant, flow] =
    /^(https:\/\/[^/]+)\/(?:tfp\/)?([^/]+)\/([^/]+)\/v2\.0\/?$/.exec(issuer ?? "") ?? [];
  if (claims || !flow) return [];
  return [`${host}/${tenant}/v2.0/`, `${host}/tfp/${tenant}/${flow.toLowerCase()}/v2.0/`];
}

function toUser({ sub, name, preferred_username, emails, email }: AzureADB2CProfile): ProviderUser {
  return { id: sub, name: name ?? preferred_username, email: emails?.[0] ?? email, image: null };
}
