/**
 * Sign-in with Tiltify.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/** The answer of `GET /api/public/current-user`. */
export interface TiltifyProfile extends OpenProfile {
  /** The user. */
  readonly data: OpenProfile & {
    /** Id of the account. It never changes. */
    readonly id: string;
    /** Number of the account in version 3 of the API. */
    readonly legacy_id?: number | null;
    /** Account name. It can change. */
    readonly username: string;
    /** Path of the user's page, such as `@ada`. */
    readonly slug?: string;
    /** A few words about the user. */
    readonly description?: string | null;
    /** Address of the user's page: a path, or a URL. */
    readonly url?: string;
    /** The picture. */
    readonly avatar?: {
      /** URL of the picture. */
      readonly src?: string | null;
      /** Description of the picture. */
      readonly alt?: string | null;
      /** Width in pixels. */
      readonly width?: number;
      /** Height in pixels. */
      readonly height?: number;
    } | null;
    /** Account names elsewhere, by site. */
    readonly social?: Readonly<Record<string, string | null>>;
    /** Money that the user has raised. */
    readonly total_amount_raised?: {
      /** Currency, such as `USD`. */
      readonly currency?: string;
      /** Amount as text, such as `182.32`. */
      readonly value?: string;
    };
  };
}

/**
 * Describes Tiltify.
 *
 * - Register: in the developer dashboard, create an application with the redirect URI `<origin>/auth/callback/tiltify`.
 * - Console: https://app.tiltify.com/developers
 * - Environment: `AUTH_TILTIFY_ID`, `AUTH_TILTIFY_SECRET`.
 * - Email: never sent.
 * - The ids are those of version 5 of the API. Version 3 had numbers, which are in `data.legacy_id`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.tiltify.com/ | Tiltify for developers}
 *
 * @example
 * ```ts
 * import { Tiltify } from "@latchkey/auth/providers/tiltify";
 *
 * const provider = Tiltify();
 * console.assert(provider.id === "tiltify");
 * ```
 */
export function Tiltify(options: OAuthUserConfig<TiltifyProfile> = {}): OAuthConfig<TiltifyProfile> {
  return OAuth({
    id: "tiltify",
    name: "Tiltify",
    type: "oauth",
    authorization: { url: "https://v5api.tiltify.com/oauth/authorize", params: { scope: "public" } },
    token: "https://v5api.tiltify.com/oauth/token",
    userinfo: {
      url: "https://v5api.tiltify.com/api/public/current-user",
      headers: { "client-id": "{clientId}" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#2a3dce" },
    options,
  });
}

export default Tiltify;

function toUser({ data }: TiltifyProfile): ProviderUser {
  return { id: data?.id, name: data?.username, email: null, image: data?.avatar?.src ?? null };
}
