import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import fusionauth from "./catalogue/fusionauth.ts";

test("FusionAuth() without `tenantId` reads the metadata of the issuer, and sends no `tenantId`", async () => {
  const { issuer } = fusionauth.metadata!;
  const { user, authorizationUrl, problems } = await signIn({
    ...fusionauth,
    options: { issuer },
    discovery: undefined,
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(user, fusionauth.user);
  assert.equal(authorizationUrl.searchParams.get("tenantId"), null);
});
