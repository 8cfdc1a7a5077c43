/**
 * Sign-in with Mattermost.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { nameError, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /api/v4/users/me` returns it.
 *
 * @see {@link https://developers.mattermost.com/api-documentation/ | API}
 */
export interface MattermostProfile extends OpenProfile {
  /** Id of the user on the server. It never changes. */
  readonly id: string;
  /** Account name. It can change. */
  readonly username: string;
  /** First name. May be empty. */
  readonly first_name: string;
  /** Last name. May be empty. */
  readonly last_name: string;
  /** Nickname. May be empty. */
  readonly nickname: string;
  /** Email address. */
  readonly email: string;
  /** Whether the address is verified. */
  readonly email_verified?: boolean;
  /** How the user signs in at the server, such as `ldap`. Empty for a password. */
  readonly auth_service: string;
  /** Roles, with a space between two. */
  readonly roles: string;
  /** Locale, such as `en`. */
  readonly locale: string;
  /** When the account was created: milliseconds since the epoch. */
  readonly create_at: number;
  /** When the account was last changed: milliseconds since the epoch. */
  readonly update_at: number;
  /** When the account was deactivated: milliseconds since the epoch. `0` if it is active. */
  readonly delete_at: number;
}

/**
 * Describes a Mattermost server.
 *
 * - Register: on the server, under Integrations, "OAuth 2.0 Applications", add an application with the callback URL
 *   `<origin>/auth/callback/mattermost`. In the System Console, switch "Enable OAuth 2.0 Service Provider" on.
 * - Console: `https://<server>/<team>/integrations/oauth2-apps`
 * - Environment: `AUTH_MATTERMOST_ID`, `AUTH_MATTERMOST_SECRET`, `AUTH_MATTERMOST_ISSUER`.
 * - Options: `issuer` (required), the URL of the server: `https://chat.example.com`.
 * - Email: always sent. It counts as verified if the server says so with `email_verified`. A server that does not
 *   require verification leaves it `false`.
 * - Mattermost has no scopes: an access token is valid for the whole account.
 * - There is no picture: its URL needs the access token.
 * - Mattermost sends errors without a code. The provider corrects that of a refresh token that has ended.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.mattermost.com/integrate/apps/authentication/oauth2/ | OAuth 2.0 applications}
 * @see {@link https://github.com/mattermost/mattermost/blob/master/server/channels/app/oauth.go | Mattermost's token endpoint}
 *
 * @example
 * ```ts
 * import { Mattermost } from "@latchkey/auth/providers/mattermost";
 *
 * const provider = Mattermost({ issuer: "https://chat.example.com" });
 * console.assert(provider.id === "mattermost");
 * ```
 */
export function Mattermost(options: OAuthUserConfig<MattermostProfile> = {}): OAuthConfig<MattermostProfile> {
  return OAuth({
    id: "mattermost",
    name: "Mattermost",
    type: "oauth",
    authorization: "{issuer}/oauth/authorize",
    token: {
      url: "{issuer}/oauth/access_token",
      conform: (response) => nameError(response, codeOf),
    },
    userinfo: "{issuer}/api/v4/users/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: ({ email, email_verified }) => email_verified === true ? email : null,
    style: { brandColor: "#0058cc", mark: () => import("./marks/mattermost.ts") },
    options,
  });
}

export default Mattermost;

function codeOf({ id }: TokenResponse): string | null {
  return id === "api.oauth.get_access_token.refresh_token.app_error" ? "invalid_grant" : null;
}

function toUser(profile: MattermostProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.username || joinName(profile.first_name, profile.last_name),
    email: profile.email,
    image: null,
  };
}
