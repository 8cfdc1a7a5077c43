import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeHost } from "../../src/providers/codehost.ts";
import GitHubByDefault, { GitHub } from "../../src/providers/github.ts";

test("GitHub() is the code host under its own name", () => {
  const provider = GitHub();
  assert.equal(provider.id, "github");
  assert.equal(provider.name, "GitHub");
  assert.equal(provider.style?.brandColor, "#24292f");
  assert.equal(provider.issuer, CodeHost().issuer);
  assert.deepEqual(provider.authorization, CodeHost().authorization);
  assert.equal(GitHubByDefault, GitHub);
});

test("GitHub() accepts an enterprise server", () => {
  const options = { enterprise: { baseUrl: "https://code.example.com" } };
  const provider = GitHub(options);
  assert.equal(provider.id, "github");
  assert.equal(provider.issuer, "https://code.example.com/login/oauth");
  assert.equal(provider.options, options);
});
