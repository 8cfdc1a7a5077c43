/**
 * Sign-in with X (Twitter).
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The answer of `GET /2/users/me`. Beside `id`, `name` and `username`, it has only the fields that the parameter
 * `user.fields` lists. A further field is `errors`.
 *
 * @see {@link https://docs.x.com/x-api/users/get-my-user | Get my user}
 */
export interface TwitterProfile extends OpenProfile {
  /** The user. */
  readonly data: OpenProfile & {
    /** Number of the account, as text. It never changes. */
    readonly id: string;
    /** Display name. */
    readonly name: string;
    /** Account name, without `@`. It can change. */
    readonly username: string;
    /** The confirmed email address. Needs `confirmed_email` in `user.fields` and the scope `users.email`. */
    readonly confirmed_email?: string;
    /** URL of the picture, 48 × 48 pixels. */
    readonly profile_image_url?: string;
    /** A few words about the user. Needs `description` in `user.fields`. */
    readonly description?: string;
    /** Location, as the user wrote it. Needs `location` in `user.fields`. */
    readonly location?: string;
    /** Web page, shortened. Needs `url` in `user.fields`. */
    readonly url?: string;
    /** Whether only followers can see the posts. Needs `protected` in `user.fields`. */
    readonly protected?: boolean;
    /** Whether the account has a check mark. Needs `verified` in `user.fields`. It says nothing about the address. */
    readonly verified?: boolean;
    /** When the account was created, as an ISO 8601 date-time. Needs `created_at` in `user.fields`. */
    readonly created_at?: string;
    /** Id of the pinned post. Needs `pinned_tweet_id` in `user.fields`. */
    readonly pinned_tweet_id?: string;
  };
  /** Objects that the parameter `expansions` adds. */
  readonly includes?: {
    /** Posts. */
    readonly tweets?: readonly {
      /** Id of the post. */
      readonly id: string;
      /** Text of the post. */
      readonly text: string;
    }[];
  };
}

/**
 * Describes X, formerly Twitter.
 *
 * - Register:
 *   1. Open https://console.x.com/ and sign in with an X account. Accept the developer agreement, and describe
 *      your use of the API.
 *   2. Buy credits there: each sign-in reads one user, for about a US cent, and without credits no one can sign in.
 *      Set a spending limit.
 *   3. Create an app: enter a name, a description and a use case. You need neither the API key nor the bearer token
 *      that X then shows.
 *   4. Set up user authentication for the app, with the permission "Read" and the type "Web App".
 *   5. As callback URI, enter `http://127.0.0.1:8000/auth/callback/twitter`, and add
 *      `<origin>/auth/callback/twitter`. X compares each character, refuses localhost, and accepts ten URIs. A
 *      website URL must be there, too. Save.
 *   6. Copy the "Client ID" of OAuth 2.0 to `AUTH_TWITTER_ID`, and its "Client Secret" to `AUTH_TWITTER_SECRET`: X
 *      never shows the secret again. Both stand below the keys and tokens of the app.
 *   7. Everyone with an X account can sign in now. There is no review.
 * - Console: https://console.x.com/
 * - Environment: `AUTH_TWITTER_ID` (the OAuth 2.0 client ID, not the API key), `AUTH_TWITTER_SECRET` (its client
 *   secret).
 * - Errors:
 *   - "You weren't able to give access to the App": the callback URI is not in the list of step 5, the website URL is
 *     missing, or `AUTH_TWITTER_ID` is the API key.
 *   - `unauthorized_client`: the type of the app is a public one, such as "Native App", or `AUTH_TWITTER_SECRET` is
 *     wrong.
 *   - `CreditsDepleted`, with the status 402: the credits are used up.
 * - Email: not sent by default. Switch "Request email from users" on in the app, and ask for it:
 *   `authorization: { params: { scope: "users.read tweet.read offline.access users.email" } }` and
 *   `userinfo: { params: { "user.fields": "profile_image_url,confirmed_email" } }`. It counts as verified: X
 *   sends only an address that the user has confirmed. Without one, it is `null`.
 * - The scope `offline.access` is for the refresh token.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code | OAuth 2.0 authorization code flow}
 * @see {@link https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token | Revoke a token}
 * @see {@link https://docs.x.com/fundamentals/developer-apps | Apps at X}, with which the steps were compared on 2026-11-22, as of 2026-08-22
 *
 * @example
 * ```ts
 * import { Twitter } from "@latchkey/auth/providers/twitter";
 *
 * const provider = Twitter({
 *   authorization: { params: { scope: "users.read tweet.read offline.access users.email" } },
 *   userinfo: { params: { "user.fields": "profile_image_url,confirmed_email" } },
 * });
 * console.assert(provider.id === "twitter");
 * ```
 */
export function Twitter(options: OAuthUserConfig<TwitterProfile> = {}): OAuthConfig<TwitterProfile> {
  return withOwnServer({
    id: "twitter",
    name: "X",
    type: "oauth",
    authorization: {
      url: "https://x.com/i/oauth2/authorize",
      params: { scope: "users.read tweet.read offline.access" },
    },
    token: "https://api.x.com/2/oauth2/token",
    userinfo: { url: "https://api.x.com/2/users/me", params: { "user.fields": "profile_image_url" } },
    revocation: "https://api.x.com/2/oauth2/revoke",
    profile: toUser,
    verifiedEmail: ({ data }) => data.confirmed_email,
    style: { brandColor: "#000", mark: () => import("./marks/twitter.ts") },
    options,
  });
}

export default Twitter;

function toUser({ data }: TwitterProfile): ProviderUser {
  return {
    id: data?.id,
    name: data?.name || data?.username,
    email: data?.confirmed_email ?? null,
    image: data?.profile_image_url,
  };
}
