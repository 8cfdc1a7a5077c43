import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { sealedFindings } from "../../src/cli/check_sealed.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";

test("sealedFindings() says once of each kind that none is stored", async () => {
  const adapter = Sqlite(new DatabaseSync(":memory:"));
  await adapter.migrate();
  const config = {
    providers: [],
    adapter,
    features: [SecondFactor(), AccessTokens()],
    url: "https://app.example",
    secret: "x".repeat(43),
  } as const;
  const findings = await sealedFindings(setupOf(config, "https", { capabilities: ALL_CAPABILITIES }), {});
  const texts = findings.map(({ text }) => text).toSorted();
  assert.deepEqual(texts, [
    "no rows of tokens of providers are stored",
    "no secrets of authenticator apps are stored",
  ]);
});

test("sealedFindings() says that tokens in the table of accounts can't be counted, if there are several secrets", async () => {
  const adapter = Sqlite(new DatabaseSync(":memory:"));
  await adapter.migrate();
  for (
    const [encrypt, secret, said] of [
      [true, ["x".repeat(43), "y".repeat(43)], true],
      [true, "x".repeat(43), false],
      [false, ["x".repeat(43), "y".repeat(43)], false],
    ] as const
  ) {
    const accounts = { encrypt };
    const config = {
      providers: [],
      adapter,
      accounts,
      features: [AccessTokens()],
      url: "https://app.example",
      secret,
    };
    const setup = setupOf(config, "https", { capabilities: ALL_CAPABILITIES });
    const findings = await sealedFindings(setup, config);
    assert.equal(findings.some(({ text }) => text.includes("table of accounts")), said);
  }
});
