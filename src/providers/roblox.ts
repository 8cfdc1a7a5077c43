/**
 * Sign-in with Roblox.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile } from "../model/provider.ts";

/**
 * Claims of Roblox's ID token.
 *
 * @see {@link https://create.roblox.com/docs/cloud/auth/oauth2-reference | OAuth 2 authentication}
 */
export interface RobloxProfile extends OpenProfile {
  /** Id of the account. */
  readonly sub: string;
  /** Display name. The user can change it. */
  readonly name?: string;
  /** Display name. */
  readonly nickname?: string;
  /** User name. The user can change it. */
  readonly preferred_username?: string;
  /** When the account was created: seconds since the epoch. */
  readonly created_at?: number;
  /** URL of the account's page. */
  readonly profile?: string;
  /** URL of the avatar's head. `null` while Roblox has none. */
  readonly picture?: string | null;
}

/**
 * Describes Roblox. The endpoints come from discovery.
 *
 * - Register: in the Creator Dashboard, under "OAuth 2.0 Apps", create an app with the redirect URL
 *   `<origin>/auth/callback/roblox` and the permissions `openid` and `profile`. Until Roblox has reviewed the app,
 *   only a few users can sign in.
 * - Console: https://create.roblox.com/dashboard/credentials
 * - Environment: `AUTH_ROBLOX_ID`, `AUTH_ROBLOX_SECRET`.
 * - Email: never sent.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://create.roblox.com/docs/cloud/auth/oauth2-overview | OAuth 2 overview}
 *
 * @example
 * ```ts
 * import { Roblox } from "@latchkey/auth/providers/roblox";
 *
 * const provider = Roblox({ authorization: { params: { prompt: "select_account consent" } } });
 * console.assert(provider.id === "roblox");
 * ```
 */
export function Roblox(options: OIDCUserConfig<RobloxProfile> = {}): OIDCConfig<RobloxProfile> {
  return withOwnServer({
    id: "roblox",
    name: "Roblox",
    type: "oidc",
    issuer: "https://apis.roblox.com/oauth/",
    authorization: { params: { scope: "openid profile" } },
    style: { brandColor: "#000", mark: () => import("./marks/roblox.ts") },
    options,
  });
}

export default Roblox;
