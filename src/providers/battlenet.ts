/**
 * Sign-in with Battle.net.
 *
 * @module
 */

import type { OAuthConfig, OAuthUserConfig, ProviderUser } from "./types.ts";

/**
 * The account, as Battle.net's userinfo endpoint returns it.
 *
 * @see {@link https://develop.battle.net/documentation/guides/using-oauth | Using OAuth}
 */
export interface BattleNetProfile {
  /** Id of the account. */
  readonly sub: string;
  /** Id of the account, as a number. */
  readonly id?: number;
  /** BattleTag, such as `Ada#1815`. The user can change it. */
  readonly battletag?: string;
  /** Other fields. */
  // deno-lint-ignore no-explicit-any -- used without casts, as with Auth.js
  readonly [field: string]: any;
}

/** URL of a Battle.net server. The regional ones are older: `oauth.battle.net` is for all regions but China. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | `https://${"eu" | "kr" | "tw" | "us"}.battle.net/oauth`;

/** Options of `BattleNet()`. */
export type BattleNetOptions = OAuthUserConfig<BattleNetProfile> & {
  /** URL of the server. Default `https://oauth.battle.net`. */
  readonly issuer?: BattleNetIssuer;
};

/**
 * Describes Battle.net of Blizzard.
 *
 * - Register: in the developer portal, under "API Access", create a client with the redirect URL
 *   `<origin>/auth/callback/battlenet`.
 * - Environment: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`, `AUTH_BATTLENET_ISSUER`.
 * - Options: `issuer`, default `https://oauth.battle.net`; for China `https://oauth.battlenet.com.cn`.
 * - Email: never sent. There is no picture either.
 * - The type is `oauth`: Blizzard does not document that its ID tokens repeat the `nonce`. The userinfo endpoint
 *   returns the same id.
 * - The scope is `openid`. Add those of games, such as `wow.profile`, with
 *   `authorization: { params: { scope: "openid wow.profile" } }`.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://develop.battle.net/documentation/guides/using-oauth | Using OAuth}
 *
 * @example
 * ```ts
 * import { BattleNet } from "@latchkey/auth/providers/battlenet";
 *
 * const provider = BattleNet({ issuer: "https://oauth.battlenet.com.cn" });
 * console.assert(provider.id === "battlenet");
 * ```
 */
export function BattleNet(options: BattleNetOptions = {}): OAuthConfig<BattleNetProfile> {
  return {
    id: "battlenet",
    name: "Battle.net",
    type: "oauth",
    issuer: "https://oauth.battle.net",
    authorization: { url: "{issuer}/authorize", params: { scope: "openid" } },
    token: "{issuer}/token",
    userinfo: "{issuer}/userinfo",
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#148eff", mark: () => import("./marks/battlenet.ts") },
    options,
  };
}

export default BattleNet;

function toUser({ sub, id, battletag }: BattleNetProfile): ProviderUser {
  return { id: sub ?? id, name: battletag, email: null, image: null };
}
