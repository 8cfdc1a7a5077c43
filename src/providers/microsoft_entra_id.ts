/**
 * Sign-in with Microsoft: work and school accounts (Entra ID) and personal ones.
 *
 * @module
 */

import type { Profile } from "../values/types.ts";
import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of Microsoft's ID token.
 *
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference | ID token claims reference}
 */
export interface MicrosoftEntraIdProfile extends OpenProfile {
  /** Issuer: `<authority>/<tid>/v2.0`. */
  readonly iss: string;
  /** Id of the user in this application. It never changes. */
  readonly sub: string;
  /** Client identifier of the application. */
  readonly aud: string;
  /** Id of the tenant that the user signed in to. */
  readonly tid: string;
  /** Id of the user in the tenant, the same for all applications. */
  readonly oid?: string;
  /** When the token was issued: seconds since the epoch. */
  readonly iat: number;
  /** When the token expires: seconds since the epoch. */
  readonly exp: number;
  /** Version of the token: `2.0`. */
  readonly ver?: string;
  /** Display name. It can change. */
  readonly name?: string;
  /** The sign-in name: often, not always, an email address. It can change. */
  readonly preferred_username?: string;
  /** Email address. An administrator of any tenant can set it to anything: it proves nothing. */
  readonly email?: string;
  /** Whether the tenant has proven that it owns the domain of the address. An optional claim. */
  readonly xms_edov?: boolean | number | string;
  /** Roles of the user in this application. */
  readonly roles?: readonly string[];
  /** Ids of the user's groups. An optional claim. */
  readonly groups?: readonly string[];
}

/** The name of `MicrosoftEntraIdProfile` in Auth.js. */
export type MicrosoftEntraIDProfile = MicrosoftEntraIdProfile;

/** Options of `MicrosoftEntraId()`. */
export type MicrosoftEntraIdOptions = OIDCUserConfig<MicrosoftEntraIdProfile> & {
  /** @deprecated An option of Auth.js. It has no effect, and the log says so: no picture is loaded. */
  readonly profilePhotoSize?: number;
};

/**
 * Describes Microsoft Entra ID. By default it accepts every kind of Microsoft account.
 *
 * - Register:
 *   1. Open https://entra.microsoft.com/ and sign in with an account that has a tenant, and there at least the role
 *      "Application Developer". Without a tenant, create a free Azure account first.
 *   2. Under "Entra ID", "App registrations", click "New registration", and enter a name, which users will see.
 *   3. Under "Supported account types", choose "Any Entra ID Tenant + Personal Microsoft accounts", which fits the
 *      default `issuer`. For the accounts of your organization alone, choose "Single tenant only", and do step 8.
 *      Click "Register".
 *   4. On the page "Overview", copy "Application (client) ID" to `AUTH_MICROSOFT_ENTRA_ID_ID`.
 *   5. Under "Manage", "Authentication", on the tab "Redirect URI configuration", click "Add Redirect URI", and
 *      choose "Web", not "Single-page application".
 *   6. As "Redirect URI", enter `http://localhost:8000/auth/callback/microsoft-entra-id`, and click "Configure".
 *      Repeat this for `<origin>/auth/callback/microsoft-entra-id`. The console accepts http for localhost alone.
 *   7. Under "Certificates & secrets", "Client secrets", click "New client secret", choose when it expires, and click
 *      "Add". Copy its "Value", not its "Secret ID", to `AUTH_MICROSOFT_ENTRA_ID_SECRET`: the console never shows it
 *      again. After 24 months at most, the secret expires, and no one can sign in: note the day.
 *   8. For a single tenant, set `AUTH_MICROSOFT_ENTRA_ID_ISSUER` to
 *      `https://login.microsoftonline.com/<tenant>/v2.0`, where `<tenant>` is "Directory (tenant) ID" of the page
 *      "Overview".
 * - Console: https://entra.microsoft.com/
 * - Environment: `AUTH_MICROSOFT_ENTRA_ID_ID` (the application ID), `AUTH_MICROSOFT_ENTRA_ID_SECRET` (the secret's
 *   value, not its id), `AUTH_MICROSOFT_ENTRA_ID_ISSUER` (optional).
 * - Errors:
 *   - `AADSTS50011`: the redirect URI is not in the list of step 6, or is there for another platform than "Web".
 *   - `AADSTS50194`: the registration is for a single tenant, and `AUTH_MICROSOFT_ENTRA_ID_ISSUER` is missing.
 *   - `AADSTS7000215`, "Invalid client secret provided": the secret is the "Secret ID" in place of the "Value".
 *     `AADSTS7000222`: it has expired.
 *   - "Need admin approval": the user's organization lets only its administrators accept new applications.
 * - Options: `issuer` defines who may sign in, and is checked in each ID token: `https://login.microsoftonline.com/<tenant>/v2.0`,
 *   where `<tenant>` is a tenant's id (not its domain name) for that tenant, `common` (default) for all accounts,
 *   `organizations` for all but personal accounts, `consumers` for personal accounts only.
 * - Email: often absent, and a tenant's administrator can set it to any value: find users by account instead. It counts as verified only with the optional claim `xms_edov`. Add the claim to ID tokens in the app
 *   registration, under "Token configuration" or in the manifest.
 * - For Entra External ID, the successor of Azure AD B2C, the issuer is
 *   `https://<tenant id>.ciamlogin.com/<tenant id>/v2.0`, and the registration is in the external tenant.
 * - Groups and roles: set `issuer` to your tenant, because others say of their users what they like. Under "Token configuration", click "Add groups claim". `entraGroups()` of `@latchkey/auth/groups` reads them, also of a user
 *   who is in more than the 200 that a token has.
 * - There is no picture: it needs another permission and request, and is too large for a session. Request the scope
 *   `openid profile email User.Read`, and get `https://graph.microsoft.com/v1.0/me/photo/$value` with the access token.
 * - A refresh token needs the scope `offline_access`. After a renewal, Microsoft still accepts the previous one, so a
 *   renewal without an answer is repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc | OpenID Connect at Microsoft}
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app | Register an application}, with which the steps were compared on 2026-11-22, as of 2026-05-14
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens | Refresh tokens}
 *
 * @example
 * ```ts
 * import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
 *
 * const provider = MicrosoftEntraId({
 *   issuer: "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
 * });
 * console.assert(provider.id === "microsoft-entra-id");
 * ```
 */
export function MicrosoftEntraId(options: MicrosoftEntraIdOptions = {}): OIDCConfig<MicrosoftEntraIdProfile> {
  return withOwnServer({
    id: "microsoft-entra-id",
    name: "Microsoft",
    type: "oidc",
    issuer: "https://login.microsoftonline.com/common/v2.0",
    issuers: issuersBeside,
    authorization: { params: { scope: "openid profile email" } },
    token: { refreshGrace: Infinity },
    profile: toUser,
    verifiedEmail,
    vouchesAt: isOfMicrosoft,
    style: { brandColor: "#0072c6", mark: () => import("./marks/microsoft_entra_id.ts") },
    options,
  });
}

/** The name of `MicrosoftEntraId` in Auth.js. */
export const MicrosoftEntraID: typeof MicrosoftEntraId = MicrosoftEntraId;

export default MicrosoftEntraId;

/** Tenant of all personal accounts. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";

/**
 * A tenant issues tokens under its own issuer. The shared issuers never do: their metadata contains the template
 * `{tenantid}`, and the ID tokens name the tenant of the user.
 */
function issuersBeside(claims: Profile | null, issuer: string | undefined): readonly string[] {
  const [, authority, tenant] = /^(.+)\/(common|organizations|consumers)\/v2\.0$/.exec(issuer ?? "") ?? [];
  if (tenant === undefined) return [];
  if (tenant === "consumers") return [`${authority}/${CONSUMERS}/v2.0`];
  if (claims === null) return [`${authority}/{tenantid}/v2.0`];
  const { tid } = claims;
  if (!isTenantId(tid) || (tenant === "organizations" && tid === CONSUMERS)) return [];
  return [`${authority}/${tid}/v2.0`];
}

function isTenantId(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
}

function toUser(profile: MicrosoftEntraIdProfile): ProviderUser {
  return { id: profile.sub, name: profile.name ?? null, email: profile.email ?? null, image: null };
}

/** Ignores `email_verified`: a tenant can map it to any value. Only registrations that ask for `xms_edov` receive it. */
function verifiedEmail({ email, xms_edov }: MicrosoftEntraIdProfile): string | null | undefined {
  if (xms_edov === undefined) return undefined;
  return /^(1|true)$/i.test(String(xms_edov)) ? email : null;
}

/** Microsoft's hosts: of all clouds, and of Entra External ID, where each tenant has its own. */
function isOfMicrosoft(issuer: string): boolean {
  return /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|[\w-]+\.ciamlogin\.com)\//
    .test(issuer);
}
