import assert from "node:assert/strict";
import { test } from "node:test";
import { Google, type GoogleOptions } from "../../src/providers/google.ts";

for (
  const [email, hd, all, authoritative] of [
    ["ada@gmail.com", undefined, true, true],
    ["Ada@GMail.com", undefined, true, true],
    ["ada@googlemail.com", undefined, true, true],
    ["ada@example.com", "example.com", true, true],
    ["ada@example.com", undefined, true, false],
    ["ada@example.com", "", true, false],
    ["ada@gmail.com.example.com", undefined, true, false],
    ["gmail.com@example.com", undefined, true, false],
  ] as const
) {
  test(`authoritativeEmailOnly of Google and the address ${email} of ${hd ?? "a personal account"}`, () => {
    const profile = {
      iss: "",
      sub: "1",
      aud: "",
      iat: 0,
      exp: 0,
      email,
      email_verified: true,
      ...(hd !== undefined && { hd }),
    };
    const verify = (options: GoogleOptions, more = {}) => {
      const { verifiedEmail } = Google(options);
      return typeof verifiedEmail === "function" && verifiedEmail({ ...profile, ...more });
    };
    assert.equal(verify({}), all ? email : null);
    assert.equal(verify({ authoritativeEmailOnly: true }), authoritative ? email : null);
    assert.equal(verify({ authoritativeEmailOnly: true }, { email_verified: false }), null);
    assert.equal(verify({ authoritativeEmailOnly: true }, { email_verified: "true" }), null);
  });
}
