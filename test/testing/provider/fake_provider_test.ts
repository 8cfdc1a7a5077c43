import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose/jwt/decode";
import { generateKeyPair } from "jose/key/generate/keypair";
import * as oauth from "npm:oauth4webapi@3.8.8";
import {
  type FakeProvider,
  fakeProvider,
  type FakeProviderOptions,
  flood,
  neverAnswer,
  type Tamper,
  testPlatform,
} from "../../../src/testing/mod.ts";

const REDIRECT_URI = "https://app.test/callback";
const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true };

/** A world with one provider, and a small but strict client of it. */
function open(options: FakeProviderOptions = {}) {
  const platform = testPlatform();
  // ES256 keys are made much faster than RSA keys.
  const provider = fakeProvider({ now: platform.now, signingAlgorithm: "ES256", ...options });
  platform.sites[provider.origin] = provider.fetch;
  return { platform, provider, ...clientOf(provider, platform) };
}

function clientOf(provider: FakeProvider, { fetch, now }: ReturnType<typeof testPlatform>) {
  const http = { [oauth.customFetch]: fetch };
  const skew = Math.round((now() - Date.now()) / 1000);
  const client: oauth.Client = { client_id: provider.clientId, [oauth.clockSkew]: skew };
  const basic = oauth.ClientSecretBasic(provider.clientSecret);
  const verifier = "v".repeat(43);
  return { discover, authorize, redeem, signIn, client };

  async function discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(provider.issuer);
    return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
  }

  async function authorize(extra: Record<string, string> = {}): Promise<Response> {
    const url = new URL(provider.metadata.authorization_endpoint);
    url.search = new URLSearchParams({
      client_id: provider.clientId,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: "openid email",
      state: "st",
      nonce: "no",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...extra,
    }).toString();
    return await fetch(url.href, { redirect: "manual" });
  }

  /** The token request, without a look at the answer. */
  async function redeem(
    server: oauth.AuthorizationServer,
    { location = "", redirectUri = REDIRECT_URI, codeVerifier = verifier, auth = basic } = {},
  ): Promise<Response> {
    const params = oauth.validateAuthResponse(server, client, new URL(location), "st");
    return await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      params,
      redirectUri,
      codeVerifier,
      http,
    );
  }

  async function signIn(auth = basic) {
    const server = await discover();
    const location = (await authorize()).headers.get("location")!;
    const response = await redeem(server, { location, auth });
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: "no",
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, http);
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    const userinfo = await oauth.userInfoRequest(server, client, tokens.access_token, http);
    return {
      tokens,
      claims,
      profile: await oauth.processUserInfoResponse(server, client, claims.sub, userinfo),
    };
  }
}

test("fakeProvider() signs in the chosen user, and records requests", async () => {
  const { provider, signIn } = open();
  const ada = await signIn();
  assert.deepEqual(ada.profile, ADA);
  assert.equal(ada.claims.nonce, "no");
  assert.deepEqual(
    provider.requests.map(({ endpoint, method }) => `${method} ${endpoint}`),
    ["GET metadata", "GET authorization", "POST token", "GET jwks", "GET userinfo"],
  );
  assert.equal(provider.requests[2]!.params.get("grant_type"), "authorization_code");
  provider.login({ sub: "grace" });
  assert.equal((await signIn()).claims.sub, "grace");
  assert.deepEqual(provider.user, { sub: "grace" });
});

test("fakeProvider() signs with RS256 by default, dates tokens by its clock, and adds at_hash", async () => {
  const { platform, signIn } = open({ signingAlgorithm: undefined });
  const { tokens, claims } = await signIn();
  const { kid, ...header } = JSON.parse(atob(tokens.id_token!.split(".")[0]!));
  assert.deepEqual(header, { alg: "RS256", typ: "JWT" });
  assert.match(kid, /^key-1-/);
  assert.equal(claims.iat, platform.now() / 1000);
  assert.equal(claims.exp, claims.iat + 3600);
  const hash = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(tokens.access_token)),
  );
  const half = btoa(String.fromCharCode(...hash.subarray(0, 16))).replaceAll("+", "-").replaceAll("/", "_");
  assert.equal(claims.at_hash, half.replace(/=+$/, ""));
});

test("fakeProvider() announces itself at both well-known paths of an issuer with a path", async () => {
  const { platform, signIn } = open({ issuer: "https://idp.test/realms/a" });
  assert.equal((await signIn()).claims.iss, "https://idp.test/realms/a");
  const oauthPath = "https://idp.test/.well-known/oauth-authorization-server/realms/a";
  assert.equal((await (await platform.fetch(oauthPath)).json()).issuer, "https://idp.test/realms/a");
  assert.equal((await platform.fetch("https://idp.test/token")).status, 404);
});

test("fakeProvider() accepts each client authentication, and no other than the registered one", async () => {
  const pair = await generateKeyPair("ES256");
  const secret = open().provider.clientSecret;
  const methods = {
    client_secret_basic: oauth.ClientSecretBasic(secret),
    client_secret_post: oauth.ClientSecretPost(secret),
    client_secret_jwt: oauth.ClientSecretJwt(secret),
    private_key_jwt: oauth.PrivateKeyJwt({ key: pair.privateKey, kid: "1" }),
    none: oauth.None(),
  };
  for (const registered of Object.keys(methods) as (keyof typeof methods)[]) {
    const { signIn } = open({ clientAuthentication: registered, clientKey: pair.publicKey });
    for (const used of Object.keys(methods) as (keyof typeof methods)[]) {
      if (used === registered) assert.equal((await signIn(methods[used])).claims.sub, "ada", used);
      else {await assert.rejects(
          signIn(methods[used]),
          { status: 401 },
          `${used} for ${registered}`,
        );}
    }
  }
});

test("fakeProvider() refuses wrong client credentials", async () => {
  const stranger = await generateKeyPair("ES256");
  const known = await generateKeyPair("ES256");
  const wrong: [FakeProviderOptions, oauth.ClientAuth][] = [
    [{}, oauth.ClientSecretBasic("guess")],
    [{ clientSecret: "a+b" }, (_server, { client_id }, _body, headers) => {
      headers.set("authorization", `Basic ${btoa(`${client_id}:a+b`)}`);
    }],
    [{ clientAuthentication: "client_secret_post" }, oauth.ClientSecretPost("guess")],
    [{ clientAuthentication: "client_secret_jwt" }, oauth.ClientSecretJwt("guess")],
    [
      { clientAuthentication: "private_key_jwt", clientKey: known.publicKey },
      oauth.PrivateKeyJwt({ key: stranger.privateKey, kid: "1" }),
    ],
    [{ clientAuthentication: "private_key_jwt" }, oauth.PrivateKeyJwt(stranger.privateKey)],
  ];
  for (const [options, auth] of wrong) {
    await assert.rejects(open(options).signIn(auth), { status: 401 }, JSON.stringify(options));
  }
});

test("fakeProvider() refuses an outdated client assertion", async () => {
  const { platform, signIn } = open({ clientAuthentication: "client_secret_jwt" });
  const auth = oauth.ClientSecretJwt(fakeProvider().clientSecret);
  platform.tick(600);
  await assert.rejects(signIn(auth), { status: 401 });
  platform.tick(-600);
  assert.equal((await signIn(auth)).claims.sub, "ada");
});

test("fakeProvider() redeems a code once, for the same redirect URI and verifier, for ten minutes", async () => {
  const { platform, discover, authorize, redeem } = open();
  const server = await discover();
  const location = async () => (await authorize()).headers.get("location")!;
  const outcome = async (response: Response) => {
    const body = await response.json();
    return body.error ? `${response.status} ${body.error}: ${body.error_description}` : response.status;
  };
  const used = await location();
  assert.equal(await outcome(await redeem(server, { location: used })), 200);
  assert.match(
    String(await outcome(await redeem(server, { location: used }))),
    /^400 invalid_grant.*redeemed/,
  );
  const redirectUri = "https://app.test/other";
  assert.match(
    String(await outcome(await redeem(server, { location: await location(), redirectUri }))),
    /^400 invalid_grant: redirect_uri/,
  );
  const codeVerifier = "w".repeat(43);
  assert.match(
    String(await outcome(await redeem(server, { location: await location(), codeVerifier }))),
    /^400 invalid_grant: code_verifier does not fit/,
  );
  const old = await location();
  platform.tick(600);
  assert.match(String(await outcome(await redeem(server, { location: old }))), /^400 invalid_grant.*older/);
});

test("fakeProvider() refuses a verifier that no challenge announced", async () => {
  const { provider, discover, redeem, platform } = open();
  const url = new URL(provider.metadata.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    state: "st",
  }).toString();
  const location = (await platform.fetch(url.href, { redirect: "manual" })).headers.get("location")!;
  const answer = await (await redeem(await discover(), { location })).json();
  assert.equal(answer.error_description, "a verifier without a challenge");
});

test("fakeProvider() answers wrong authorization requests with an error", async () => {
  const { authorize, platform, provider } = open();
  const location = async (extra: Record<string, string>) =>
    new URL((await authorize(extra)).headers.get("location")!).searchParams.get("error");
  assert.equal(await location({ code_challenge_method: "plain" }), "invalid_request");
  assert.equal(await location({ response_type: "token" }), "invalid_request");
  const twice =
    `?client_id=${provider.clientId}&redirect_uri=${REDIRECT_URI}&response_type=code&state=a&state=b`;
  const repeated = await platform.fetch(provider.metadata.authorization_endpoint + twice, {
    redirect: "manual",
  });
  assert.match(repeated.headers.get("location")!, /error_description=a\+parameter\+is\+repeated/);
  assert.equal((await authorize({ client_id: "stranger" })).status, 400);
  assert.equal((await authorize({ redirect_uri: "" })).status, 400);
});

test("fakeProvider() supports plain OAuth: without openid, no ID token, and an unchanged profile", async () => {
  const { platform, provider, discover, authorize, redeem } = open({ user: { id: "7", login: "ada" } });
  const location = (await authorize({ scope: "read:user" })).headers.get("location")!;
  const tokens = await (await redeem(await discover(), { location })).json();
  assert.deepEqual(Object.keys(tokens), ["access_token", "token_type", "expires_in", "scope"]);
  const userinfo = (headers = {}) => platform.fetch(provider.metadata.userinfo_endpoint, { headers });
  const authorization = `Bearer ${tokens.access_token}`;
  assert.deepEqual(await (await userinfo({ authorization })).json(), { id: "7", login: "ada" });
  assert.equal((await userinfo()).status, 401);
  platform.tick(3600);
  assert.equal((await userinfo({ authorization })).status, 401);
});

test("fakeProvider() posts a form when asked to", async () => {
  const { authorize } = open();
  const state = `"><script>&`;
  const html = await (await authorize({ response_mode: "form_post", state })).text();
  assert.match(html, /<form method="post" action="https:\/\/app\.test\/callback">/);
  assert.match(html, /name="state" value="&quot;>&lt;script>&amp;"/);
  assert.match(html, /name="code" value="fake-code-/);
});

test("fakeProvider().deny() refuses until the next login()", async () => {
  const { provider, authorize } = open();
  const params = async () => new URL((await authorize()).headers.get("location")!).searchParams;
  provider.deny();
  assert.deepEqual(Object.fromEntries(await params()), {
    error: "access_denied",
    state: "st",
    iss: provider.issuer,
  });
  provider.deny("login_required");
  assert.equal((await params()).get("error"), "login_required");
  provider.login(ADA);
  assert.ok((await params()).has("code"));
});

test("fakeProvider().rotateKeys() signs with a new key and keeps the old ones published", async () => {
  const { platform, provider, signIn } = open();
  const kids = async () => {
    const { keys } = await (await platform.fetch(provider.metadata.jwks_uri)).json();
    return keys.map((key: { kid: string; d?: string }) => key.kid + (key.d ?? ""));
  };
  await signIn();
  const [first, ...others] = await kids();
  assert.deepEqual(others, []);
  provider.rotateKeys();
  const { tokens } = await signIn();
  const { kid } = JSON.parse(atob(tokens.id_token!.split(".")[0]!));
  assert.match(kid, /^key-2-/);
  assert.deepEqual(await kids(), [first, kid]);
});

// Each kind of change, and what a strict client says to it: `test/conformance`.
test("fakeProvider().tamper changes what it names until it is taken away", async () => {
  const { provider, signIn } = open();
  provider.tamper = { claims: { aud: "other" } };
  await assert.rejects(
    signIn(),
    (error: Error) => /aud/.test(`${error.message}${JSON.stringify(error.cause)}`),
  );
  provider.tamper = {};
  assert.equal((await signIn()).claims.sub, "ada");
});

test("fakeProvider().tamper.header can leave the kid out", async () => {
  const { provider, signIn } = open();
  provider.tamper = { header: { kid: undefined } };
  assert.equal((await signIn()).claims.sub, "ada");
  provider.rotateKeys();
  await assert.rejects(signIn());
});

test("fakeProvider().tamper.header decides about the signature, and never fails", async () => {
  const { provider, discover, authorize, redeem } = open();
  const server = await discover();
  const signatureWith = async (header: Tamper["header"]) => {
    provider.tamper = { header };
    const { id_token } =
      await (await redeem(server, { location: (await authorize()).headers.get("location")! })).json();
    return id_token.split(".")[2];
  };
  assert.equal(await signatureWith({ alg: "nOnE" }), "");
  assert.equal(await signatureWith({ alg: "PS256" }), "A".repeat(86));
  assert.equal(await signatureWith({ alg: undefined }), "A".repeat(86));
  assert.equal((await signatureWith({ alg: "HS256" })).length, 43);
  assert.notEqual(await signatureWith({ crit: ["x"], x: 1 }), "A".repeat(86));
});

test("fakeProvider().tamper.signingKey accepts any key", async () => {
  const { provider, discover, authorize, redeem } = open();
  const key = new TextEncoder().encode("the public key of the provider, misused as a secret");
  provider.tamper = { header: { alg: "HS256" }, signingKey: key };
  const location = (await authorize()).headers.get("location")!;
  const { id_token } = await (await redeem(await discover(), { location })).json();
  const [header, claims, signature] = id_token.split(".");
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const bytes = Uint8Array.from(
    atob(signature.replaceAll("-", "+").replaceAll("_", "/")),
    (c) => c.charCodeAt(0),
  );
  const signed = new TextEncoder().encode(`${header}.${claims}`);
  assert.equal(await crypto.subtle.verify("HMAC", hmac, bytes, signed), true);
  assert.equal(decodeJwt(id_token).sub, "ada");
});

test("fakeProvider().tamper.respond redeems a code only when the genuine answer is asked for", async () => {
  const { provider, discover, authorize, redeem } = open();
  const server = await discover();
  const location = (await authorize()).headers.get("location")!;
  provider.tamper = { respond: { token: () => new Response(null, { status: 503 }) } };
  assert.equal((await redeem(server, { location })).status, 503);
  const token = async (_: Request, genuine: () => Promise<Response>) =>
    new Response((await genuine()).body, { headers: { "x-marked": "yes" } });
  provider.tamper = { respond: { token } };
  const response = await redeem(server, { location });
  assert.equal(response.headers.get("x-marked"), "yes");
  assert.ok("id_token" in await response.json());
});

test("neverAnswer() rejects when the request is given up", async () => {
  const { platform, provider } = open();
  provider.tamper = { respond: { jwks: neverAnswer } };
  const controller = new AbortController();
  const { signal } = controller;
  platform.timer(10_000, () => controller.abort());
  const answer = provider.fetch(provider.metadata.jwks_uri, { signal });
  let isSettled = false;
  answer.catch(() => isSettled = true);
  platform.tick(9);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(isSettled, false);
  platform.tick(1);
  await assert.rejects(answer, { name: "AbortError" });
  await assert.rejects(provider.fetch(provider.metadata.jwks_uri, { signal }), { name: "AbortError" });
});

test("flood() is valid JSON, and counts the bytes that are read", async () => {
  const { platform, provider } = open();
  const small = flood(200_000);
  provider.tamper = { respond: { metadata: small.respond } };
  const url = `${provider.issuer}/.well-known/openid-configuration`;
  const { padding, ...metadata } = await (await platform.fetch(url)).json();
  assert.equal(padding.length, 200_000);
  assert.deepEqual(metadata, provider.metadata);
  assert.ok(small.sent > 200_000);

  const big = flood();
  provider.tamper = { respond: { metadata: big.respond } };
  const reader = (await platform.fetch(url)).body!.getReader();
  for (let read = 0; read < 1_000_000;) read += (await reader.read()).value!.length;
  await reader.cancel();
  assert.ok(big.sent < 2_000_000, `${big.sent} bytes were sent`);
});
