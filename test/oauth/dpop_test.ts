import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddedJWK } from "jose/jwk/embedded";
import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { jwtVerify } from "jose/jwt/verify";
import { ProviderResponseError, ProviderUnavailable } from "../../src/errors/errors.ts";
import { createProver } from "../../src/oauth/dpop.ts";
import { openExchange } from "../../src/oauth/exchange.ts";
import { fetchIdentity } from "../../src/oauth/identity.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const IDP = "https://idp.test";
const API = "https://api.test";
const TOKENS = { access_token: "the-access-token", token_type: "DPoP" };
const REQUEST = {
  flow: null,
  redirectUri: "https://app.test/auth/callback/idp",
  params: new URLSearchParams({ code: "c", state: "st" }),
};
const EC = { name: "ECDSA", namedCurve: "P-256" };

async function createKeys(
  algorithm: EcKeyGenParams | RsaHashedKeyGenParams | { readonly name: "Ed25519" } = EC,
  usages: KeyUsage[] = ["sign", "verify"],
): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(algorithm, true, usages) as CryptoKeyPair;
}

/** Answers a request, by the nonce of its proof; `undefined` as usual. */
type Reply = (request: Request, nonce: unknown) => Response | undefined;

/** Signs in at a provider that binds tokens, and keeps each request with its verified proof. */
function open(
  { reply, provider: more }: { readonly reply?: Reply; readonly provider?: Partial<OAuthConfig> } = {},
) {
  const seen: {
    request: Request;
    body: URLSearchParams;
    proof: Awaited<ReturnType<typeof verify>> | null;
  }[] = [];
  const answer = async (request: Request) => {
    const header = request.headers.get("dpop");
    const proof = header ? await verify(header, platform.now()) : null;
    seen.push({ request, body: new URLSearchParams(await request.clone().text()), proof });
    const { pathname } = new URL(request.url);
    return reply?.(request, proof?.payload.nonce) ??
      Response.json(pathname === "/token" ? TOKENS : { sub: "ada" });
  };
  const platform = testPlatform({ sites: { [IDP]: answer, [API]: answer } });
  const provider = resolveProvider({
    id: "idp",
    name: "Fake",
    type: "oauth",
    clientId: "client",
    clientSecret: "secret",
    checks: ["state"],
    authorization: `${IDP}/authorize`,
    token: `${IDP}/token`,
    userinfo: `${API}/userinfo`,
    client: { dpop_bound_access_tokens: true },
    ...more,
  }, { platform });
  return { seen, platform, provider, signIn: () => signIn(provider, platform) };
}

async function signIn(
  provider: ReturnType<typeof resolveProvider>,
  platform: ReturnType<typeof testPlatform>,
) {
  const logger = { error() {}, warn() {}, debug() {} };
  const exchange = await openExchange(provider, REQUEST, platform);
  return await fetchIdentity(await redeemCode(exchange), exchange, logger);
}

/** Verifies the signature of a proof with the key in its header. */
function verify(proof: string, now: number) {
  return jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    maxTokenAge: 1,
    currentDate: new Date(now),
    requiredClaims: ["jti", "htm", "htu", "iat"],
  });
}

function demand(nonce: string) {
  return Response.json({ error: "use_dpop_nonce" }, { status: 400, headers: { "dpop-nonce": nonce } });
}

function challenge(nonce: string) {
  const headers = { "www-authenticate": 'DPoP error="use_dpop_nonce"', "dpop-nonce": nonce };
  return new Response(null, { status: 401, headers });
}

test("the proof of a token request has each field of RFC 9449 §4.2, and jose verifies it", async () => {
  const { seen, signIn, platform } = open();
  await signIn();
  const { protectedHeader, payload } = seen[0]!.proof!;
  const { jti, ...claims } = payload;
  assert.deepEqual(claims, { htm: "POST", htu: `${IDP}/token`, iat: platform.now() / 1000 });
  assert.match(String(jti), /^[\w-]{43}$/);
  const { alg, typ, jwk, ...others } = protectedHeader;
  assert.deepEqual([alg, typ, Object.keys(jwk!).sort(), others], [
    "ES256",
    "dpop+jwt",
    ["crv", "kty", "x", "y"],
    {},
  ]);
});

test("the proof for the userinfo is bound to the access token, with the same key and another jti", async () => {
  const { seen, signIn } = open();
  await signIn();
  const [token, userinfo] = seen;
  const { jti, ath, htm, htu } = userinfo!.proof!.payload;
  // SHA-256 of `the-access-token`, by `printf … | openssl sha256`.
  assert.deepEqual([ath, htm, htu], [
    "uby9Z8Gb_H_x4fPjwNzgu794b860ifwPsbwnlfNiCFs",
    "GET",
    `${API}/userinfo`,
  ]);
  assert.notEqual(jti, token!.proof!.payload.jti);
  assert.deepEqual(userinfo!.proof!.protectedHeader.jwk, token!.proof!.protectedHeader.jwk);
  assert.equal(userinfo!.request.headers.get("authorization"), "DPoP the-access-token");
});

test("query and fragment are sent, and are not in the proof", async () => {
  const userinfo = { url: `${API}/userinfo`, params: { fields: "id,name" } };
  const { seen, provider, platform, signIn } = open({ provider: { userinfo } });
  await signIn();
  assert.equal(seen[1]!.request.url, `${API}/userinfo?fields=id%2Cname`);
  assert.equal(seen[1]!.proof!.payload.htu, `${API}/userinfo`);
  const request = (await createProver(provider, platform)).withToken("t");
  await request(`${API}/me?a=b#part`, { headers: { authorization: "Bearer t" } });
  assert.equal(seen[2]!.proof!.payload.htu, `${API}/me`);
});

test("a userinfo request is repeated once with the nonce of the challenge", async () => {
  const reply: Reply = ({ url }, nonce) =>
    url.endsWith("/userinfo") && nonce !== "r-1" ? challenge("r-1") : undefined;
  const { seen, signIn } = open({ reply });
  await signIn();
  assert.deepEqual(seen.map(({ proof }) => proof!.payload.nonce), [undefined, undefined, "r-1"]);
  assert.equal(seen[2]!.proof!.payload.ath, seen[1]!.proof!.payload.ath);
});

test("the nonces of two origins are kept apart, and the latest of an answer is used", async () => {
  const reply: Reply = ({ url }) => {
    const headers = { "dpop-nonce": url.endsWith("/token") ? "of-idp" : "of-api" };
    return Response.json(url.endsWith("/token") ? TOKENS : { sub: "ada" }, { headers });
  };
  const apart = open({ reply });
  await apart.signIn();
  assert.deepEqual(apart.seen.map(({ proof }) => proof!.payload.nonce), [undefined, undefined]);
  const together = open({ reply, provider: { userinfo: `${IDP}/userinfo` } });
  await together.signIn();
  assert.deepEqual(together.seen.map(({ proof }) => proof!.payload.nonce), [undefined, "of-idp"]);
});

for (
  const [what, answer] of Object.entries({
    "demands a nonce again and again": () => demand("n-1"),
    "demands a nonce and sends none": () => Response.json({ error: "use_dpop_nonce" }, { status: 400 }),
    "sends a nonce that is empty": () => demand(""),
    "sends a nonce with a quote": () => demand('n"1'),
    "sends two nonces": () => {
      const response = demand("n-1");
      response.headers.append("dpop-nonce", "n-2");
      return response;
    },
    "refuses the proof": () =>
      Response.json({ error: "invalid_dpop_proof" }, { status: 400, headers: { "dpop-nonce": "n-1" } }),
    "demands a nonce with the status 500": () =>
      Response.json({ error: "use_dpop_nonce" }, { status: 500, headers: { "dpop-nonce": "n-1" } }),
  })
) {
  const requests = what.includes("again") ? 2 : 1;
  const error = what.endsWith("500") ? ProviderUnavailable : ProviderResponseError;
  test(`a sign-in with bound tokens fails if the token endpoint ${what}, after ${requests} request(s) (OA-34)`, async () => {
    const { seen, signIn } = open({ reply: () => answer() });
    await assert.rejects(signIn(), error);
    assert.equal(seen.length, requests);
  });
}

test("a sign-in fails if the userinfo endpoint demands a nonce twice (OA-34)", async () => {
  const { seen, signIn } = open({
    reply: ({ url }) => url.endsWith("/userinfo") ? challenge("n") : undefined,
  });
  await assert.rejects(signIn(), ProviderResponseError);
  assert.equal(seen.length, 3);
});

test("each sign-in has a key pair of its own, or the dpopKeyPair of the application", async () => {
  const dpopKeyPair = await createKeys();
  const own = open({ provider: { token: { url: `${IDP}/token`, dpopKeyPair } } });
  await own.signIn();
  const expected = await calculateJwkThumbprint(await crypto.subtle.exportKey("jwk", dpopKeyPair.publicKey));
  assert.equal(await calculateJwkThumbprint(own.seen[0]!.proof!.protectedHeader.jwk!), expected);
  const other = open();
  await other.signIn();
  await other.signIn();
  const [first, , second] = await Promise.all(
    other.seen.map(({ proof }) => calculateJwkThumbprint(proof!.protectedHeader.jwk!)),
  );
  assert.notEqual(first, second);
});

for (
  const [alg, algorithm] of [
    ["ES384", { name: "ECDSA", namedCurve: "P-384" }],
    ["Ed25519", { name: "Ed25519" }],
    ["PS256", {
      name: "RSA-PSS",
      hash: "SHA-256",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    }],
  ] as const
) {
  test(`a proof that is signed with ${alg} has no private member of the key in its header`, async () => {
    const dpopKeyPair = await createKeys(algorithm);
    const { seen, signIn } = open({ provider: { token: { url: `${IDP}/token`, dpopKeyPair } } });
    await signIn();
    const { alg: used, jwk } = seen[0]!.proof!.protectedHeader;
    assert.equal(used, alg);
    assert.equal("d" in jwk! || "p" in jwk!, false);
  });
}

test("a dpopKeyPair that does not sign, or is not one pair, is refused", async () => {
  const dh = await createKeys({ name: "ECDH", namedCurve: "P-256" }, ["deriveBits"]);
  const [{ privateKey }, { publicKey }] = [await createKeys(), await createKeys({ name: "Ed25519" })];
  for (const dpopKeyPair of [dh, { privateKey, publicKey }]) {
    const { seen, signIn } = open({ provider: { token: { url: `${IDP}/token`, dpopKeyPair } } });
    await assert.rejects(signIn(), {
      name: "TypeError",
      message: /`dpopKeyPair` is not a pair of keys that sign/,
    });
    assert.equal(seen.length, 0);
  }
});

test("the fetch of userinfo.request proves requests with the access token, and no others", async () => {
  const request: NonNullable<Exclude<OAuthConfig["userinfo"], string | undefined>["request"]> = async (
    { fetch, tokens },
  ) => {
    for (const scheme of ["Bearer", "DPoP"]) {
      await fetch(`${API}/me`, { headers: { Authorization: `${scheme} ${tokens.access_token}` } });
    }
    await fetch(`${API}/avatar`);
    await fetch(`${API}/other`, { headers: { authorization: "Bearer another" } });
    return { sub: "ada" };
  };
  const { seen, signIn } = open({ provider: { userinfo: { request } } });
  await signIn();
  const sent = seen.slice(1).map(({ request, proof }) => [
    request.headers.get("authorization"),
    proof?.payload.htu,
  ]);
  assert.deepEqual(sent, [
    ["DPoP the-access-token", `${API}/me`],
    ["DPoP the-access-token", `${API}/me`],
    [null, undefined],
    ["Bearer another", undefined],
  ]);
});

test("a dpopKeyPair that nothing uses, or that is not a pair of keys, is refused at start", async () => {
  const pair = await createKeys();
  const swapped = { publicKey: pair.privateKey, privateKey: pair.publicKey };
  const token = (dpopKeyPair: CryptoKeyPair) => ({ token: { url: `${IDP}/token`, dpopKeyPair } });
  assert.throws(() => open({ provider: { ...token(pair), client: {} } }), /needs `client: \{ dpop_bound/);
  assert.throws(
    () => open({ provider: token(swapped) }),
    /`token.dpopKeyPair` is not a key pair of WebCrypto/,
  );
  assert.throws(
    () => open({ provider: token({} as CryptoKeyPair) }),
    /`token.dpopKeyPair` is not a key pair/,
  );
});
