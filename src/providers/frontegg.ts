/**
 * Sign-in with Frontegg.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of Frontegg's ID token.
 *
 * @see {@link https://docs.frontegg.com/docs/how-to-use-our-docs | Documentation of Frontegg}
 */
export interface FronteggProfile extends OpenProfile {
  /** Id of the user. */
  readonly sub: string;
  /** Full name. */
  readonly name?: string;
  /** Email address. */
  readonly email?: string;
  /** Whether the address is verified. */
  readonly email_verified?: boolean;
  /** URL of the picture. */
  readonly profilePictureUrl?: string;
  /** Names of the user's roles. */
  readonly roles?: readonly string[];
  /** Keys of the user's permissions. */
  readonly permissions?: readonly string[];
  /** Id of the account (tenant) that the user works in. */
  readonly tenantId?: string;
  /** Ids of all accounts of the user. */
  readonly tenantIds?: readonly string[];
}

/**
 * Describes an environment of Frontegg.
 *
 * - Register: in the portal, under Authentication, "Login method", switch the hosted login on and add the redirect
 *   URL `<origin>/auth/callback/frontegg`.
 * - Console: https://portal.frontegg.com/
 * - Environment: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET` (client id and API key of the environment),
 *   `AUTH_FRONTEGG_ISSUER`.
 * - Options: `issuer` (required), the domain of the environment: `https://<subdomain>.frontegg.com`,
 *   without a slash at the end.
 * - Email: sent. It counts as verified if `email_verified` is `true`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.frontegg.com/docs/how-to-use-our-docs | Documentation of Frontegg}
 *
 * @example
 * ```ts
 * import { Frontegg } from "@latchkey/auth/providers/frontegg";
 *
 * const provider = Frontegg({ issuer: "https://app-acme.frontegg.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Frontegg(options: OIDCUserConfig<FronteggProfile> = {}): OIDCConfig<FronteggProfile> {
  return OAuth({
    id: "frontegg",
    name: "Frontegg",
    type: "oidc",
    issuer: "{issuer}",
    authorization: "{issuer}/oauth/authorize",
    token: "{issuer}/oauth/token",
    jwks_endpoint: "{issuer}/.well-known/jwks.json",
    profile: toUser,
    options,
  });
}

export default Frontegg;

function toUser({ sub, name, email, picture, profilePictureUrl }: FronteggProfile): ProviderUser {
  return { id: sub, name, email, image: profilePictureUrl || picture };
}
