import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose/jwt/sign";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { ConfigError, ProviderResponseError } from "../../src/errors/errors.ts";
import type { Exchange } from "../../src/oauth/exchange.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import type { TokenRequestContext } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { exchangeWith, OPENID } from "./_exchange.ts";

const TOKEN_URL = "https://idp.test/token";
const GOOD = { access_token: "a", token_type: "bearer" };
const BOUND = { client: { dpop_bound_access_tokens: true } };

/** Redeems a code at a server that answers so, and keeps what it was sent. */
async function redeem(
  answer: object,
  { provider = {}, exchange: more = {}, server = {}, keys = [] }: {
    readonly provider?: Partial<OAuthDefinition>;
    readonly exchange?: Partial<Pick<Exchange, "params">>;
    readonly server?: Partial<Exchange["server"]>;
    readonly keys?: readonly unknown[];
  } = {},
) {
  const sent: { readonly body: URLSearchParams; readonly headers: Headers }[] = [];
  const platform = testPlatform({
    sites: {
      "https://idp.test": async (request) => {
        if (request.url.endsWith("/jwks")) return Response.json({ keys });
        sent.push({ body: new URLSearchParams(await request.text()), headers: request.headers });
        return Response.json(answer);
      },
    },
  });
  const definition = { ...OPENID, type: "oauth", issuer: undefined, ...provider } as OAuthDefinition;
  const exchange = await exchangeWith(definition, platform, more);
  return { sent, redeemed: redeemCode({ ...exchange, server: { ...exchange.server, ...server } }) };
}

/** An ID token of the OpenID provider, and the keys that verify it. */
async function issue(iss: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const now = testPlatform().now() / 1000;
  const claims = { iss, sub: "ada", aud: "client", iat: now, exp: now + 60 };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
  return { token, claims, keys: [await exportJWK(publicKey)] };
}

function isRefusal(reason: RegExp) {
  return (error: unknown) => error instanceof ProviderResponseError && reason.test(error.message);
}

test("redeemCode() answers the claims of the ID token of an OpenID provider, and keeps the token", async () => {
  const { token, claims, keys } = await issue(OPENID.issuer);
  const server = { id_token_signing_alg_values_supported: ["ES256"] };
  const provider = { type: "oidc", issuer: OPENID.issuer } as const;
  const { redeemed } = await redeem({ ...GOOD, id_token: token }, { provider, server, keys });
  assert.deepEqual(await redeemed, { tokens: { ...GOOD, id_token: token }, claims });
});

test("redeemCode() refuses an ID token of another issuer than that of the authorization response", async () => {
  const tenant = `${OPENID.issuer}/tenant`;
  const { token, keys } = await issue(tenant);
  const server = { id_token_signing_alg_values_supported: ["ES256"] };
  const provider = { type: "oidc", issuer: OPENID.issuer, issuers: () => [tenant, `${tenant}2`] } as const;
  for (const [iss, isSame] of [[tenant, true], [`${tenant}2`, false]] as const) {
    const params = new URLSearchParams({ code: "c", iss });
    const more = { provider, server, keys, exchange: { params } };
    const { redeemed } = await redeem({ ...GOOD, id_token: token }, more);
    if (isSame) assert.equal((await redeemed).claims?.sub, "ada");
    else await assert.rejects(redeemed, ProviderResponseError);
  }
});

test("redeemCode() sends nothing where the metadata name no token endpoint", async () => {
  const { sent, redeemed } = await redeem(GOOD, { server: { token_endpoint: undefined } as never });
  await assert.rejects(redeemed, isRefusal(/the metadata name no "token_endpoint"/));
  assert.deepEqual(sent, []);
});

test("redeemCode() sends the parameters that the provider adds", async () => {
  const { sent, redeemed } = await redeem(GOOD, {
    provider: { token: { url: TOKEN_URL, params: { audience: "https://api.test" } } },
  });
  await redeemed;
  assert.deepEqual(sent.map(({ body }) => [body.get("audience"), body.get("code")]), [[
    "https://api.test",
    "c",
  ]]);
});

test("redeemCode() hands token.redeem the headers of a token request, and no verifier without a flow", async () => {
  const seen: TokenRequestContext[] = [];
  const token = {
    url: TOKEN_URL,
    redeem: (context: TokenRequestContext) => {
      seen.push(context);
      return Response.json(GOOD);
    },
  };
  await (await redeem(GOOD, { provider: { token } })).redeemed;
  const [{ headers, params }] = seen as [TokenRequestContext];
  assert.equal(headers.accept, "application/json");
  assert.equal(headers["content-type"], "application/x-www-form-urlencoded;charset=UTF-8");
  assert.ok(headers["user-agent"]);
  assert.equal(params.has("code_verifier"), false);
});

test("redeemCode() throws an error of the library as token.redeem has thrown it", async () => {
  const own = new ConfigError("Cannot redeem the code: the certificate is missing");
  const token = { url: TOKEN_URL, redeem: () => Promise.reject(own) };
  const { redeemed } = await redeem(GOOD, { provider: { token } });
  await assert.rejects(redeemed, (error) => {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.message, own.message);
    return true;
  });
});

test("redeemCode() proves the key where tokens are bound to one, and nowhere else", async () => {
  const bound = await redeem({ ...GOOD, token_type: "DPoP" }, { provider: BOUND });
  assert.equal((await bound.redeemed).tokens.token_type, "dpop");
  assert.ok(bound.sent[0]!.headers.get("dpop"));
  const plain = await redeem(GOOD);
  assert.equal((await plain.redeemed).tokens.token_type, "bearer");
  assert.equal(plain.sent[0]!.headers.get("dpop"), null);
});

test("redeemCode() refuses a token of another type than the client is configured for, and says what to set", async () => {
  const { redeemed } = await redeem(GOOD, { provider: BOUND });
  await assert.rejects(
    redeemed,
    isRefusal(/is Bearer, .*Register .* `dpop_bound_access_tokens` at the provider/),
  );
  const plain = await redeem({ ...GOOD, token_type: "DPoP" });
  await assert.rejects(
    plain.redeemed,
    isRefusal(/is DPoP. Set `client: \{ dpop_bound_access_tokens: true \}`/),
  );
});

test("redeemCode() keeps an ID token of a provider that is not one of OpenID only if it is text", async () => {
  for (
    const [id_token, isKept] of [["x", true], ["", false], [5, false], [null, false], [["x"], false]] as const
  ) {
    const { redeemed } = await redeem({ ...GOOD, id_token });
    assert.deepEqual(await redeemed, { tokens: { ...GOOD, ...(isKept && { id_token }) }, claims: null });
  }
});
