/**
 * Exchanges with a provider, as a sign-in makes them.
 *
 * @module
 */

import { type Exchange, openExchange } from "../../src/oauth/exchange.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** The redirect URI of each exchange. */
export const REDIRECT_URI = "https://app.test/auth/callback/idp";

/** Opens an exchange for a response with a code. */
export async function exchangeWith(
  definition: OAuthDefinition,
  platform: Platform,
  more: Partial<Pick<Exchange, "flow" | "params">> = {},
): Promise<Exchange> {
  const params = new URLSearchParams({ code: "c", state: "st" });
  const request = { flow: null, redirectUri: REDIRECT_URI, params, ...more };
  return await openExchange(resolveProvider(definition, { platform }), request, platform);
}

/** The OpenID provider `https://idp.test`, without metadata. */
export const OPENID = {
  id: "idp",
  name: "Fake",
  type: "oidc",
  issuer: "https://idp.test",
  clientId: "client",
  clientSecret: "secret",
  authorization: "https://idp.test/authorize",
  token: "https://idp.test/token",
  userinfo: "https://idp.test/userinfo",
  jwks_endpoint: "https://idp.test/jwks",
} as const satisfies OAuthDefinition;

/** What a sign-in makes of an ID token of {@linkcode OPENID}, which publishes these keys. */
export async function claimsOf(
  token: unknown,
  { keys, metadata = {}, accessToken = "token", provider = {}, flow = null }: {
    readonly keys: readonly unknown[];
    readonly metadata?: Partial<Exchange["server"]>;
    readonly accessToken?: string;
    readonly provider?: Partial<OAuthDefinition>;
    readonly flow?: Exchange["flow"];
  },
) {
  const platform = testPlatform({
    sites: {
      "https://idp.test": ({ url }) =>
        Response.json(
          url.endsWith("/jwks")
            ? { keys }
            : { access_token: accessToken, token_type: "Bearer", id_token: token },
        ),
    },
  });
  const definition = { ...OPENID, ...provider } as OAuthDefinition;
  const exchange = await exchangeWith(definition, platform, { flow });
  return (await redeemCode({ ...exchange, server: { ...exchange.server, ...metadata } })).claims;
}
