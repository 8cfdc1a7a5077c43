/**
 * Sign-in with Discord.
 *
 * @module
 */

import { withOwnServer } from "./_own_server.ts";
import type { OAuthConfig, OAuthUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * The user, as `GET /users/@me` returns it.
 *
 * @see {@link https://discord.com/developers/docs/resources/user#user-object | User object}
 */
export interface DiscordProfile extends OpenProfile {
  /** Id of the user: a number, as text. It never changes. */
  readonly id: string;
  /** Account name. It can change, and another user can then take it. */
  readonly username: string;
  /** Four digits that follow the account name of a bot. `0` for a user. */
  readonly discriminator: string;
  /** Display name. `null` if the user has none. */
  readonly global_name: string | null;
  /** Hash of the picture. `null` if the user has none. */
  readonly avatar: string | null;
  /** Email address. `null` for an account with a phone number only. Needs the scope `email`. */
  readonly email: string | null;
  /** Whether the user has confirmed the address. Needs the scope `email`. */
  readonly verified: boolean;
  /** Whether the account is that of an application. */
  readonly bot?: boolean;
  /** Whether the account is that of Discord itself. */
  readonly system?: boolean;
  /** Whether the account has a second factor. */
  readonly mfa_enabled: boolean;
  /** Hash of the banner. `null` if the user has none. */
  readonly banner: string | null;
  /** Colour of the banner, as a number of 24 bits. `null` if the user chose none. */
  readonly accent_color: number | null;
  /** Locale, such as `en-GB`. */
  readonly locale: string;
  /** Flags of the account. */
  readonly flags: number;
  /** Kind of the paid subscription: `0` for none. */
  readonly premium_type: number;
  /** Flags that all users see. */
  readonly public_flags: number;
}

/**
 * Describes Discord.
 *
 * - Register:
 *   1. Open https://discord.com/developers/applications and sign in. A free Discord account is enough.
 *   2. Click "New Application", enter a name, which users will see, and click "Create".
 *   3. Open "OAuth2" in the sidebar, and copy "Client ID" to `AUTH_DISCORD_ID`.
 *   4. Under "Client Secret", click "Reset Secret", and copy the secret to `AUTH_DISCORD_SECRET`: Discord never shows
 *      it again. The token of a bot and the public key are other values.
 *   5. Under "Redirects", click "Add Redirect" and enter `http://localhost:8000/auth/callback/discord`, then add
 *      `<origin>/auth/callback/discord` in the same way.
 *   6. Leave "Public Client" off, and click "Save Changes": without that, the redirects are lost.
 *   7. Everyone with a Discord account can sign in now. There is no review, and no bot is needed.
 * - Console: https://discord.com/developers/applications
 * - Environment: `AUTH_DISCORD_ID`, `AUTH_DISCORD_SECRET`.
 * - Errors:
 *   - "Invalid OAuth2 redirect_uri": the redirect is not in the list of step 5, or the changes were not saved.
 *   - `invalid_client`: `AUTH_DISCORD_SECRET` is wrong. Each "Reset Secret" ends the secret before it.
 *   - "Unknown Application": `AUTH_DISCORD_ID` is not the client ID of an application.
 * - Email: `null` for an account with a phone number only. It counts as verified if `verified` is `true`.
 * - Revocation: Discord ends all tokens of the same authorization, not the sent one alone.
 * - A user without a picture has one of Discord's default pictures.
 * - Users who have agreed before are asked again. To skip that, send `prompt` `none`:
 *   `authorization: { params: { prompt: "none" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://discord.com/developers/docs/topics/oauth2 | OAuth2}
 * @see {@link https://docs.discord.com/developers/topics/oauth2#authorization-code-grant-token-revocation-example | Token revocation}
 * @see {@link https://docs.discord.com/developers/activities/building-an-activity | Redirect and credentials of an application}, with which the steps were partly compared on 2026-11-22, as of 2026-08-06
 *
 * @example
 * ```ts
 * import { Discord } from "@latchkey/auth/providers/discord";
 *
 * const provider = Discord({ authorization: { params: { scope: "identify email guilds" } } });
 * console.assert(provider.id === "discord");
 * ```
 */
export function Discord(options: OAuthUserConfig<DiscordProfile> = {}): OAuthConfig<DiscordProfile> {
  return withOwnServer({
    id: "discord",
    name: "Discord",
    type: "oauth",
    authorization: { url: "https://discord.com/oauth2/authorize", params: { scope: "identify email" } },
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/users/@me",
    revocation: "https://discord.com/api/oauth2/token/revoke",
    profile: toUser,
    verifiedEmail: ({ email, verified }) => verified === true ? email : null,
    style: { brandColor: "#5865f2", mark: () => import("./marks/discord.ts") },
    options,
  });
}

export default Discord;

function toUser(profile: DiscordProfile): ProviderUser {
  return {
    id: profile.id,
    name: profile.global_name || profile.username,
    email: profile.email,
    image: toImage(profile),
  };
}

const CDN = "https://cdn.discordapp.com";

/** @see {@link https://discord.com/developers/docs/reference#image-formatting | Image formatting} */
function toImage({ id, avatar, discriminator }: DiscordProfile): string | null {
  if (typeof id !== "string" || !/^\d+$/.test(id)) return null;
  if (typeof avatar === "string" && avatar !== "") {
    return `${CDN}/avatars/${id}/${avatar}.${avatar.startsWith("a_") ? "gif" : "png"}`;
  }
  const old = /^\d{4}$/.test(discriminator) ? Number(discriminator) : 0;
  return `${CDN}/embed/avatars/${old ? old % 5 : (BigInt(id) >> 22n) % 6n}.png`;
}
