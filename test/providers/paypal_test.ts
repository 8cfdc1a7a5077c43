import assert from "node:assert/strict";
import { test } from "node:test";
import { PayPal } from "../../src/providers/paypal.ts";
import { signIn } from "./_catalogue.ts";
import live from "./catalogue/paypal.ts";

const [exchange] = live.profile!;
const { emails: _, ...profile } = exchange!.json as Record<string, unknown>;

test("PayPal() sends all requests to the sandbox with environment: sandbox", async () => {
  const toSandbox = (request: string) => request.replace("api-m.paypal.com", "api-m.sandbox.paypal.com");
  const { user, problems, authorizationUrl } = await signIn({
    ...live,
    options: { environment: "sandbox" },
    token: { ...live.token, request: toSandbox(live.token.request) },
    profile: [{ ...exchange!, request: toSandbox(exchange!.request) }],
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(user, live.user);
  assert.equal(authorizationUrl.host, "www.sandbox.paypal.com");
});

for (
  const [what, fields, verified] of [
    ["confirmed address in the list", { emails: [{ value: "ada@example.com", confirmed: true }] }, true],
    ["address in the list without a flag", { emails: [{ value: "ada@example.com", primary: true }] }, false],
    ["verified address beside the list", { email: "ada@example.com", email_verified: true }, true],
    ["verified address whose flag is text", { email: "ada@example.com", email_verified: "true" }, true],
    ["address beside the list without a flag", { email: "ada@example.com" }, false],
  ] as const
) {
  test(`PayPal() reads which address is verified: ${what}`, () => {
    const provider = PayPal();
    const answer = { ...profile, ...fields } as never;
    assert.equal(Object(provider.profile?.(answer, {})).email, "ada@example.com");
    const verify = provider.verifiedEmail as (profile: unknown) => unknown;
    assert.equal(verify(answer) === "ada@example.com", verified);
  });
}
