/**
 * Sign-in with ClickUp.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /api/v2/user`.
 *
 * @see {@link https://developer.clickup.com/reference/getauthorizeduser | Get authorized user}
 */
export interface ClickUpProfile extends OpenProfile {
  /** The user. */
  readonly user: OpenProfile & {
    /** Number of the user. */
    readonly id: number;
    /** Display name. It can change. */
    readonly username: string;
    /** Email address. */
    readonly email?: string;
    /** Colour of the user, such as `#7b68ee`. */
    readonly color: string;
    /** URL of the picture. `null` if the user has none. */
    readonly profilePicture: string | null;
    /** Initials. */
    readonly initials?: string;
    /** Time zone, such as `Europe/London`. */
    readonly timezone?: string;
  };
}

/**
 * Describes ClickUp.
 *
 * - Register: as owner or administrator of a workspace, under Settings, "ClickUp API", create an app with the redirect
 *   URL `<origin>/auth/callback/click-up`.
 * - Console: https://app.clickup.com/settings/apps
 * - Environment: `AUTH_CLICK_UP_ID`, `AUTH_CLICK_UP_SECRET`.
 * - Email: sent. It never counts as verified: ClickUp does not document whether it is.
 * - ClickUp has no scopes: the user chooses workspaces, and an access token is valid for all of their data. It does not
 *   expire.
 * - ClickUp does not document PKCE, so `state` alone binds the response to the browser.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developer.clickup.com/docs/authentication | Authentication}
 *
 * @example
 * ```ts
 * import { ClickUp } from "@latchkey/auth/providers/click-up";
 *
 * const provider = ClickUp();
 * console.assert(provider.id === "click-up");
 * ```
 */
export function ClickUp(options: OAuthUserConfig<ClickUpProfile> = {}): OAuthConfig<ClickUpProfile> {
  return OAuth({
    id: "click-up",
    name: "ClickUp",
    type: "oauth",
    authorization: "https://app.clickup.com/api",
    token: { url: "https://api.clickup.com/api/v2/oauth/token", conform: asBearer },
    userinfo: "https://api.clickup.com/api/v2/user",
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#7b68ee", mark: () => import("./marks/click_up.ts") },
    options,
  });
}

export default ClickUp;

function toUser({ user }: ClickUpProfile): ProviderUser {
  return { id: user?.id, name: user?.username, email: user?.email, image: user?.profilePicture };
}
