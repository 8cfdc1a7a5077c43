/**
 * Logout tokens, and a provider that publishes the keys of their signatures.
 *
 * @module
 */

import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import type { OAuthProvider } from "../../src/oauth/types.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { customFetch } from "../../src/values/markers.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";

export const ISSUER = "https://op.test";
export const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

/** What a test changes of a token. */
export interface TokenChange {
  /** Claims; `undefined` removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Members of the header. */
  readonly header?: Partial<JWTHeaderParameters>;
  /** The key that signs. Default: that of the provider. */
  readonly key?: Parameters<SignJWT["sign"]>[0];
}

/** A provider, the clock, and tokens that it signs. */
export interface LogoutTokens {
  readonly platform: ReturnType<typeof testPlatform>;
  readonly provider: OAuthProvider;
  /** The key of the provider. */
  readonly privateKey: Parameters<SignJWT["sign"]>[0];
  /** Addresses that were requested. */
  readonly requests: readonly string[];
  /** A logout token as the standard has it, but for a change. */
  sign(change?: TokenChange): Promise<string>;
}

/** Makes a provider with a key. */
export async function openLogoutTokens(
  { metadata = {}, provider = {} }: {
    readonly metadata?: object;
    readonly provider?: Partial<OIDCConfig>;
  } = {},
): Promise<LogoutTokens> {
  const platform = testPlatform();
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwks = { keys: [{ ...await exportJWK(publicKey), kid: "1", alg: "ES256", use: "sig" }] };
  const requests: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    [`${ISSUER}/.well-known/openid-configuration`]: {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/jwks`,
      id_token_signing_alg_values_supported: ["ES256", "HS256", "none"],
      ...metadata,
    },
    [`${ISSUER}/jwks`]: jwks,
  };
  const fetch = (input: RequestInfo | URL) => {
    const url = String(input);
    requests.push(url);
    return Promise.resolve(Response.json(answers[url] ?? {}, { status: url in answers ? 200 : 404 }));
  };
  const resolved = resolveProvider({
    id: "op",
    name: "OP",
    type: "oidc",
    issuer: ISSUER,
    clientId: "app",
    clientSecret: "a-secret-of-forty-characters-for-tests-0",
    [customFetch]: fetch,
    ...provider,
  } as OIDCConfig, { platform });
  return {
    platform,
    provider: resolved,
    privateKey,
    requests,
    async sign({ claims = {}, header = {}, key = privateKey } = {}) {
      const now = Math.floor(platform.now() / 1000);
      const payload = {
        iss: ISSUER,
        aud: "app",
        iat: now,
        exp: now + 120,
        jti: "token-1",
        events: EVENTS,
        sub: "ada",
        sid: "session-1",
        ...claims,
      };
      return await new SignJWT(JSON.parse(JSON.stringify(payload)))
        .setProtectedHeader({ alg: "ES256", kid: "1", typ: "logout+jwt", ...header } as JWTHeaderParameters)
        .sign(key);
    },
  };
}
