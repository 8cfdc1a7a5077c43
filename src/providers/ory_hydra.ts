/**
 * Sign-in with Ory Hydra.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Hydra's ID token. Your consent application says which of them it has.
 *
 * @see {@link https://www.ory.com/docs/hydra/guides/consent | Consent}
 */
export interface OryHydraProfile extends StandardClaims, OpenProfile {
  /** Id of the user: the subject that your login application has accepted. */
  readonly sub: string;
  /** How the user authenticated, as your login application says. */
  readonly acr?: string;
  /** Methods by which the user authenticated. */
  readonly amr?: readonly string[];
  /** Id of the session at Hydra. */
  readonly sid?: string;
}

/**
 * Describes a server of Ory Hydra, or a project of Ory Network. The endpoints come from discovery.
 *
 * - Register: an OAuth 2 client with the grant type `authorization_code`, the redirect URI
 *   `<origin>/auth/callback/hydra` and the scopes `openid`, `profile` and `email`: `hydra create oauth2-client`, or
 *   in the console of Ory Network.
 * - Console: the command line of your server, or https://console.ory.sh/
 * - Environment: `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`, `AUTH_HYDRA_ISSUER`.
 * - Options: `issuer` (required), the public URL of Hydra: `https://hydra.example.com`, or
 *   `https://<slug>.projects.oryapis.com`.
 * - Email: depends on your consent application. It counts as verified if `email_verified` is `true`.
 * - The module is called `ory-hydra` and the id is `hydra`, as with Auth.js.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.ory.com/docs/hydra/5min-tutorial | Run your own OAuth 2 server}
 *
 * @example
 * ```ts
 * import { OryHydra } from "@latchkey/auth/providers/ory-hydra";
 *
 * const provider = OryHydra({ issuer: "https://hydra.example.com" });
 * console.assert(provider.id === "hydra");
 * ```
 */
export function OryHydra(options: OIDCUserConfig<OryHydraProfile> = {}): OIDCConfig<OryHydraProfile> {
  return OAuth({
    id: "hydra",
    name: "Ory",
    type: "oidc",
    issuer: "{issuer}",
    style: { brandColor: "#5528ff", mark: () => import("./marks/ory_hydra.ts") },
    options,
  });
}

export default OryHydra;
