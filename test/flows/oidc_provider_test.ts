import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import {
  allowInsecureRequests,
  customFetch,
  DPoP,
  isDPoPNonceError,
  processUserInfoResponse,
  userInfoRequest,
} from "npm:oauth4webapi@3.8.8";
import type { JWT } from "../../mod.ts";
import { openReal, type RealWorld, type RealWorldOptions } from "./_oidc_provider.ts";
import { APP, errorPage } from "./_world.ts";

const NONCE_SECRET = Buffer.alloc(32, 7);
const PUSHED = { pushedAuthorizationRequests: { enabled: true } };
const PUSHED_ONLY = {
  pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
};
const DPOP = { dPoP: { enabled: true } };
const DPOP_WITH_NONCE = {
  dPoP: { enabled: true, nonceSecret: NONCE_SECRET, requireNonce: () => true },
};
const BOUND = { dpop_bound_access_tokens: true };

async function assertSignedIn(world: RealWorld) {
  const page = await world.signIn();
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.equal(await world.name(), "Ada Lovelace");
}

/** Which parameters the browser carried to the provider. */
function carried({ requests, issuer }: RealWorld): string[] {
  const request = requests.find((each) => each.startsWith("GET /auth?"))!;
  return [...new URL(request.split(" ")[1]!, issuer).searchParams.keys()];
}

function paths({ requests }: RealWorld): string[] {
  return requests.map((each) => each.split(/[ ?]/)[1]!);
}

async function createKeys(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
}

for (
  const [what, options] of Object.entries<RealWorldOptions>({
    "that demands PAR in its metadata": { features: PUSHED_ONLY },
    "that demands PAR of this client": {
      features: PUSHED,
      client: { require_pushed_authorization_requests: true },
      provider: { client: { require_pushed_authorization_requests: true } },
    },
    "that offers PAR, as the application asks for it": {
      features: PUSHED,
      provider: { client: { require_pushed_authorization_requests: true } },
    },
  })
) {
  test(`Auth() signs in with a real provider ${what}, and shows the browser nothing of the request (OA-35)`, async () => {
    await using world = await openReal(options);
    await assertSignedIn(world);
    assert.deepEqual(carried(world), ["client_id", "request_uri"]);
    assert.ok(paths(world).includes("/request"));
  });
}

test("Auth() sends the parameters with the browser where a real provider only offers PAR", async () => {
  await using world = await openReal({ features: PUSHED });
  await assertSignedIn(world);
  assert.ok(carried(world).includes("code_challenge"));
  assert.ok(!paths(world).includes("/request"));
});

test("Auth() names the redirect URI that a real provider refuses in a pushed request", async () => {
  await using world = await openReal({
    features: PUSHED_ONLY,
    client: { redirect_uris: ["https://app.test/other"] },
  });
  const page = await world.signIn();
  assert.equal(page.url, errorPage("Configuration"));
  assert.match(world.log(), /does not accept the redirect URI "https:\/\/app\.test\/auth\/callback\/idp"/);
});

test("Auth() says that a real provider does not accept the client of a pushed request", async () => {
  await using world = await openReal({ features: PUSHED_ONLY, provider: { clientSecret: "wrong" } });
  assert.equal((await world.signIn()).url, errorPage("Configuration"));
  assert.match(world.log(), /does not accept the client \("invalid_client"\)/);
});

for (
  const [what, features, client] of [
    ["that offers DPoP", DPOP, {}],
    ["that demands DPoP of this client", DPOP, BOUND],
    ["that demands DPoP with a nonce", DPOP_WITH_NONCE, BOUND],
    ["that demands PAR, and DPoP with a nonce", { ...PUSHED_ONLY, ...DPOP_WITH_NONCE }, BOUND],
  ] as const
) {
  test(`Auth() signs in with a real provider ${what}, and reads the userinfo with the bound token`, async () => {
    await using world = await openReal({ features, client, provider: { idToken: false, client: BOUND } });
    await assertSignedIn(world);
    const { account, profile } = world.seen.last!;
    assert.equal(account!.token_type, "dpop");
    assert.equal(profile!.email, "ada@example.com");
    // A nonce is demanded once: that of the token endpoint holds for the userinfo of the same origin.
    const tries = paths(world).filter((path) => path === "/token" || path === "/me");
    assert.deepEqual(tries, features === DPOP ? ["/token", "/me"] : ["/token", "/token", "/me"]);
  });
}

test("Auth() repeats a token request with a new client assertion, which a real provider accepts once", async () => {
  const { privateKey, publicKey } = await createKeys();
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  await using world = await openReal({
    features: { ...PUSHED_ONLY, ...DPOP_WITH_NONCE },
    client: {
      ...BOUND,
      client_secret: undefined,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      jwks: { keys: [{ kty, crv, x, y, use: "sig" }] },
    },
    provider: { clientSecret: undefined, token: { clientPrivateKey: privateKey }, client: BOUND },
  });
  await assertSignedIn(world);
  assert.equal(paths(world).filter((path) => path === "/token").length, 2);
});

test("Auth() leaves the application an access token that it can use with its dpopKeyPair at a real provider", async () => {
  const dpopKeyPair = await createKeys();
  await using world = await openReal({
    features: DPOP_WITH_NONCE,
    client: BOUND,
    provider: { client: BOUND, token: { dpopKeyPair } },
  });
  await assertSignedIn(world);
  const token = world.seen.last!.account!.access_token as string;
  const read = async (keys: CryptoKeyPair) => {
    const as = { issuer: world.issuer, userinfo_endpoint: `${world.issuer}/me` };
    const options = {
      DPoP: DPoP({}, keys),
      [customFetch]: fetch as never,
      [allowInsecureRequests]: true,
    };
    const ask = async () => {
      const response = await userInfoRequest(as, { client_id: "app" }, token, options);
      return await processUserInfoResponse(as, { client_id: "app" }, "ada", response);
    };
    return await ask().catch((error) => isDPoPNonceError(error) ? ask() : Promise.reject(error));
  };
  assert.equal((await read(dpopKeyPair)).name, "Ada Lovelace");
  await assert.rejects(createKeys().then(read));
});

test("Auth() refuses a sign-in without DPoP at a real provider that demands it, and logs the code of the error", async () => {
  await using world = await openReal({ features: DPOP, client: BOUND });
  const page = await world.signIn();
  assert.equal(new URL(page.url).searchParams.get("error"), "ProviderResponseError");
  assert.match(world.log(), /the provider answered "invalid_grant"/);
  assert.equal(await world.name(), undefined);
});

test("Auth() refuses a token that a real provider did not bind, though the application asks for it (OA-34)", async () => {
  await using world = await openReal({ features: { dPoP: { enabled: false } }, provider: { client: BOUND } });
  assert.equal(new URL((await world.signIn()).url).searchParams.get("error"), "ProviderResponseError");
  assert.match(world.log(), /"token_type" is Bearer, so that the access token is not bound to a key/);
  assert.equal(await world.name(), undefined);
});

for (const mode of ["jwt", "query.jwt", "form_post.jwt"]) {
  test(`Auth() says that it does not support JARM if a real provider answers in the mode ${mode}`, async () => {
    await using world = await openReal({
      features: { jwtResponseModes: { enabled: true } },
      client: { authorization_signed_response_alg: "ES256" },
      provider: { signInParams: ["response_mode"] },
    });
    let page = await world.browser.open(await world.start(`?response_mode=${mode}`));
    if (mode === "form_post.jwt") page = await page.submit();
    assert.equal(new URL(page.url).searchParams.get("error"), "ProviderResponseError", world.log());
    assert.match(world.log(), /Signed authorization responses \(JARM\) are not supported/);
    assert.equal(paths(world).includes("/token"), false);
    assert.equal(await world.name(), undefined);
  });
}

test("callbacks.jwt renews an access token at a real provider by hand, as applications of Auth.js do", async () => {
  const renew = async (token: JWT): Promise<JWT> => {
    const body = new URLSearchParams({
      grant_type: "refresh_token",
      client_id: "app",
      client_secret: "the-secret-of-the-client-at-the-provider",
      refresh_token: String(token.refresh),
    });
    const tokens = await (await fetch(`${world.issuer}/token`, { method: "POST", body })).json();
    return { ...token, access: tokens.access_token, refresh: tokens.refresh_token };
  };
  await using world: RealWorld = await openReal({
    client: {
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "client_secret_post",
    },
    settings: {
      issueRefreshToken: () => true,
      rotateRefreshToken: true,
      expiresWithSession: () => false,
    },
    provider: { client: { token_endpoint_auth_method: "client_secret_post" } },
    config: {
      callbacks: {
        jwt: async ({ token, account }) =>
          account
            ? { ...token, access: account.access_token, refresh: account.refresh_token }
            : await renew(token),
        session: ({ session, token }) => ({ ...session, access: token?.access }),
      },
    },
  });
  await assertSignedIn(world);
  const access = async () => (await (await world.browser.fetch(`${APP}/auth/session`)).json()).access;
  const [first, second] = [await access(), await access()];
  assert.ok(first && second && first !== second, world.log());
  const headers = { authorization: `Bearer ${second}` };
  assert.equal((await fetch(`${world.issuer}/me`, { headers })).status, 200);
});
