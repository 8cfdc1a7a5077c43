/**
 * Sign-in with Foursquare.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /v2/users/self`.
 *
 * @see {@link https://docs.foursquare.com/developer/reference/user-details | User details}
 */
export interface FoursquareProfile extends OpenProfile {
  /** The data. */
  readonly response: {
    /** The user. */
    readonly user: OpenProfile & {
      /** Id of the user: a number, as text. */
      readonly id: string;
      /** First name. */
      readonly firstName?: string;
      /** Last name. */
      readonly lastName?: string;
      /** The picture: its URL is `prefix`, a size or `original`, and `suffix`. */
      readonly photo?: {
        /** Beginning of the URL. */
        readonly prefix?: string;
        /** End of the URL. */
        readonly suffix?: string;
      };
      /** How to reach the user. */
      readonly contact?: {
        /** Email address. */
        readonly email?: string;
      };
    };
  };
}

/** Options of `Foursquare()`. */
export type FoursquareOptions = OAuthUserConfig<FoursquareProfile> & {
  /** Version of the API that the application was written for: a date, `YYYYMMDD`. Default `20230131`. */
  readonly apiVersion?: string;
};

/**
 * Describes Foursquare.
 *
 * - Register: in the developer console, create a project. In its settings, under "OAuth Authentication", set the
 *   redirect URL `<origin>/auth/callback/foursquare`.
 * - Console: https://foursquare.com/developers/
 * - Environment: `AUTH_FOURSQUARE_ID`, `AUTH_FOURSQUARE_SECRET`.
 * - Options: `apiVersion`, the date of the API's version (`YYYYMMDD`). Default `20230131`.
 * - Email: sent if the user has one. It never counts as verified: Foursquare does not document whether it is.
 * - Foursquare's API expects the access token in the query of the URL.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.foursquare.com/developer/reference/personalization-apis-authentication | Authentication}
 *
 * @example
 * ```ts
 * import { Foursquare } from "@latchkey/auth/providers/foursquare";
 *
 * const provider = Foursquare({ apiVersion: "20240501" });
 * console.assert(provider.id === "foursquare");
 * ```
 */
export function Foursquare(options: FoursquareOptions = {}): OAuthConfig<FoursquareProfile> {
  return OAuth({
    id: "foursquare",
    name: "Foursquare",
    type: "oauth",
    authorization: "https://foursquare.com/oauth2/authenticate",
    token: { url: "https://foursquare.com/oauth2/access_token", conform: asBearer },
    userinfo: {
      url: "https://api.foursquare.com/v2/users/self",
      params: { v: options.apiVersion ?? "20230131", oauth_token: "{tokens.access_token}" },
      headers: { authorization: undefined },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#000000", mark: () => import("./marks/foursquare.ts") },
    options,
  });
}

export default Foursquare;

function toUser({ response }: FoursquareProfile): ProviderUser {
  const user = response?.user;
  const { prefix, suffix } = user?.photo ?? {};
  return {
    id: user?.id,
    name: joinName(user?.firstName, user?.lastName),
    email: user?.contact?.email,
    image: typeof prefix === "string" && prefix && typeof suffix === "string" && suffix
      ? `${prefix}original${suffix}`
      : null,
  };
}
