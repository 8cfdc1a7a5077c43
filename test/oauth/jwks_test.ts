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

test("keySelector() finds the key that a token names", async () => {
  const { find } = open("a", "b");
  const key = await find("b");
  assert.deepEqual(await exportJWK(key), jwk);
});

test("keySelector() keeps keys for ten minutes", async () => {
  const { find, platform, site } = open("a");
  await find("a");
  platform.tick(599);
  await find("a");
  assert.equal(site.asked, 1);
  platform.tick(1);
  await find("a");
  assert.equal(site.asked, 2);
});

test("keySelector() asks anew for a key that is not among those kept", async () => {
  const { find, site } = open("a");
  await find("a");
  site.kids = ["b"];
  await find("b");
  assert.equal(site.asked, 2);
});

test("keySelector() does not fetch twice for an unknown key", async () => {
  const { find, site } = open("a");
  await assert.rejects(find("x"), UNKNOWN_KEY);
  assert.equal(site.asked, 1);
});

test("keySelector() asks anew for unknown keys three times a minute at most, five seconds apart (OI-11)", async () => {
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

test("keySelector() notices a second rotation within seconds of the first one (OI-11)", async () => {
  const { find, platform, site } = open("a");
  await find("a");
  site.kids = ["b"];
  await find("b");
  site.kids = ["c"];
  platform.tick(5);
  await find("c");
  await assert.rejects(find("b"), UNKNOWN_KEY);
  site.kids = ["d"];
  platform.tick(5);
  await find("d");
  assert.equal(site.asked, 4);
});

for (const seconds of [300, 3600]) {
  test(`keySelector() notices a rotation after the clock was set back by ${seconds} s (OI-11)`, async () => {
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

test("keySelector() lets all who miss the same new key share one request", async () => {
  const { find, site } = open("a");
  await find("a");
  site.kids = ["a", "b"];
  await Promise.all(Array.from({ length: 10 }, () => find("b")));
  assert.equal(site.asked, 2);
});

test("keySelector() lets all who ask first share one request", async () => {
  const { find, site } = open("a");
  await Promise.all(Array.from({ length: 10 }, () => find("a")));
  assert.equal(site.asked, 1);
});

test("keySelector() keeps no failure", async () => {
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

for (
  const [what, replaced] of Object.entries({
    "is for encryption": { use: "enc" },
    "is for another algorithm": { alg: "ES384" },
    "is on another curve": { crv: "P-384" },
    "is of another type": { kty: "RSA" },
    "does not verify": { key_ops: ["sign"] },
    "has operations that are no list": { key_ops: "verify" },
  })
) {
  test(`keySelector() rejects a key that ${what}`, async () => {
    const { find, site } = open("a");
    site.answer = () => Response.json({ keys: [{ ...jwk, kid: "a", ...replaced }] });
    await assert.rejects(find("a"), UNKNOWN_KEY);
  });
}

test("keySelector() finds a key with use and key_ops", async () => {
  const { find, site } = open("a");
  const said = { kid: "a", use: "sig", alg: "ES256", key_ops: ["verify"], ext: true };
  site.answer = () => Response.json({ keys: [{ ...jwk, kid: "b" }, { ...jwk, ...said }] });
  assert.deepEqual(await exportJWK(await find("a")), jwk);
});

for (
  const [what, replaced] of Object.entries({
    "is private": { d: "AAAA" },
    "is malformed": { x: "?" },
  })
) {
  test(`keySelector() uses no key that ${what}`, async () => {
    const { find, site } = open("a");
    site.answer = () => Response.json({ keys: [{ ...jwk, kid: "a", ...replaced }] });
    await assert.rejects(find("a"), { code: "ERR_JWKS_INVALID" });
  });
}

test("keySelector() finds no key for a token that fits several", async () => {
  const { find } = open("a", "a");
  await assert.rejects(find("a"), { code: "ERR_JWKS_MULTIPLE_MATCHING_KEYS" });
});

test("keySelector() imports a key once", async () => {
  const { find } = open("a");
  assert.equal(await find("a"), await find("a"));
});

test("keySelector() keeps its keys when those for an unknown key cannot be fetched (OI-10)", async () => {
  const { find, site } = open("a");
  await find("a");
  site.answer = () => new Response(null, { status: 503 });
  await assert.rejects(find("x"));
  await find("a");
  assert.equal(site.asked, 2);
});
