/**
 * Sign-in with Lichess.
 *
 * @module
 */

import { findJson, getJson } from "./_profile_request.ts";
import { only, sendBearer } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
  UserinfoContext,
} from "../model/provider.ts";

/**
 * The account, as `GET /api/account` returns it, with the address from `GET /api/account/email`.
 *
 * @see {@link https://lichess.org/api#tag/Account | Account}
 */
export interface LichessProfile extends OpenProfile {
  /** The account name in lower case. Lichess does not give the name of a closed account to another user. */
  readonly id: string;
  /** Account name. */
  readonly username: string;
  /** Email address. Absent if the request for it failed. */
  readonly email?: string;
  /** Title, such as `GM`. */
  readonly title?: string;
  /** URL of the user's page. */
  readonly url?: string;
  /** When the account was created: milliseconds since the epoch. */
  readonly createdAt?: number;
  /** When the user was last seen: milliseconds since the epoch. */
  readonly seenAt?: number;
  /** Fields that the user filled in: `realName`, `bio`, `flag`, `location`, `links`. */
  readonly profile?: OpenProfile;
  /** Games, rating and progress for each variant. */
  readonly perfs?: OpenProfile;
}

/**
 * Describes Lichess.
 *
 * - Register: nothing, and no redirect URI: `<origin>/auth/callback/lichess` is accepted. Lichess accepts any client identifier. Use one that no other application has: your domain name.
 * - Console: none is needed
 * - Environment: `AUTH_LICHESS_ID`. There is no secret: PKCE authenticates the client.
 * - Email: sent with the scope `email:read`. It never counts as verified: Lichess does not document whether it is.
 * - There is no picture.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://lichess.org/api#tag/OAuth | OAuth}
 * @see {@link https://lichess.org/api#tag/OAuth/operation/apiTokenDelete | Revoke access token}
 *
 * @example
 * ```ts
 * import { Lichess } from "@latchkey/auth/providers/lichess";
 *
 * const provider = Lichess({ clientId: "chess.example.com" });
 * console.assert(provider.id === "lichess");
 * ```
 */
export function Lichess(options: OAuthUserConfig<LichessProfile> = {}): OAuthConfig<LichessProfile> {
  return OAuth({
    id: "lichess",
    name: "Lichess",
    type: "oauth",
    authorization: { url: "https://lichess.org/oauth", params: { scope: "email:read" } },
    token: "https://lichess.org/api/token",
    userinfo: { url: "https://lichess.org/api/account", request: fetchUser },
    revocation: { url: "https://lichess.org/api/token", request: only("access_token", revoke) },
    client: { token_endpoint_auth_method: "none" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#000000", mark: () => import("./marks/lichess.ts") },
    options,
  });
}

export default Lichess;

const revoke = (context: TokenRequestContext) => sendBearer(context, "DELETE");

/** An application may replace the scope by one that does not permit to read the address. */
async function fetchUser(context: UserinfoContext): Promise<LichessProfile> {
  const [account, address] = await Promise.all([
    getJson(context.url!, context),
    findJson(`${context.url}/email`, context),
  ]);
  return { ...account, email: address?.email };
}

function toUser(profile: LichessProfile): ProviderUser {
  return { id: profile.id, name: profile.username, email: profile.email, image: null };
}
