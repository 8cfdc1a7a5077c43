/**
 * Sign-in with Patreon.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /api/oauth2/v2/identity`, in the format JSON:API. It has only the attributes that the parameter
 * `fields[user]` lists. A further field is `included`.
 *
 * @see {@link https://docs.patreon.com/#user-v2 | User v2}
 */
export interface PatreonProfile extends OpenProfile {
  /** The user. */
  readonly data: OpenProfile & {
    /** Id of the user. It never changes. */
    readonly id: string;
    /** Kind of the resource: `user`. */
    readonly type: string;
    /** The attributes. */
    readonly attributes: OpenProfile & {
      /** Full name. */
      readonly full_name?: string;
      /** Account name in URLs. Needs `vanity` in `fields[user]`. */
      readonly vanity?: string | null;
      /** Email address. */
      readonly email?: string | null;
      /** Whether the user has confirmed the address. */
      readonly is_email_verified?: boolean;
      /** URL of the picture, 400 pixels wide. */
      readonly image_url?: string | null;
      /** URL of the picture, 100 × 100 pixels. Needs `thumb_url` in `fields[user]`. */
      readonly thumb_url?: string | null;
      /** URL of the user's page. Needs `url` in `fields[user]`. */
      readonly url?: string;
      /** When the account was created, as an ISO 8601 date-time. Needs `created` in `fields[user]`. */
      readonly created?: string;
    };
  };
}

/**
 * Describes Patreon.
 *
 * - Register: in the platform portal, under "Clients & API Keys", create a client of API version 2 with the redirect
 *   URI `<origin>/auth/callback/patreon`.
 * - Console: https://www.patreon.com/portal/registration/register-clients
 * - Environment: `AUTH_PATREON_ID`, `AUTH_PATREON_SECRET`.
 * - Email: sent with the scope `identity[email]`, which is requested. It counts as verified if `is_email_verified` is
 *   `true`.
 * - The profile is that of API version 2. It has the same ids as version 1, which Auth.js uses. For more attributes:
 *   `userinfo: { params: { "fields[user]": "email,full_name,image_url,is_email_verified,vanity" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.patreon.com/#oauth | OAuth}
 *
 * @example
 * ```ts
 * import { Patreon } from "@latchkey/auth/providers/patreon";
 *
 * const provider = Patreon({ authorization: { params: { scope: "identity identity[email] identity.memberships" } } });
 * console.assert(provider.id === "patreon");
 * ```
 */
export function Patreon(options: OAuthUserConfig<PatreonProfile> = {}): OAuthConfig<PatreonProfile> {
  return withOwnServer({
    id: "patreon",
    name: "Patreon",
    type: "oauth",
    authorization: {
      url: "https://www.patreon.com/oauth2/authorize",
      params: { scope: "identity identity[email]" },
    },
    token: "https://www.patreon.com/api/oauth2/token",
    userinfo: {
      url: "https://www.patreon.com/api/oauth2/v2/identity",
      params: { "fields[user]": "email,full_name,image_url,is_email_verified" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: ({ data }) => data.attributes?.is_email_verified === true ? data.attributes.email : null,
    style: { brandColor: "#000", mark: () => import("./marks/patreon.ts") },
    options,
  });
}

export default Patreon;

function toUser({ data }: PatreonProfile): ProviderUser {
  return {
    id: data?.id,
    name: data?.attributes?.full_name,
    email: data?.attributes?.email,
    image: data?.attributes?.image_url,
  };
}
