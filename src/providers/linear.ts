/**
 * Sign-in with Linear.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer to the GraphQL query `viewer`. The user has the further fields that the application adds to the query.
 *
 * @see {@link https://linear.app/developers/graphql | GraphQL API}
 */
export interface LinearProfile extends OpenProfile {
  /** The data. `null` after an error. */
  readonly data: {
    /** The user. */
    readonly viewer: OpenProfile & {
      /** Id of the user in the workspace, a UUID. */
      readonly id: string;
      /** Full name. */
      readonly name: string;
      /** Nickname, unique in the workspace. */
      readonly displayName?: string;
      /** Email address. */
      readonly email: string;
      /** URL of the picture. `null` if the user has none. */
      readonly avatarUrl: string | null;
      /** Whether the account is active. */
      readonly active: boolean;
    };
  } | null;
}

/**
 * Describes Linear.
 *
 * - Register: in the settings of a workspace, under API, create an OAuth application with the callback URL
 *   `<origin>/auth/callback/linear`. Switch "Public" on, so that users of other workspaces can sign in.
 * - Console: https://linear.app/settings/api
 * - Environment: `AUTH_LINEAR_ID`, `AUTH_LINEAR_SECRET`.
 * - Email: always sent. It never counts as verified: Linear does not document whether it is.
 * - Ids are those of one workspace. A person in two workspaces is two users.
 * - Separate scopes by commas. They must include `read`.
 * - For more of the user, replace the query:
 *   `userinfo: { json: { query: "{ viewer { id name email avatarUrl active organization { id } } }" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://linear.app/developers/oauth-2-0-authentication | OAuth 2.0 authentication}
 *
 * @example
 * ```ts
 * import { Linear } from "@latchkey/auth/providers/linear";
 *
 * const provider = Linear({ authorization: { params: { scope: "read,issues:create" } } });
 * console.assert(provider.id === "linear");
 * ```
 */
export function Linear(options: OAuthUserConfig<LinearProfile> = {}): OAuthConfig<LinearProfile> {
  return OAuth({
    id: "linear",
    name: "Linear",
    type: "oauth",
    authorization: {
      url: "https://linear.app/oauth/authorize",
      params: { scope: "read" },
      scopeSeparator: ",",
    },
    token: "https://api.linear.app/oauth/token",
    userinfo: {
      url: "https://api.linear.app/graphql",
      json: { query: "{ viewer { id name displayName email avatarUrl active } }" },
    },
    revocation: "https://api.linear.app/oauth/revoke",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#5e6ad2", mark: () => import("./marks/linear.ts") },
    options,
  });
}

export default Linear;

function toUser({ data }: LinearProfile): ProviderUser {
  const user = data?.viewer;
  return {
    id: user?.id,
    name: user?.name || user?.displayName,
    email: user?.email,
    image: user?.avatarUrl,
  };
}
