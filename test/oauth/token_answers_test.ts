import assert from "node:assert/strict";
import { test } from "node:test";
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

function isRefusal(reason: RegExp) {
  return (error: unknown) => error instanceof ProviderResponseError && reason.test(error.message);
}

test("token.redeem is given the headers of a token request, and no verifier without a flow", async () => {
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

test("an error of the library stays as token.redeem has thrown it", async () => {
  const own = new ConfigError("Cannot redeem the code: the certificate is missing");
  const token = { url: TOKEN_URL, redeem: () => Promise.reject(own) };
  const { redeemed } = await redeem(GOOD, { provider: { token } });
  await assert.rejects(redeemed, (error) => {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.message, own.message);
    return true;
  });
});

test("a token of another type than the client is configured for is refused, and the error says what to set", async () => {
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

test("nothing is sent where the metadata name no token endpoint", async () => {
  const { sent, redeemed } = await redeem(GOOD, { server: { token_endpoint: undefined } as never });
  await assert.rejects(redeemed, isRefusal(/the metadata name no "token_endpoint"/));
  assert.deepEqual(sent, []);
});

test("an ID token of a provider that is not one of OpenID is kept only if it is text", async () => {
  for (
    const [id_token, isKept] of [["x", true], ["", false], [5, false], [null, false], [["x"], false]] as const
  ) {
    const { redeemed } = await redeem({ ...GOOD, id_token });
    assert.deepEqual(await redeemed, { tokens: { ...GOOD, ...(isKept && { id_token }) }, claims: null });
  }
});
