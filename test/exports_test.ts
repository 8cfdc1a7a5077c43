import assert from "node:assert/strict";
import { test } from "node:test";
import { readManifest } from "../npm/exports.ts";

const { name, exports } = await readManifest();

/** Sub-paths of types: nothing is there at run time. */
const TYPES_ONLY = ["./types", "./providers"];

/** One thing at least that each sub-path gives at run time. */
const GIVES: Readonly<Record<string, readonly string[]>> = {
  ".": [
    "Auth",
    "AuthError",
    "createActionURL",
    "customFetch",
    "isAuthAction",
    "raw",
    "resolveSession",
    "setEnvDefaults",
    "skipCSRFCheck",
  ],
  "./bun": ["BunAuth"],
  "./deno": ["DenoAuth"],
  "./errors": ["AuthError", "ConfigError", "InvalidCheck"],
  "./jwt": ["decode", "encode", "getToken"],
  "./node": ["NodeAuth"],
  "./providers/apple": ["Apple", "default"],
  "./providers/codehost": ["CodeHost", "default"],
  "./providers/github": ["GitHub", "default"],
  "./providers/google": ["Google", "default"],
  "./providers/keycloak": ["Keycloak", "default"],
  "./providers/microsoft-entra-id": ["MicrosoftEntraId", "default"],
  "./providers/tiktok": ["TikTok", "default"],
  "./providers/videoapp": ["VideoApp", "default"],
  "./testing": ["fakeProvider", "testBrowser", "testPlatform"],
};

for (const path of Object.keys(exports)) {
  test(`${name}${path.slice(1)} can be imported and gives what it is for`, async () => {
    const module: Record<string, unknown> = await import(name + path.slice(1));
    if (TYPES_ONLY.includes(path)) {
      return assert.deepEqual(Object.keys(module), []);
    }
    const expected = GIVES[path];
    assert.ok(expected, `say in GIVES what ${path} is for`);
    for (const member of expected) {
      assert.ok(member in module, `${member} is missing`);
    }
  });
}
