/**
 * Sign-in with Naver.
 *
 * @module
 */

import { byRenewal, fieldsOf, sendForm } from "./_revocation.ts";
import { refuseErrors } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The answer of `GET /v1/nid/me`. It has only the fields that the application is registered for, and that the user
 * agreed to.
 *
 * @see {@link https://developers.naver.com/docs/login/profile/profile.md | Profile}
 */
export interface NaverProfile extends OpenProfile {
  /** Result of the request: `00` if it succeeded. */
  readonly resultcode: string;
  /** The result in words: `success`. */
  readonly message: string;
  /** The user. */
  readonly response: {
    /** Id of the user in this application. It never changes. */
    readonly id: string;
    /** Nickname. */
    readonly nickname?: string;
    /** Full name. */
    readonly name?: string;
    /** Email address for messages to the user, who can set it to an address elsewhere. */
    readonly email?: string;
    /** `F`, `M`, or `U` if unknown. */
    readonly gender?: "F" | "M" | "U";
    /** Range of the age, such as `30-39`. */
    readonly age?: string;
    /** Day of birth, such as `10-01`. */
    readonly birthday?: string;
    /** Year of birth. */
    readonly birthyear?: string;
    /** URL of the picture. */
    readonly profile_image?: string;
    /** Number of the mobile phone, such as `010-0000-0000`. */
    readonly mobile?: string;
  };
}

/**
 * Describes Naver.
 *
 * - Register: create an application for "네이버 로그인" at Naver Developers, and choose the fields of the profile there. Add
 *   the service URL, and the callback URL `<origin>/auth/callback/naver`. Until Naver has reviewed the application,
 *   only its registered members can sign in.
 * - Console: https://developers.naver.com/apps/
 * - Environment: `AUTH_NAVER_ID`, `AUTH_NAVER_SECRET`.
 * - Email: sent if the application asks for it and the user agrees. It never counts as verified: the user can set it to
 *   any address.
 * - Revocation: Naver ends the link of the account with this application: the access token and the refresh token. The
 *   library exchanges the refresh token for an access token, because Naver accepts none that has ended.
 * - There are no scopes. Ids are those of one application.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.naver.com/docs/login/overview/overview.md | Naver login}
 * @see {@link https://developers.naver.com/docs/login/devguide/devguide.md | Development guide}
 *
 * @example
 * ```ts
 * import { Naver } from "@latchkey/auth/providers/naver";
 *
 * const provider = Naver();
 * console.assert(provider.id === "naver");
 * ```
 */
export function Naver(options: OAuthUserConfig<NaverProfile> = {}): OAuthConfig<NaverProfile> {
  return OAuth({
    id: "naver",
    name: "Naver",
    type: "oauth",
    authorization: "https://nid.naver.com/oauth2.0/authorize",
    token: { url: TOKEN_URL, conform: refuseErrors },
    userinfo: "https://openapi.naver.com/v1/nid/me",
    revocation: { url: TOKEN_URL, request: byRenewal(TOKEN_URL, revoke) },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#03c75a", mark: () => import("./marks/naver.ts") },
    options,
  });
}

export default Naver;

const TOKEN_URL = "https://nid.naver.com/oauth2.0/token";

/** The token endpoint revokes, too. It answers with status 200 to an error. */
async function revoke(context: TokenRequestContext): Promise<Response> {
  const { token = "", token_type_hint: _, ...client } = fieldsOf(context);
  const fields = { ...client, grant_type: "delete", access_token: token, service_provider: "NAVER" };
  return await refuseErrors(await sendForm(context, fields));
}

function toUser({ response }: NaverProfile): ProviderUser {
  return {
    id: response?.id,
    name: response?.nickname || response?.name,
    email: response?.email,
    image: response?.profile_image,
  };
}
