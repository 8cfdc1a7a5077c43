/**
 * Sign-in with a Synology NAS.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of the ID token of Synology's SSO Server.
 *
 * @see {@link https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_service | Services of SSO Server}
 */
export interface SynologyProfile extends OpenProfile {
  /** Id of the user at the NAS. */
  readonly sub: string;
  /** User name. */
  readonly username?: string;
  /** Email address. Needs the scope `email`. */
  readonly email?: string;
  /** Names of the user's groups. Needs the scope `groups`. */
  readonly groups?: readonly string[];
}

/**
 * Describes a Synology NAS with the package SSO Server. The endpoints come from discovery.
 *
 * - Register: in SSO Server, switch the OIDC service on, and under "Application" add one with the redirect URI
 *   `<origin>/auth/callback/synology`.
 * - Console: `https://<server>:5001`, the web interface of your server
 * - Environment: `AUTH_SYNOLOGY_ID` (the application id), `AUTH_SYNOLOGY_SECRET` (the application secret),
 *   `AUTH_SYNOLOGY_ISSUER`.
 * - Options: `issuer` (required), the URL of the NAS with the path of SSO Server:
 *   `https://nas.example.com/webman/sso`. It has to be https.
 * - Email: sent if the user has one. It never counts as verified.
 * - SSO Server supplies no full name: the name is the user name.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_service | Services of SSO Server}
 *
 * @example
 * ```ts
 * import { Synology } from "@latchkey/auth/providers/synology";
 *
 * const provider = Synology({ issuer: "https://nas.example.com/webman/sso" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Synology(options: OIDCUserConfig<SynologyProfile> = {}): OIDCConfig<SynologyProfile> {
  return OAuth({
    id: "synology",
    name: "Synology",
    type: "oidc",
    issuer: "{issuer}",
    authorization: { params: { scope: "openid email" } },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#b5b5b6" },
    options,
  });
}

export default Synology;

function toUser({ sub, username, email }: SynologyProfile): ProviderUser {
  return { id: sub, name: username, email, image: null };
}
