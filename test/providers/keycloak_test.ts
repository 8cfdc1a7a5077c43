import assert from "node:assert/strict";
import { test } from "node:test";
import { customFetch } from "../../src/values/markers.ts";
import { Keycloak } from "../../src/providers/keycloak.ts";

const REALM = "https://sso.example.com/realms/staff";

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
