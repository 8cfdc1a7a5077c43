import assert from "node:assert/strict";
import { test } from "node:test";
import { MicrosoftEntraId, type MicrosoftEntraIdProfile } from "../../src/providers/microsoft_entra_id.ts";
import type { ProviderUser } from "../../src/model/provider.ts";

function mapped(profile: Partial<MicrosoftEntraIdProfile>): ProviderUser {
  return MicrosoftEntraId().profile!(profile as MicrosoftEntraIdProfile, {}) as ProviderUser;
}

test("a user of Entra ID has no picture", () => {
  const user = mapped({
    sub: "s",
    oid: "o",
    name: "Ada",
    email: "ada@example.com",
    picture: "https://x.example",
  });
  assert.deepEqual(user, { id: "s", name: "Ada", email: "ada@example.com", image: null });
});

test("the sign-in name of Entra ID is not used as email address", () => {
  const user = mapped({ sub: "s", preferred_username: "ada@example.com" });
  assert.deepEqual(user, { id: "s", name: null, email: null, image: null });
});

test("Entra ID vouches for an address by xms_edov in every spelling, and by no other claim", () => {
  const { verifiedEmail } = MicrosoftEntraId();
  assert(typeof verifiedEmail === "function");
  const verified = (claims: Record<string, unknown>) =>
    verifiedEmail({ email: "ada@example.com", ...claims } as unknown as MicrosoftEntraIdProfile);
  for (const xms_edov of [true, 1, "1", "true", "True"]) {
    assert.equal(verified({ xms_edov }), "ada@example.com", String(xms_edov));
  }
  for (const xms_edov of [null, false, 0, "0", "false", "", 11, {}, "true "]) {
    assert.equal(verified({ xms_edov, email_verified: true }), null, String(xms_edov));
  }
  assert.equal(verified({ email_verified: true }), undefined);
});
