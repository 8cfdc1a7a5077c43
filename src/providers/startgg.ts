/**
 * Sign-in with start.gg.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The answer of the GraphQL API. It has only the fields that the query of this module lists.
 *
 * @see {@link https://developer.start.gg/reference/user.doc.html | User}
 */
export interface StartggProfile extends OpenProfile {
  /** The data. `null` if the query failed. */
  readonly data?: {
    /** The user. */
    readonly currentUser?: {
      /** Number of the account. It never changes. */
      readonly id: number;
      /** Path of the user's page, such as `user/07dc1b39`. */
      readonly slug?: string;
      /** Name, as the user wrote it. `null` if the user hides it. */
      readonly name?: string | null;
      /** Email address. Needs the scope `user.email`. */
      readonly email?: string | null;
      /** The player. `null` if the user plays in no tournament. */
      readonly player?: {
        /** Name in tournaments. It can change. */
        readonly gamerTag?: string | null;
      } | null;
      /** The pictures. */
      readonly images?:
        | readonly {
          /** URL of the picture. */
          readonly url?: string | null;
        }[]
        | null;
    } | null;
  } | null;
  /** Why the query failed. */
  readonly errors?: readonly {
    /** Description of the error. */
    readonly message?: string;
  }[];
}

/**
 * Describes start.gg.
 *
 * - Register: in the developer settings, under "OAuth Applications", create an application with the redirect URI
 *   `<origin>/auth/callback/startgg`.
 * - Console: https://start.gg/admin/profile/developer
 * - Environment: `AUTH_STARTGG_ID`, `AUTH_STARTGG_SECRET`.
 * - Email: sent with the scope `user.email`, which is requested. It never counts as verified: start.gg does not say
 *   whether it is.
 * - start.gg wants the scopes in the token request too. If you change them, write them twice:
 *   `authorization: { params: { scope } }, token: { params: { scope } }`.
 * - Access tokens are renewed at another URL, `https://api.start.gg/oauth/refresh`, where start.gg wants the scopes and the
 *   redirect URI as well. Name the redirect URI in the options, because a renewal does not know it:
 *   `token: { params: { redirect_uri: "<origin>/auth/callback/startgg" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.start.gg/docs/oauth/oauth-overview | OAuth overview}
 *
 * @example
 * ```ts
 * import { Startgg } from "@latchkey/auth/providers/startgg";
 *
 * const scope = "user.identity user.email tournament.manager";
 * const provider = Startgg({ authorization: { params: { scope } }, token: { params: { scope } } });
 * console.assert(provider.id === "startgg");
 * ```
 */
export function Startgg(options: OAuthUserConfig<StartggProfile> = {}): OAuthConfig<StartggProfile> {
  return OAuth({
    id: "startgg",
    name: "start.gg",
    type: "oauth",
    authorization: { url: "https://start.gg/oauth/authorize", params: { scope: SCOPE } },
    token: {
      url: "https://api.start.gg/oauth/access_token",
      params: { scope: SCOPE },
      refresh: requestRenewal,
    },
    userinfo: { url: "https://api.start.gg/gql/alpha", json: { query: QUERY } },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#3f80ff", mark: () => import("./marks/startgg.ts") },
    options,
  });
}

export default Startgg;

/** The endpoint for renewals stands beside the one for codes. */
async function requestRenewal({ url, params, headers, fetch }: TokenRequestContext): Promise<Response> {
  return await fetch(new URL("refresh", url).href, { method: "POST", headers, body: params });
}

const SCOPE = "user.identity user.email";

const QUERY = `{ currentUser { id slug name email player { gamerTag } images(type: "profile") { url } } }`;

function toUser({ data }: StartggProfile): ProviderUser {
  const user = data?.currentUser;
  return {
    id: user?.id,
    name: user?.player?.gamerTag || user?.name,
    email: user?.email,
    image: user?.images?.[0]?.url ?? null,
  };
}
