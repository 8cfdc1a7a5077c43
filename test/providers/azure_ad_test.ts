import assert from "node:assert/strict";
import { test } from "node:test";
import { AzureAD } from "../../src/providers/azure_ad.ts";

test("AzureAD() accepts the accounts of all tenants by default", () => {
  const { issuer, issuers } = AzureAD();
  assert.equal(issuer, "https://login.microsoftonline.com/common/v2.0");
  assert.deepEqual(issuers!(null, issuer), ["https://login.microsoftonline.com/{tenantid}/v2.0"]);
});

test("AzureAD() accepts those of one tenant with `tenantId`", () => {
  const { issuer, issuers } = AzureAD({ tenantId: "72f988bf-86f1-41af-91ab-2d7cd011db47" });
  assert.equal(issuer, "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0");
  assert.deepEqual(issuers!(null, issuer), []);
});
