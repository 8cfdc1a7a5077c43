/**
 * Sign-in with Trakt.
 *
 * @module
 */

import { getJson } from "./_profile_request.ts";
import { fieldsOf, only, sendJson } from "./_revocation.ts";
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
 * The user, as `GET /users/settings` returns it in `user`.
 *
 * @see {@link https://trakt.docs.apiary.io/#reference/users/profile | Profile}
 */
export interface TraktUser extends OpenProfile {
  /** Account name. It can change. */
  readonly username: string;
  /** Display name. Absent without one. */
  readonly name?: string | null;
  /** The ids. */
  readonly ids: {
    /** Account name as a part of URLs. It changes with the account name. */
    readonly slug: string;
    /** Id of the account. It never changes. */
    readonly uuid?: string;
  };
  /** Whether only followers can see the profile. */
  readonly private?: boolean;
  /** Whether the user pays for Trakt. */
  readonly vip?: boolean;
  /** Whether the user is an executive producer, a higher level of `vip`. */
  readonly vip_ep?: boolean;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly joined_at?: string;
  /** Location, as the user wrote it. */
  readonly location?: string | null;
  /** A few words about the user. */
  readonly about?: string | null;
  /** Gender. */
  readonly gender?: string | null;
  /** Age in years. */
  readonly age?: number | null;
  /** The pictures. */
  readonly images?: {
    /** The picture. */
    readonly avatar?: {
      /** URL of the picture. */
      readonly full?: string | null;
    };
  };
}

/**
 * Describes Trakt.
 *
 * - Register: under Settings, Your API Apps, create an application with the redirect URI
 *   `<origin>/auth/callback/trakt`.
 * - Console: https://trakt.tv/oauth/applications
 * - Environment: `AUTH_TRAKT_ID`, `AUTH_TRAKT_SECRET`.
 * - Email: never sent.
 * - Revocation: Trakt revokes access tokens.
 * - The id of an account is `ids.uuid`, which never changes. Auth.js uses `ids.slug`, which changes with the account name:
 *   the next owner of the name would sign in as the user. For a store with such accounts, set
 *   `acceptFormerAccountIds: true`; without it, their owners are refused.
 * - Trakt does not allow pages of others to load its pictures. Copy the picture if you show it.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://trakt.docs.apiary.io/#reference/authentication-oauth | Authentication - OAuth}
 * @see {@link https://github.com/trakt/trakt-api/blob/main/projects/api/src/contracts/oauth/index.ts | Revoke an access token}
 * @see {@link https://github.com/trakt/trakt-api/blob/586224bf1b7d7e24fef194ca3f1acfed59d536c7/projects/api/src/contracts/oauth/index.ts | the contract of the API}, of 2026-07-30, which names the host of all OAuth requests
 *
 * @example
 * ```ts
 * import { Trakt } from "@latchkey/auth/providers/trakt";
 *
 * const provider = Trakt({ acceptFormerAccountIds: true });
 * console.assert(provider.id === "trakt");
 * ```
 */
export function Trakt(options: OAuthUserConfig<TraktUser> = {}): OAuthConfig<TraktUser> {
  return OAuth({
    id: "trakt",
    name: "Trakt",
    type: "oauth",
    authorization: "https://auth.trakt.tv/oauth/authorize",
    token: "https://auth.trakt.tv/oauth/token",
    userinfo: {
      url: "https://api.trakt.tv/users/settings",
      request: readUser,
    },
    revocation: {
      url: "https://auth.trakt.tv/oauth/revoke",
      request: only("access_token", revoke),
    },
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: toUser,
    formerAccountId: toFormerId,
    acceptFormerAccountIds: false,
    verifiedEmail: false,
    style: { brandColor: "#ed2224", mark: () => import("./marks/trakt.ts") },
    options,
  });
}

export default Trakt;

async function revoke(context: TokenRequestContext): Promise<Response> {
  const { token_type_hint: _, ...fields } = fieldsOf(context);
  return await sendJson(context, fields);
}

async function readUser(context: UserinfoContext): Promise<TraktUser> {
  const headers = { "trakt-api-version": "2", "trakt-api-key": context.provider.clientId };
  return (await getJson(context.url!, context, headers)).user;
}

/** A name that has the form of an id could be that of another user. */
function toFormerId({ ids }: TraktUser): string | null {
  return ids?.slug && !/^[\da-f-]{32,}$/i.test(ids.slug) ? ids.slug : null;
}

function toUser(profile: TraktUser): ProviderUser {
  return {
    id: profile.ids?.uuid,
    name: profile.name || profile.username,
    email: null,
    image: profile.images?.avatar?.full ?? null,
  };
}
