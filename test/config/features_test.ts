import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { featuresOf } from "../../src/config/features.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
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

const RETURNED = "list what a feature's function returns";

/** What is no feature, and what to write instead. */
const NO_FEATURES: readonly (readonly [what: string, listed: unknown, advice: string])[] = [
  ["a function that was not called", SecondFactor, "call `SecondFactor()`"],
  ["false", false, "for a condition, write `...(on ? [feature] : [])`"],
  ["null", null, "for a condition, write `...(on ? [feature] : [])`"],
  ["undefined", undefined, "for a condition, write `...(on ? [feature] : [])`"],
  ["true", true, RETURNED],
  ["an object", {}, RETURNED],
  ["a text", "secondFactor", RETURNED],
  ["a provider with passwords", Password(), "list a provider in `providers`"],
  [
    "a provider of type oauth",
    GitHub({ clientId: "a", clientSecret: "b" }),
    "list a provider in `providers`",
  ],
];

for (const [what, listed, advice] of NO_FEATURES) {
  test(`features refuse ${what}, and say at which place, and what to write`, () => {
    assert.throws(() => open({ features: [AccessTokens(), listed] }), (error: Error) => {
      assert.equal(error.message.split("\n")[0]!.split(". See")[0], `Cannot use \`features[1]\`: ${advice}`);
      return true;
    });
  });
}

test("features that are no list are refused", () => {
  for (const features of [SecondFactor(), "secondFactor", { 0: SecondFactor() }]) {
    assert.throws(() => open({ features }), {
      message: /^Cannot use `features`: list what a feature's function returns/,
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
