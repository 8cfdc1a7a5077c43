import assert from "node:assert/strict";
import { test } from "node:test";
import { callbackUrlOf } from "../../src/http/urls.ts";

test("callbackUrlOf() is below the base path of the origin", () => {
  const at = (basePath: string) => callbackUrlOf("idp", "https://app.test:8443", { basePath });
  assert.equal(at("/auth"), "https://app.test:8443/auth/callback/idp");
  assert.equal(at("/api/auth"), "https://app.test:8443/api/auth/callback/idp");
  assert.equal(at(""), "https://app.test:8443/callback/idp");
});
