import assert from "node:assert/strict";
import { test } from "node:test";
import { OAuthCallbackError, ProviderResponseError } from "../../src/errors.ts";
import { toOAuthProvider } from "../../src/oauth/provider.ts";
import { serverOf } from "../../src/oauth/server.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthConfig } from "../../src/providers/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const redirectUri = "https://app.test/auth/callback/idp";
const flow = {
  provider: "idp",
  state: "st",
  verifier: "v".repeat(43),
  redirectUri,
  returnTo: "https://app.test/",
  userId: null,
  link: "none" as const,
};
const good = { access_token: "a", token_type: "bearer" };

/** Redeems a code at a server that answers so, and tells what it was sent. */
async function redeem(
  { more = {}, params = "code=c&state=st", answer = () => Response.json(good), withFlow = true }: {
    readonly more?: Partial<OAuthConfig>;
    readonly params?: string;
    readonly answer?: () => Response;
    readonly withFlow?: boolean;
  } = {},
) {
  const sent: { body: URLSearchParams; headers: Headers }[] = [];
  const platform = testPlatform({
    sites: {
      "https://idp.test": async (request) => {
        sent.push({ body: new URLSearchParams(await request.text()), headers: request.headers });
        return answer();
      },
    },
  });
  const definition: OAuthConfig = {
    id: "idp",
    name: "Fake",
    type: "oauth",
    clientId: "client",
    clientSecret: "secret",
    authorization: "https://idp.test/authorize",
    token: "https://idp.test/token",
    userinfo: "https://idp.test/userinfo",
    ...more,
  };
  const provider = toOAuthProvider(definition, { platform });
  const context = { provider, server: await serverOf(provider, platform), platform };
  const redeemed = redeemCode(
    new URLSearchParams(params),
    { flow: withFlow ? flow : null, redirectUri },
    context,
  );
  return { sent, redeemed, platform };
}

test("redeemCode() sends code, verifier and redirect URI, as a form", async () => {
  const { sent, redeemed } = await redeem();
  await redeemed;
  assert.deepEqual(Object.fromEntries(sent[0]!.body), {
    grant_type: "authorization_code",
    code: "c",
    code_verifier: "v".repeat(43),
    redirect_uri: redirectUri,
  });
  assert.equal(sent[0]!.headers.get("accept"), "application/json");
  assert.match(sent[0]!.headers.get("content-type")!, /^application\/x-www-form-urlencoded/);
});

test("redeemCode() takes any state, and sends no verifier, where there is no flow", async () => {
  const { sent, redeemed } = await redeem({ params: "code=c&state=whatever", withFlow: false });
  await redeemed;
  assert.equal(sent[0]!.body.has("code_verifier"), false);
});

test("redeemCode() answers the tokens as they came, with token_type lower-cased and expires_at", async () => {
  const answer = () =>
    Response.json({ ...good, token_type: "Bearer", expires_in: 60, id_token: "x", more: [1] });
  const { redeemed, platform } = await redeem({ answer });
  assert.deepEqual(await redeemed, {
    tokens: {
      access_token: "a",
      token_type: "bearer",
      expires_in: 60,
      expires_at: platform.now() / 1000 + 60,
      id_token: "x",
      more: [1],
    },
    claims: null,
  });
});

test("redeemCode() throws OAuthCallbackError for an error response, and keeps code and description for the log", async () => {
  const params = new URLSearchParams({
    error: "access_denied",
    error_description: "the user said no",
    state: "st",
  });
  const { sent, redeemed } = await redeem({ params: params.toString() });
  await assert.rejects(redeemed, (error) => {
    assert(error instanceof OAuthCallbackError);
    assert.deepEqual(error.cause, {
      code: "access_denied",
      description: "the user said no",
      redirectUri: "https://app.test/auth/callback/idp",
    });
    return true;
  });
  assert.equal(sent.length, 0);
});

test("redeemCode() keeps status and error code of a refusal, and neither body nor tokens", async () => {
  const answer = () =>
    Response.json({ error: "invalid_grant", error_description: "code c is unknown", ...good }, {
      status: 400,
    });
  const { redeemed } = await redeem({ answer });
  await assert.rejects(redeemed, (error) => {
    assert(error instanceof ProviderResponseError);
    const { code, ...facts } = error.cause!;
    assert.equal(typeof code, "string");
    assert.deepEqual(facts, {
      status: 400,
      error: "invalid_grant",
      // The code of this test, `c`, is left out wherever it stands.
      description: "…ode … is unknown",
      redirectUri: "https://app.test/auth/callback/idp",
    });
    return true;
  });
});

test("redeemCode() compares iss with the issuer, or with nothing where there is none", async () => {
  const params = "code=c&state=st&iss=https://idp.test";
  await (await redeem({ params })).redeemed;
  await (await redeem({ params, more: { issuer: "https://idp.test" } })).redeemed;
  const { redeemed, sent } = await redeem({ params, more: { issuer: "https://other.test" } });
  await assert.rejects(redeemed, ProviderResponseError);
  assert.equal(sent.length, 0);
});

test("redeemCode() gives token.conform the answer, and reads what it returns", async () => {
  const conform = async (response: Response) => {
    const fields = new URLSearchParams(await response.text());
    return Response.json(Object.fromEntries(fields));
  };
  const answer = () => new Response("access_token=a&token_type=bearer");
  const { redeemed } = await redeem({ answer, more: { token: { url: "https://idp.test/token", conform } } });
  assert.deepEqual((await redeemed).tokens, good);
});
