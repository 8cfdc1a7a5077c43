import assert from "node:assert/strict";
import { test } from "node:test";
import { PayPal } from "../../src/providers/paypal.ts";
import live from "./catalogue/paypal.ts";

const { emails: _, ...profile } = live.profile[0]!.json;

for (
  const [what, fields, verified] of [
    ["confirmed address in the list", { emails: [{ value: "ada@example.com", confirmed: true }] }, true],
    ["address in the list without a flag", { emails: [{ value: "ada@example.com", primary: true }] }, false],
    ["verified address beside the list", { email: "ada@example.com", email_verified: true }, true],
    ["verified address whose flag is text", { email: "ada@example.com", email_verified: "true" }, true],
    ["address beside the list without a flag", { email: "ada@example.com" }, false],
  ] as const
) {
  test(`PayPal says which address is verified: ${what}`, () => {
    const provider = PayPal();
    const answer = { ...profile, ...fields } as never;
    assert.equal(Object(provider.profile?.(answer, {})).email, "ada@example.com");
    const verify = provider.verifiedEmail as (profile: unknown) => unknown;
    assert.equal(verify(answer) === "ada@example.com", verified);
  });
}
