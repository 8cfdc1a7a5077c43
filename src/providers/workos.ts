/**
 * Sign-in with WorkOS.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The profile, as `GET /sso/profile` returns it.
 *
 * @see {@link https://workos.com/docs/reference/sso/profile | Profile}
 */
export interface WorkOSProfile extends OpenProfile {
  /** Kind of the object: `profile`. */
  readonly object?: string;
  /** Id of the profile: of one user in one connection. It never changes. */
  readonly id: string;
  /** Id of the organization, which is a customer of the application. `null` with a provider such as Google. */
  readonly organization_id?: string | null;
  /** Id of the connection to an identity provider. */
  readonly connection_id?: string;
  /** Kind of the connection, such as `OktaSAML` or `GoogleOAuth`. */
  readonly connection_type?: string;
  /** Id of the user at the identity provider. */
  readonly idp_id?: string;
  /** Email address, as the identity provider asserts it. */
  readonly email?: string;
  /** Given name. */
  readonly first_name?: string | null;
  /** Family name. */
  readonly last_name?: string | null;
  /** Role of the user in the organization. */
  readonly role?: {
    /** The role, such as `member`. */
    readonly slug?: string;
  } | null;
  /** Groups of the user at the identity provider. */
  readonly groups?: readonly string[] | null;
  /** Attributes, as the identity provider sends them. */
  readonly raw_attributes?: OpenProfile;
}

/** Options of `WorkOS()`. */
export type WorkOSOptions = OAuthUserConfig<WorkOSProfile> & {
  /** Id of the only connection, such as `conn_01E4ZCR3C56J083X43JQXF3JK5`. Default: the sign-in names it. */
  readonly connection?: string;
};

/**
 * Describes WorkOS (Single Sign-On), which lets the customers of an application sign in with their identity providers.
 *
 * - Register: in the dashboard, under "Redirects", add the redirect URI `<origin>/auth/callback/workos`. In production,
 *   it must be https.
 * - Console: https://dashboard.workos.com/
 * - Environment: `AUTH_WORKOS_ID` (the client ID), `AUTH_WORKOS_SECRET` (the API key).
 * - Options: `connection`, the id of the connection, if the application has only one. `issuer`, the base URL of the
 *   API. Default `https://api.workos.com`.
 * - Email: sent. It never counts as verified: the identity provider of any customer can assert any address. Before you
 *   let a user in by the address, check in `callbacks.signIn` that its domain belongs to `profile.organization_id`.
 * - WorkOS needs to know the customer. Without the option `connection`, add one of `connection`, `organization` and
 *   `provider` to the sign-in: `signIn("workos", {}, { organization: "org_01EHWNCE74X7JSDV0X3SZ3KJNY" })`.
 * - The user can change these parameters, also the option `connection`, and sign in with any connection of your WorkOS
 *   environment. Take the customer from the profile alone. To let one connection in, check `profile?.connection_id` in
 *   `callbacks.signIn`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://workos.com/docs/reference/sso | Single Sign-On}
 *
 * @example
 * ```ts
 * import { WorkOS } from "@latchkey/auth/providers/workos";
 *
 * const provider = WorkOS({ connection: "conn_01E4ZCR3C56J083X43JQXF3JK5" });
 * console.assert(provider.id === "workos");
 * ```
 */
export function WorkOS(options: WorkOSOptions = {}): OAuthConfig<WorkOSProfile> {
  return OAuth({
    id: "workos",
    name: "WorkOS",
    type: "oauth",
    issuer: "https://api.workos.com",
    authorization: { url: "{issuer}/sso/authorize", params: { connection: options.connection } },
    token: { url: "{issuer}/sso/token", conform: asBearer },
    userinfo: "{issuer}/sso/profile",
    client: { token_endpoint_auth_method: "client_secret_post" },
    signInParams: ["connection", "domain_hint", "organization", "provider"],
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#6363f1" },
    options,
  });
}

export default WorkOS;

function toUser(profile: WorkOSProfile): ProviderUser {
  return {
    id: profile.id,
    name: joinName(profile.first_name, profile.last_name),
    email: profile.email,
    image: profile.raw_attributes?.picture ?? null,
  };
}
