/**
 * Sign-in with Wikimedia: Wikipedia and its sister projects.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /oauth2/resource/profile` returns it.
 *
 * @see {@link https://www.mediawiki.org/wiki/OAuth/For_Developers | OAuth for developers}
 */
export interface WikimediaProfile extends OpenProfile {
  /** Number of the global account. It never changes. */
  readonly sub: string;
  /** Account name. It can change. */
  readonly username: string;
  /** Number of edits. */
  readonly editcount?: number;
  /** Whether the user has confirmed the email address. */
  readonly confirmed_email?: boolean;
  /** Whether the account is blocked. */
  readonly blocked?: boolean;
  /** When the account was created: `20240131120000`, in UTC. */
  readonly registered?: string;
  /** Groups of the user, such as `sysop`. */
  readonly groups?: readonly string[];
  /** Rights of the user, such as `edit`. */
  readonly rights?: readonly string[];
  /** What the user has granted to the application, such as `basic`. */
  readonly grants?: readonly string[];
  /** Full name. Needs the grant for the real name and email address. */
  readonly realname?: string;
  /** Email address. Needs the grant for the email address. */
  readonly email?: string | null;
}

/**
 * Describes Wikimedia. It signs in the users of Wikipedia and its sister projects.
 *
 * - Register: propose an OAuth 2.0 client at meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2,
 *   with the callback URL `<origin>/auth/callback/wikimedia`. Choose "User identity verification only", with the email
 *   address if you need it. Until an administrator has approved the client, only you can sign in.
 * - Console: https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2
 * - Environment: `AUTH_WIKIMEDIA_ID` (the client application key), `AUTH_WIKIMEDIA_SECRET`.
 * - Email: `null` if the client may not read it, or the user has none. It counts as verified if `confirmed_email` is
 *   `true`.
 * - There are no scopes: the grants are those of the client.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.mediawiki.org/wiki/OAuth/For_Developers | OAuth for developers}
 *
 * @example
 * ```ts
 * import { Wikimedia } from "@latchkey/auth/providers/wikimedia";
 *
 * const provider = Wikimedia();
 * console.assert(provider.id === "wikimedia");
 * ```
 */
export function Wikimedia(options: OAuthUserConfig<WikimediaProfile> = {}): OAuthConfig<WikimediaProfile> {
  return withOwnServer({
    id: "wikimedia",
    name: "Wikimedia",
    type: "oauth",
    authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
    token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
    userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
    profile: toUser,
    verifiedEmail: ({ email, confirmed_email }) => confirmed_email === true ? email : null,
    style: { brandColor: "#000", mark: () => import("./marks/wikimedia.ts") },
    options,
  });
}

export default Wikimedia;

function toUser(profile: WikimediaProfile): ProviderUser {
  return { id: profile.sub, name: profile.username, email: profile.email || null, image: null };
}
