/**
 * Sign-in with Medium.
 *
 * @module
 */

import { joinScopes, rewriteTokens, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /v1/me`.
 *
 * @see {@link https://github.com/Medium/medium-api-docs | Medium's API documentation}
 */
export interface MediumProfile extends OpenProfile {
  /** The user. */
  readonly data: {
    /** Id of the user in this application. */
    readonly id: string;
    /** Account name. It can change. */
    readonly username: string;
    /** Display name. */
    readonly name: string;
    /** URL of the user's page. */
    readonly url: string;
    /** URL of the picture. */
    readonly imageUrl: string;
  };
}

/**
 * Describes Medium, for applications that are registered already.
 *
 * - Register: no longer possible. Medium has archived its API, and accepts no new applications. The callback URL of an
 *   old one is `<origin>/auth/callback/medium`.
 * - Console: https://medium.com/me/applications
 * - Environment: `AUTH_MEDIUM_ID`, `AUTH_MEDIUM_SECRET`.
 * - Email: never sent.
 * - Separate scopes by commas.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://github.com/Medium/medium-api-docs | Medium's API documentation}
 *
 * @example
 * ```ts
 * import { Medium } from "@latchkey/auth/providers/medium";
 *
 * const provider = Medium({ authorization: { params: { scope: "basicProfile,listPublications" } } });
 * console.assert(provider.id === "medium");
 * ```
 */
export function Medium(options: OAuthUserConfig<MediumProfile> = {}): OAuthConfig<MediumProfile> {
  return OAuth({
    id: "medium",
    name: "Medium",
    type: "oauth",
    authorization: {
      url: "https://medium.com/m/oauth/authorize",
      params: { scope: "basicProfile" },
      scopeSeparator: ",",
    },
    token: {
      url: "https://api.medium.com/v1/tokens",
      conform: (response) => rewriteTokens(response, toStandard),
    },
    userinfo: "https://api.medium.com/v1/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#000000", mark: () => import("./marks/medium.ts") },
    options,
  });
}

export default Medium;

/** Medium sends a list of scopes, and when the token expires in milliseconds since the epoch. */
function toStandard({ expires_at, ...fields }: TokenResponse): TokenResponse {
  return {
    ...joinScopes(fields),
    ...(typeof expires_at === "number" && { expires_at: toSeconds(expires_at) }),
  };
}

/** The documentation does not name the unit. No access token is valid for a thousand years. */
function toSeconds(time: number): number {
  return time > 1e11 ? Math.floor(time / 1000) : time;
}

function toUser({ data }: MediumProfile): ProviderUser {
  return { id: data?.id, name: data?.name || data?.username, email: null, image: data?.imageUrl };
}
