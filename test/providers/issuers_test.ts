/**
 * The issuers that the metadata and the ID tokens of a provider may have beside `issuer`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AzureAD } from "../../src/providers/azure_ad.ts";
import { AzureADB2C } from "../../src/providers/azure_ad_b2c.ts";
import { Google } from "../../src/providers/google.ts";
import { Keycloak } from "../../src/providers/keycloak.ts";
import { MicrosoftEntraId } from "../../src/providers/microsoft_entra_id.ts";
import { customFetch } from "../../src/values/markers.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { Profile } from "../../src/values/types.ts";

const AUTHORITY = "https://login.microsoftonline.com";
const TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";
const TEMPLATE = `${AUTHORITY}/{tenantid}/v2.0`;
const B2C = "https://contoso.b2clogin.com";
const FLOW = [`${B2C}/${TENANT}/v2.0/`, `${B2C}/tfp/${TENANT}/b2c_1_a/v2.0/`];

type Row = readonly [
  what: string,
  create: () => { readonly issuer?: string | undefined; readonly issuers?: OIDCConfig["issuers"] },
  issuer: string | undefined,
  /** Claims of an ID token; `null`: metadata. */
  claims: Profile | null,
  accepted: readonly string[],
];

const ROWS: readonly Row[] = [
  ["Google: the bare host in ID tokens", Google, undefined, { sub: "1" }, ["accounts.google.com"]],
  ["Google: not the bare host in metadata", Google, undefined, null, []],
  ["Azure AD: all tenants", AzureAD, undefined, null, [TEMPLATE]],
  ["Azure AD: one tenant", () => AzureAD({ tenantId: TENANT }), undefined, null, []],
  ["B2C: tenant and flow", AzureADB2C, `${B2C}/${TENANT}/B2C_1_a/v2.0`, null, FLOW],
  ["B2C: tenant and flow, with tfp", AzureADB2C, `${B2C}/tfp/${TENANT}/B2C_1_a/v2.0/`, null, FLOW],
  ["B2C: no user flow", AzureADB2C, `${B2C}/${TENANT}/v2.0`, null, []],
  ["B2C: another host", AzureADB2C, "https://login.example.com", null, []],
  ["B2C: that of the metadata in ID tokens", AzureADB2C, `${B2C}/${TENANT}/B2C_1_a/v2.0`, { sub: "1" }, []],
  ...["common", "organizations"].flatMap((tenant): readonly Row[] => {
    const issuer = `${AUTHORITY}/${tenant}/v2.0`;
    return [
      [`Entra ID: the template with ${tenant}`, MicrosoftEntraId, issuer, null, [TEMPLATE]],
      [`Entra ID: the user's tenant with ${tenant}`, MicrosoftEntraId, issuer, { tid: TENANT }, [
        `${AUTHORITY}/${TENANT}/v2.0`,
      ]],
      ...[undefined, null, 7, "", "{tenantid}", "common", `${TENANT}/..`, `x${TENANT}`].map((
        tid,
      ): Row => [`Entra ID: ${tid} is not a tenant with ${tenant}`, MicrosoftEntraId, issuer, { tid }, []]),
    ];
  }),
  ["Entra ID: personal accounts with common", MicrosoftEntraId, undefined, { tid: CONSUMERS }, [
    `${AUTHORITY}/${CONSUMERS}/v2.0`,
  ]],
  [
    "Entra ID: no personal accounts with organizations",
    MicrosoftEntraId,
    `${AUTHORITY}/organizations/v2.0`,
    { tid: CONSUMERS },
    [],
  ],
  ...[null, { tid: CONSUMERS }, { tid: TENANT }].map((claims): Row => [
    `Entra ID: personal accounts alone with consumers, ${JSON.stringify(claims)}`,
    MicrosoftEntraId,
    `${AUTHORITY}/consumers/v2.0`,
    claims,
    [`${AUTHORITY}/${CONSUMERS}/v2.0`],
  ]),
  ["Entra ID: a tenant's own issuer", MicrosoftEntraId, `${AUTHORITY}/${TENANT}/v2.0`, null, []],
  ["Entra ID: a tenant's own", MicrosoftEntraId, `${AUTHORITY}/${TENANT}/v2.0`, { tid: CONSUMERS }, []],
  [
    "Entra ID: the authority of a national cloud",
    MicrosoftEntraId,
    "https://login.microsoftonline.us/organizations/v2.0",
    { tid: TENANT },
    [`https://login.microsoftonline.us/${TENANT}/v2.0`],
  ],
];

for (const [what, create, issuer, claims, accepted] of ROWS) {
  test(`these issuers are accepted beside the configured one: ${what}`, () => {
    // One from the environment is set after the factory ran.
    const provider = create();
    assert.deepEqual(provider.issuers!(claims, issuer ?? provider.issuer), accepted);
  });
}

test("Azure AD has the issuer of all tenants, or of the option `tenantId`", () => {
  assert.equal(AzureAD().issuer, `${AUTHORITY}/common/v2.0`);
  assert.equal(AzureAD({ tenantId: TENANT }).issuer, `${AUTHORITY}/${TENANT}/v2.0`);
});

test("Keycloak's issuer has no slash at its end, and may come from the environment", () => {
  const REALM = "https://sso.example.com/realms/staff";
  const { issuer, options } = Keycloak({ issuer: `${REALM}//`, [customFetch]: fetch });
  assert.deepEqual([issuer, options], [REALM, { issuer: REALM, [customFetch]: fetch }]);
  assert.deepEqual([Keycloak().issuer, Keycloak().options], [undefined, {}]);
});
