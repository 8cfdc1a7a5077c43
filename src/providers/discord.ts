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
  /** E-mail address. `null` for an account with a phone number only. Needs the scope `email`. */
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

/** Options of `Discord()`. */
export type DiscordOptions = OAuthUserConfig<DiscordProfile>;

/**
 * Describes Discord.
 *
 * - Register: in the developer portal, create an application. Under "OAuth2", add the redirect
 *   `<origin>/auth/callback/discord`.
 * - Console: https://discord.com/developers/applications
 * - Environment: `AUTH_DISCORD_ID`, `AUTH_DISCORD_SECRET`.
 * - Email: `null` for an account with a phone number only. It counts as verified if `verified` is `true`.
 * - A user without a picture has one of Discord's default pictures.
 * - Users who have agreed before are asked again. To skip that, send `prompt` `none`:
 *   `authorization: { params: { prompt: "none" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://discord.com/developers/docs/topics/oauth2 | OAuth2}
 *
 * @example
 * ```ts
 * import { Discord } from "@latchkey/auth/providers/discord";
 *
 * const provider = Discord({ authorization: { params: { scope: "identify email guilds" } } });
 * console.assert(provider.id === "discord");
 * ```
 */
export function Discord(options: DiscordOptions = {}): OAuthConfig<DiscordProfile> {
  return withOwnServer({
    id: "discord",
    name: "Discord",
    type: "oauth",
    authorization: { url: "https://discord.com/oauth2/authorize", params: { scope: "identify email" } },
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/users/@me",
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
