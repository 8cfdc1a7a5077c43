/**
 * Sign-in with Tumblr.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /v2/user/info`.
 *
 * @see {@link https://www.tumblr.com/docs/en/api/v2 | Tumblr API}
 */
export interface TumblrProfile extends OpenProfile {
  /** The result of the request. */
  readonly meta?: {
    /** Status, as in HTTP. */
    readonly status?: number;
    /** The status in words. */
    readonly msg?: string;
  };
  /** The answer. */
  readonly response: {
    /** The user. */
    readonly user: OpenProfile & {
      /** Account name: that of the primary blog. It can change, and another user can then take it. */
      readonly name: string;
      /** The user's blogs. */
      readonly blogs: readonly (OpenProfile & {
        /** Id of the blog, such as `t:0aY0xL2Fi1OFJg4YxpmegQ`. It never changes. */
        readonly uuid: string;
        /** Name of the blog. It can change. */
        readonly name: string;
        /** Title of the blog. */
        readonly title?: string;
        /** URL of the blog. */
        readonly url?: string;
        /** Whether the blog is the user's first one, which belongs to the account. */
        readonly primary: boolean;
        /** The picture in several sizes, the largest first. */
        readonly avatar?: readonly {
          /** URL of the picture. */
          readonly url?: string;
          /** Width in pixels. */
          readonly width?: number;
          /** Height in pixels. */
          readonly height?: number;
        }[];
        /** Number of followers. */
        readonly followers?: number;
      })[];
      /** Number of blogs that the user follows. */
      readonly following?: number;
      /** Number of posts that the user likes. */
      readonly likes?: number;
    };
  };
}

/**
 * Describes Tumblr.
 *
 * - Register: at tumblr.com/oauth/apps, register an application with the OAuth2 redirect URL
 *   `<origin>/auth/callback/tumblr`.
 * - Console: https://www.tumblr.com/oauth/apps
 * - Environment: `AUTH_TUMBLR_ID` (the consumer key), `AUTH_TUMBLR_SECRET`.
 * - Email: never sent.
 * - The id of an account is that of its primary blog, which never changes. The account name is not safe: a user can
 *   give it up, and another user can then take it. If your accounts already have names as ids, keep them:
 *   `profile: ({ response: { user } }) => ({ id: user.name, name: user.name, email: null, image: null })`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://www.tumblr.com/docs/en/api/v2 | Tumblr API}
 *
 * @example
 * ```ts
 * import { Tumblr } from "@latchkey/auth/providers/tumblr";
 *
 * const provider = Tumblr({ authorization: { params: { scope: "basic offline_access" } } });
 * console.assert(provider.id === "tumblr");
 * ```
 */
export function Tumblr(options: OAuthUserConfig<TumblrProfile> = {}): OAuthConfig<TumblrProfile> {
  return OAuth({
    id: "tumblr",
    name: "Tumblr",
    type: "oauth",
    authorization: { url: "https://www.tumblr.com/oauth2/authorize", params: { scope: "basic" } },
    token: "https://api.tumblr.com/v2/oauth2/token",
    userinfo: "https://api.tumblr.com/v2/user/info",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#36465d", mark: () => import("./marks/tumblr.ts") },
    options,
  });
}

export default Tumblr;

function toUser({ response }: TumblrProfile): ProviderUser {
  const user = response?.user;
  const blogs = Array.isArray(user?.blogs) ? user.blogs as TumblrProfile["response"]["user"]["blogs"] : [];
  const primary = blogs.find((blog) => blog?.primary === true);
  return {
    id: primary?.uuid,
    name: user?.name,
    email: null,
    image: primary?.avatar?.[0]?.url ?? null,
  };
}
