/**
 * Sign-in with Nextcloud.
 *
 * @module
 */

import { getJson } from "./_profile_request.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  UserinfoContext,
} from "../model/provider.ts";

/**
 * The user, as the OCS API returns it, and the URL of the picture.
 *
 * @see {@link https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html | OCS API}
 */
export interface NextcloudProfile extends OpenProfile {
  /** Account name. It never changes. */
  readonly id: string;
  /** Display name. */
  readonly displayname: string;
  /** Email address. */
  readonly email: string | null;
  /** URL of the picture, 512 × 512 pixels. The library adds it. */
  readonly avatar_url: string;
  /** Number of the phone. */
  readonly phone?: string;
  /** Postal address. */
  readonly address?: string;
  /** Web page. */
  readonly website?: string;
  /** Account name at Twitter. */
  readonly twitter?: string;
  /** Account name in the Fediverse. */
  readonly fediverse?: string;
  /** Organisation. */
  readonly organisation?: string;
  /** Role in the organisation. */
  readonly role?: string;
  /** A headline about the user. */
  readonly headline?: string;
  /** A few words about the user. */
  readonly biography?: string;
  /** Groups of the user. */
  readonly groups?: readonly string[];
  /** Language, such as `en`. */
  readonly language?: string;
  /** Locale, such as `en_GB`. */
  readonly locale?: string;
  /** Whether the account is in use. */
  readonly enabled?: boolean;
}

/**
 * Describes a Nextcloud server.
 *
 * - Register: on the server, under Administration settings, Security, add an OAuth 2.0 client with the redirection URI
 *   `<origin>/auth/callback/nextcloud`.
 * - Console: `https://<server>/settings/admin/security`
 * - Environment: `AUTH_NEXTCLOUD_ID` (the client identifier), `AUTH_NEXTCLOUD_SECRET`, `AUTH_NEXTCLOUD_ISSUER`.
 * - Options: `issuer` (required), the URL of the server, such as `https://cloud.example.com`.
 * - Email: `null` if the user has none. It never counts as verified: a user can set it to any address.
 * - There are no scopes: the access token can do whatever the user can do. Do not store it if you only sign users in:
 *   `account: () => ({})`.
 * - Ids are account names of one server. For a second server, give its provider another `id`. An account name that is
 *   free again after a deletion signs its next owner in as the old user: do not give it to someone else.
 * - For a refresh token that has ended, Nextcloud answers `invalid_request`. The user has to connect again then.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html | OAuth2}
 * @see {@link https://github.com/nextcloud/server/blob/master/apps/oauth2/lib/Controller/OauthApiController.php | Nextcloud's token endpoint}
 *
 * @example
 * ```ts
 * import { Nextcloud } from "@latchkey/auth/providers/nextcloud";
 *
 * const provider = Nextcloud({ issuer: "https://cloud.example.com" });
 * console.assert(provider.id === "nextcloud");
 * ```
 */
export function Nextcloud(options: OAuthUserConfig<NextcloudProfile> = {}): OAuthConfig<NextcloudProfile> {
  return OAuth({
    id: "nextcloud",
    name: "Nextcloud",
    type: "oauth",
    authorization: "{issuer}/index.php/apps/oauth2/authorize",
    token: { url: "{issuer}/index.php/apps/oauth2/api/v1/token", refreshErrors: ["invalid_request"] },
    userinfo: { url: "{issuer}/ocs/v1.php/cloud/users", request: fetchUser },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#fff", mark: () => import("./marks/nextcloud.ts") },
    options,
  });
}

export default Nextcloud;

/** The token response names the account, and the answer is wrapped. */
async function fetchUser(context: UserinfoContext): Promise<NextcloudProfile> {
  const { url, tokens, provider } = context;
  if (!tokens.user_id) throw new Error("Cannot read the user: the token response has no `user_id`");
  const account = encodeURIComponent(String(tokens.user_id));
  const { ocs } = await getJson(`${url}/${account}`, context, { "ocs-apirequest": "true" });
  const server = provider.issuer.replace(/\/+$/, "");
  return { ...ocs?.data, avatar_url: `${server}/index.php/avatar/${account}/512` };
}

function toUser(profile: NextcloudProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.displayname,
    email: profile.email,
    image: profile.avatar_url,
  };
}
