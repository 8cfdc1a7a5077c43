/**
 * Sign-in with GitLab.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type {
  OAuthConfig,
  OIDCConfig,
  OIDCUserConfig,
  OpenProfile,
  VerdictContext,
} from "../model/provider.ts";

/**
 * The answer of the userinfo endpoint.
 *
 * @see {@link https://docs.gitlab.com/integration/openid_connect_provider/#shared-information | Shared information}
 */
export interface GitLabProfile extends OpenProfile {
  /** Number of the user on the server, as text. It never changes. */
  readonly sub: string;
  /** The subject that GitLab used before version 11. */
  readonly sub_legacy?: string;
  /** Full name. */
  readonly name?: string;
  /** Account name. It can change, and another user can then take it. */
  readonly nickname?: string;
  /** Account name. */
  readonly preferred_username?: string;
  /** The primary email address. */
  readonly email?: string;
  /** Whether the address is confirmed. A self-managed server may confirm each address by itself. */
  readonly email_verified?: boolean;
  /** Web page, as the user wrote it. */
  readonly website?: string;
  /** URL of the user's page. */
  readonly profile?: string;
  /** URL of the picture. */
  readonly picture?: string;
  /** Paths of the groups that the user is a member of, by itself or by a group above. */
  readonly groups?: readonly string[];
}

/** The server whose addresses count: it verifies them. */
const GITLAB_COM = "https://gitlab.com";

/** Options of `GitLab()`. */
export type GitLabOptions = OIDCUserConfig<GitLabProfile> & {
  /** URL of a self-managed server, with its path if it has one. It is the issuer. Default `https://gitlab.com`. */
  readonly baseUrl?: URL | string;
};

/**
 * Describes GitLab. The server is gitlab.com, or a self-managed one. The endpoints come from discovery.
 *
 * - Register:
 *   1. Open https://gitlab.com/-/user_settings/applications and sign in. This is "Edit profile", "Applications" below
 *      your avatar. A free account is enough. A group has the same page under "Settings", "Applications".
 *   2. Click "Add new application", and enter a name, which users will see.
 *   3. As "Redirect URI", enter `http://localhost:8000/auth/callback/gitlab`, and in the next line
 *      `<origin>/auth/callback/gitlab`.
 *   4. Leave "Confidential" selected, and select the scopes `openid`, `profile` and `email`. Click "Save
 *      application".
 *   5. Copy "Application ID" to `AUTH_GITLAB_ID`, and "Secret" to `AUTH_GITLAB_SECRET`: GitLab never shows the secret
 *      again. "Renew secret" makes another one, and ends this one.
 *   6. At a self-managed server, do this on its own pages, and set `AUTH_GITLAB_ISSUER` to its URL, such as
 *      `https://git.example.com`.
 *   7. Everyone with an account there can sign in now. There is no review.
 * - Console: https://gitlab.com/-/user_settings/applications
 * - Environment: `AUTH_GITLAB_ID`, `AUTH_GITLAB_SECRET`, `AUTH_GITLAB_ISSUER` (optional).
 * - Errors:
 *   - "The redirect URI included is not valid": the redirect URI is not in the list of step 3, character by
 *     character.
 *   - "The requested scope is invalid, unknown, or malformed": a scope of step 4 is missing.
 *   - `invalid_client`: `AUTH_GITLAB_SECRET` is wrong, or was renewed.
 * - Options: `baseUrl`, the URL of a self-managed server: `https://git.example.com`. `issuer` is the same.
 * - Email: sent. At gitlab.com it counts as verified if `email_verified` is `true`. At a self-managed server it does
 *   not, whatever it claims: its settings decide whether addresses are confirmed. If yours confirms them: `verifiedEmail: (user) =>
 *   user.email_verified ? user.email : null`.
 * - Auth.js uses GitLab's API and the scope `read_user`. For an application that was registered for it, write its
 *   options as before, with that scope: `authorization: { params: { scope: "read_user" } }`. Without `openid` in the
 *   scope, or with `/api/v4/user` as `userinfo`, the profile is that of the API, with `username` and `avatar_url`. The
 *   ids are the same. No address of the API counts as verified.
 * - For the API of GitLab, add a scope: `authorization: { params: { scope: "openid profile email read_api" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.gitlab.com/integration/openid_connect_provider/ | GitLab as OpenID Connect provider}
 * @see {@link https://docs.gitlab.com/integration/oauth_provider/ | GitLab as OAuth 2.0 provider}, with which the steps were compared on 2026-11-22, in an undated copy
 *
 * @example
 * ```ts
 * import { GitLab } from "@latchkey/auth/providers/gitlab";
 *
 * const provider = GitLab({ baseUrl: "https://git.example.com/" });
 * console.assert(provider.issuer === "https://git.example.com");
 * ```
 */
export function GitLab(
  options: GitLabOptions = {},
): OIDCConfig<GitLabProfile> | OAuthConfig<GitLabProfile> {
  const common = {
    id: "gitlab",
    name: "GitLab",
    issuer: String(options.baseUrl ?? GITLAB_COM).trim().replace(/\/+$/, "") || "{baseUrl}",
    style: { brandColor: "#fc6d26", mark: () => import("./marks/gitlab.ts") },
  };
  // The options fit both: those of OpenID are not read without it.
  if (usesApi(options)) {
    return { ...common, ...API, options: options as OAuthConfig<GitLabProfile>["options"] & object };
  }
  return withOwnServer({
    ...common,
    type: "oidc",
    // GitLab documents the name and the picture for the userinfo endpoint only.
    idToken: false,
    verifiedEmail,
    options,
  });
}

export default GitLab;

/** Sign-in with the API, as Auth.js has it. */
const API = {
  type: "oauth",
  authorization: { url: "{issuer}/oauth/authorize", params: { scope: "read_user" } },
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/api/v4/user",
  verifiedEmail: false,
  profile: ({ id, name, username, email, avatar_url }: GitLabProfile) => ({
    id: String(id),
    name: name ?? username,
    email,
    image: avatar_url,
  }),
} as const;

/** Whether the options ask for the API: an application that is registered without `openid` gets no ID token. */
function usesApi({ authorization, userinfo }: GitLabOptions): boolean {
  const url = (endpoint: typeof authorization | typeof userinfo) =>
    String(typeof endpoint === "object" ? endpoint?.url ?? "" : endpoint ?? "");
  if (/\/api\/v\d+\/user(\?|$)/.test(url(userinfo))) return true;
  const given = typeof authorization === "object" ? authorization.params : undefined;
  const params = typeof given === "function" ? undefined : given;
  const query = /\?([^#]*)/.exec(url(authorization))?.[1];
  const scope = params?.scope ?? new URLSearchParams(query).get("scope") ?? "openid";
  return !String(scope).split(/[\s+]+/).includes("openid");
}

/** A self-managed server can write any claim, such as a `profile` at gitlab.com. Only its issuer says which server it is. */
function verifiedEmail(
  { email, email_verified }: GitLabProfile,
  context?: VerdictContext,
): string | null | undefined {
  if (context?.issuer !== GITLAB_COM) return undefined;
  return email_verified === true ? email : null;
}
