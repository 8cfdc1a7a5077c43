import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, OAuthCallbackError, ProviderResponseError } from "../../src/errors/errors.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { assertSameIssuer, validateResponse } from "../../src/oauth/authorization_response.ts";
import type { Exchange } from "../../src/oauth/exchange.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { exchangeWith, OPENID } from "./_exchange.ts";

/** A provider whose issuer is unknown. */
const PLAIN = { ...OPENID, type: "oauth", issuer: undefined } as const;

/** An exchange whose response has these parameters, of a provider with these settings. */
async function exchangeOf(
  query: string | Record<string, string>,
  provider: OAuthDefinition = OPENID,
): Promise<Exchange> {
  return await exchangeWith(provider, testPlatform(), { params: new URLSearchParams(query) });
}

/** The message of the error that refuses a response. */
async function refusalOf(query: string, provider?: OAuthDefinition): Promise<string> {
  const exchange = await exchangeOf(query, provider);
  try {
    validateResponse(exchange);
  } catch (error) {
    assert.ok(error instanceof ProviderResponseError, String(error));
    assert.equal((error.cause as { provider: string }).provider, "idp");
    return error.message.split("\n")[0]!.replace(/^Cannot accept the authorization response: /, "");
  }
  return assert.fail("it is accepted");
}

async function isAccepted(query: string, provider?: OAuthDefinition): Promise<boolean> {
  return validateResponse(await exchangeOf(query, provider)).get("code") === "c";
}

test("validateResponse() returns the parameters of a response with a code", async () => {
  const params = validateResponse(await exchangeOf({ code: "c", state: "st", extra: "1" }));
  assert.deepEqual([params.get("code"), params.get("extra")], ["c", "1"]);
});

for (const name of ["access_token", "id_token", "response", "token"]) {
  test(`validateResponse() refuses a response with the parameter "${name}" of another flow`, async () => {
    for (const query of [`code=c&${name}=t`, `${name}=`]) {
      assert.equal(await refusalOf(query), `it has "${name}", and is not one of the code flow`);
    }
  });
}

test("validateResponse() refuses a response with two codes, also if they are equal", async () => {
  for (const query of ["code=c&code=d", "code=c&code=c", "code=&code=c"]) {
    assert.equal(await refusalOf(query), 'it has more than one "code"');
  }
});

test("validateResponse() refuses a response without a code", async () => {
  for (const query of ["", "state=st", "code="]) assert.equal(await refusalOf(query), 'it has no "code"');
});

test("validateResponse() throws OAuthCallbackError for an error of the provider", async () => {
  const exchange = await exchangeOf({ error: "access_denied", error_description: "no" });
  assert.throws(() => validateResponse(exchange), (error) => error instanceof OAuthCallbackError);
});

test("validateResponse() throws ConfigError if the provider does not accept the client", async () => {
  const exchange = await exchangeOf({ error: "unauthorized_client" });
  assert.throws(() => validateResponse(exchange), (error) => error instanceof ConfigError);
});

test("validateResponse() says what oauth4webapi finds wrong with the parameters", async () => {
  assert.match(
    await refusalOf("code=c&iss=https://idp.test&iss=https://idp.test"),
    /"iss" .*more than once|iss/,
  );
});

test("validateResponse() passes on an error that is not about the response", async () => {
  const exchange = await exchangeOf({ code: "c" });
  const broken = { ...exchange, client: null };
  assert.throws(
    () => validateResponse(broken as never),
    (error) => !(error instanceof ProviderResponseError),
  );
});

test("validateResponse() accepts the exact issuer of the provider, and no other (RFC 9207)", async () => {
  assert.ok(await isAccepted("code=c&iss=https://idp.test"));
  for (const iss of ["https://idp.test/", "https://idp.test.evil", "https://evil.test", "", "null"]) {
    assert.equal(
      await refusalOf(`code=c&iss=${iss}`),
      `its "iss" is ${
        JSON.stringify(iss)
      }, expected "https://idp.test". If it is one of the provider's, return it ` +
        'from `issuers(null)` of the provider "idp"',
    );
  }
});

test("validateResponse() accepts each issuer that `issuers` names, and those that fit a placeholder", async () => {
  const issuers = () => ["https://two.test", "https://{tenant}.test/v2.0"];
  const provider = { ...OPENID, issuers } as OIDCConfig;
  for (const iss of ["https://idp.test", "https://two.test", "https://a-1.b_c~d.test/v2.0"]) {
    assert.ok(await isAccepted(`code=c&iss=${iss}`, provider), iss);
  }
  for (
    const iss of [
      "https://twoxtest",
      "https://two.test/",
      "https://.test/v2.0",
      "https://a/b.test/v2.0",
      "https://a.test/v2.0/",
      "https://a.test/v2x0",
      "xhttps://a.test/v2.0",
      "https://evil.test?.test/v2.0",
    ]
  ) {
    assert.match(await refusalOf(`code=c&iss=${encodeURIComponent(iss)}`, provider), /^its "iss" is/, iss);
  }
});

test("validateResponse() accepts an unknown issuer only at the origin of the authorization endpoint", async () => {
  for (const iss of ["https://idp.test", "https://idp.test/tenant"]) {
    assert.ok(await isAccepted(`code=c&iss=${iss}`, PLAIN), iss);
  }
  for (const iss of ["https://evil.test", "http://idp.test", "https://idp.test:444", "idp.test", "data:,a"]) {
    assert.equal(
      await refusalOf(`code=c&iss=${iss}`, PLAIN),
      `its "iss" is ${
        JSON.stringify(iss)
      }, expected an issuer at https://idp.test. If that is the provider's issuer, ` +
        'write it as `issuer` of the provider "idp"',
    );
  }
});

test("validateResponse() does not take two URLs without an origin for the same", async () => {
  const exchange = await exchangeOf({ code: "c", iss: "data:,b" }, PLAIN);
  for (const authorization_endpoint of ["data:,a", undefined]) {
    const server = { ...exchange.server, authorization_endpoint };
    assert.throws(() => validateResponse({ ...exchange, server } as Exchange), ProviderResponseError);
  }
});

test("assertSameIssuer() compares `iss` of the response with that of the ID token, where it has one", async () => {
  const exchange = await exchangeOf({ code: "c", iss: "https://idp.test" });
  assertSameIssuer(exchange, { iss: "https://idp.test" });
  assertSameIssuer(await exchangeOf({ code: "c" }), { iss: "https://other.test" });
  for (const claims of [{ iss: "https://idp.test/" }, {}]) {
    assert.throws(() => assertSameIssuer(exchange, claims), (error: Error) => {
      assert.ok(error instanceof ProviderResponseError);
      assert.match(
        error.message,
        /^Cannot accept the authorization response: its "iss" is not that of the ID token/,
      );
      return true;
    });
  }
});
