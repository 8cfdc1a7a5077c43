/**
 * Sign-in with Kakao.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /v2/user/me` returns it: the fields that the user has agreed to share.
 *
 * @see {@link https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info | Retrieve user information}
 */
export interface KakaoProfile extends OpenProfile {
  /** Number of the user in this application. */
  readonly id: number;
  /** When the user first signed in, as an ISO 8601 date-time. */
  readonly connected_at?: string;
  /** Fields that the application has stored at Kakao. */
  readonly properties?: OpenProfile;
  /** The Kakao account. Further fields are `age_range`, `birthday`, `gender` and `phone_number`, among others. */
  readonly kakao_account?: OpenProfile & {
    /** Name and picture. */
    readonly profile?: {
      /** Nickname. */
      readonly nickname?: string;
      /** URL of the picture, 110 × 110 pixels. */
      readonly thumbnail_image_url?: string;
      /** URL of the picture, at most 640 × 640 pixels. */
      readonly profile_image_url?: string;
      /** Whether it is the default picture. */
      readonly is_default_image?: boolean;
    };
    /** Name of the account. */
    readonly name?: string;
    /** The primary email address. */
    readonly email?: string;
    /** Whether the address still belongs to this account. `false` if another account uses it now. */
    readonly is_email_valid?: boolean;
    /** Whether the user has confirmed the address. */
    readonly is_email_verified?: boolean;
    /** Whether the address can be requested with the user's consent. */
    readonly email_needs_agreement?: boolean;
  };
}

/**
 * Describes Kakao.
 *
 * - Register: at https://developers.kakao.com, create an app. Switch Kakao Login on, with the redirect URI
 *   `<origin>/auth/callback/kakao`. Under "Consent items", select nickname and picture. The address needs a business
 *   app.
 * - Console: https://developers.kakao.com/console/app
 * - Environment: `AUTH_KAKAO_ID` (the REST API key), `AUTH_KAKAO_SECRET` (the client secret, which must be switched
 *   on). An app without a secret sets `client: { token_endpoint_auth_method: "none" }`.
 * - Email: absent without the user's consent. It counts as verified if `is_email_valid` and `is_email_verified` are
 *   `true`.
 * - No scope is sent: Kakao asks the user for the consent items of the app. Separate scopes by commas.
 * - Kakao's OpenID Connect is not used: it must be switched on for each app, and names the scopes of the request.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.kakao.com/docs/latest/en/kakaologin/rest-api | Kakao Login, REST API}
 *
 * @example
 * ```ts
 * import { Kakao } from "@latchkey/auth/providers/kakao";
 *
 * const provider = Kakao({ authorization: { params: { prompt: "select_account" } } });
 * console.assert(provider.id === "kakao");
 * ```
 */
export function Kakao(options: OAuthUserConfig<KakaoProfile> = {}): OAuthConfig<KakaoProfile> {
  return withOwnServer({
    id: "kakao",
    name: "Kakao",
    type: "oauth",
    authorization: { url: "https://kauth.kakao.com/oauth/authorize", scopeSeparator: "," },
    token: "https://kauth.kakao.com/oauth/token",
    // Otherwise the URL of the picture is http, which a page with https does not load.
    userinfo: { url: "https://kapi.kakao.com/v2/user/me", params: { secure_resource: true } },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail,
    style: { brandColor: "#fee500", mark: () => import("./marks/kakao.ts") },
    options,
  });
}

export default Kakao;

function toUser({ id, kakao_account: account }: KakaoProfile): ProviderUser {
  return {
    id,
    name: account?.profile?.nickname || account?.name,
    email: account?.email,
    image: account?.profile?.profile_image_url,
  };
}

function verifiedEmail({ kakao_account: account }: KakaoProfile): string | null | undefined {
  return account?.is_email_valid === true && account.is_email_verified === true ? account.email : null;
}
