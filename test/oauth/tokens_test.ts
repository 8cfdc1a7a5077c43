import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  ConfigError,
  OAuthCallbackError,
  ProviderResponseError,
  ProviderUnavailable,
} from "../../src/errors/errors.ts";
import { openExchange } from "../../src/oauth/exchange.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthConfig, TokenRequestContext } from "../../src/model/provider.ts";
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
  const provider = resolveProvider(definition, { platform });
  const request = { flow: withFlow ? flow : null, redirectUri, params: new URLSearchParams(params) };
  const redeemed = redeemCode(await openExchange(provider, request, platform));
  return { sent, redeemed, platform };
}

test("token.redeem may send the request, with the parameters of the response", async () => {
  const seen: TokenRequestContext[] = [];
  const { sent, redeemed } = await redeem({
    params: "code=c&state=st&device_id=d",
    more: {
      client: { token_endpoint_auth_method: "client_secret_post" },
      token: {
        url: "https://idp.test/token",
        redeem(context) {
          seen.push(context);
          const { url, params, headers, response, fetch } = context;
          params.set("device_id", response.get("device_id")!);
          return fetch(url, { method: "POST", headers, body: params });
        },
      },
    },
  });
  assert.equal((await redeemed).tokens.access_token, "a");
  assert.deepEqual(Object.fromEntries(sent[0]!.body), {
    grant_type: "authorization_code",
    code: "c",
    code_verifier: "v".repeat(43),
    redirect_uri: redirectUri,
    client_id: "client",
    client_secret: "secret",
    device_id: "d",
  });
  assert.deepEqual([seen[0]?.clientId, seen[0]?.clientSecret], ["client", "secret"]);
});

test("token.request of next-auth 4 is never called, as Auth.js does not: a copied module has it", async () => {
  const request = () => assert.fail("token.request is called");
  const token = { url: "https://idp.test/token", request } as OAuthConfig["token"];
  const { redeemed } = await redeem({ more: { token } });
  assert.equal((await redeemed).tokens.access_token, "a");
});

test("the response is checked before token.redeem is called", async () => {
  const unexpected = () => assert.fail("token.redeem is called");
  const { redeemed } = await redeem({
    params: "error=access_denied&state=st",
    more: { token: { url: "https://idp.test/token", redeem: unexpected } },
  });
  await assert.rejects(redeemed, OAuthCallbackError);
});

test("a sign-in whose token.redeem fails is refused, and token.conform is given its result", async () => {
  const failing = await redeem({
    more: { token: { url: "https://idp.test/token", redeem: () => Promise.reject(new Error("no")) } },
  });
  await assert.rejects(failing.redeemed, ProviderResponseError);
  const { redeemed } = await redeem({
    more: {
      token: {
        url: "https://idp.test/token",
        redeem: () => Response.json({ access_token: "own" }),
        conform: async (response) => Response.json({ ...await response.json(), token_type: "bearer" }),
      },
    },
  });
  assert.equal((await redeemed).tokens.access_token, "own");
});

test("no request is left in an error of token.redeem, and what is no error stays", async () => {
  const request = { data: "code=c&client_secret=secret-of-the-client" };
  const failing = (thrown: unknown) =>
    redeem({
      params: "code=the-code&state=st",
      more: {
        clientSecret: "secret-of-the-client",
        token: { url: "https://idp.test/token", redeem: () => Promise.reject(thrown) },
      },
    });
  const { redeemed } = await failing(
    Object.assign(new Error("no answer to code=the-code"), { request, code: "E1" }),
  );
  const error = await redeemed.then(() => assert.fail("it has not failed"), (error) => error);
  const shown = inspect(error, { depth: 10, showHidden: true });
  assert.doesNotMatch(shown, /the-code|secret-of-the-client/);
  assert.match(shown, /no answer to code=…/);
  assert.match(shown, /E1/);
  const text = await (await failing("only text")).redeemed.catch((error) => error);
  assert.equal(text.cause.err, "only text");
});

test("token.redeem is refused together with DPoP, which it would bypass", async () => {
  await assert.rejects(
    redeem({
      more: {
        client: { dpop_bound_access_tokens: true },
        token: { url: "https://idp.test/token", redeem: () => Response.json(good) },
      },
    }),
    (error) => error instanceof ConfigError && /dpop_bound_access_tokens/.test(error.message),
  );
});

test("an error response is an OAuthCallbackError, with code and description for the log", async () => {
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

test("status and error code of a refusal are kept, and neither body nor tokens", async () => {
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

test("the client is blamed for a challenge with the status 401, and not with 302 or 503", async () => {
  for (
    const [status, error] of [
      [401, ConfigError],
      [302, ProviderResponseError],
      [503, ProviderUnavailable],
    ] as const
  ) {
    const answer = () =>
      new Response("Sorry", { status, headers: { "www-authenticate": 'Basic realm="a"' } });
    await assert.rejects((await redeem({ answer })).redeemed, error);
  }
});

test("no JWT of a description is kept, but the words around it", async () => {
  const error_description =
    "bad_token=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl, they say (monkey.org)";
  const answer = () => Response.json({ error: "invalid_grant", error_description }, { status: 400 });
  const { redeemed } = await redeem({ params: "code=8f3&state=st", answer });
  await assert.rejects(redeemed, (error) => {
    assert.equal((error as ProviderResponseError).cause!.description, "bad_token=…, they say (monkey.org)");
    return true;
  });
});

test("a description that almost has a JWT many times takes no longer", async () => {
  const params = new URLSearchParams({ error: "x", error_description: "ey".repeat(150_000), state: "st" });
  const started = performance.now();
  await assert.rejects((await redeem({ params: params.toString() })).redeemed, OAuthCallbackError);
  // A pattern that starts again at each `ey` takes a minute and more.
  assert.ok(performance.now() - started < 10_000);
});

test("nothing of an answer that is not JSON is repeated", async () => {
  for (const status of [200, 400, 500]) {
    const { redeemed } = await redeem({ answer: () => new Response("<h1>s3cret</h1>", { status }) });
    await assert.rejects(redeemed, (error) => {
      assert(error instanceof (status === 500 ? ProviderUnavailable : ProviderResponseError));
      assert.equal(error.cause?.status, status);
      assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /s3cret/);
      return true;
    });
  }
});

test("what a token response calls __proto__ does not become a prototype", async () => {
  const answer = () => new Response('{"access_token":"a","token_type":"bearer","__proto__":{"admin":true}}');
  const { tokens } = await (await redeem({ answer })).redeemed;
  assert.equal((tokens as { readonly admin?: boolean }).admin, undefined);
});

test("expires_at is in whole seconds", async () => {
  const { redeemed, platform } = await redeem({ answer: () => Response.json({ ...good, expires_in: 59.7 }) });
  assert.equal((await redeemed).tokens.expires_at, Math.floor(platform.now() / 1000 + 59.7));
});

/** Errors of providers, each with its description, and whether it asks for a pushed authorization request. */
const REFUSALS: readonly (readonly [error: string, description: string, wantsPush: boolean])[] = [
  ["invalid_request", "Pushed Authorization Requests are required for this client", true],
  ["invalid_request", "the client must use pushed authorization requests", true],
  ["invalid_request", "PAR is required", true],
  ["invalid_request", "requête refusée par le serveur", false],
  ["invalid_request", "a parameter is missing", false],
  ["access_denied", "PAR is required", false],
];

for (const [error, error_description, wantsPush] of REFUSALS) {
  test(`the error says what to set if only pushed requests are accepted: ${error}, ${error_description}`, async () => {
    const params = String(new URLSearchParams({ error, error_description }));
    const advice =
      /it accepts only pushed requests .* Set `client: \{ require_pushed_authorization_requests: true \}`/;
    // What was sent is not repeated in messages, and the state of the flow is a part of "request".
    const { redeemed } = await redeem({ params, withFlow: false });
    await assert.rejects(redeemed, (failure) => {
      assert.ok(failure instanceof OAuthCallbackError);
      assert.equal(advice.test(failure.message), wantsPush);
      return true;
    });
  });
}

for (
  const [scope, reason] of [
    ["profile email", /it has no ID token, because the scope of "idp" lacks openid$/m],
    ["profile openid", /it has no ID token\. .*`token\.conform`/],
    [undefined, /it has no ID token\. .*`token\.conform`/],
  ] as const
) {
  test(`the error names the scope if the token response has no ID token: ${scope}`, async () => {
    const authorization = {
      url: "https://idp.test/authorize",
      ...(scope !== undefined && { params: { scope } }),
    };
    const more = {
      type: "oidc",
      issuer: "https://idp.test",
      jwks_endpoint: "https://idp.test/keys",
      authorization,
    };
    const { redeemed } = await redeem({ more: more as unknown as Partial<OAuthConfig> });
    await assert.rejects(redeemed, { name: "ProviderResponseError", message: reason });
  });
}
