/**
 * Sign-in with Mail.ru.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of the userinfo endpoint.
 *
 * @see {@link https://o2.mail.ru/docs | OAuth at Mail.ru}
 */
export interface MailRuProfile extends OpenProfile {
  /** Id of the user. */
  readonly id: string;
  /** Email address. */
  readonly email: string;
  /** Full name. */
  readonly name?: string;
  /** Nickname. */
  readonly nickname?: string;
  /** First name. */
  readonly first_name?: string;
  /** Last name. */
  readonly last_name?: string;
  /** URL of the picture. */
  readonly image?: string;
  /** `m` or `f`. */
  readonly gender?: string;
  /** Date of birth, such as `31.12.1990`. */
  readonly birthday?: string;
  /** Locale, such as `ru_RU`. */
  readonly locale?: string;
}

/**
 * Describes Mail.ru.
 *
 * - Register: at https://o2.mail.ru/app/, create an app with the redirect URI `<origin>/auth/callback/mailru`.
 * - Console: https://o2.mail.ru/app/
 * - Environment: `AUTH_MAILRU_ID`, `AUTH_MAILRU_SECRET`.
 * - Email: always sent. It never counts as verified: Mail.ru does not document whether it is.
 * - Mail.ru expects the access token in the query of the URL.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://o2.mail.ru/docs | OAuth at Mail.ru}
 *
 * @example
 * ```ts
 * import { MailRu } from "@latchkey/auth/providers/mailru";
 *
 * const provider = MailRu();
 * console.assert(provider.id === "mailru");
 * ```
 */
export function MailRu(options: OAuthUserConfig<MailRuProfile> = {}): OAuthConfig<MailRuProfile> {
  return OAuth({
    id: "mailru",
    name: "Mail.ru",
    type: "oauth",
    authorization: { url: "https://oauth.mail.ru/login", params: { scope: "userinfo" } },
    token: { url: "https://oauth.mail.ru/token", conform: asBearer },
    userinfo: {
      url: "https://oauth.mail.ru/userinfo",
      params: { access_token: "{tokens.access_token}" },
      headers: { authorization: undefined },
    },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#005ff9", mark: () => import("./marks/mailru.ts") },
    options,
  });
}

/** The name of `MailRu` in Auth.js. */
export const Mailru: typeof MailRu = MailRu;

export default MailRu;

function toUser(profile: MailRuProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name || profile.nickname || joinName(profile.first_name, profile.last_name),
    email: profile.email,
    image: profile.image,
  };
}
