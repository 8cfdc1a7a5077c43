/**
 * Sign-in with Mercado Libre.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/** The user, as `GET /users/me` returns it. */
export interface MercadoLibreProfile extends OpenProfile {
  /** Number of the account. It never changes. */
  readonly id: number;
  /** Account name. It can change. */
  readonly nickname: string;
  /** Given name. */
  readonly first_name?: string;
  /** Family name. */
  readonly last_name?: string;
  /** Email address. */
  readonly email?: string;
  /** Country of the user, such as `AR`. */
  readonly country_id?: string;
  /** Id of the user's marketplace, such as `MLA` for Argentina. */
  readonly site_id?: string;
  /** `normal`, `brand`, `car_dealer` or another kind of account. */
  readonly user_type?: string;
  /** The picture. */
  readonly thumbnail?: {
    /** Id of the picture. */
    readonly picture_id?: string;
    /** URL of the picture. */
    readonly picture_url?: string;
  } | null;
  /** URL of the user's page. */
  readonly permalink?: string;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly registration_date?: string;
  /** State of the account. */
  readonly status?: OpenProfile & {
    /** Whether the user has confirmed the address. */
    readonly confirmed_email?: boolean;
    /** Whether the account is in use: `active` or `deactive`. */
    readonly site_status?: string;
  };
}

/**
 * Describes Mercado Libre. It signs in the buyers and sellers of all its countries.
 *
 * - Register: create an application in the DevCenter, with the redirect URI `<origin>/auth/callback/mercadolibre`,
 *   https only. Switch PKCE on, and "read" under the permissions.
 * - Console: https://developers.mercadolibre.com.ar/devcenter
 * - Environment: `AUTH_MERCADOLIBRE_ID` (the App ID), `AUTH_MERCADOLIBRE_SECRET`.
 * - Email: sent. It counts as verified if `status.confirmed_email` is `true`.
 * - Each country has a host of its own. For users of one country, write it:
 *   `authorization: { url: "https://auth.mercadolivre.com.br/authorization" }` (Brazil),
 *   `https://auth.mercadolibre.com.ar/authorization` (Argentina), `https://auth.mercadolibre.com.mx/authorization`
 *   (Mexico).
 * - The permissions are those of the application. Without "offline access" there, the response has no refresh token.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization | Authentication and authorization}
 *
 * @example
 * ```ts
 * import { MercadoLibre } from "@latchkey/auth/providers/mercadolibre";
 *
 * const provider = MercadoLibre({ authorization: { url: "https://auth.mercadolivre.com.br/authorization" } });
 * console.assert(provider.id === "mercadolibre");
 * ```
 */
export function MercadoLibre(
  options: OAuthUserConfig<MercadoLibreProfile> = {},
): OAuthConfig<MercadoLibreProfile> {
  return withOwnServer({
    id: "mercadolibre",
    name: "Mercado Libre",
    type: "oauth",
    authorization: "https://auth.mercadolibre.com/authorization",
    token: "https://api.mercadolibre.com/oauth/token",
    userinfo: "https://api.mercadolibre.com/users/me",
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: ({ email, status }) => status?.confirmed_email === true ? email : null,
    style: { brandColor: "#ffe600" },
    options,
  });
}

export default MercadoLibre;

function toUser(profile: MercadoLibreProfile): ProviderUser {
  return {
    id: profile.id,
    name: joinName(profile.first_name, profile.last_name) ?? profile.nickname,
    email: profile.email,
    image: profile.thumbnail?.picture_url ?? null,
  };
}
