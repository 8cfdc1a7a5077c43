/**
 * Sign-in with Atlassian.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The account, as `GET https://api.atlassian.com/me` returns it.
 *
 * @see {@link https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ | OAuth 2.0 (3LO) apps}
 */
export interface AtlassianProfile extends OpenProfile {
  /** Id of the account, the same in all products. It never changes. */
  readonly account_id: string;
  /** `atlassian` for a person. */
  readonly account_type?: string;
  /** `active`, `inactive` or `closed`. */
  readonly account_status?: string;
  /** Full name. */
  readonly name: string;
  /** Name that the user is shown with. */
  readonly nickname?: string;
  /** Email address. */
  readonly email: string;
  /** URL of the picture. */
  readonly picture: string;
  /** Time zone, such as `Europe/London`. */
  readonly zoneinfo?: string;
  /** Locale, such as `en-US`. */
  readonly locale?: string;
  /** Job, organization and location, as far as the user shows them. */
  readonly extended_profile?: {
    /** Job title. */
    readonly job_title?: string;
    /** Organization. */
    readonly organization?: string;
    /** Department. */
    readonly department?: string;
    /** Location. */
    readonly location?: string;
  };
}

/**
 * Describes Atlassian: the accounts of Jira, Confluence, Bitbucket and Trello.
 *
 * - Register: in the developer console, create an "OAuth 2.0 integration". Under "Permissions", add the "User identity
 *   API" with `read:me`. Under "Authorization", set the callback URL `<origin>/auth/callback/atlassian`. Under
 *   "Distribution", switch sharing on. Otherwise only you can sign in.
 * - Console: https://developer.atlassian.com/console/myapps/
 * - Environment: `AUTH_ATLASSIAN_ID`, `AUTH_ATLASSIAN_SECRET`.
 * - Email: sent. It never counts as verified: Atlassian does not document whether it is.
 * - A refresh token needs the scope `offline_access`: `authorization: { params: { scope: "read:me offline_access" } }`.
 * - Atlassian asks for consent only the first time. To choose another site later, send `prompt` `consent`.
 * - For ten minutes after a renewal, Atlassian still accepts the previous refresh token, so a renewal without an answer is
 *   repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ | OAuth 2.0 (3LO) apps}
 * @see {@link https://community.developer.atlassian.com/t/updated-31-january-2022-action-required-deprecating-persistent-refresh-tokens/54172 | Rotating refresh tokens}
 *
 * @example
 * ```ts
 * import { Atlassian } from "@latchkey/auth/providers/atlassian";
 *
 * const provider = Atlassian({ authorization: { params: { scope: "read:me offline_access" } } });
 * console.assert(provider.id === "atlassian");
 * ```
 */
export function Atlassian(options: OAuthUserConfig<AtlassianProfile> = {}): OAuthConfig<AtlassianProfile> {
  return OAuth({
    id: "atlassian",
    name: "Atlassian",
    type: "oauth",
    authorization: {
      url: "https://auth.atlassian.com/authorize",
      params: { audience: "api.atlassian.com", scope: "read:me" },
    },
    token: { url: "https://auth.atlassian.com/oauth/token", refreshGrace: 600 },
    userinfo: "https://api.atlassian.com/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0052cc", mark: () => import("./marks/atlassian.ts") },
    options,
  });
}

export default Atlassian;

function toUser(profile: AtlassianProfile): ProviderUser {
  return {
    id: profile.account_id,
    name: profile.name || profile.nickname,
    email: profile.email,
    image: profile.picture,
  };
}
