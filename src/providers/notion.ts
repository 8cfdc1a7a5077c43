/**
 * Sign-in with Notion.
 *
 * @module
 */

import { getJson } from "./_profile_request.ts";
import { only, sendJson } from "./_revocation.ts";
import { asBearer } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
  UserinfoContext,
} from "../model/provider.ts";

/**
 * The user who has authorized the application: `bot.owner.user` of `GET /v1/users/me`.
 *
 * @see {@link https://developers.notion.com/reference/user | User}
 */
export interface NotionProfile extends OpenProfile {
  /** Kind of the object: `user`. */
  readonly object: "user";
  /** Id of the user. It never changes. */
  readonly id: string;
  /** `person` or `bot`. */
  readonly type?: string;
  /** Full name. Absent if the application may not read it. */
  readonly name?: string | null;
  /** URL of the picture. */
  readonly avatar_url?: string | null;
  /** Details of a person. */
  readonly person?: {
    /** Email address. Absent if the application may not read it. */
    readonly email?: string;
  };
}

/** Options of `Notion()`. */
export type NotionOptions = OAuthUserConfig<NotionProfile> & {
  /** @deprecated An option of Auth.js. It has no effect, and the log says so: it is always the URL of the callback. */
  readonly redirectUri?: string;
};

/**
 * Describes Notion.
 *
 * - Register: create a public integration with the redirect URI `<origin>/auth/callback/notion`. Among its
 *   capabilities, choose "Read user information including email addresses".
 * - Console: https://www.notion.so/profile/integrations
 * - Environment: `AUTH_NOTION_ID` (the OAuth client ID), `AUTH_NOTION_SECRET`.
 * - Email: `null` without that capability. It never counts as verified: Notion does not say whether it is.
 * - Revocation: Notion revokes access tokens. It documents no revocation of refresh tokens.
 * - There are no scopes. At the sign-in, the user also chooses the pages that the integration may read.
 * - Notion does not say when an access token ends. If the API refuses one, `auth.accessTokens.get("notion", { rejected: token })`
 *   renews it.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.notion.com/docs/authorization | Authorization}
 * @see {@link https://developers.notion.com/reference/revoke-token | Revoke a token}
 * @see {@link https://developers.notion.com/reference/refresh-a-token | Refresh a token}
 *
 * @example
 * ```ts
 * import { Notion } from "@latchkey/auth/providers/notion";
 *
 * const provider = Notion();
 * console.assert(provider.id === "notion");
 * ```
 */
export function Notion(options: NotionOptions = {}): OAuthConfig<NotionProfile> {
  return OAuth({
    id: "notion",
    name: "Notion",
    type: "oauth",
    authorization: { url: "https://api.notion.com/v1/oauth/authorize", params: { owner: "user" } },
    token: {
      url: "https://api.notion.com/v1/oauth/token",
      conform: asBearer,
      refresh: requestRenewal,
    },
    userinfo: { url: "https://api.notion.com/v1/users/me", request: fetchUser },
    revocation: { url: "https://api.notion.com/v1/oauth/revoke", request: only("access_token", revoke) },
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#fff", mark: () => import("./marks/notion.ts") },
    options,
  });
}

/** The name of `Notion` in Auth.js. */
export const NotionProvider: typeof Notion = Notion;

export default Notion;

async function revoke(context: TokenRequestContext): Promise<Response> {
  return await sendJson(context, { token: context.params.get("token")! }, VERSION);
}

/** The version of the API that the requests are written for. */
const VERSION = { "notion-version": "2022-06-28" };

async function requestRenewal({ url, params, headers, fetch }: TokenRequestContext): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: { ...headers, ...VERSION, "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(params)),
  });
}

interface NotionBot {
  readonly bot?: { readonly owner?: { readonly user?: NotionProfile } };
}

/** The access token is that of a bot, which names its owner. */
async function fetchUser(context: UserinfoContext): Promise<NotionProfile> {
  const { bot }: NotionBot = await getJson(context.url!, context, VERSION);
  if (bot?.owner?.user) return bot.owner.user;
  throw new Error("Cannot read the user: the bot has no owner. Make the integration public");
}

function toUser(profile: NotionProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.name,
    email: profile.person?.email ?? null,
    image: profile.avatar_url,
  };
}
