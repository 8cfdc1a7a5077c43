import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, ProviderResponseError } from "../../src/errors/errors.ts";
import { seeAlso } from "../../src/errors/help.ts";
import { fillClient, fillOptions, fillTokens, missingOption } from "../../src/oauth/placeholders.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const options = { issuer: "https://a.example//", tenantId: "t", empty: "", number: 7 };

for (
  const [text, filled] of [
    ["{issuer}/token", "https://a.example/token"],
    ["https://{tenantId}.example/{tenantId}", "https://t.example/t"],
    ["https://a.example/{tokens.user_id}", "https://a.example/{tokens.user_id}"],
    ["{absent} {empty} {number}", "{absent} {empty} {number}"],
    ["{constructor} {toString} {__proto__}", "{constructor} {toString} {__proto__}"],
    ["{} { issuer } {{tenantId}}", "{} { issuer } {t}"],
  ] as const
) {
  test(`fillOptions() replaces the options of a text: "${text}" becomes "${filled}"`, () =>
    assert.equal(fillOptions(text, options), filled));
}

test("fillOptions() does not fill in what an option contains", () => {
  assert.equal(fillOptions("{a}", { a: "{b}", b: "c" }), "{b}");
});

test("missingOption() names the first option that is missing, and no field of the token response", () => {
  assert.equal(missingOption("https://{region}.example/{tenant}"), "region");
  assert.equal(missingOption("https://a.example/{tokens.user_id}"), null);
  assert.equal(missingOption("https://a.example"), null);
});

test("fillTokens() escapes a field of the token response for its place", () => {
  const tokens = { access_token: "t", user: "../a?b#c", id: 7 };
  assert.equal(
    fillTokens("/u/{tokens.user}/{tokens.id}", tokens, encodeURIComponent),
    "/u/..%2Fa%3Fb%23c/7",
  );
  assert.equal(fillTokens("OAuth {tokens.access_token}", tokens), "OAuth t");
});

for (const field of ["absent", "object", "empty", "constructor"]) {
  test(`fillTokens() names the field "${field}" that the token response does not have`, () => {
    const tokens = { object: {}, empty: "" };
    assert.throws(
      () => fillTokens(`{tokens.${field}}`, tokens),
      (error) => error instanceof ProviderResponseError && error.message.includes(`no "${field}"`),
    );
  });
}

const definition: OAuthConfig = {
  id: "own-idp",
  name: "Own",
  type: "oauth",
  clientId: "client",
  clientSecret: "s",
  authorization: { url: "{issuer}/authorize" },
  token: "{issuer}/token?v={tenantId}",
  userinfo: { url: "{issuer}/me/{tokens.user}", headers: { "x-key": "{apiKey}", authorization: undefined } },
};
const platform = testPlatform();

function resolve(more: object) {
  return resolveProvider({ ...definition, options: more }, { platform });
}

test("resolveProvider() fills options into URLs and headers, wherever the options come from", () => {
  const { authorization, token, userinfo, issuer } = resolve({
    issuer: "https://a.example/x/",
    tenantId: "t",
    apiKey: "k",
  });
  assert.equal(issuer, "https://a.example/x/");
  assert.equal(authorization.url, "https://a.example/x/authorize");
  assert.deepEqual([token.url, token.params], ["https://a.example/x/token", { v: "t" }]);
  assert.equal(userinfo.url, "https://a.example/x/me/{tokens.user}");
  assert.deepEqual(userinfo.headers, { "x-key": "k", authorization: undefined });
});

for (const missing of ["issuer", "tenantId", "apiKey"]) {
  test(`resolveProvider() says that the option ${missing}, which a URL or header contains, is missing`, () => {
    const options = { issuer: "https://a.example", tenantId: "t", apiKey: "k", [missing]: undefined };
    const advice = missing === "issuer"
      ? 'Cannot use provider "own-idp": set `issuer`, or AUTH_OWN_IDP_ISSUER in the environment'
      : `Cannot use provider "own-idp": set \`${missing}\``;
    assert.throws(
      () => resolve(options),
      (error) => error instanceof ConfigError && error.message === advice + seeAlso(error.type),
    );
  });
}

test("fillClient() puts in the credentials and the tokens, and searches none of them for placeholders", () => {
  const credentials = { clientId: "{clientSecret}", clientSecret: "{tokens.access_token}" };
  const tokens = { access_token: "{clientSecret}" };
  assert.equal(
    fillClient("{clientId} {clientSecret} {tokens.access_token} {other}", tokens, credentials),
    "{clientSecret} {tokens.access_token} {clientSecret} {other}",
  );
  assert.throws(() => fillClient("{tokens.absent}", tokens, credentials), ProviderResponseError);
});
