/**
 * Sign-in with a code host that implements GitHub's OAuth and API: github.com, or a GitHub Enterprise Server.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import { findJson, getJson } from "./_profile_request.ts";
import { refuseErrors } from "./_token_response.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  UserinfoContext,
} from "../model/provider.ts";

/**
 * A user, as `GET /user` returns it.
 *
 * @see {@link https://docs.github.com/en/rest/users/users#get-the-authenticated-user | Get the authenticated user}
 */
export interface CodeHostProfile extends OpenProfile {
  /** Number of the account. It never changes, even if the account is renamed. */
  readonly id: number;
  /** Account name. It can change, and another user can then take it. */
  readonly login: string;
  /** Identifier in the GraphQL API. */
  readonly node_id: string;
  /** URL of the picture. */
  readonly avatar_url: string;
  /** URL of the account's page. */
  readonly html_url: string;
  /** `User` or `Organization`. */
  readonly type: string;
  /** Whether the account administers the host. */
  readonly site_admin: boolean;
  /** Display name. */
  readonly name: string | null;
  /** Company, as the user wrote it. */
  readonly company: string | null;
  /** Web page, as the user wrote it. */
  readonly blog: string | null;
  /** Location, as the user wrote it. */
  readonly location: string | null;
  /** The public email address; if there is none, the primary one from `GET /user/emails`. */
  readonly email: string | null;
  /** Whether the host has verified the address, according to `GET /user/emails`. Absent if unknown. */
  readonly email_verified?: boolean;
  /** A few words about the user. */
  readonly bio: string | null;
  /** Number of public repositories. */
  readonly public_repos: number;
  /** Number of followers. */
  readonly followers: number;
  /** Number of accounts that the user follows. */
  readonly following: number;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_at: string;
  /** When the account was last changed, as an ISO 8601 date-time. */
  readonly updated_at: string;
  /** Whether the user has a second factor. Depends on the granted scopes. */
  readonly two_factor_authentication?: boolean;
}

/** Options of `CodeHost()`. */
export type CodeHostOptions = OAuthUserConfig<CodeHostProfile> & {
  /** A GitHub Enterprise Server. Default: github.com. */
  readonly enterprise?: {
    /** URL of the server, such as `https://code.example.com`. Its API is at `<baseUrl>/api/v3`. */
    readonly baseUrl: string;
  };
};

/**
 * Describes a code host that implements GitHub's OAuth and API. `GitHub` is the same with GitHub's name and colour.
 *
 * - Register: create an OAuth app at the code host, with the callback URL `<origin>/auth/callback/codehost`.
 * - Console: the developer settings of the code host
 * - Environment: `AUTH_CODEHOST_ID`, `AUTH_CODEHOST_SECRET`.
 * - Options: `enterprise` describes a GitHub Enterprise Server: `{ baseUrl: "https://code.example.com" }`.
 * - Email: the public address of the user, else the primary one. It counts as verified if `GET /user/emails` of github.com
 *   says so. An Enterprise Server may not verify addresses, so none of its addresses count. If your server verifies them:
 *   `verifiedEmail: (user) => user.email_verified ? user.email : null`.
 * - Revocation: the host revokes access tokens. It documents no revocation of refresh tokens.
 * - Scopes `read:user user:email`. Without `user:email`, users with a private address have none.
 * - The host sends `iss` (RFC 9207) with the callback. Its issuer is `<baseUrl>/login/oauth`.
 * - If the API is on another host: `userinfo: { url: "https://api.code.example.com/user" }` and
 *   `revocation: { url: "https://api.code.example.com/applications/{clientId}/token" }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app | Creating an OAuth app}
 * @see {@link https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token | Delete an app token}
 *
 * @example
 * ```ts
 * import { CodeHost } from "@latchkey/auth/providers/codehost";
 *
 * const provider = CodeHost({ enterprise: { baseUrl: "https://code.example.com" } });
 * console.assert(provider.issuer === "https://code.example.com/login/oauth");
 * ```
 */
export function CodeHost(options: CodeHostOptions = {}): OAuthConfig<CodeHostProfile> {
  const { enterprise } = options;
  // A variable that is missing or empty is an error at the first request, and never another server.
  const base = enterprise && (String(enterprise.baseUrl ?? "").trim().replace(/\/+$/, "") || "{baseUrl}");
  const web = base ?? "https://github.com";
  const apiUrl = base ? `${base}/api/v3` : "https://api.github.com";
  return withOwnServer({
    id: "codehost",
    name: "Code host",
    type: "oauth",
    issuer: `${web}/login/oauth`,
    authorization: { url: `${web}/login/oauth/authorize`, params: { scope: "read:user user:email" } },
    token: {
      url: `${web}/login/oauth/access_token`,
      conform: refuseErrors,
      refreshErrors: ["bad_refresh_token"],
    },
    userinfo: { url: `${apiUrl}/user`, request: fetchUser },
    revocation: {
      url: `${apiUrl}/applications/{clientId}/token`,
      // Loaded on demand: few sign-ins are followed by a revocation.
      request: async (context) => await (await import("./_codehost_revocation.ts")).revoke(context),
    },
    profile: toUser,
    verifiedEmail: base === undefined && verifiedEmail,
    options,
  });
}

export default CodeHost;

async function fetchUser(context: UserinfoContext): Promise<CodeHostProfile> {
  const [user, answer] = await Promise.all([
    getJson(context.url!, context, HEADERS),
    // The addresses need a scope or permission that may not be granted.
    findJson(`${context.url}/emails`, context, HEADERS),
  ]);
  const addresses = toAddresses(answer);
  const { email_verified: _, ...account } = user;
  const chosen = user.email
    ? addresses.find(({ email }) => email === user.email)
    : addresses.find(({ primary }) => primary) ?? addresses[0];
  return {
    ...account,
    email: user.email || (chosen?.email ?? null),
    ...(chosen && { email_verified: chosen.verified === true }),
  };
}

const HEADERS = { accept: "application/vnd.github+json" };

interface EmailAddress {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

function toAddresses(answer: unknown): readonly EmailAddress[] {
  return Array.isArray(answer) ? answer.filter((each) => typeof each?.email === "string") : [];
}

function toUser(profile: CodeHostProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name || profile.login,
    email: profile.email,
    image: profile.avatar_url,
  };
}

/** The API lists addresses only with the scope `user:email`. */
function verifiedEmail({ email, email_verified }: CodeHostProfile): string | null | undefined {
  if (email_verified === undefined) return undefined;
  return email_verified === true ? email : null;
}
