/**
 * Sign-in with Slack.
 *
 * @module
 */

import { ended, only, readFields, sendBearer } from "./_revocation.ts";
import { refuseErrors } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OIDCConfig,
  OIDCUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * Claims of Slack's ID token.
 *
 * @see {@link https://docs.slack.dev/authentication/sign-in-with-slack/ | Sign in with Slack}
 */
export interface SlackProfile extends OpenProfile {
  /** Id of the user. Slack guarantees that it is unique together with the workspace only. */
  readonly sub: string;
  /** Id of the user, the same as `sub`. */
  readonly "https://slack.com/user_id": string;
  /** Id of the workspace. */
  readonly "https://slack.com/team_id": string;
  /** Name of the workspace. */
  readonly "https://slack.com/team_name"?: string;
  /** Domain of the workspace: the part before `.slack.com`. */
  readonly "https://slack.com/team_domain"?: string;
  /** URL of the picture, 512 × 512 pixels. */
  readonly "https://slack.com/user_image_512"?: string;
  /** Full name. */
  readonly name?: string;
  /** Given name. */
  readonly given_name?: string;
  /** Family name. */
  readonly family_name?: string;
  /** Email address. */
  readonly email?: string;
  /** Whether Slack regards the address as verified. */
  readonly email_verified?: boolean;
  /** When it was verified: seconds since the epoch. */
  readonly date_email_verified?: number;
  /** URL of the picture. */
  readonly picture?: string;
  /** Locale, such as `en-US`. */
  readonly locale?: string;
}

/**
 * Describes Slack (Sign in with Slack). The endpoints come from discovery.
 *
 * - Register:
 *   1. Open https://api.slack.com/apps and sign in to a workspace. One with the free plan is enough.
 *   2. Click "Create New App" and "From scratch". Enter a name, which users will see, choose the workspace, and click
 *      "Create App".
 *   3. Under "OAuth & Permissions", "Redirect URLs", click "Add New Redirect URL", enter
 *      `<origin>/auth/callback/slack`, click "Add", and "Save URLs": without that, the URL is lost. Slack accepts
 *      https only, also for localhost.
 *   4. On the same page, under "Scopes", "User Token Scopes", add `openid`, `profile` and `email`. Bot scopes are not
 *      needed.
 *   5. Under "Basic Information", "App Credentials", copy "Client ID" to `AUTH_SLACK_ID`, and "Client Secret", after
 *      a click on "Show", to `AUTH_SLACK_SECRET`.
 *   6. Members of the workspace can sign in now, unless it lets only administrators approve apps.
 *   7. To let in members of other workspaces, click "Activate Public Distribution" under "Manage Distribution". There
 *      is no review.
 * - Console: https://api.slack.com/apps
 * - Environment: `AUTH_SLACK_ID`, `AUTH_SLACK_SECRET`.
 * - Errors:
 *   - "redirect_uri did not match any configured URIs": the redirect URL is not in the list of step 3, or was not
 *     saved.
 *   - `invalid_team_for_non_distributed_app`: the user is in another workspace, and step 7 is missing.
 *   - `bad_client_secret`: `AUTH_SLACK_SECRET` is wrong. The signing secret is another value.
 * - Email: sent. It never counts as verified, because the administrators of any workspace can provision members with
 *   any address. If only members of your own workspace sign in:
 *   `verifiedEmail: (user) => user.email_verified ? user.email : null`.
 * - Revocation: Slack revokes access tokens. A refresh token, which only an app with token rotation has, works on.
 * - To let only one workspace in, check the claim in `callbacks.signIn`:
 *   `profile?.["https://slack.com/team_id"] === "T0123456789"`. The request parameter `team` only preselects it.
 * - The id of an account is the id of the workspace and that of the user, `T0123456789-U0123456789`. Auth.js uses `sub`
 *   alone, which Slack calls unique within a workspace only: the member of another one could sign in as the user. For a
 *   store with such accounts, set `acceptFormerAccountIds: true`; without it, their owners are refused.
 * - Slack accepts PKCE only from apps that have switched it on, so the request is bound to the browser by `state` and
 *   `nonce`.
 * - Access tokens end, and come with a refresh token, only if the app has token rotation switched on.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://docs.slack.dev/authentication/sign-in-with-slack/ | Sign in with Slack}
 * @see {@link https://docs.slack.dev/reference/methods/auth.revoke | `auth.revoke`}
 * @see {@link https://docs.slack.dev/tools/java-slack-sdk/guides/sign-in-with-slack | Slack app configuration}, with which the steps were partly compared on 2026-11-22, in an undated copy
 * @see {@link https://docs.slack.dev/authentication/using-token-rotation | Token rotation}
 *
 * @example
 * ```ts
 * import { Slack } from "@latchkey/auth/providers/slack";
 *
 * const provider = Slack({ acceptFormerAccountIds: true });
 * console.assert(provider.issuer === "https://slack.com");
 * ```
 */
export function Slack(options: OIDCUserConfig<SlackProfile> = {}): OIDCConfig<SlackProfile> {
  return OAuth({
    id: "slack",
    name: "Slack",
    type: "oidc",
    issuer: "https://slack.com",
    token: { conform: refuseErrors, refreshErrors: ["invalid_refresh_token"] },
    revocation: { url: "https://slack.com/api/auth.revoke", request: only("access_token", revoke) },
    checks: ["nonce", "state"],
    profile: toUser,
    formerAccountId: ({ sub }) => sub,
    acceptFormerAccountIds: false,
    verifiedEmail: false,
    style: { brandColor: "#611f69" },
    options,
  });
}

export default Slack;

/** Errors of `auth.revoke` for a token that has ended. */
const ENDED = ["account_inactive", "token_expired", "token_revoked"];

/** Slack answers with status 200 to an error, too. */
async function revoke(context: TokenRequestContext): Promise<Response> {
  const answer = await sendBearer(context, "POST");
  const { error } = await readFields(answer);
  return ENDED.includes(String(error)) ? ended() : await refuseErrors(answer);
}

function toUser(profile: SlackProfile): ProviderUser {
  const { sub, "https://slack.com/team_id": team, name = null, email = null, picture = null } = profile;
  const isKnown = [team, sub].every((part: unknown) => typeof part === "string" && part !== "");
  return { id: isKnown ? `${team}-${sub}` : null, name, email, image: picture };
}
