import assert from "node:assert/strict";
import { test } from "node:test";
import { GitHub } from "../../src/providers/github.ts";

test("GitHub() accepts an enterprise server", () => {
  const options = { enterprise: { baseUrl: "https://code.example.com" } };
  const provider = GitHub(options);
  assert.equal(provider.id, "github");
  assert.equal(provider.issuer, "https://code.example.com/login/oauth");
  assert.equal(provider.options, options);
});
