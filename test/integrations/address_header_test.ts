import assert from "node:assert/strict";
import { test } from "node:test";
import { addressHeaderOf } from "../../src/integrations/mount/address_header.ts";

test("addressHeaderOf() names the header of each platform that overwrites it", () => {
  assert.equal(addressHeaderOf({}), undefined);
  assert.equal(addressHeaderOf({ VERCEL: "1" }), "x-vercel-forwarded-for");
  assert.equal(addressHeaderOf({ NETLIFY: "true" }), "x-nf-client-connection-ip");
  assert.equal(addressHeaderOf({ FLY_APP_NAME: "app" }), "fly-client-ip");
  assert.equal(addressHeaderOf({ VERCEL: "" }), undefined);
});
