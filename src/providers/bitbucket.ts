/**
 * Sign-in with Bitbucket Cloud.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import { findJson, getJson } from "./_profile_request.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  UserinfoContext,
} from "../model/provider.ts";

/**
 * The account, as `GET /2.0/user` returns it, with an address from `GET /2.0/user/emails`.
 *
 * @see {@link https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/ | Users}
 */
export interface BitbucketProfile extends OpenProfile {
  /** Id of the Atlassian account. It never changes. */
  readonly account_id: string;
  /** Id of the account at Bitbucket, in braces. It never changes. */
  readonly uuid: string;
  /** Display name. */
  readonly display_name: string;
  /** Account name. It can change. */
  readonly username?: string;
  /** Name that the user is mentioned with. Not unique. */
  readonly nickname?: string;
  /** State of the account, such as `active`. */
  readonly account_status?: string;
  /** When the account was created, as an ISO 8601 date-time. */
  readonly created_on?: string;
  /** The primary email address. Absent if the request for it failed. */
  readonly email?: string;
  /** Whether the user has confirmed the address. */
  readonly email_verified?: boolean;
  /** Links. */
  readonly links?: {
    /** The picture. */
    readonly avatar?: {
      /** URL of the picture. */
      readonly href?: string;
    };
    /** The user's page. */
    readonly html?: {
      /** URL of the page. */
      readonly href?: string;
    };
  };
}

/**
 * Describes Bitbucket Cloud.
 *
 * - Register: in the settings of a workspace, under "OAuth consumers", add a consumer with the callback URL
 *   `<origin>/auth/callback/bitbucket` and the permission "Account: Read".
 * - Console: `https://bitbucket.org/<workspace>/workspace/settings/api`
 * - Environment: `AUTH_BITBUCKET_ID` (the key), `AUTH_BITBUCKET_SECRET`.
 * - Email: the primary address, from a second request. It counts as verified if the user has confirmed it
 *   (`is_confirmed`).
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/ | Use OAuth on Bitbucket Cloud}
 *
 * @example
 * ```ts
 * import { Bitbucket } from "@latchkey/auth/providers/bitbucket";
 *
 * const provider = Bitbucket({ authorization: { params: { scope: "account repository" } } });
 * console.assert(provider.id === "bitbucket");
 * ```
 */
export function Bitbucket(options: OAuthUserConfig<BitbucketProfile> = {}): OAuthConfig<BitbucketProfile> {
  return withOwnServer({
    id: "bitbucket",
    name: "Bitbucket",
    type: "oauth",
    authorization: { url: "https://bitbucket.org/site/oauth2/authorize", params: { scope: "account" } },
    token: "https://bitbucket.org/site/oauth2/access_token",
    userinfo: { url: "https://api.bitbucket.org/2.0/user", request: fetchUser },
    profile: toUser,
    verifiedEmail: ({ email, email_verified }) => email_verified === true ? email : null,
    style: { brandColor: "#205081", mark: () => import("./marks/bitbucket.ts") },
    options,
  });
}

export default Bitbucket;

async function fetchUser(context: UserinfoContext): Promise<BitbucketProfile> {
  const [account, addresses] = await Promise.all([
    getJson(context.url!, context),
    findJson(`${context.url}/emails`, context),
  ]);
  const { email: _, email_verified: __, ...user } = account;
  const primary = toAddresses(addresses).find(({ is_primary }) => is_primary === true);
  if (typeof primary?.email !== "string") return user;
  return { ...user, email: primary.email, email_verified: primary.is_confirmed === true };
}

interface EmailAddress {
  readonly email?: unknown;
  readonly is_primary?: unknown;
  readonly is_confirmed?: unknown;
}

function toAddresses(answer: { readonly values?: unknown } | null): readonly EmailAddress[] {
  return Array.isArray(answer?.values) ? answer.values.map(Object) : [];
}

function toUser(profile: BitbucketProfile): ProviderUser {
  return {
    id: profile.account_id,
    name: profile.display_name || profile.username,
    email: profile.email,
    image: profile.links?.avatar?.href,
  };
}
