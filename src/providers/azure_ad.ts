/**
 * Sign-in with Microsoft, under the id that it had before Entra ID.
 *
 * @module
 */

import {
  MicrosoftEntraId,
  type MicrosoftEntraIdOptions,
  type MicrosoftEntraIdProfile,
} from "./microsoft_entra_id.ts";
import type { OIDCConfig } from "../model/provider.ts";

/** Claims of Microsoft's ID token. */
export type AzureADProfile = MicrosoftEntraIdProfile;

/** Options of `AzureAD()`. */
export type AzureADOptions = MicrosoftEntraIdOptions & {
  /** Id of the tenant, `common`, `organizations` or `consumers`. Part of the default of `issuer`. Default `common`. */
  readonly tenantId?: string;
};

/**
 * Describes Microsoft Entra ID as `azure-ad`. The id is the one from before the change of name: this is for applications
 * whose accounts are stored under it.
 *
 * - Register: as for Microsoft Entra ID, with the redirect URI `<origin>/auth/callback/azure-ad`.
 * - Console: https://entra.microsoft.com/
 * - Environment: `AUTH_AZURE_AD_ID`, `AUTH_AZURE_AD_SECRET` (the secret's value, not its id), `AUTH_AZURE_AD_ISSUER` (optional).
 * - Options: `tenantId`, the id of a tenant, or `common` (default) for all accounts, `organizations` for all but
 *   personal accounts, `consumers` for personal accounts only; or `issuer`, `https://login.microsoftonline.com/<tenant>/v2.0`.
 * - Email: as with Microsoft Entra ID. Often absent, and verified only with the optional claim `xms_edov`.
 * - Renewals are as with Microsoft Entra ID, too: a refresh token stays valid after one.
 *
 * @param options Settings of the application. They override the defaults.
 * @deprecated Use `MicrosoftEntraId` of `@latchkey/auth/providers/microsoft-entra-id` in a new application.
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc | OpenID Connect at Microsoft}
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens | Refresh tokens}
 *
 * @example
 * ```ts
 * import { AzureAD } from "@latchkey/auth/providers/azure-ad";
 *
 * const provider = AzureAD({ tenantId: "72f988bf-86f1-41af-91ab-2d7cd011db47" });
 * console.assert(provider.id === "azure-ad");
 * ```
 */
export function AzureAD(options: AzureADOptions = {}): OIDCConfig<AzureADProfile> {
  return {
    ...MicrosoftEntraId(options),
    id: "azure-ad",
    name: "Microsoft",
    issuer: `https://login.microsoftonline.com/${options.tenantId || "common"}/v2.0`,
  };
}

export default AzureAD;
