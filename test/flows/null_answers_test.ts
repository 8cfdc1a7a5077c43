import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./_world.ts";

/** What else metadata may lack beside what the conformance list has: with `null`, each is as absent. */
const METADATA = [
  "introspection_endpoint",
  "registration_endpoint",
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "subject_types_supported",
  "id_token_signing_alg_values_supported",
  "userinfo_signing_alg_values_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "claims_supported",
  "ui_locales_supported",
  "acr_values_supported",
  "backchannel_logout_supported",
  "backchannel_logout_session_supported",
  "dpop_signing_alg_values_supported",
  "mtls_endpoint_aliases",
  "tls_client_certificate_bound_access_tokens",
];

/** What an ID token may lack. */
const CLAIMS = [
  "azp",
  "acr",
  "amr",
  "at_hash",
  "auth_time",
  "c_hash",
  "nbf",
  "sid",
  "jti",
  "email_verified",
  "locale",
  "updated_at",
  "address",
  "groups",
];

for (const field of METADATA) {
  test(`Auth() signs in where the metadata have null for ${field}`, async () => {
    // Without a list, ID tokens are signed with RS256 (OpenID Connect Registration §2).
    const world = open({ idp: { signingAlgorithm: "RS256" } });
    world.idp.tamper = { metadata: { [field]: null } };
    assert.match((await world.signIn()).text, /^Hello /, world.log());
  });
}

for (const claim of CLAIMS) {
  test(`Auth() signs in where the ID token has null for ${claim}`, async () => {
    const world = open();
    world.idp.tamper = { claims: { [claim]: null } };
    assert.match((await world.signIn()).text, /^Hello /, world.log());
  });

  test(`Auth() signs in where the answer of the userinfo endpoint has null for ${claim}`, async () => {
    const world = open();
    world.idp.tamper = {
      claims: { name: undefined, email: undefined, picture: undefined },
      userinfo: { [claim]: null },
    };
    assert.match((await world.signIn()).text, /^Hello /, world.log());
  });
}

test("Auth() signs in where a published key has null for what it may lack", async () => {
  const world = open();
  const absent = { alg: null, use: null, key_ops: null, ext: null, x5c: null, x5t: null, d: null };
  world.idp.tamper = {
    jwks: ({ keys }) => ({ keys: (keys as object[]).map((key) => ({ ...key, ...absent })) }),
  };
  assert.match((await world.signIn()).text, /^Hello /, world.log());
});

test("Auth() signs in where the ID token has null for a nonce that no one sent", async () => {
  const world = open({ provider: { nonce: false } as never });
  world.idp.tamper = { claims: { nonce: null } };
  assert.match((await world.signIn()).text, /^Hello /, world.log());
});

for (
  const odd of [
    { expires_in: "-60" },
    { expires_in: "NaN" },
    { expires_in: "sixty" },
    { expires_in: [] },
    { refresh_token: false },
    { scope: [] },
    { refresh_expires_in: null },
    { authorization_details: null },
  ]
) {
  test(`Auth() signs in where the token response has ${JSON.stringify(odd)}`, async () => {
    const world = open();
    world.idp.tamper = { tokens: odd };
    assert.match((await world.signIn()).text, /^Hello /, world.log());
  });
}
