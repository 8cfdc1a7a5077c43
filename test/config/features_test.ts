import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { featuresOf } from "../../src/config/features.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ProviderLogout } from "../../src/provider_logout/provider_logout.ts";
import { AccessTokens } from "../../src/provider_tokens/access_tokens.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import { capability } from "../../src/values/markers.ts";

const BASE = { adapter: Memory(), providers: [], secret: "x".repeat(40), url: "https://app.test" };

function open(config: object) {
  return setupOf({ ...BASE, providers: [], ...config } as AuthConfig, "https");
}

/** Features that are written as options, and what to write instead. */
const OPTIONS: readonly (readonly [name: string, value: unknown, feature: string])[] = [
  ["accessTokens", true, "AccessTokens"],
  ["accessTokens", "cookie", "AccessTokens"],
  ["providerLogout", { backchannel: true }, "ProviderLogout"],
  ["secondFactor", SecondFactor(), "SecondFactor"],
];

for (const [name, value, feature] of OPTIONS) {
  test(`a config with the option ${name}: ${JSON.stringify(value)} says which feature to list`, () => {
    assert.throws(() => open({ [name]: value }), {
      type: "Configuration",
      message: new RegExp(
        `^Cannot use \`${name}\`: list \`${feature}\\(\\)\` in \`features\``,
      ),
    });
  });
}

test("an option that says that a feature is off changes nothing", () => {
  assert.equal(open({ secondFactor: false }).capabilities.size, 0);
});

for (
  const [what, listed] of Object.entries({
    SecondFactor,
    "true": true,
    null: null,
    "an object": {},
    "a text": "secondFactor",
    "a provider": Password(),
  })
) {
  test(`features refuse ${what}, and say at which place`, () => {
    assert.throws(() => open({ features: [AccessTokens(), listed] }), {
      type: "Configuration",
      message: /^Cannot use `features\[1\]`: list what functions such as/,
    });
  });
}

test("features that are no list are refused", () => {
  for (const features of [SecondFactor(), "secondFactor", { 0: SecondFactor() }]) {
    assert.throws(() => open({ features }), {
      message: /^Cannot use `features`: list what functions such as/,
    });
  }
});

test("a feature that is listed twice is an error that names it", () => {
  assert.throws(
    () => open({ features: [SecondFactor(), AccessTokens(), SecondFactor({ required: true })] }),
    {
      message: /list `secondFactor` once/,
    },
  );
});

test("features act in the same order, however they are listed, and those of a later version act first", () => {
  const later = { name: "later", options: {}, [capability]: { name: "later" } };
  const lists = [
    [SecondFactor(), AccessTokens(), later, ProviderLogout()],
    [later, ProviderLogout(), SecondFactor(), AccessTokens()],
  ];
  for (const features of lists) {
    const names = featuresOf({ features }).map(({ name }) => name);
    assert.deepEqual(names, ["later", "accessTokens", "providerLogout", "secondFactor"]);
  }
});

test("configs whose features have the same options share a setup, and others don't", () => {
  const providers: AuthConfig["providers"] = [];
  const of = (rememberFor: number) => open({ providers, features: [SecondFactor({ rememberFor })] });
  assert.equal(of(60), of(60));
  assert.notEqual(of(60), of(61));
});
