/**
 * Sign-in with EVE Online.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { parseBase64Url, parseUtf8 } from "../crypto/bytes.ts";
import { only, sendStandard } from "./_revocation.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  UserinfoContext,
} from "../model/provider.ts";

/**
 * The character that the user chose: the claims of the access token, and the fields that Auth.js names.
 *
 * @see {@link https://developers.eveonline.com/docs/services/sso/ | EVE Single Sign-On}
 */
export interface EveOnlineProfile extends OpenProfile {
  /** Number of the character. Its owner can sell the character. */
  readonly CharacterID: number;
  /** Name of the character. */
  readonly CharacterName: string;
  /** Hash of the character and its owner. It changes if the character gets another owner. */
  readonly CharacterOwnerHash: string;
  /** The granted scopes, with a space between two. */
  readonly Scopes: string;
  /** `CHARACTER:EVE:` and the number of the character. */
  readonly sub: string;
  /** Name of the character. */
  readonly name: string;
  /** Hash of the character and its owner. */
  readonly owner: string;
  /** The granted scopes: one as text, several as a list. */
  readonly scp?: string | readonly string[];
  /** When the token expires: seconds since the epoch. */
  readonly exp?: number;
}

/** The name of `EveOnlineProfile` in Auth.js. */
export type EVEOnlineProfile = EveOnlineProfile;

/**
 * Describes EVE Online. A user is a character, not a person with an account.
 *
 * - Register: at https://developers.eveonline.com/applications, create an application with the callback URL
 *   `<origin>/auth/callback/eveonline`, and enable each scope that you request.
 * - Console: https://developers.eveonline.com/applications
 * - Environment: `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`.
 * - Email: never sent.
 * - Revocation: of the refresh token. The access token, a JWT, works until it ends.
 * - Characters can be sold. The id of an account is therefore `CharacterOwnerHash`, which changes with the owner. Auth.js
 *   uses the number of the character: its buyer would sign in as the user. For a store with such accounts, set
 *   `acceptFormerAccountIds: true`; without it, their owners are refused.
 * - The profile is read from the access token, a JWT, without a further request.
 * - CCP documents PKCE only for applications without a secret, and departs from RFC 7636 there. `state` alone binds the
 *   request to the browser.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.eveonline.com/docs/services/sso/ | EVE Single Sign-On}
 * @see {@link https://docs.esi.evetech.net/docs/sso/revoking_refresh_tokens.html | Revoking refresh tokens}
 *
 * @example
 * ```ts
 * import { EveOnline } from "@latchkey/auth/providers/eveonline";
 *
 * const provider = EveOnline({ acceptFormerAccountIds: true });
 * console.assert(provider.id === "eveonline");
 * ```
 */
export function EveOnline(options: OAuthUserConfig<EveOnlineProfile> = {}): OAuthConfig<EveOnlineProfile> {
  return OAuth({
    id: "eveonline",
    name: "EVE Online",
    type: "oauth",
    authorization: {
      url: "https://login.eveonline.com/v2/oauth/authorize",
      params: { scope: "publicData" },
    },
    token: "https://login.eveonline.com/v2/oauth/token",
    userinfo: { request: readCharacter },
    revocation: {
      url: "https://login.eveonline.com/v2/oauth/revoke",
      request: only("refresh_token", sendStandard),
    },
    checks: WITHOUT_PKCE,
    profile: toUser,
    formerAccountId: ({ CharacterID }) => CharacterID,
    acceptFormerAccountIds: false,
    verifiedEmail: false,
    options,
  });
}

/** The name of `EveOnline` in Auth.js. */
export const EVEOnline: typeof EveOnline = EveOnline;

export default EveOnline;

/**
 * The token comes from the token endpoint itself, over TLS. That authenticates it, as it does ID tokens (OpenID Connect
 * §3.1.3.7).
 *
 * @throws {Error} if the token is not that of a character.
 */
function readCharacter({ tokens }: UserinfoContext): EveOnlineProfile {
  const [, payload = ""] = String(tokens.access_token).split(".");
  const bytes = parseBase64Url(payload);
  const claims = JSON.parse((bytes && parseUtf8(bytes)) || "null");
  const [, id] = /^CHARACTER:EVE:(\d+)$/.exec(claims?.sub) ?? [];
  if (!id) throw new Error("Cannot read the character: the access token names none");
  return {
    ...claims,
    CharacterID: Number(id),
    CharacterName: claims.name,
    CharacterOwnerHash: claims.owner,
    Scopes: [claims.scp ?? []].flat().join(" "),
  };
}

function toUser(profile: EveOnlineProfile): ProviderUser {
  const { CharacterID: id } = profile;
  return {
    id: profile.CharacterOwnerHash,
    name: profile.CharacterName,
    email: null,
    image: Number.isSafeInteger(id) ? `https://images.evetech.net/characters/${id}/portrait?size=128` : null,
  };
}
