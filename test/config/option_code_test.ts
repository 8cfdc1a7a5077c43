import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { codeOfOption } from "../../src/config/option_code.ts";
import type { OptionName } from "../../src/setup/setup.ts";

/** Options as an application wrote them, and what a program that is one file has to write. */
const ADVICE: readonly (readonly [OptionName, AuthConfig[OptionName], string])[] = [
  ["accessTokens", true, "`accessTokens: AccessTokens()`"],
  ["accessTokens", "cookie", '`accessTokens: AccessTokens({ keptIn: "cookie" })`'],
  ["accessTokens", { keptIn: "cookie" }, "`accessTokens: AccessTokens({ … })`"],
  ["providerLogout", true, "`providerLogout: ProviderLogout()`"],
  ["providerLogout", { backchannel: true }, "`providerLogout: ProviderLogout({ … })`"],
  ["secondFactor", { required: true }, "`secondFactor: SecondFactor({ … })`"],
];

for (const [option, value, advice] of ADVICE) {
  test(`codeOfOption() keeps the fields of ${option}: ${JSON.stringify(value)} in what it says to write`, () => {
    assert.throws(
      () => codeOfOption(option, { [option]: value }, null),
      (error: Error) => error.message.split("\n")[0]!.endsWith(advice),
    );
  });
}
