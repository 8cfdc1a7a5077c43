/**
 * Each rule for ID tokens and signed userinfo by itself, with tokens that the client secret signs: no key has to be made.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose/jwt/sign";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { Exchange } from "../../src/oauth/exchange.ts";
import { verifyUserinfo } from "../../src/oauth/id_token.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { claimsOf, exchangeWith, OPENID, REDIRECT_URI } from "./_exchange.ts";

const SECRET = toUtf8(OPENID.clientSecret);
const NOW = Math.floor(testPlatform().now() / 1000);
const CLAIMS = { iss: OPENID.issuer, sub: "ada", aud: OPENID.clientId, iat: NOW, exp: NOW + 60 };
const HS256 = { client: { id_token_signed_response_alg: "HS256" } };

/** Claims, some of which are replaced; `undefined` removes one. */
function tokenWith(replaced: Record<string, unknown>, header: { readonly alg: string } = { alg: "HS256" }) {
  const claims = JSON.parse(JSON.stringify({ ...CLAIMS, ...replaced }));
  return new SignJWT(claims).setProtectedHeader(header).sign(SECRET);
}

/** What becomes of an ID token with these claims. */
async function verify(
  replaced: Record<string, unknown>,
  { flow, accessToken = "token", ...provider }:
    & Partial<OIDCConfig>
    & { readonly flow?: Partial<NonNullable<Exchange["flow"]>>; readonly accessToken?: string } = {},
) {
  const begun = flow &&
    {
      provider: "idp",
      redirectUri: REDIRECT_URI,
      returnTo: "/",
      userId: null,
      link: "none" as const,
      ...flow,
    };
  return await claimsOf(await tokenWith(replaced), {
    keys: [],
    accessToken,
    provider: { ...HS256, ...provider },
    ...(begun && { flow: begun }),
  });
}

/** The claim that is refused, and the whole message. */
async function refusalOf(accepting: Promise<unknown>) {
  const error = await accepting.then(() => assert.fail("it is accepted"), (error) => error);
  assert.ok(error instanceof ProviderResponseError, String(error));
  const { claim } = Object(error.cause);
  return { claim, message: error.message.split("\n")[0]! };
}

const CLOCKS = "Check the clocks of this machine and of the provider";

/** Claims that are wrong: which one the error names, and how. */
const WRONG: readonly (readonly [replaced: Record<string, unknown>, claim: string, message: string])[] = [
  [
    { iss: "https://evil.test" },
    "iss",
    'is "https://evil.test", not the provider\'s "https://idp.test". Check `issuer`',
  ],
  [{ aud: "other" }, "aud", 'is "other", not the client id "client". Check `clientId` (AUTH_IDP_ID)'],
  [{ aud: ["client", "other"] }, "azp", "does not name this client"],
  [{ aud: ["client", "other"], azp: "other" }, "azp", "does not name this client"],
  [{ azp: "other" }, "azp", "does not name this client"],
  [{ sub: "" }, "sub", "is not a subject"],
  [{ sub: undefined }, "sub", "is missing"],
  [{ iss: undefined }, "iss", "is missing"],
  [{ aud: undefined }, "aud", "is missing"],
  [{ exp: undefined }, "exp", "is missing"],
  [{ iat: undefined }, "iat", "is missing"],
  [{ exp: NOW - 90 }, "exp", `was 90 seconds ago. ${CLOCKS}`],
  [{ iat: NOW + 90 }, "iat", `is 90 seconds in the future. ${CLOCKS}`],
  [{ nbf: NOW + 90 }, "nbf", `is 90 seconds in the future. ${CLOCKS}`],
  [{ nonce: "n" }, "nonce", "is not the one that was sent"],
  [{ at_hash: "x" }, "at_hash", "does not match the access token"],
];

for (const [replaced, claim, reason] of WRONG) {
  test(`verifyIdToken() names the claim that is wrong: ${JSON.stringify(replaced)}`, async () => {
    const refusal = await refusalOf(verify(replaced));
    assert.deepEqual(refusal, { claim, message: `Cannot accept an ID token: its "${claim}" ${reason}` });
  });
}

test("verifyIdToken() accepts the claims of this client, this issuer and this time", async () => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", toUtf8("token")));
  const at_hash = toBase64Url(digest.subarray(0, 16));
  for (
    const more of [{}, { azp: "client" }, { aud: ["client"] }, { aud: ["client", "other"], azp: "client" }, {
      at_hash,
    }]
  ) {
    assert.deepEqual(await verify(more), { ...CLAIMS, ...more });
  }
  for (const more of [{ exp: NOW - 29 }, { iat: NOW + 30 }, { nbf: NOW + 29 }]) {
    assert.equal((await verify(more))?.sub, "ada");
  }
});

test("verifyIdToken() names a claim of another type", async () => {
  assert.match((await refusalOf(verify({ sub: 1 }))).message, /its "sub" is not text$/);
});

test("verifyIdToken() shortens a long audience", async () => {
  const { message } = await refusalOf(verify({ aud: "x".repeat(5000) }));
  assert.ok(message.length < 1000, String(message.length));
});

test("verifyIdToken() says that an access token which is encrypted may be the reason of a wrong at_hash", async () => {
  const refusal = async (accessToken: string) =>
    (await refusalOf(verify({ at_hash: "x" }, { accessToken }))).message;
  assert.ok(
    (await refusal("a.b.c.d.e")).endsWith(
      "which is encrypted. Register the client without encryption of access tokens",
    ),
  );
  for (const token of ["a.b.c", "a.b.c.d.e.f"]) {
    assert.ok((await refusal(token)).endsWith("the access token"), token);
  }
});

test("verifyIdToken() demands that the provider authenticated the user as recently as the request says", async () => {
  const within = (auth_time: unknown, maxAge: number, startedAt?: number) =>
    verify({ auth_time }, { flow: { maxAge, ...(startedAt !== undefined && { startedAt }) } });
  assert.equal((await within(NOW - 60, 60))?.sub, "ada");
  assert.equal((await within(NOW - 90, 60))?.sub, "ada", "clocks may be thirty seconds apart");
  assert.equal((await within(NOW - 500, 60, NOW - 440))?.sub, "ada", "it counts from the request");
  assert.equal((await within(NOW + 30, 60))?.sub, "ada");
  assert.deepEqual(await refusalOf(within(NOW - 91, 60)), {
    claim: "auth_time",
    message:
      'Cannot accept an ID token: its "auth_time" was 91 seconds before the request, whose `max_age` is 60',
  });
  assert.match((await refusalOf(within(NOW + 31, 60))).message, /"auth_time" is in the future$/);
  for (const other of [undefined, "1", -1]) {
    assert.match(
      (await refusalOf(within(other, 0))).message,
      /"auth_time" is missing or not a time, although the request had `max_age`, or `auth_time` as essential claim$/,
    );
    assert.equal((await verify({ auth_time: other }))?.sub, "ada", "nothing was asked for");
  }
  assert.equal((await verify({}, { flow: {} }))?.sub, "ada", "nothing was asked for");
});

test("verifyIdToken() demands what `authorization.params` demands, also without a flow", async () => {
  const authorization = (params: Record<string, unknown>) =>
    ({ authorization: { url: OPENID.authorization, params } }) as Partial<OIDCConfig>;
  const aged = authorization({ max_age: 60 });
  assert.equal((await verify({ auth_time: NOW - 60 }, aged))?.sub, "ada");
  assert.equal((await refusalOf(verify({ auth_time: NOW - 91 }, aged))).claim, "auth_time");
  assert.equal((await refusalOf(verify({}, aged))).claim, "auth_time");
  const timed = authorization({ claims: { id_token: { auth_time: { essential: true } } } });
  assert.equal((await verify({ auth_time: 1 }, timed))?.sub, "ada");
  assert.equal((await refusalOf(verify({}, timed))).claim, "auth_time");
});

test("verifyIdToken() demands the acr that the request had as essential claim", async () => {
  const asking = (acr: object) =>
    ({ authorization: { url: OPENID.authorization, params: { claims: { id_token: { acr } } } } }) as Partial<
      OIDCConfig
    >;
  const two = asking({ essential: true, values: ["gold", "silver"] });
  assert.equal((await verify({ acr: "silver" }, two))?.sub, "ada");
  assert.match(
    (await refusalOf(verify({ acr: "lead" }, two))).message,
    /"acr" is "lead", and the request asked for "gold" or "silver"$/,
  );
  const any = asking({ essential: true });
  assert.equal((await verify({ acr: "lead" }, any))?.sub, "ada");
  for (const acr of [undefined, "", 1]) {
    const { claim, message } = await refusalOf(verify({ acr }, any));
    assert.equal(claim, "acr");
    assert.match(message, /is missing, although the request had it as essential claim$/);
  }
  assert.equal((await verify({}, asking({ values: ["gold"] })))?.sub, "ada", "it is not essential");
});

test("verifyIdToken() reads no token in another encoding, and none that is encrypted or unsigned (KL-17)", async () => {
  const read = (token: string, provider: Partial<OAuthDefinition> = HS256) =>
    claimsOf(token, { keys: [], provider });
  const token = await tokenWith({});
  assert.equal((await read(token))?.sub, "ada");
  assert.match((await refusalOf(read(`${token}=`))).message, /^Cannot accept an ID token/);
  assert.match(
    (await refusalOf(read(await tokenWith({}).then((token) => `${token.slice(0, -4)}AAAA`)))).message,
    /its signature is not of the provider's key/,
  );
  const encrypted = await refusalOf(read("a.b.c.d.e"));
  assert.match(
    encrypted.message,
    /it is encrypted\. Register the client without `id_token_encrypted_response_alg`$/,
  );
  // Without a word in the config, the client secret signs nothing.
  assert.match((await refusalOf(read(token, {}))).message, /its algorithm is not announced by the provider/);
});

test("verifyIdToken() accepts no HMAC for which the metadata announce it, and none without a client secret", async () => {
  const token = await tokenWith({});
  const announced = { id_token_signing_alg_values_supported: ["HS256", "none", "RS256"] };
  const { message } = await refusalOf(claimsOf(token, { keys: [], metadata: announced }));
  assert.match(message, /its algorithm is not announced by the provider/);
  const publicClient = {
    ...HS256,
    clientSecret: undefined,
    client: { ...HS256.client, token_endpoint_auth_method: "none" },
  };
  await assert.rejects(
    claimsOf(token, { keys: [], provider: publicClient as Partial<OAuthDefinition> }),
    /signature/,
  );
});

const pair = await generateKeyPair("ES256");
const KEY = { ...await exportJWK(pair.publicKey), kid: "k", alg: "ES256" };

/** What becomes of userinfo with these claims, which a key signs. */
async function userinfo(
  claims: Record<string, unknown>,
  metadata: Partial<Exchange["server"]> = {},
  change: (token: string) => string = (token) => token,
) {
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(
    pair.privateKey,
  );
  const platform = testPlatform({ sites: { [OPENID.issuer]: () => Response.json({ keys: [KEY] }) } });
  const exchange = await exchangeWith(OPENID, platform);
  const server = { ...exchange.server, userinfo_signing_alg_values_supported: ["ES256"], ...metadata };
  return await verifyUserinfo(change(token), { ...exchange, server });
}

const USERINFO = { iss: OPENID.issuer, aud: OPENID.clientId, sub: "ada", email: "ada@example.com" };

test("verifyUserinfo() accepts claims that the provider has signed for this client", async () => {
  assert.deepEqual(await userinfo(USERINFO), USERINFO);
});

test("verifyUserinfo() says why it refuses userinfo", async () => {
  const messageOf = async (...args: Parameters<typeof userinfo>) =>
    (await refusalOf(userinfo(...args))).message;
  const cannot = "Cannot accept the userinfo: ";
  assert.equal(
    await messageOf({ ...USERINFO, iss: "https://evil.test" }),
    `${cannot}its "iss" is "https://evil.test", not the provider's "https://idp.test"`,
  );
  assert.equal(await messageOf({ ...USERINFO, aud: "other" }), `${cannot}its "aud" is not this client`);
  assert.equal(
    await messageOf(USERINFO, { jwks_uri: undefined }),
    `${cannot}it is signed, and the metadata name no "jwks_uri"`,
  );
  assert.equal(
    await messageOf(USERINFO, {}, () => "a.b.c.d.e"),
    `${cannot}it is encrypted. Register the client without \`userinfo_encrypted_response_alg\``,
  );
  assert.equal(
    await messageOf(USERINFO, {}, (token) => `${token.slice(0, -4)}AAAA`),
    `${cannot}its signature is wrong`,
  );
  for (const announced of [["RS256"], undefined, ["none"]]) {
    assert.equal(
      await messageOf(USERINFO, { userinfo_signing_alg_values_supported: announced }),
      `${cannot}its algorithm is not accepted`,
    );
  }
});

test("verifyUserinfo() passes on that the keys of the provider cannot be fetched", async () => {
  const platform = testPlatform({ sites: { [OPENID.issuer]: () => new Response("", { status: 503 }) } });
  const exchange = await exchangeWith(OPENID, platform);
  const token = await new SignJWT(USERINFO).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(
    pair.privateKey,
  );
  const server = { ...exchange.server, userinfo_signing_alg_values_supported: ["ES256"] };
  await assert.rejects(
    verifyUserinfo(token, { ...exchange, server }),
    (error: Error) => !error.message.startsWith("Cannot accept the userinfo"),
  );
});

test("verifyIdToken() accepts the other issuers of a provider, for the claims that they belong to (KL-18)", async () => {
  const issuers = (claims: Readonly<Record<string, unknown>> | null) =>
    claims?.tid ? [`https://idp.test/${claims.tid}`] : [];
  const own = { iss: "https://idp.test/t", tid: "t", name: "Zoë" };
  assert.deepEqual(await verify(own, { issuers }), { ...CLAIMS, ...own });
  assert.equal((await verify({}, { issuers }))?.iss, OPENID.issuer);
  assert.equal((await refusalOf(verify({ ...own, tid: "other" }, { issuers }))).claim, "iss");
  assert.equal((await refusalOf(verify(own))).claim, "iss");
});

test("verifyIdToken() says that no published key is the one of the header", async () => {
  const token = await new SignJWT(CLAIMS).setProtectedHeader({ alg: "ES256", kid: "other" }).sign(
    pair.privateKey,
  );
  const metadata = { id_token_signing_alg_values_supported: ["ES256"] };
  assert.match(
    (await refusalOf(claimsOf(token, { keys: [KEY], metadata }))).message,
    /none of the provider's keys is the one that its header names\. Check `issuer`, or `jwks_endpoint` if you set it$/,
  );
});

test("verifyIdToken() does not blame the ID token for another fault of the answer", async () => {
  const { message } = await refusalOf(verify({}, { accessToken: "" }));
  assert.ok(!message.startsWith("Cannot accept an ID token"), message);
});

test("verifyUserinfo() accepts RS256 if the server announces nothing", async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const token = await new SignJWT(USERINFO).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
  const keys = [await exportJWK(publicKey)];
  const platform = testPlatform({ sites: { [OPENID.issuer]: () => Response.json({ keys }) } });
  assert.deepEqual(await verifyUserinfo(token, await exchangeWith(OPENID, platform)), USERINFO);
});
