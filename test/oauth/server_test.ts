import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderResponseError, ProviderUnavailable } from "../../src/errors/errors.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { serverOf } from "../../src/oauth/server.ts";
import type { OAuthConfig, OIDCConfig } from "../../src/model/provider.ts";
import { failNetwork, fakeProvider, testPlatform } from "../../src/testing/mod.ts";

function open(more: Partial<OIDCConfig> | Partial<OAuthConfig> = {}) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  platform.sites[idp.origin] = idp.fetch;
  const definition = {
    id: "idp",
    name: "Fake",
    type: "oidc",
    issuer: idp.issuer,
    clientId: "c",
    clientSecret: "s",
    ...more,
  };
  return { platform, idp, provider: resolveProvider(definition as OAuthDefinition, { platform }) };
}

test("nothing is fetched if all endpoints are given, and the token endpoint stands for a missing issuer", async () => {
  const endpoints: Partial<OAuthConfig> = {
    type: "oauth",
    issuer: undefined,
    authorization: "https://idp.test/a",
    token: "https://idp.test/t",
    userinfo: "https://idp.test/u",
  };
  const { platform, idp, provider } = open(endpoints);
  const server = await serverOf(provider, platform);
  assert.equal(server.knownIssuer, undefined);
  assert.equal(server.issuer, "https://idp.test/t");
  assert.equal(idp.requests.length, 0);
});

test("metadata are requested once, however many ask at the same time", async () => {
  const { platform, idp, provider } = open();
  await Promise.all(Array.from({ length: 50 }, () => serverOf(provider, platform)));
  assert.equal(idp.requests.length, 1);
});

test("a failure to fetch the metadata is not kept", async () => {
  const { platform, idp, provider } = open();
  idp.tamper = { respond: { metadata: failNetwork } };
  await assert.rejects(serverOf(provider, platform), ProviderUnavailable);
  idp.tamper = {};
  assert.equal((await serverOf(provider, platform)).issuer, idp.issuer);
});

const WELL_KNOWN: Readonly<Record<string, string | null>> = {
  "https://idp.test/.well-known/openid-configuration": "https://idp.test",
  "https://idp.test/.well-known/openid-configuration/": "https://idp.test",
  "https://idp.test/.well-known/openid-configuration?appid=1": "https://idp.test",
  "https://idp.test:8443/.well-known/openid-configuration": "https://idp.test:8443",
  "https://idp.test/realms/a/.well-known/openid-configuration": "https://idp.test/realms/a",
  "https://idp.test/.well-known/openid-configuration/realms/a": "https://idp.test/realms/a",
  "https://idp.test/.well-known/oauth-authorization-server": "https://idp.test",
  "https://idp.test/.well-known/oauth-authorization-server/realms/a": "https://idp.test/realms/a",
  "https://idp.test/a/.well-known/oauth-authorization-server": "https://idp.test/a",
  "https://idp.test/metadata": null,
  "https://idp.test/": null,
  "https://idp.test/a/.well-known/openid-configuration/b": null,
  "https://idp.test/.well-known/openid-configuration-b": null,
  "https://idp.test/.well-known/openid-configuration/a/.well-known/openid-configuration": null,
  "https://idp.test/?x=/.well-known/openid-configuration": null,
  "https://idp.test/#/.well-known/openid-configuration": null,
};

for (const [wellKnown, issuer] of Object.entries(WELL_KNOWN)) {
  test(`metadata are accepted from ${wellKnown} of ${issuer ?? "no issuer"} (OA-32)`, async () => {
    const unnamed = { wellKnown, issuer: undefined };
    if (issuer === null) {
      return assert.throws(() => open(unnamed), /set `issuer`, .* does not follow from "https:/);
    }
    const { platform, provider } = open(unnamed);
    const { origin } = new URL(wellKnown);
    let named: unknown;
    platform.sites[origin] = () => Response.json({ issuer: named });
    const others = [
      "https://honest-bank.test",
      "https://idp.test.evil.test",
      `${issuer}/b`,
      `${issuer}x`,
      `${origin}/other`,
      undefined,
      null,
      [issuer],
    ];
    for (named of others) await assert.rejects(serverOf(provider, platform), ProviderResponseError);
    for (named of [issuer, `${issuer}/`]) {
      assert.equal((await serverOf(provider, platform)).knownIssuer, named);
      platform.tick(3600);
    }
  });
}

test("the issuer of the application counts, whatever the URL of the metadata", async () => {
  const { platform, provider, idp } = open({ wellKnown: "https://elsewhere.test/metadata" });
  platform.sites["https://elsewhere.test"] = () => Response.json(idp.metadata);
  assert.equal((await serverOf(provider, platform)).knownIssuer, "https://idp.test");
});

test("the metadata of the issuer are requested if those of wellKnown are not there", async () => {
  const { platform, provider, idp } = open({ wellKnown: "https://elsewhere.test/metadata" });
  const asked: string[] = [];
  platform.sites["https://elsewhere.test"] = (
    { url },
  ) => (asked.push(url), new Response(null, { status: 404 }));
  assert.equal((await serverOf(provider, platform)).knownIssuer, idp.issuer);
  assert.deepEqual(asked, ["https://elsewhere.test/metadata"]);
});

test("no other metadata are requested if those of wellKnown cannot be read", async () => {
  for (const status of [403, 500, 302]) {
    const { platform, provider } = open({ wellKnown: "https://elsewhere.test/metadata" });
    platform.sites["https://elsewhere.test"] = () => new Response(null, { status });
    await assert.rejects(serverOf(provider, platform), /elsewhere\.test\/metadata/);
  }
});
