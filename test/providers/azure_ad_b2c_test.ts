import assert from "node:assert/strict";
import { test } from "node:test";
import { AzureADB2C } from "../../src/providers/azure_ad_b2c.ts";

const HOST = "https://contoso.b2clogin.com";
const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";

/** The issuers that metadata may have. */
function issuers(issuer: string): readonly string[] {
  return AzureADB2C().issuers!(null, issuer);
}

for (const issuer of [`${HOST}/${TENANT}/B2C_1_a/v2.0`, `${HOST}/tfp/${TENANT}/B2C_1_a/v2.0/`]) {
  test(`AzureADB2C().issuers() accepts the tenant's issuer and the flow's in the metadata of ${issuer}`, () => {
    assert.deepEqual(issuers(issuer), [`${HOST}/${TENANT}/v2.0/`, `${HOST}/tfp/${TENANT}/b2c_1_a/v2.0/`]);
  });
}

test("AzureADB2C().issuers() accepts nothing beside an issuer without a user flow", () => {
  assert.deepEqual(issuers(`${HOST}/${TENANT}/v2.0`), []);
  assert.deepEqual(issuers("https://login.example.com"), []);
});

test("AzureADB2C().issuers() accepts no other issuer in ID tokens than that of the metadata", () => {
  assert.deepEqual(AzureADB2C().issuers!({ sub: "1" }, `${HOST}/${TENANT}/B2C_1_a/v2.0`), []);
});
