/**
 * Sign-in with authentik.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of authentik's ID token, with the default scope mappings.
 *
 * @see {@link https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ | OAuth2 provider}
 */
export interface AuthentikProfile extends StandardClaims, OpenProfile {
  /** Id of the user: a hash, unless the provider's subject mode says otherwise. */
  readonly sub: string;
  /** Full name, too: authentik knows no parts of names. */
  readonly given_name?: string;
  /** User name, too. */
  readonly nickname?: string;
  /** What the scope mapping says; by default `false` since version 2025.10, `true` before. */
  readonly email_verified?: boolean;
  /** Names of the user's groups. */
  readonly groups?: readonly string[];
}

/**
 * Describes an application of an authentik server. The endpoints come from discovery.
 *
 * - Register: in the admin interface, create an application with an "OAuth2/OpenID Provider" and the redirect URI
 *   `<origin>/auth/callback/authentik`. Choose a signing key: without one, authentik signs with the client secret,
 *   and you set `client: { id_token_signed_response_alg: "HS256" }`.
 * - Console: `https://<server>/if/admin/`, the admin interface of your server
 * - Environment: `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET`, `AUTH_AUTHENTIK_ISSUER`.
 * - Options: `issuer` (required), with the slug of the application: `https://auth.example.com/application/o/<slug>/`.
 * - Email: sent if the user has one. It counts as verified if `email_verified` is `true`. Since version 2025.10,
 *   authentik sends that only if you change the mapping of the scope `email`. Older versions send it for each address,
 *   verified or not. If users of yours can write their addresses themselves, set `verifiedEmail: false`.
 * - Authentik supplies no picture.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ | OAuth2 provider}
 *
 * @example
 * ```ts
 * import { Authentik } from "@latchkey/auth/providers/authentik";
 *
 * const provider = Authentik({ issuer: "https://auth.example.com/application/o/shop/" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Authentik(options: OIDCUserConfig<AuthentikProfile> = {}): OIDCConfig<AuthentikProfile> {
  return OAuth({
    id: "authentik",
    name: "Authentik",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#fd4b2d", mark: () => import("./marks/authentik.ts") },
    options,
  });
}

export default Authentik;
