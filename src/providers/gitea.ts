/**
 * Sign-in with Gitea or Forgejo.
 *
 * @module
 */

import { nameError, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, StandardClaims } from "../model/provider.ts";

/**
 * Claims of Gitea's ID token.
 *
 * @see {@link https://docs.gitea.com/development/oauth2-provider | OAuth2 provider}
 */
export interface GiteaProfile extends StandardClaims, OpenProfile {
  /** Number of the user on the server, as text. */
  readonly sub: string;
  /** Full name; the account name if there is none. */
  readonly name?: string;
  /** Account name. It can change. */
  readonly preferred_username?: string;
  /** Web page, as the user wrote it. */
  readonly website?: string;
  /** Whether the account is active. The address need not be verified. */
  readonly email_verified?: boolean;
  /** Organizations of the user, and teams as `organization:team`. Needs the scope `groups`. */
  readonly groups?: readonly string[];
}

/**
 * Describes a server of Gitea or Forgejo, such as gitea.com or codeberg.org. The endpoints come from discovery.
 *
 * - Register: on the server, under Settings, Applications, create an OAuth2 application with the redirect URI
 *   `<origin>/auth/callback/gitea`.
 * - Console: `https://<server>/user/settings/applications`
 * - Environment: `AUTH_GITEA_ID`, `AUTH_GITEA_SECRET`, `AUTH_GITEA_ISSUER`.
 * - Options: `issuer` (required), the server's `ROOT_URL`: `https://gitea.com`.
 * - Email: sent. It does not count as verified: `email_verified` is `true` for each active account, and a server that
 *   does not confirm addresses (`REGISTER_EMAIL_CONFIRM`) activates any. If yours confirms all of them:
 *   `verifiedEmail: (user) => user.email_verified ? user.email : null`.
 * - Ids are those of one server. For a second server, give its provider another `id`.
 * - For a refresh token that has ended, Gitea answers `unauthorized_client`. The provider corrects the code.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.gitea.com/development/oauth2-provider | OAuth2 provider}
 * @see {@link https://github.com/go-gitea/gitea/blob/main/routers/web/auth/oauth2_provider.go | Gitea's token endpoint}
 *
 * @example
 * ```ts
 * import { Gitea } from "@latchkey/auth/providers/gitea";
 *
 * const provider = Gitea({ issuer: "https://git.example.com" });
 * console.assert(provider.type === "oidc");
 * ```
 */
export function Gitea(options: OIDCUserConfig<GiteaProfile> = {}): OIDCConfig<GiteaProfile> {
  return OAuth({
    id: "gitea",
    name: "Gitea",
    type: "oidc",
    issuer: "{issuer}",
    token: { conform: (response) => nameError(response, codeOf) },
    verifiedEmail: false,
    style: { brandColor: "#609926", mark: () => import("./marks/gitea.ts") },
    options,
  });
}

export default Gitea;

/** How Gitea describes a refresh token that has ended, and one that was sent before. */
const ENDED: readonly unknown[] = ["unable to parse refresh token", "token was already used"];

function codeOf({ error, error_description }: TokenResponse): string | null {
  return error === "unauthorized_client" && ENDED.includes(error_description) ? "invalid_grant" : null;
}
