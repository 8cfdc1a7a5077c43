/**
 * Sign-in with the logbook of Concept2.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /api/users/me`.
 *
 * @see {@link https://log.concept2.com/developers/documentation/#logbook-users | Users}
 */
export interface Concept2Profile extends OpenProfile {
  /** The user. */
  readonly data: OpenProfile & {
    /** Number of the user. */
    readonly id: number;
    /** Account name. */
    readonly username: string;
    /** First name. */
    readonly first_name: string;
    /** Last name. */
    readonly last_name: string;
    /** `M` or `F`. */
    readonly gender?: string;
    /** Date of birth, such as `1990-12-31`. */
    readonly dob?: string;
    /** Email address. */
    readonly email: string;
    /** Country, such as `GBR`. */
    readonly country?: string;
    /** URL of the picture. `null` if the user has none. */
    readonly profile_image: string | null;
  };
}

/**
 * Describes the logbook of Concept2.
 *
 * - Register: at https://log.concept2.com/developers/keys, create an application with the redirect URI
 *   `<origin>/auth/callback/concept2`. Concept2 approves it before it can be used with the real logbook.
 * - Console: https://log.concept2.com/developers/keys
 * - Environment: `AUTH_CONCEPT2_ID`, `AUTH_CONCEPT2_SECRET`.
 * - Email: always sent. It never counts as verified: Concept2 does not document whether it is.
 * - Separate scopes by commas. The default is that of Auth.js, `user:read,results:write`, which permits to write
 *   results. For a sign-in alone, `authorization: { params: { scope: "user:read" } }` is enough.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://log.concept2.com/developers/documentation/ | Logbook API}
 *
 * @example
 * ```ts
 * import { Concept2 } from "@latchkey/auth/providers/concept2";
 *
 * const provider = Concept2({ authorization: { params: { scope: "user:read" } } });
 * console.assert(provider.id === "concept2");
 * ```
 */
export function Concept2(options: OAuthUserConfig<Concept2Profile> = {}): OAuthConfig<Concept2Profile> {
  return OAuth({
    id: "concept2",
    name: "Concept2",
    type: "oauth",
    authorization: {
      url: "https://log.concept2.com/oauth/authorize",
      params: { scope: "user:read,results:write" },
      scopeSeparator: ",",
    },
    token: "https://log.concept2.com/oauth/access_token",
    userinfo: "https://log.concept2.com/api/users/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    options,
  });
}

export default Concept2;

function toUser({ data }: Concept2Profile): ProviderUser {
  return { id: data?.id, name: data?.username, email: data?.email, image: data?.profile_image };
}
