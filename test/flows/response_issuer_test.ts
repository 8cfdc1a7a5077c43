import assert from "node:assert/strict";
import { test } from "node:test";
import { MicrosoftEntraId } from "../../src/providers/microsoft_entra_id.ts";
import type { OAuthConfig, OIDCConfig } from "../../src/model/provider.ts";
import { assertRefused, count, oauth2, oidc, open, type World } from "./_world.ts";

/** Issuers that are not at the provider's origin. */
const FOREIGN = [
  "https://attacker.example",
  "https://idp.test.attacker.example",
  "https://idp.test@attacker.example",
  "https://idp.test:8443",
  "http://idp.test",
  "https://IDP.test.",
  "//idp.test",
  "idp.test",
  "urn:idp",
  "data:,x",
  "null",
  "",
];

async function assertRefusedUnredeemed(world: World, iss: string | readonly string[]): Promise<void> {
  world.idp.tamper = { ...world.idp.tamper, authorization: { iss } };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.equal(count(world.idp, "token"), 0, String(iss));
}

async function assertAccepted(world: World, iss: string): Promise<void> {
  world.idp.tamper = { ...world.idp.tamper, authorization: { iss } };
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
}

function openOAuth(more: Partial<OAuthConfig> = {}): World {
  return open({ providers: (idp) => [oauth2(idp, { issuer: undefined, ...more })] });
}

test("Auth() redeems no code whose iss is at another origin than the authorization endpoint, if no issuer is known (OA-11)", async () => {
  for (const iss of FOREIGN) await assertRefusedUnredeemed(openOAuth(), iss);
  await assertRefusedUnredeemed(openOAuth(), ["https://idp.test", "https://idp.test"]);
});

test("Auth() logs how to fix a correct iss that was refused without an issuer", async () => {
  const world = openOAuth();
  await assertRefusedUnredeemed(world, "https://login.elsewhere.test");
  assert.match(
    world.log(),
    /"iss" is "https:\/\/login\.elsewhere\.test", .* write it as `issuer` of the provider "idp"/,
  );
  await assertAccepted(openOAuth({ issuer: "https://login.elsewhere.test" }), "https://login.elsewhere.test");
});

test("Auth() accepts an iss at the origin of the authorization endpoint, if no issuer is known", async () => {
  for (const iss of ["https://idp.test", "https://idp.test/", "https://idp.test/tenant"]) {
    await assertAccepted(openOAuth(), iss);
  }
});

test("Auth() compares iss with the discovered issuer of an OAuth 2 provider", async () => {
  const discovered: Partial<OAuthConfig> = {
    wellKnown: "https://idp.test/.well-known/oauth-authorization-server",
    userinfo: undefined as never,
  };
  for (const iss of [...FOREIGN, "https://idp.test/", "https://idp.test/tenant"]) {
    await assertRefusedUnredeemed(openOAuth(discovered), iss);
  }
  await assertAccepted(openOAuth(discovered), "https://idp.test");
});

/** A provider with tenants, whose metadata name a placeholder. */
function openTenants(more: Partial<OIDCConfig> = {}): World {
  const tenants: Partial<OIDCConfig> = {
    issuer: "https://idp.test",
    issuers: (
      claims,
    ) => [claims ? `https://idp.test/${claims.tid}/v2.0` : "https://idp.test/{tenantid}/v2.0"],
    ...more,
  };
  const world = open({ providers: (idp) => [oidc(idp, tenants)] });
  world.idp.tamper = {
    metadata: { issuer: "https://idp.test/{tenantid}/v2.0" },
    claims: { tid: "t1", iss: "https://idp.test/t1/v2.0" },
  };
  return world;
}

test("Auth() redeems no code whose iss can be no tenant's (OA-11)", async () => {
  const others = [
    "https://idp.test",
    "https://idp.test/v2.0",
    "https://idp.test//v2.0",
    "https://idp.test/t1/v2.0/",
    "https://idp.test/t1/v1.0",
    "https://idp.test/t1/v2x0",
    "https://idp.test/t1/t2/v2.0",
    "https://idp.test/t1?/v2.0",
    "https://idp.test/t1\n/v2.0",
    "https://idp.test/t1/v2.0\n",
    "xhttps://idp.test/t1/v2.0",
  ];
  for (const iss of [...FOREIGN, ...others]) await assertRefusedUnredeemed(openTenants(), iss);
});

test("Auth() compares the iss of a tenant with the ID token as well", async () => {
  await assertAccepted(openTenants(), "https://idp.test/t1/v2.0");
  const world = openTenants();
  world.idp.tamper = { ...world.idp.tamper, authorization: { iss: "https://idp.test/t2/v2.0" } };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
});

test("Auth() redeems no code of another authority's at Microsoft", async () => {
  const { issuers } = MicrosoftEntraId();
  for (
    const iss of [...FOREIGN, "https://login.microsoftonline.us/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0"]
  ) {
    const world = open({
      providers: (idp) => [oidc(idp, { issuers, issuer: "https://idp.test/common/v2.0" })],
    });
    world.idp.tamper = { metadata: { issuer: "https://idp.test/{tenantid}/v2.0" } };
    world.platform.sites[world.idp.origin] = (request) =>
      world.idp.fetch(new Request(request.url.replace("/common/v2.0/.well-known", "/.well-known"), request));
    await assertRefusedUnredeemed(world, iss);
  }
});
