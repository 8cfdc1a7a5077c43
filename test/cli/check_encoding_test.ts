import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { encodingFindings } from "../../src/cli/check_encoding.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { decode, encode } from "../../src/model/jwt.ts";
import { check, ENV, said } from "./_command.ts";

const decodeJson = ({ token = "" }) => JSON.parse(token);

/** By what they do: the functions of the application, and what is found. */
const FOUND: Readonly<Record<string, readonly [jwt: AuthConfig["jwt"], found: RegExp | null]>> = {
  "picks claims": [
    { encode: ({ token }) => JSON.stringify({ sub: token?.sub, email: token?.email }), decode: decodeJson },
    /^wrong: .*`auth_time`, `gen`, `gen_sub`, `named_gen`, `amr`, `aal`, `latchkey_sid`, `latchkey_stored`/,
  ],
  "drops the time of the sign-in": [
    { encode: ({ token }) => JSON.stringify({ ...token, auth_time: undefined }), decode: decodeJson },
    /^warning: .*loses claims of the library: `auth_time`\. /,
  ],
  "writes JSON of all claims": [{ encode: ({ token }) => JSON.stringify(token), decode: decodeJson }, null],
  "adds a claim": [
    { encode: ({ token, ...rest }) => encode({ ...rest, token: { ...token, version: 2 } }) },
    null,
  ],
  "reads its own claim": [
    { decode: async (params) => (await decode(params))?.version === 2 ? { sub: "1" } : null },
    /^skipped: .*which is not accepted$/,
  ],
  throws: [{ encode: () => Promise.reject(new Error("no key")) }, /^skipped: .*which fails: no key$/],
};

for (const [what, [jwt, found]] of Object.entries(FOUND)) {
  test(`check says which claims of sessions in tokens are lost where the application's code ${what}`, async () => {
    const config: AuthConfig = {
      providers: [],
      adapter: Memory(),
      session: { strategy: "jwt" },
      url: "https://app.example",
      secret: "x".repeat(43),
      jwt,
    };
    const setup = setupOf(config, "https", { capabilities: ALL_CAPABILITIES });
    const [finding, ...others] = await encodingFindings(setup, config);
    assert.deepEqual(others, []);
    assert.match(finding ? `${finding.status}: ${finding.text}` : "none", found ?? /^none$/);
  });
}

test("check names an own encode of sessions that picks claims", async () => {
  const config = `{
    providers: [],
    jwt: { encode: ({ token }) => JSON.stringify({ sub: token.sub }), decode: ({ token }) => JSON.parse(token) },
  }`;
  const { findings, code } = await check({
    env: ENV,
    files: { "auth.ts": `export const config = ${config};` },
  }, ["--offline"]);
  assert.match(said(findings, "sessions").join(), /warning: `jwt.encode` or `jwt.decode` loses claims/);
  assert.equal(code, 0);
  // No database: nothing reads the generation.
  const [lost = ""] = said(findings, "sessions").filter((text) => text.includes("loses claims"));
  assert.match(lost, /of the library: `auth_time`, `amr`, `aal`\. /);
});
