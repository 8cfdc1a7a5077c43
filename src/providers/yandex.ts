/**
 * Sign-in with Yandex.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /info` of login.yandex.ru returns it. It has only the fields that the scopes allow.
 *
 * @see {@link https://yandex.com/dev/id/doc/en/user-information | Requesting user information}
 */
export interface YandexProfile extends OpenProfile {
  /** Number of the account, as text. It never changes. */
  readonly id: string;
  /** Account name. */
  readonly login: string;
  /** Client identifier of the application. */
  readonly client_id?: string;
  /** Id of the user in this application. */
  readonly psuid?: string;
  /** The main email address. Needs the scope `login:email`. */
  readonly default_email?: string;
  /** The email addresses: the main one. Needs the scope `login:email`. */
  readonly emails?: readonly string[];
  /** Name that other users see. */
  readonly display_name?: string;
  /** Full name. Needs the scope `login:info`. */
  readonly real_name?: string;
  /** Given name. Needs the scope `login:info`. */
  readonly first_name?: string;
  /** Family name. Needs the scope `login:info`. */
  readonly last_name?: string;
  /** `male` or `female`. `null` if unknown. */
  readonly sex?: "female" | "male" | null;
  /** Id of the picture. Needs the scope `login:avatar`. */
  readonly default_avatar_id?: string;
  /** Whether the picture is a placeholder. */
  readonly is_avatar_empty?: boolean;
  /** Birthday, such as `1990-01-31`. Needs the scope `login:birthday`. */
  readonly birthday?: string | null;
  /** The main phone. Needs the scope `login:default_phone`. */
  readonly default_phone?: {
    /** Id of the number. */
    readonly id: number;
    /** The number, such as `+79037659418`. */
    readonly number: string;
  };
}

/**
 * Describes Yandex ID.
 *
 * - Register: at oauth.yandex.com, create an application for user authorization, for web services, with the redirect
 *   URI `<origin>/auth/callback/yandex`. Choose the access to the email address, to name and gender, and to the
 *   portrait.
 * - Console: https://oauth.yandex.com/
 * - Environment: `AUTH_YANDEX_ID`, `AUTH_YANDEX_SECRET`.
 * - Email: sent with the scope `login:email`, which is requested. It never counts as verified: Yandex does not say
 *   whether it is.
 * - For pages in English, set `authorization: { url: "https://oauth.yandex.com/authorize" }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://yandex.com/dev/id/doc/en/ | Yandex ID}
 *
 * @example
 * ```ts
 * import { Yandex } from "@latchkey/auth/providers/yandex";
 *
 * const provider = Yandex({ authorization: { url: "https://oauth.yandex.com/authorize" } });
 * console.assert(provider.id === "yandex");
 * ```
 */
export function Yandex(options: OAuthUserConfig<YandexProfile> = {}): OAuthConfig<YandexProfile> {
  return OAuth({
    id: "yandex",
    name: "Yandex",
    type: "oauth",
    authorization: {
      url: "https://oauth.yandex.ru/authorize",
      params: { scope: "login:info login:email login:avatar" },
    },
    token: "https://oauth.yandex.ru/token",
    userinfo: {
      url: "https://login.yandex.ru/info",
      params: { format: "json" },
      headers: { authorization: "OAuth {tokens.access_token}" },
    },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#ffcc00" },
    options,
  });
}

export default Yandex;

function toUser(profile: YandexProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.display_name || profile.real_name || profile.first_name || profile.login,
    email: profile.default_email ?? profile.emails?.[0] ?? null,
    image: imageOf(profile),
  };
}

function imageOf({ is_avatar_empty, default_avatar_id }: YandexProfile): string | null {
  const isPicture = !is_avatar_empty && typeof default_avatar_id === "string" && default_avatar_id !== "";
  return isPicture ? `https://avatars.yandex.net/get-yapic/${default_avatar_id}/islands-200` : null;
}
