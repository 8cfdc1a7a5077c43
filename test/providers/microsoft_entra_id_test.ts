import assert from "node:assert/strict";
import { test } from "node:test";
import {
  MicrosoftEntraId,
  type MicrosoftEntraIdOptions,
  type MicrosoftEntraIdProfile,
} from "../../src/providers/microsoft_entra_id.ts";
import type { ProviderUser } from "../../src/model/provider.ts";
import type { Profile } from "../../src/values/types.ts";

const AUTHORITY = "https://login.microsoftonline.com";
const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Issuers beside `issuer`, which is set after the factory ran: as one from the environment is. */
function issuers(issuer: string | undefined, claims: Profile | null): readonly string[] {
  const provider = MicrosoftEntraId();
  return provider.issuers!(claims, issuer ?? provider.issuer);
}

function mapped(profile: Partial<MicrosoftEntraIdProfile>): ProviderUser {
  return MicrosoftEntraId().profile!(profile as MicrosoftEntraIdProfile, {}) as ProviderUser;
}

test("MicrosoftEntraId() keeps the options of the application as `options`", () => {
  const options: MicrosoftEntraIdOptions = { issuer: `${AUTHORITY}/${TENANT}/v2.0` };
  assert.equal(MicrosoftEntraId(Object.freeze(options)).options, options);
});

for (const tenant of ["common", "organizations"]) {
  test(`MicrosoftEntraId().issuers() accepts the template in the metadata of ${tenant}`, () => {
    assert.deepEqual(issuers(`${AUTHORITY}/${tenant}/v2.0`, null), [`${AUTHORITY}/{tenantid}/v2.0`]);
  });

  test(`MicrosoftEntraId().issuers() accepts the user's tenant with ${tenant}`, () => {
    const accepted = issuers(`${AUTHORITY}/${tenant}/v2.0`, { tid: TENANT });
    assert.deepEqual(accepted, [`${AUTHORITY}/${TENANT}/v2.0`]);
  });

  for (const tid of [undefined, null, 7, "", "{tenantid}", "common", `${TENANT}/..`, `x${TENANT}`]) {
    test(`MicrosoftEntraId().issuers() accepts no issuer with ${tenant} and tid ${tid}`, () => {
      assert.deepEqual(issuers(`${AUTHORITY}/${tenant}/v2.0`, { tid }), []);
    });
  }
}

test("MicrosoftEntraId().issuers() accepts personal accounts with common", () => {
  assert.deepEqual(issuers(undefined, { tid: CONSUMERS }), [`${AUTHORITY}/${CONSUMERS}/v2.0`]);
});

test("MicrosoftEntraId().issuers() refuses personal accounts with organizations", () => {
  assert.deepEqual(issuers(`${AUTHORITY}/organizations/v2.0`, { tid: CONSUMERS }), []);
});

test("MicrosoftEntraId().issuers() accepts nothing but personal accounts with consumers", () => {
  const personal = [`${AUTHORITY}/${CONSUMERS}/v2.0`];
  assert.deepEqual(issuers(`${AUTHORITY}/consumers/v2.0`, null), personal);
  assert.deepEqual(issuers(`${AUTHORITY}/consumers/v2.0`, { tid: CONSUMERS }), personal);
  assert.deepEqual(issuers(`${AUTHORITY}/consumers/v2.0`, { tid: TENANT }), personal);
});

test("MicrosoftEntraId().issuers() accepts nothing beside a tenant's own issuer", () => {
  assert.deepEqual(issuers(`${AUTHORITY}/${TENANT}/v2.0`, null), []);
  assert.deepEqual(issuers(`${AUTHORITY}/${TENANT}/v2.0`, { tid: CONSUMERS }), []);
});

test("MicrosoftEntraId().issuers() stays with the authority of a national cloud", () => {
  const issuer = "https://login.microsoftonline.us/organizations/v2.0";
  assert.deepEqual(issuers(issuer, { tid: TENANT }), [`https://login.microsoftonline.us/${TENANT}/v2.0`]);
});

test("MicrosoftEntraId().profile() maps a user, without a picture", () => {
  const user = mapped({
    sub: "s",
    oid: "o",
    name: "Ada",
    email: "ada@example.com",
    picture: "https://x.example",
  });
  assert.deepEqual(user, { id: "s", name: "Ada", email: "ada@example.com", image: null });
});

test("MicrosoftEntraId().profile() does not use the sign-in name as e-mail address", () => {
  const user = mapped({ sub: "s", preferred_username: "ada@example.com" });
  assert.deepEqual(user, { id: "s", name: null, email: null, image: null });
});

test("MicrosoftEntraId().verifiedEmail() believes xms_edov in every spelling, and no other claim", () => {
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
