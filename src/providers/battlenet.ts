/**
 * Sign-in with Battle.net.
 *
 * @module
 */

import { OAuth } from "../sign_in/oauth/capability.ts";
import type { OIDCConfig, OIDCUserConfig, OpenProfile, ProviderUser } from "../model/provider.ts";

/**
 * Claims of Battle.net's ID token and its userinfo endpoint.
 *
 * @see {@link https://develop.battle.net/documentation/guides/using-oauth | Using OAuth}
 */
export interface BattleNetProfile extends OpenProfile {
  /** Id of the account. */
  readonly sub: string;
  /** Id of the account, as a number. */
  readonly id?: number;
  /** BattleTag, such as `Ada#1815`, in the ID token. The user can change it. */
  readonly battle_tag?: string;
  /** BattleTag in the answer of the userinfo endpoint. */
  readonly battletag?: string;
}

/** URL of a Battle.net server. The regional ones are older: `oauth.battle.net` is for all regions but China. */
export type BattleNetIssuer =
  | "https://oauth.battle.net"
  | "https://oauth.battlenet.com.cn"
  | "https://www.battlenet.com.cn/oauth"
  | `https://${"eu" | "kr" | "tw" | "us"}.battle.net/oauth`;

/** Options of `BattleNet()`. */
export type BattleNetOptions = OIDCUserConfig<BattleNetProfile> & {
  /** URL of the server. Default `https://oauth.battle.net`. */
  readonly issuer?: BattleNetIssuer;
};

/**
 * Describes Battle.net of Blizzard.
 *
 * - Register: in the developer portal, under "API Access", create a client with the redirect URL
 *   `<origin>/auth/callback/battlenet`.
 * - Console: https://develop.battle.net/access/clients
 * - Environment: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`, `AUTH_BATTLENET_ISSUER` (optional).
 * - Options: `issuer`, default `https://oauth.battle.net`; for China `https://oauth.battlenet.com.cn`. Ids are
 *   those of one server: for a second one, give its provider another `id`.
 * - Email: never sent. There is no picture either.
 * - Blizzard does not document that its ID tokens repeat a `nonce`, so the request has none. PKCE and `state` bind it to the
 *   browser.
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
export function BattleNet(options: BattleNetOptions = {}): OIDCConfig<BattleNetProfile> {
  return OAuth({
    id: "battlenet",
    name: "Battle.net",
    type: "oidc",
    issuer: "https://oauth.battle.net",
    authorization: { params: { scope: "openid" } },
    nonce: false,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#148eff", mark: () => import("./marks/battlenet.ts") },
    options,
  });
}

export default BattleNet;

function toUser({ sub, battle_tag, battletag }: BattleNetProfile): ProviderUser {
  return { id: sub, name: battle_tag ?? battletag, email: null, image: null };
}
