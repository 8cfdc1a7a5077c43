/**
 * Sign-in with Zoho.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { ended } from "./_revocation.ts";
import { refuseErrors } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/** The user, as `GET /oauth/user/info` returns it. */
export interface ZohoProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly ZUID: number | string;
  /** Given name. */
  readonly First_Name?: string | null;
  /** Family name. */
  readonly Last_Name?: string | null;
  /** Display name. */
  readonly Display_Name?: string | null;
  /** Email address. */
  readonly Email?: string | null;
}

/** Options of `Zoho()`. */
export type ZohoOptions = OAuthUserConfig<ZohoProfile> & {
  /** Domain of the data centre that has the accounts, such as `zoho.eu`. Default `zoho.com`. */
  readonly domain?: string;
};

/**
 * Describes Zoho.
 *
 * - Register: in the API Console of the data centre, such as https://api-console.zoho.com, add a "Server-based
 *   Application" with the redirect URI `<origin>/auth/callback/zoho`.
 * - Console: https://api-console.zoho.com/
 * - Environment: `AUTH_ZOHO_ID`, `AUTH_ZOHO_SECRET`.
 * - Options: `domain`, that of the data centre: `zoho.com` (default), `zoho.eu`, `zoho.in`, `zoho.com.au`, `zoho.jp`,
 *   `zoho.sa`, `zohocloud.ca`, `zoho.com.cn`.
 * - Email: sent. It never counts as verified: Zoho does not say whether it is.
 * - Revocation: Zoho ends a refresh token together with its access tokens.
 * - Only the accounts of one data centre can sign in. For a second one, give its provider another `id`, because ids are
 *   those of one data centre.
 * - Separate scopes by commas, as in `AaaServer.profile.Read,ZohoCRM.users.READ`.
 * - For a refresh token, set `authorization: { params: { access_type: "offline", prompt: "consent" } }`. A renewal does not
 *   replace it, so a renewal without an answer is repeated.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html | Web server applications}
 * @see {@link https://www.zoho.com/accounts/protocol/oauth/scope.html | OAuth scope}
 * @see {@link https://www.zoho.com/accounts/protocol/oauth/revoke-refresh-token.html | Revoke OAuth tokens}
 * @see {@link https://www.zoho.com/contracts/api/getting-started/refreshing-access-tokens.html | Refreshing access tokens}
 *
 * @example
 * ```ts
 * import { Zoho } from "@latchkey/auth/providers/zoho";
 *
 * const provider = Zoho({ domain: "zoho.eu" });
 * console.assert(provider.id === "zoho");
 * ```
 */
export function Zoho(options: ZohoOptions = {}): OAuthConfig<ZohoProfile> {
  const accounts = `https://accounts.${(options.domain ?? "zoho.com") || "{domain}"}/oauth`;
  return OAuth({
    id: "zoho",
    name: "Zoho",
    type: "oauth",
    authorization: {
      url: `${accounts}/v2/auth`,
      params: { scope: "AaaServer.profile.Read" },
      scopeSeparator: ",",
    },
    token: { url: `${accounts}/v2/token`, conform: refuseErrors, refreshGrace: Infinity },
    userinfo: `${accounts}/user/info`,
    revocation: { url: `${accounts}/v2/token/revoke`, request: revoke },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#e42527", mark: () => import("./marks/zoho.ts") },
    options,
  });
}

export default Zoho;

/** Zoho expects the token in the query. Status 400 says that the token is not valid. */
async function revoke({ url, params, headers, fetch }: TokenRequestContext): Promise<Response> {
  const query = new URLSearchParams({ token: params.get("token")! });
  const answer = await fetch(`${url}?${query}`, { method: "POST", headers });
  return answer.status === 400 ? ended() : await refuseErrors(answer);
}

function toUser(profile: ZohoProfile): ProviderUser {
  return {
    id: profile.ZUID,
    name: joinName(profile.First_Name, profile.Last_Name) ?? profile.Display_Name,
    email: profile.Email,
    image: null,
  };
}
