/**
 * Sign-in with AniList.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer to the GraphQL query `Viewer`. The user has the further fields that the application adds to the query.
 *
 * @see {@link https://docs.anilist.co/reference/query | Query}
 */
export interface AniListProfile extends OpenProfile {
  /** The data. `null` after an error. */
  readonly data: {
    /** The user. */
    readonly Viewer:
      | OpenProfile & {
        /** Number of the user. */
        readonly id: number;
        /** Account name. It can change. */
        readonly name: string;
        /** The picture. */
        readonly avatar?: {
          /** URL of the picture in its largest size. */
          readonly large?: string | null;
        } | null;
      }
      | null;
  } | null;
}

/**
 * Describes AniList.
 *
 * - Register: at https://anilist.co/settings/developer, create a client with the redirect URL
 *   `<origin>/auth/callback/anilist`. It accepts one URL: use a client for each environment.
 * - Console: https://anilist.co/settings/developer
 * - Environment: `AUTH_ANILIST_ID` (a number), `AUTH_ANILIST_SECRET`.
 * - Email: never sent.
 * - AniList has no scopes: an access token is valid for the whole account, for one year.
 * - For more of the user, replace the query: `userinfo: { json: { query: "{ Viewer { id name siteUrl } }" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.anilist.co/guide/auth/authorization-code | Authorization code grant}
 *
 * @example
 * ```ts
 * import { AniList } from "@latchkey/auth/providers/anilist";
 *
 * const provider = AniList({ clientId: "1234", clientSecret: "secret" });
 * console.assert(provider.id === "anilist");
 * ```
 */
export function AniList(options: OAuthUserConfig<AniListProfile> = {}): OAuthConfig<AniListProfile> {
  return OAuth({
    id: "anilist",
    name: "AniList",
    type: "oauth",
    authorization: "https://anilist.co/api/v2/oauth/authorize",
    token: "https://anilist.co/api/v2/oauth/token",
    userinfo: {
      url: "https://graphql.anilist.co",
      json: { query: "{ Viewer { id name avatar { large } } }" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#02a9ff", mark: () => import("./marks/anilist.ts") },
    options,
  });
}

export default AniList;

function toUser({ data }: AniListProfile): ProviderUser {
  const user = data?.Viewer;
  return { id: user?.id, name: user?.name, email: null, image: user?.avatar?.large };
}
