/**
 * Sign-in with Azure DevOps.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { rewriteTokens } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The profile, as the Profiles API returns it.
 *
 * @see {@link https://learn.microsoft.com/en-us/rest/api/azure/devops/profile/profiles/get | Profiles - Get}
 */
export interface AzureDevOpsProfile extends OpenProfile {
  /** Id of the profile. */
  readonly id: string;
  /** Display name. */
  readonly displayName: string;
  /** Email address. */
  readonly emailAddress: string;
  /** Public id of the user. */
  readonly publicAlias?: string;
  /** Attributes that the request lists in `coreAttributes`. */
  readonly coreAttributes?: {
    /** The picture. */
    readonly Avatar?: {
      /** Size and bytes. */
      readonly value?: {
        /** The picture, in base64. */
        readonly value?: string;
      };
    };
  };
}

/** Options of `AzureDevOps()`. */
export type AzureDevOpsOptions = OAuthUserConfig<AzureDevOpsProfile> & {
  /** The scopes that the application was registered with, with a space between two. Default `vso.profile`. */
  readonly scope?: string;
};

/**
 * Describes Azure DevOps, for applications that are registered already.
 *
 * - Register: no longer possible. Microsoft accepts no new applications, and will end the service. A new application
 *   uses Microsoft Entra ID. The callback URL of an old one is `<origin>/auth/callback/azure-devops`, with https.
 * - Console: https://aex.dev.azure.com/me
 * - Environment: `AUTH_AZURE_DEVOPS_ID` (the app id), `AUTH_AZURE_DEVOPS_SECRET` (the client secret, not the app
 *   secret).
 * - Options: `scope`, the scopes that the application was registered with. They must be the same. Default
 *   `vso.profile`.
 * - Email: sent. It never counts as verified: Microsoft does not document whether it is.
 * - There is no picture: the API returns only its bytes, which are too large for a session. To get them, list them with
 *   `userinfo: { params: { details: true, coreAttributes: "Avatar" } }`.
 * - Azure DevOps knows no PKCE. The response has the type `Assertion`, and the token request is that of RFC 7523.
 *
 * @deprecated Microsoft has replaced it by Microsoft Entra ID: `@latchkey/auth/providers/microsoft-entra-id`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth | Azure DevOps OAuth}
 *
 * @example
 * ```ts
 * import { AzureDevOps } from "@latchkey/auth/providers/azure-devops";
 *
 * const provider = AzureDevOps({ scope: "vso.profile vso.code" });
 * console.assert(provider.id === "azure-devops");
 * ```
 */
export function AzureDevOps(options: AzureDevOpsOptions = {}): OAuthConfig<AzureDevOpsProfile> {
  return OAuth({
    id: "azure-devops",
    name: "Azure DevOps",
    type: "oauth",
    authorization: {
      url: "https://app.vssps.visualstudio.com/oauth2/authorize",
      params: { response_type: "Assertion", scope: options.scope ?? "vso.profile" },
    },
    token: {
      url: "https://app.vssps.visualstudio.com/oauth2/token",
      redeem: requestTokens,
      conform: (response) => rewriteTokens(response, (fields) => ({ ...fields, token_type: "bearer" })),
    },
    userinfo: {
      url: "https://app.vssps.visualstudio.com/_apis/profile/profiles/me",
      params: { "api-version": "6.0" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0078d7" },
    options,
  });
}

/** The name of `AzureDevOps` in Auth.js. */
export const AzureDevOpsProvider: typeof AzureDevOps = AzureDevOps;

export default AzureDevOps;

/** The code is the assertion, and the secret itself is the assertion of the client (RFC 7521 §4.1, §4.2). */
async function requestTokens(
  { url, params, headers, clientSecret = "", fetch }: TokenRequestContext,
): Promise<Response> {
  const body = new URLSearchParams({
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: clientSecret,
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: params.get("code") ?? "",
    redirect_uri: params.get("redirect_uri") ?? "",
  });
  return await fetch(url, { method: "POST", headers, body });
}

function toUser(profile: AzureDevOpsProfile): ProviderUser {
  return { id: profile.id, name: profile.displayName, email: profile.emailAddress, image: null };
}
