/**
 * Rows about the published keys: which one verifies, when they are asked for again, and which are refused.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Tamper } from "../../src/testing/mod.ts";
import { count } from "../flows/_world.ts";
import { type Group, refused, type Row, type Stage } from "./_row.ts";
import { createKey, createRsaKey, keyFor, type Published, signedWith } from "./_tokens.ts";

const CHOICE = "OpenID Connect Core §10.1";

/** A provider that publishes these keys, and signs with that of ES256. */
async function publishing(
  keys: (own: Published) => readonly unknown[] | Promise<readonly unknown[]>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<Tamper> {
  const { jwk } = await keyFor("ES256");
  return await signedWith({ alg: "ES256", header, published: await keys(jwk) });
}

async function other(alg: string, more: object = {}): Promise<Published> {
  return { ...(await createKey(alg, "another")).jwk, ...more };
}

const chosen: readonly Row[] = [
  {
    id: "key-kid-absent-single",
    plan: "oidcc-client-test-kid-absent-single-jwks",
    cites: CHOICE,
    title: "uses the only key for an ID token without kid",
    fault: () => publishing((own) => [own], { kid: undefined }),
    expected: "accepted",
  },
  {
    id: "key-kid-absent-several-types",
    plan: "oidcc-client-test-kid-absent-single-jwks",
    cites: CHOICE,
    title: "uses the only key that fits for an ID token without kid",
    fault: () =>
      publishing(async (own) => [await other("RS256"), await other("ES384"), own], { kid: undefined }),
    expected: "accepted",
  },
  {
    id: "key-kid-absent-encryption-key",
    plan: "oidcc-client-test-kid-absent-single-jwks",
    cites: "OpenID Connect Core §10.1",
    title: "does not count keys for encryption for an ID token without kid",
    fault: () =>
      publishing(async (own) => [await other("ES256", { use: "enc", alg: undefined }), own], {
        kid: undefined,
      }),
    expected: "accepted",
  },
  {
    id: "key-without-alg-and-use",
    cites: "RFC 7517 §4.2, §4.4",
    title: "uses a key that declares neither alg nor use",
    fault: () => publishing((own) => [{ ...own, alg: undefined, use: undefined }]),
    expected: "accepted",
  },
  {
    id: "key-same-kid-of-another-type",
    cites: "RFC 7517 §4.5",
    title: "uses the key of the right type if two keys have one kid",
    fault: () => publishing(async (own) => [await other("RS256", { kid: own.kid }), own]),
    expected: "accepted",
  },
  {
    id: "key-unknown-type-beside",
    cites: "RFC 7517 §5",
    title: "ignores keys of unknown types beside the right one",
    fault: () =>
      publishing((own) => [{ kty: "LATTICE", kid: "new", use: "sig" }, { kty: "EC", kid: "broken" }, own]),
    expected: "accepted",
  },
  {
    id: "key-members-beside",
    cites: "RFC 7517 §5",
    title: "ignores unknown members of a key set",
    fault: async () => {
      const { jwk } = await keyFor("ES256");
      return {
        ...await signedWith({ alg: "ES256" }),
        jwks: { keys: [{ ...jwk, x: jwk.x, extra: {} }], next: "soon" },
      };
    },
    expected: "accepted",
  },
  {
    id: "key-set-media-type",
    cites: "RFC 7517 §8.5",
    title: "accepts a key set as application/jwk-set+json",
    plan: "oidcc-client-test-discovery-jwks-uri-keys",
    fault: {
      respond: {
        jwks: async (_request, genuine) => {
          const { body, ...rest } = await genuine();
          return new Response(body, { ...rest, headers: { "content-type": "application/jwk-set+json" } });
        },
      },
    },
    expected: "accepted",
  },
];

const unusable: readonly Row[] = [
  {
    id: "key-kid-absent-multiple",
    plan: "oidcc-client-test-kid-absent-multiple-jwks",
    cites: CHOICE,
    title: "refuses an ID token without kid if several keys fit",
    fault: () => publishing(async (own) => [own, await other("ES256")], { kid: undefined }),
    expected: refused(/key/i),
  },
  {
    id: "key-kid-twice",
    cites: "RFC 7517 §4.5",
    title: "refuses an ID token whose kid two keys of one type have",
    fault: () => publishing(async (own) => [own, await other("ES256", { kid: own.kid })]),
    expected: refused(/key/i),
  },
  {
    id: "key-kid-unknown",
    cites: CHOICE,
    title: "refuses an ID token whose kid is not published",
    fault: () => publishing((own) => [own], { kid: "unknown" }),
    expected: refused(/key/i),
  },
  {
    id: "key-kid-case",
    cites: "RFC 7517 §4.5",
    title: "refuses an ID token whose kid has other capitals",
    fault: () => publishing((own) => [{ ...own, kid: "A" }], { kid: "a" }),
    expected: refused(/key/i),
  },
  {
    id: "key-kid-number",
    cites: "RFC 7515 §4.1.4",
    title: "refuses an ID token whose kid is a number",
    fault: () => publishing((own) => [{ ...own, kid: "1" }], { kid: 1 }),
    expected: refused(/key|kid/i),
  },
  ...Object.entries<object>({
    "use-enc": { use: "enc" },
    "alg-other": { alg: "ES384" },
    "key-ops-sign": { key_ops: ["sign"] },
    "key-ops-not-a-list": { key_ops: "verify" },
    "kty-other": { kty: "RSA" },
    "crv-other": { crv: "P-384" },
    "x-missing": { x: undefined },
    "x-off-the-curve": { x: "A".repeat(43) },
  }).map(([id, change]): Row => ({
    id: `key-${id}`,
    cites: "RFC 7517 §4",
    title: `refuses an ID token of a key that cannot verify it (${id})`,
    fault: () => publishing((own) => [{ ...own, ...change }]),
    expected: refused(/key/i),
  })),
  {
    id: "key-private",
    cites: "RFC 7517 §9.2",
    title: "refuses an ID token of a key whose private half is published",
    fault: () => publishing(async () => [(await keyFor("ES256")).privateJwk]),
    expected: refused(/key/i),
  },
  {
    id: "key-symmetric",
    cites: "RFC 8725 §3.5",
    title: "refuses an ID token of a published shared secret",
    fault: () =>
      signedWith({
        alg: "HS256",
        key: "published secret of thirty-two b",
        announced: ["ES256", "HS256"],
        published: [{ kty: "oct", k: btoa("published secret of thirty-two b"), alg: "HS256" }],
      }),
    expected: refused(/algorithm|\balg\b/i),
  },
  {
    id: "key-RSA-1024",
    cites: "RFC 7518 §3.3",
    title: "refuses an ID token of an RSA key of 1024 bits",
    fault: async () => {
      const { privateKey, jwk } = await createRsaKey(1024);
      return await signedWith({ alg: "RS256", key: privateKey, header: { kid: jwk.kid }, published: [jwk] });
    },
    expected: refused(/key/i),
  },
  ...Object.entries<unknown>({ empty: [], missing: undefined, text: "key", object: {} }).map((
    [id, keys],
  ): Row => ({
    id: `key-set-${id}`,
    cites: "RFC 7517 §5.1",
    title: `refuses an ID token if the keys of the set are ${id}`,
    fault: { jwks: { keys } },
    expected: refused(/key/i),
  })),
];

const rotated: readonly Row[] = [
  {
    id: "key-rotation",
    plan: "oidcc-client-test-signing-key-rotation",
    cites: "OpenID Connect Core §10.1.1",
    title: "accepts a new key beside the old one (OI-11)",
    before: async ({ signIn, idp }) => {
      await signIn();
      idp.rotateKeys();
    },
    expected: "accepted",
    also: ({ idp }) => assert.equal(count(idp, "jwks"), 2),
  },
  {
    id: "key-rotation-just-before-signing",
    plan: "oidcc-client-test-signing-key-rotation-just-before-signing",
    cites: "OpenID Connect Core §10.1.1",
    title: "accepts a new key that has replaced the old one during the sign-in",
    before: ({ signIn }) => signIn(),
    fault: () => signedWith({ alg: "ES256" }),
    expected: "accepted",
  },
  {
    id: "key-rotation-twice",
    plan: "oidcc-client-test-signing-key-rotation",
    cites: "OpenID Connect Core §10.1.1",
    title: "accepts the key of an emergency seconds after an ordinary rotation (OI-11)",
    before: async ({ signIn, post, idp, platform }) => {
      await signIn();
      await post("signout");
      idp.rotateKeys();
      await signIn();
      platform.tick(5);
    },
    fault: () => signedWith({ alg: "ES256" }),
    expected: "accepted",
  },
  {
    id: "key-withdrawn",
    cites: "OpenID Connect Core §10.1.1",
    title: "refuses a withdrawn key once its own copy of the keys is ten minutes old",
    before: async ({ signIn, platform }) => {
      await signIn();
      platform.tick(600);
    },
    fault: async () => {
      const { jwk } = await keyFor("ES256");
      return { jwks: { keys: [jwk] } };
    },
    expected: refused(/key/i),
  },
  {
    id: "key-flood",
    cites: "RFC 7517 §5",
    title: "asks four times at most for the keys of twenty tokens that name unknown ones",
    before: async ({ signIn, idp }) => {
      await signIn();
      idp.tamper = { header: { kid: "unknown" } };
      for (let i = 0; i < 19; i++) await signIn();
    },
    fault: { header: { kid: "unknown" } },
    expected: refused(/key/i),
    also: ({ idp }) => assert.ok(count(idp, "jwks") <= 4),
  },
  {
    id: "key-flood-spread",
    cites: "RFC 7517 §5",
    title: "asks three times a minute at most for the keys of tokens that name unknown ones (OI-11)",
    before: async ({ signIn, idp, platform }) => {
      await signIn();
      idp.tamper = { header: { kid: "unknown" } };
      for (let i = 0; i < 7; i++) {
        platform.tick(6);
        await signIn();
      }
    },
    fault: { header: { kid: "unknown" } },
    expected: refused(/key/i),
    also: ({ idp }) => assert.ok(count(idp, "jwks") <= 4),
  },
  {
    id: "key-after-flood",
    cites: "RFC 7517 §5",
    title: "accepts the published key after tokens that name unknown ones",
    before: flooded,
    expected: "accepted",
  },
  {
    id: "key-set-away-after-flood",
    cites: "OpenID Connect Core §10.1.1",
    title: "accepts a known key while the keys' endpoint fails for unknown ones",
    before: async (stage) => {
      stage.idp.tamper = {};
      await stage.signIn();
      stage.idp.tamper = {
        header: { kid: "unknown" },
        respond: { jwks: () => new Response(null, { status: 500 }) },
      };
      await stage.signIn();
    },
    fault: { respond: { jwks: () => new Response(null, { status: 500 }) } },
    expected: "accepted",
  },
];

/** Published keys. */
export const KEY_GROUP: Group = { name: "Published keys", rows: [...chosen, ...unusable, ...rotated] };

async function flooded({ signIn, idp }: Stage): Promise<void> {
  idp.tamper = { header: { kid: "unknown" } };
  for (let i = 0; i < 5; i++) await signIn();
}
