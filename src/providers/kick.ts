/**
 * Sign-in with Kick.
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
 * The answer of `GET /public/v1/users`.
 *
 * @see {@link https://docs.kick.com/apis/users | Users}
 */
export interface KickProfile extends OpenProfile {
  /** A list of one: the user. */
  readonly data: readonly (OpenProfile & {
    /** Number of the user. */
    readonly user_id: number;
    /** Account name. */
    readonly name: string;
    /** Email address. */
    readonly email?: string;
    /** URL of the picture. */
    readonly profile_picture?: string;
  })[];
  /** Result of the request, as text. */
  readonly message?: string;
}

/**
 * Describes Kick.
 *
 * - Register: in the settings, under Developer, create an app with the redirect URL `<origin>/auth/callback/kick` and
 *   the scope `user:read`. The account needs a second factor.
 * - Console: https://kick.com/settings/developer
 * - Environment: `AUTH_KICK_ID`, `AUTH_KICK_SECRET`.
 * - Email: sent. It never counts as verified: Kick does not document whether it is.
 * - PKCE is required.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.kick.com/getting-started/generating-tokens-oauth2-flow | OAuth 2.1 flow}
 *
 * @example
 * ```ts
 * import { Kick } from "@latchkey/auth/providers/kick";
 *
 * const provider = Kick({ authorization: { params: { scope: "user:read channel:read" } } });
 * console.assert(provider.id === "kick");
 * ```
 */
export function Kick(options: OAuthUserConfig<KickProfile> = {}): OAuthConfig<KickProfile> {
  return OAuth({
    id: "kick",
    name: "Kick",
    type: "oauth",
    authorization: { url: "https://id.kick.com/oauth/authorize", params: { scope: "user:read" } },
    token: "https://id.kick.com/oauth/token",
    userinfo: "https://api.kick.com/public/v1/users",
    revocation: { url: "https://id.kick.com/oauth/revoke", request: revoke },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#53fc19", mark: () => import("./marks/kick.ts") },
    options,
  });
}

export default Kick;

/** Kick expects the parameters in the query, and no client authentication. */
async function revoke({ url, params, headers, fetch }: TokenRequestContext): Promise<Response> {
  const query = new URLSearchParams({
    token: params.get("token")!,
    token_hint_type: params.get("token_type_hint")!,
  });
  return await fetch(`${url}?${query}`, { method: "POST", headers });
}

function toUser({ data }: KickProfile): ProviderUser {
  const user = data?.[0];
  return { id: user?.user_id, name: user?.name, email: user?.email, image: user?.profile_picture };
}
