import assert from "node:assert/strict";
import { test } from "node:test";
import { customFetch } from "../../src/markers.ts";
import { Keycloak } from "../../src/providers/keycloak.ts";

const REALM = "https://sso.example.com/realms/staff";

test("Keycloak() is an OpenID provider whose endpoints are discovered", () => {
  const provider = Keycloak({ issuer: REALM });
  assert.equal(provider.id, "keycloak");
  assert.equal(provider.name, "Keycloak");
  assert.equal(provider.type, "oidc");
  assert.equal(provider.issuer, REALM);
  assert.deepEqual(provider.authorization, { params: { scope: "openid profile email" } });
  assert.equal(provider.token, undefined);
  assert.deepEqual(provider.style, { brandColor: "#428bca" });
});

test("Keycloak() strips slashes at the end of the issuer, and keeps the other options", () => {
  const options = { issuer: `${REALM}//`, clientId: "id", [customFetch]: fetch };
  const provider = Keycloak(Object.freeze(options));
  assert.equal(provider.issuer, REALM);
  assert.deepEqual(provider.options, { issuer: REALM, clientId: "id", [customFetch]: fetch });
});

test("Keycloak() waits for an issuer from the environment", () => {
  const provider = Keycloak();
  assert.equal(provider.issuer, undefined);
  assert.deepEqual(provider.options, {});
});
