import assert from "node:assert/strict";
import { test } from "node:test";
import { CompactSign, generateKeyPair } from "jose";
import { verifyLogoutToken } from "../../src/oauth/logout_token.ts";
import { EVENTS, ISSUER, openLogoutTokens, type TokenChange } from "./_logout_tokens.ts";

const world = await openLogoutTokens();
const { provider, platform } = world;
const now = Math.floor(platform.now() / 1000);
const OTHER = await generateKeyPair("ES256");
const SECRET = new TextEncoder().encode("a-secret-of-forty-characters-for-tests-0");

async function verify(change: TokenChange = {}) {
  return await verifyLogoutToken(await world.sign(change), provider, platform);
}

function unsecured(claims: object): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "").replaceAll("+", "-");
  return `${part({ alg: "none" })}.${part(claims)}.`;
}

test("verifyLogoutToken() reads the subject, the session and the id of a token", async () => {
  assert.deepEqual(await verify(), {
    sub: "ada",
    sid: "session-1",
    jti: "token-1",
    issuedAt: now,
    expires: now + 120,
  });
});

for (
  const [what, change, expected] of [
    ["only a subject", { claims: { sid: undefined } }, { sub: "ada", sid: null }],
    ["only a session", { claims: { sub: undefined } }, { sub: null, sid: "session-1" }],
    ["null for its session", { claims: { sid: null } }, { sub: "ada", sid: null }],
    ["null for its subject", { claims: { sub: null } }, { sub: null, sid: "session-1" }],
    ["null for its party", { claims: { azp: null } }, {}],
    ["several audiences", { claims: { aud: ["other", "app"] } }, {}],
    ["no type in its header", { header: { typ: undefined } }, {}],
    ["the type JWT, as older servers write it", { header: { typ: "JWT" } }, {}],
    ["the type as a media type", { header: { typ: "application/logout+jwt" } }, {}],
    ["members in its event", { claims: { events: { ...EVENTS, [Object.keys(EVENTS)[0]!]: { a: 1 } } } }, {}],
    ["a clock that is 20 seconds ahead", { claims: { iat: now + 20 } }, {}],
    ["a clock that is as far ahead as is allowed", { claims: { iat: now + 30 } }, {}],
    ["an age of ten minutes and a bit", { claims: { iat: now - 630 } }, {}],
    ["an `exp` that was over a moment ago", { claims: { iat: now - 100, exp: now - 29 } }, {}],
    ["our own authorized party", { claims: { aud: ["app", "other"], azp: "app" } }, {}],
    ["the longest names", { claims: { sub: "s".repeat(255) } }, { sub: "s".repeat(255) }],
  ] as const
) {
  test(`verifyLogoutToken() accepts a token with ${what}`, async () => {
    const token = await verify(change as TokenChange);
    assert.deepEqual({ ...token, ...expected }, token);
  });
}

for (
  const [what, change, reason] of [
    ["the signature of another key", { key: OTHER.privateKey }, /signature/],
    ["an unknown key", { header: { kid: "2" } }, /no published key/],
    ["an HMAC with the client secret", { header: { alg: "HS256" }, key: SECRET }, /algorithm/],
    ["another issuer", { claims: { iss: "https://other.test" } }, /"iss"/],
    ["no issuer", { claims: { iss: undefined } }, /"iss"/],
    ["another audience", { claims: { aud: "other" } }, /"aud"/],
    ["other audiences", { claims: { aud: ["other", "another"] } }, /"aud"/],
    ["no audience", { claims: { aud: undefined } }, /"aud"/],
    ["another authorized party", { claims: { aud: ["app", "other"], azp: "other" } }, /"azp"/],
    ["an `iat` in the future", { claims: { iat: now + 60, exp: now + 200 } }, /"iat" is in the future/],
    ["an `iat` of yesterday", { claims: { iat: now - 86_400 } }, /"iat" is more than/],
    ["no `iat`", { claims: { iat: undefined } }, /"iat" is missing/],
    ["an `iat` that is a text", { claims: { iat: String(now) } }, /"iat" is missing/],
    ["an `exp` that is over by as much as clocks may differ", { claims: { exp: now - 30 } }, /"exp" is over/],
    ["a session without a name", { claims: { sid: "" } }, /"sid" is not/],
    ["an issuer that is a list", { claims: { iss: [ISSUER] } }, /"iss"/],
    ["a type that only contains one", { header: { typ: "logout+application/jwt" } }, /"typ"/],
    ["an `exp` that is over", { claims: { iat: now - 100, exp: now - 60 } }, /"exp" is over/],
    [
      "no `exp`, and an `iat` of yesterday",
      { claims: { exp: undefined, iat: now - 86_400 } },
      /"iat" is more/,
    ],
    ["no `exp` and no `iat`", { claims: { exp: undefined, iat: undefined } }, /"iat" is missing/],
    ["an `exp` that is a text", { claims: { exp: String(now + 120) } }, /"exp" is not a time/],
    ["an `iat` that is null", { claims: { iat: null } }, /"iat" is missing/],
    ["a nonce", { claims: { nonce: "n" } }, /"nonce"/],
    ["an empty nonce", { claims: { nonce: "" } }, /"nonce"/],
    ["no events", { claims: { events: undefined } }, /"events"/],
    ["other events", { claims: { events: { "http://schemas.openid.net/event/other": {} } } }, /"events"/],
    ["an event that is a list", { claims: { events: { [Object.keys(EVENTS)[0]!]: [] } } }, /"events"/],
    ["an event that is true", { claims: { events: { [Object.keys(EVENTS)[0]!]: true } } }, /"events"/],
    ["events that are a list", { claims: { events: Object.keys(EVENTS) } }, /"events"/],
    [
      "neither subject nor session",
      { claims: { sub: undefined, sid: undefined } },
      /neither "sub" nor "sid"/,
    ],
    ["a subject that is a number", { claims: { sub: 1 } }, /"sub" is not/],
    ["an empty session", { claims: { sid: "" } }, /"sid" is not/],
    ["no id", { claims: { jti: undefined } }, /"jti" is missing/],
    ["a subject that no database can look for (AL-27)", { claims: { sub: "a\0" } }, /"sub" is not a subject/],
    [
      "a session that no database can look for (AL-27)",
      { claims: { sid: "\uD800" } },
      /"sid" is not a session/,
    ],
    ["a very long id", { claims: { jti: "j".repeat(300) } }, /"jti" is missing/],
    ["the type of an access token", { header: { typ: "at+jwt" } }, /"typ" is "at\+jwt"/],
  ] as const
) {
  test(`verifyLogoutToken() refuses a token with ${what} (LO-01, LO-02)`, async () => {
    await assert.rejects(() => verify(change as TokenChange), (error: Error) => {
      assert.equal(error.name, "ProviderResponseError", String(error));
      assert.match(error.message, reason);
      return true;
    });
  });
}

test("verifyLogoutToken() ends a token after ten minutes, without `exp`, with null and with a later one", async () => {
  // Drafts of the standard had no `exp`: Glewlwyd, LemonLDAP::NG and Ory Hydra send none.
  for (const exp of [undefined, null, now + 86_400]) {
    assert.equal((await verify({ claims: { exp, iat: now - 10 } })).expires, now - 10 + 600);
    await verify({ claims: { exp, iat: now - 620 } });
    await assert.rejects(() => verify({ claims: { exp, iat: now - 640 } }), /"iat" is more than 10 minutes/);
  }
});

test("verifyLogoutToken() takes a nonce that is null for none", async () => {
  assert.equal((await verify({ claims: { nonce: null } })).expires, now + 120);
});

for (
  const [what, token, reason] of [
    [
      "that is not signed",
      unsecured({ iss: ISSUER, aud: "app", iat: now, exp: now + 9, jti: "1", events: EVENTS, sub: "ada" }),
      /algorithm/i,
    ],
    ["that is encrypted", "aa.aa.aa.aa.aa", /it is encrypted\. Register the client without encryption/],
    ["that is not a JWT", "logout", /it is not a JWS/],
    ["that is empty", "", /it is not a JWS/],
    ["with two parts", "aaaa.aaaa", /it is not a JWS/],
    ["with a part that is not base64url", `${await world.sign()}=`, /it is not a JWS/],
    ["with a part that begins with a space", ` ${await world.sign()}`, /it is not a JWS/],
  ] as const
) {
  test(`verifyLogoutToken() refuses a token ${what} (LO-01)`, async () => {
    await assert.rejects(() => verifyLogoutToken(token, provider, platform), (error: Error) => {
      assert.match(error.message, /^Cannot accept a logout token: /);
      assert.match(error.message, reason);
      return true;
    });
  });
}

test("verifyLogoutToken() refuses a payload that is not JSON", async () => {
  const token = await new CompactSign(new TextEncoder().encode("[]"))
    .setProtectedHeader({ alg: "ES256", kid: "1" }).sign(world.privateKey);
  await assert.rejects(() => verifyLogoutToken(token, provider, platform), /not a JSON object/);
});

test("verifyLogoutToken() accepts only the algorithm that the client is registered with", async () => {
  const registered = await openLogoutTokens({
    provider: { client: { id_token_signed_response_alg: "RS256" } },
  });
  const token = await registered.sign();
  await assert.rejects(() => verifyLogoutToken(token, registered.provider, registered.platform), /algorithm/);
});

test("verifyLogoutToken() accepts the other issuers of a provider", async () => {
  const entra = await openLogoutTokens({ provider: { issuers: (claims) => claims ? [`${ISSUER}/a`] : [] } });
  const token = await entra.sign({ claims: { iss: `${ISSUER}/a` } });
  assert.equal((await verifyLogoutToken(token, entra.provider, entra.platform)).sub, "ada");
});

test("verifyLogoutToken() fetches unknown keys at most three times a minute (LO-04)", async () => {
  const flooded = await openLogoutTokens();
  for (let i = 0; i < 20; i++) {
    const token = await flooded.sign({ header: { kid: `k${i}` } });
    await assert.rejects(() => verifyLogoutToken(token, flooded.provider, flooded.platform));
  }
  assert.ok(flooded.requests.filter((url) => url.endsWith("/jwks")).length <= 4);
});

test("verifyLogoutToken() names what the signature lacks, with the code of the package", async () => {
  await assert.rejects(() => verify({ key: OTHER.privateKey }), ({ cause }: Error) => {
    assert.equal((cause as { code?: string }).code, "ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
    return true;
  });
});

test("verifyLogoutToken() refuses a token of a provider without keys", async () => {
  const keyless = await openLogoutTokens({ metadata: { jwks_uri: undefined } });
  const token = await keyless.sign();
  await assert.rejects(
    () => verifyLogoutToken(token, keyless.provider, keyless.platform),
    /Cannot accept a logout token: the metadata name no "jwks_uri"/,
  );
});

test("verifyLogoutToken() accepts the algorithms that the metadata announce, RS256 if they announce none", async () => {
  const accepts = async (announced: unknown, alg?: string) => {
    const client = { client: { id_token_signed_response_alg: alg } };
    const own = await openLogoutTokens({
      metadata: { id_token_signing_alg_values_supported: announced },
      ...(alg && { provider: client }),
    });
    const token = await own.sign();
    return await verifyLogoutToken(token, own.provider, own.platform).then(
      () => true,
      (error) => String(error),
    );
  };
  assert.equal(await accepts(["ES256"]), true);
  assert.equal(await accepts(["RS256"], "ES256"), true);
  assert.match(String(await accepts(["RS256"])), /algorithm/);
  assert.match(String(await accepts(undefined)), /algorithm/);
});

/** Why a token with an algorithm is refused, whose signature is none of any. */
async function refusalOf(alg: string, announced: readonly string[] | undefined): Promise<string> {
  const own = await openLogoutTokens({ metadata: { id_token_signing_alg_values_supported: announced } });
  const [, claims] = (await own.sign()).split(".");
  const header = btoa(JSON.stringify({ alg, kid: "1" })).replaceAll("=", "");
  return await verifyLogoutToken(`${header}.${claims}.aaaa`, own.provider, own.platform).then(
    () => "accepted",
    (error: Error) => error.message,
  );
}

const NOT_ALLOWED = /its algorithm is not accepted/;

test("verifyLogoutToken() accepts no algorithm that uses the client secret, whatever the metadata announce", async () => {
  for (const alg of ["HS256", "HS512", "none", "NONE", "hs256"]) {
    assert.match(await refusalOf(alg, [alg]), NOT_ALLOWED, alg);
  }
  // These only contain such a name.
  for (const alg of ["xHS256", "nonesuch", "RS256"]) {
    assert.doesNotMatch(await refusalOf(alg, [alg]), NOT_ALLOWED, alg);
  }
});

test("verifyLogoutToken() accepts RS256 alone where the metadata announce no algorithm", async () => {
  assert.doesNotMatch(await refusalOf("RS256", undefined), NOT_ALLOWED);
  assert.match(await refusalOf("ES256", undefined), NOT_ALLOWED);
  assert.match(await refusalOf("", undefined), /Cannot accept a logout token/);
});
