/**
 * Sign-in with Eventbrite.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v3/users/me/` returns it.
 *
 * @see {@link https://www.eventbrite.com/platform/api#/reference/user/retrieve/retrieve-your-user | Retrieve your user}
 */
export interface EventbriteProfile extends OpenProfile {
  /** Id of the user: a number, as text. */
  readonly id: string;
  /** Full name. */
  readonly name: string;
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** Email addresses. */
  readonly emails: readonly {
    /** Address. */
    readonly email: string;
    /** Whether the user has confirmed it. */
    readonly verified: boolean;
    /** Whether it is the one that Eventbrite writes to. */
    readonly primary: boolean;
  }[];
  /** Whether all users see the profile. */
  readonly is_public: boolean;
  /** Id of the picture: a number, as text. `null` if the user has none. */
  readonly image_id: string | null;
}

/**
 * Describes Eventbrite.
 *
 * - Register: at https://www.eventbrite.com/platform/api-keys, create an API key with the OAuth redirect URI
 *   `<origin>/auth/callback/eventbrite`.
 * - Console: https://www.eventbrite.com/platform/api-keys
 * - Environment: `AUTH_EVENTBRITE_ID` (the API key), `AUTH_EVENTBRITE_SECRET` (the client secret).
 * - Email: the primary address. It counts as verified if Eventbrite marks it so.
 * - An access token does not expire.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.eventbrite.com/platform/api#/introduction/authentication | Authentication}
 *
 * @example
 * ```ts
 * import { Eventbrite } from "@latchkey/auth/providers/eventbrite";
 *
 * const provider = Eventbrite();
 * console.assert(provider.id === "eventbrite");
 * ```
 */
export function Eventbrite(options: OAuthUserConfig<EventbriteProfile> = {}): OAuthConfig<EventbriteProfile> {
  return withOwnServer({
    id: "eventbrite",
    name: "Eventbrite",
    type: "oauth",
    authorization: {
      url: "https://www.eventbrite.com/oauth/authorize",
      params: { scope: "user.profile" },
    },
    token: "https://www.eventbrite.com/oauth/token",
    userinfo: "https://www.eventbriteapi.com/v3/users/me/",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail,
    style: { brandColor: "#f05537" },
    options,
  });
}

export default Eventbrite;

function toUser(profile: EventbriteProfile): ProviderUser {
  const { image_id } = profile;
  return {
    id: profile.id,
    name: profile.name,
    email: primaryOf(profile)?.email,
    image: typeof image_id === "string" && /^\d+$/.test(image_id)
      ? `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${image_id}%2F1%2Foriginal.jpg`
      : null,
  };
}

function verifiedEmail(profile: EventbriteProfile): string | null {
  const primary = primaryOf(profile);
  return primary?.verified === true ? primary.email : null;
}

function primaryOf({ emails }: EventbriteProfile): EventbriteProfile["emails"][number] | undefined {
  return Array.isArray(emails) ? emails.find((each) => each?.primary === true) : undefined;
}
