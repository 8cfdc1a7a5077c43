/**
 * Sign-in with VK (VK ID).
 *
 * @module
 */

import { joinName } from "./_name.ts";
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
 * The answer of `POST /oauth2/user_info`. It has only the fields that the scopes allow.
 *
 * @see {@link https://id.vk.com/about/business/go/docs | VK ID for developers}
 */
export interface VkProfile extends OpenProfile {
  /** The user. */
  readonly user: OpenProfile & {
    /** Number of the account, as text. It never changes. */
    readonly user_id: string;
    /** Given name. */
    readonly first_name?: string;
    /** Family name. */
    readonly last_name?: string;
    /** Email address. Needs the scope `email`. */
    readonly email?: string;
    /** Number of the phone. Needs the scope `phone`. */
    readonly phone?: string;
    /** URL of the picture. */
    readonly avatar?: string;
    /** `1` female, `2` male, `0` unknown. */
    readonly sex?: number;
    /** Whether the account has a check mark. It says nothing about the address. */
    readonly verified?: boolean;
    /** Birthday, such as `31.01.1990`. */
    readonly birthday?: string;
  };
}

/**
 * Describes VK, by its present API, VK ID.
 *
 * - Register: at id.vk.com/about/business, create an application for the Web. Add the host as base domain, and the
 *   trusted redirect URL `<origin>/auth/callback/vk`, https only. For tests, `http://localhost` without a port is
 *   accepted.
 * - Console: https://id.vk.com/about/business
 * - Local: VK accepts `http://localhost` without a port alone, and so not `http://localhost:8000/auth/callback/vk`. Let the
 *   development server listen on port 80, and register `http://localhost/auth/callback/vk`, or use an https tunnel.
 * - Environment: `AUTH_VK_ID` (the application's ID), `AUTH_VK_SECRET` (the protected key). A client without a secret
 *   sets `client: { token_endpoint_auth_method: "none" }`.
 * - Email: sent with the scope `email`, which is requested, if the account has one. It never counts as verified: VK
 *   does not say whether it is.
 * - Auth.js uses the API before VK ID (oauth.vk.com), which VK is switching off. The ids of accounts are the same
 *   numbers, so users keep their accounts. An application of that time must be moved to VK ID at id.vk.com. The profile
 *   has other fields: a `profile` function of yours reads `profile.user`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://id.vk.com/about/business/go/docs | VK ID for developers}
 *
 * @example
 * ```ts
 * import { VK } from "@latchkey/auth/providers/vk";
 *
 * const provider = VK({ authorization: { params: { scope: "email phone" } } });
 * console.assert(provider.id === "vk");
 * ```
 */
export function VK(options: OAuthUserConfig<VkProfile> = {}): OAuthConfig<VkProfile> {
  return OAuth({
    id: "vk",
    name: "VK",
    type: "oauth",
    authorization: { url: "https://id.vk.com/authorize", params: { scope: "email" } },
    token: { url: "https://id.vk.com/oauth2/auth", redeem: requestTokens, conform: refuseErrors },
    userinfo: {
      url: "https://id.vk.com/oauth2/user_info",
      params: ({ clientId }) => ({ client_id: clientId }),
      headers: { authorization: undefined },
      form: { access_token: "{tokens.access_token}" },
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#0077ff", mark: () => import("./marks/vk.ts") },
    options,
  });
}

export default VK;

/** Adds two parameters of the authorization response. VK refuses a device that is not the one of the code. */
async function requestTokens(
  { url, params, headers, response, fetch }: TokenRequestContext,
): Promise<Response> {
  const body = new URLSearchParams(params);
  for (const name of ["device_id", "state"]) {
    const value = response.get(name);
    if (value !== null) body.set(name, value);
  }
  return await fetch(url, { method: "POST", headers, body });
}

function toUser({ user }: VkProfile): ProviderUser {
  return {
    id: user?.user_id,
    name: joinName(user?.first_name, user?.last_name),
    email: user?.email ?? null,
    image: user?.avatar ?? null,
  };
}
