/**
 * Sign-in with Asgardeo.
 *
 * @module
 */

import { joinName } from "./_name.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OIDCConfig,
  OIDCUserConfig,
  OpenProfile,
  ProviderUser,
  StandardClaims,
} from "../model/provider.ts";

/**
 * Claims of Asgardeo's ID token. It has only those of the attributes that the application requests.
 *
 * @see {@link https://wso2.com/asgardeo/docs/guides/authentication/oidc/ | OpenID Connect in Asgardeo}
 */
export interface AsgardeoProfile extends StandardClaims, OpenProfile {
  /** Id of the user, unless the application's settings choose another attribute as subject. */
  readonly sub: string;
  /** User name, often the email address. */
  readonly username?: string;
  /** Id of the organization that the user belongs to. */
  readonly org_id?: string;
  /** Name of that organization. */
  readonly org_name?: string;
}

/**
 * Describes an organization of Asgardeo. The endpoints come from discovery.
 *
 * - Register: in the console, under Applications, create a "Traditional Web Application" with OpenID Connect. The
 *   authorized redirect URL is `<origin>/auth/callback/asgardeo`. Select the e-mail address and the names under "User
 *   Attributes": otherwise the user has none.
 * - Console: https://console.asgardeo.io
 * - Environment: `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`, `AUTH_ASGARDEO_ISSUER`.
 * - Options: `issuer` (required), as the tab "Info" of the application shows it:
 *   `https://api.asgardeo.io/t/<organization>/oauth2/token`.
 * - Email: sent if the attribute is selected. It counts as verified if `email_verified` is `true`.
 * - Without the claim `name`, the name is made of the given name and the family name.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://wso2.com/asgardeo/docs/guides/applications/register-oidc-web-app/ | Register an OpenID Connect web application}
 *
 * @example
 * ```ts
 * import { Asgardeo } from "@latchkey/auth/providers/asgardeo";
 *
 * const provider = Asgardeo({ issuer: "https://api.asgardeo.io/t/acme/oauth2/token" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Asgardeo(options: OIDCUserConfig<AsgardeoProfile> = {}): OIDCConfig<AsgardeoProfile> {
  return OAuth({
    id: "asgardeo",
    name: "Asgardeo",
    type: "oidc",
    issuer: "{issuer}",
    profile: toUser,
    style: { brandColor: "#000" },
    options,
  });
}

export default Asgardeo;

function toUser(profile: AsgardeoProfile): ProviderUser {
  const { sub, name, given_name, family_name, nickname, preferred_username, username, email, picture } =
    profile;
  return {
    id: sub,
    name: name || joinName(given_name, family_name) || nickname || preferred_username || username,
    email,
    image: picture,
  };
}
