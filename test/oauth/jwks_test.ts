import assert from "node:assert/strict";
import { test } from "node:test";
import { exportJWK } from "jose/key/export";
import { ProviderResponseError, ProviderUnavailable } from "../../src/errors/errors.ts";
import { keySelector } from "../../src/oauth/jwks.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const JWKS = "https://idp.test/jwks";
const UNKNOWN_KEY = { code: "ERR_JWKS_NO_MATCHING_KEY" };

const { publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
  "sign",
  "verify",
]);
const jwk = await exportJWK(publicKey);

/** A provider that publishes keys of these names, and counts how often it was asked. */
function open(...published: string[]) {
  const platform = testPlatform();
  const site = { kids: published, asked: 0, answer: undefined as (() => Response) | undefined };
  platform.sites["https://idp.test"] = () => {
    site.asked++;
    return site.answer?.() ?? Response.json({ keys: site.kids.map((kid) => ({ ...jwk, kid })) });
  };
  const definition = {
    id: "idp",
    name: "Fake",
    type: "oidc",
    issuer: "https://idp.test",
    clientId: "c",
    clientSecret: "s",
  } as const;
  const find = keySelector(resolveProvider(definition, { platform }), JWKS, platform);
  return { platform, site, find: async (kid: string) => await find({ alg: "ES256", kid }) };
}

test("keys are asked for anew because of unknown ones three times a minute at most, five seconds apart (OI-11)", async () => {
  const { find, platform, site } = open("a");
  await find("a");
  const flood = async () => {
    for (let i = 0; i < 100; i++) await assert.rejects(find(`x${i}`), UNKNOWN_KEY);
    await Promise.all(Array.from({ length: 100 }, (_, i) => assert.rejects(find(`y${i}`), UNKNOWN_KEY)));
    return site.asked;
  };
  const asked: number[] = [];
  for (let second = 0; second <= 66; second++) {
    asked.push(await flood());
    platform.tick(1);
  }
  const times = asked.flatMap((count, second) => count > (asked[second - 1] ?? 1) ? [second] : []);
  assert.deepEqual(times, [0, 5, 10, 60, 65]);
});

for (const seconds of [300, 3600]) {
  test(`a rotation of keys is noticed after the clock was set back by ${seconds} s (OI-11)`, async () => {
    const { find, platform, site } = open("a");
    await find("a");
    for (const kid of ["b", "c", "d"]) {
      site.kids = [kid];
      await find(kid);
      platform.tick(5);
    }
    platform.tick(-seconds);
    site.kids = ["e"];
    await find("e");
    await assert.rejects(find("d"), UNKNOWN_KEY);
  });
}

test("all who miss the same new key share one request", async () => {
  const { find, site } = open("a");
  await find("a");
  site.kids = ["a", "b"];
  await Promise.all(Array.from({ length: 10 }, () => find("b")));
  assert.equal(site.asked, 2);
});

test("all who ask first for the keys share one request", async () => {
  const { find, site } = open("a");
  await Promise.all(Array.from({ length: 10 }, () => find("a")));
  assert.equal(site.asked, 1);
});

test("a failure to fetch the keys is not kept", async () => {
  const { find, site } = open("a");
  site.answer = () => {
    throw new TypeError("unreachable");
  };
  await assert.rejects(find("a"), ProviderUnavailable);
  site.answer = () => Response.json({ keys: "none" });
  await assert.rejects(find("a"), ProviderResponseError);
  site.answer = undefined;
  await find("a");
  assert.equal(site.asked, 3);
});

test("a published key is imported once", async () => {
  const { find } = open("a");
  assert.equal(await find("a"), await find("a"));
});
