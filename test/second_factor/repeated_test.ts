import assert from "node:assert/strict";
import { test } from "node:test";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { sealTotpSecret } from "../../src/features/second_factor/prove.ts";
import { hasApp } from "../../src/features/second_factor/repeated.ts";
import { openSetup } from "./_factor_setup.ts";

test("hasApp() is true of the secret of a row, if it was sealed for the user of the row", async () => {
  const { setup } = openSetup();
  const own = await sealTotpSecret({ userId: "ada", secret: "S" }, setup);
  const others = await sealTotpSecret({ userId: "bob", secret: "S" }, setup);
  for (
    const [totpSecret, secret, expected] of [
      [own, "S", true],
      [own, "T", false],
      [others, "S", false],
      ["damaged", "S", false],
      [null, "S", false],
    ] as const
  ) assert.equal(await hasApp({ ...noSecondFactor("ada"), totpSecret }, secret, setup), expected);
});
