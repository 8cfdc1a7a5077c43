/**
 * ID tokens beside `jose` alone: what `oauth4webapi`, `jose` and we accept together is no more than that.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalJWKSet } from "jose/jwks/local";
import { jwtVerify } from "jose/jwt/verify";
import { exportJWK } from "jose/key/export";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import { claimsOf } from "./_exchange.ts";

const ISSUER = "https://idp.test";
const ALGORITHMS = ["ES256", "RS256"];
const SIGN = { ES256: { name: "ECDSA", hash: "SHA-256" }, RS256: { name: "RSASSA-PKCS1-v1_5" } } as const;
type Alg = keyof typeof SIGN;

const pairs = {
  ES256: await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]),
  RS256: await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    true,
    ["sign", "verify"],
  ),
};
const KEYS = [
  { ...await exportJWK(pairs.ES256.publicKey), kid: "ES256" },
  { ...await exportJWK(pairs.RS256.publicKey), kid: "RS256" },
] as const;

const platform = testPlatform();
const now = Math.floor(platform.now() / 1000);
const CLAIMS = { iss: ISSUER, sub: "ada", aud: "c", iat: now - 5, exp: now + 300 };

/** Whether a sign-in accepts a token of a provider that publishes these keys. */
function accepts(token: string, keys: readonly unknown[]): Promise<boolean> {
  const metadata = { id_token_signing_alg_values_supported: ALGORITHMS };
  return claimsOf(token, { keys, metadata, provider: { clientId: "c" } }).then(() => true, () => false);
}

/** Whether jose does. */
async function isConform(token: string, keys: readonly unknown[]): Promise<boolean> {
  try {
    await jwtVerify(token, createLocalJWKSet({ keys: keys as typeof KEYS[number][] }), {
      algorithms: ALGORITHMS,
      audience: "c",
      clockTolerance: 30,
      currentDate: new Date(platform.now()),
      requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
    });
    return true;
  } catch {
    return false;
  }
}

async function sign(alg: Alg, header: string, claims: string): Promise<string> {
  const input = `${toBase64Url(toUtf8(header))}.${toBase64Url(toUtf8(claims))}`;
  const signature = await crypto.subtle.sign(SIGN[alg], pairs[alg].privateKey, toUtf8(input));
  return `${input}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Checks each token, and that some are accepted. */
async function compare(tokens: Iterable<string | Promise<string>>, keys: readonly unknown[] = KEYS) {
  let accepted = 0;
  for await (const token of tokens) {
    const ours = await accepts(token, keys);
    if (ours) accepted++;
    assert.ok(!ours || await isConform(token, keys), token);
  }
  return accepted;
}

/** `$` stands for the algorithm. */
const HEADERS = [
  ...[`{"alg":"$"}`, `{"alg":"$","kid":"$"}`, `{"alg":"none","alg":"$"}`, `{"alg":"$","alg":"none"}`],
  ...["1", "null", `""`, `["$"]`, "{}", "false"].map((kid) => `{"alg":"$","kid":${kid}}`),
  ...[`"none"`, `"None"`, `["$"]`, `"HS256"`, "null", `"$ "`].map((alg) => `{"alg":${alg},"kid":"$"}`),
  ...["[]", "null", `["b64"]`, `["exp"]`, `"b64"`].flatMap((crit) =>
    ["true", "false", "1"].map((b64) => `{"alg":"$","b64":${b64},"crit":${crit}}`)
  ),
  ...[
    `{"__proto__":{"alg":"$","kid":"$"}}`,
    `{"alg":"$","__proto__":{"crit":["x"]}}`,
    `["$"]`,
    `"$"`,
    "null",
    "",
  ],
  ...["\ufeff", "\0", " ", "x"].flatMap((extra) => [`${extra}{"alg":"$"}`, `{"alg":"$"}${extra}`]),
];

test("verifyIdToken() accepts no header that jose refuses", async () => {
  for (const alg of ["ES256", "RS256"] as const) {
    const tokens = HEADERS.map((header) => sign(alg, header.replaceAll("$", alg), JSON.stringify(CLAIMS)));
    assert.ok(await compare(tokens) > 5);
  }
});

const VALUES = [
  ...[now, now + 30, now + 31, now - 30, now - 31, now - 29.5, 0, -1],
  ...["c", "", ISSUER, String(now), null, true, [], ["c"], ["c", "d"], [["c"]], { 0: "c" }],
];

test("verifyIdToken() accepts no claims that jose refuses", async () => {
  const claims = ["iss", "sub", "aud", "iat", "exp", "nbf", "__proto__"].flatMap((claim) => [
    // Of a claim that may be missing, `null` is absence to us.
    ...VALUES.filter((value) => claim !== "nbf" || value !== null).map((value) =>
      JSON.stringify({ ...CLAIMS, "@": value }).replace('"@"', JSON.stringify(claim))
    ),
    ...["1e999", "-1e999"].map((value) => JSON.stringify(CLAIMS).replace("}", `,"${claim}":${value}}`)),
    JSON.stringify({ ...CLAIMS, [claim]: undefined }),
  ]);
  assert.ok(await compare(claims.map((text) => sign("ES256", `{"alg":"ES256"}`, text))) > 20);
});

/** The distance between the characters of a token that are changed. */
const STRIDE = chosenRounds({ here: 23, nightly: 3 });

test("verifyIdToken() accepts no encoding of a token that jose refuses", async () => {
  for (const alg of ["ES256", "RS256"] as const) {
    const token = await sign(alg, `{"alg":"${alg}"}`, JSON.stringify(CLAIMS));
    const changed = Array.from({ length: token.length + 1 }, (_, i) => i).filter((i) => i % STRIDE === 0)
      .flatMap((
        i,
      ) =>
        ["A", "_", "=", "+", "/", " ", "\n", ".", "\0", "é"].flatMap((character) => [
          token.slice(0, i) + character + token.slice(i),
          token.slice(0, i) + character + token.slice(i + 1),
        ])
      );
    assert.ok(await compare([token, ...changed]) > 0);
  }
});

const { d: _, ...EC } = await exportJWK(pairs.ES256.privateKey);
const MEMBERS = { x: EC.x!, y: EC.y! };
const ODD = [null, "", 1, "A", "AAAA", `${MEMBERS.x}A`, `A${MEMBERS.x}`, MEMBERS.x.slice(4), [MEMBERS.x]];

test("verifyIdToken() accepts no key that jose refuses", async () => {
  const token = await sign("ES256", `{"alg":"ES256"}`, JSON.stringify(CLAIMS));
  const odd = ["x", "y", "kty", "crv", "alg", "use", "key_ops", "d"].flatMap((name) =>
    [...ODD, "enc", "sig", ["sign"], ["verify"], "ES256", "P-384"]
      // Of a member that may be missing, `null` is absence to us.
      .filter((value) => value !== null || name in MEMBERS)
      .map((value) => ({ ...EC, [name]: value }))
  );
  let accepted = 0;
  for (const key of odd) accepted += await compare([token], [key]);
  for (const keys of [[EC, EC], [null, EC], [[], EC], [1, EC], []]) {
    assert.equal(await compare([token], keys), 0);
  }
  assert.ok(accepted > 1);
});
