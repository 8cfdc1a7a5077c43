/**
 * Our verification of JWTs beside jose's: on thousands of altered tokens it accepts no more, and the same but for the
 * spelling of base64url.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { importJWK } from "jose/key/import";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { findAlgorithm, importKey } from "../../src/crypto/signature.ts";
import { verifyJwt } from "../../src/oauth/jws.ts";

const ALGORITHMS = ["RS256", "PS384", "ES256", "ES384", "ES512", "EdDSA"];
const TOKENS = 600;
const INSERTED = [..."AQgwz09-_+/= .\n\0é", ".", "..", "%2e", "=="];
const HEADERS: readonly Record<string, unknown>[] = [
  { alg: "none" },
  { alg: "HS256" },
  { alg: "RS512" },
  { alg: "es256" },
  { alg: null },
  { alg: ["ES256"] },
  { crit: [] },
  { crit: ["exp"], exp: 1 },
  { typ: 1 },
  { kid: { a: 1 } },
  { jwk: { kty: "oct", k: "AA" } },
  { zip: "DEF" },
];
const PAYLOADS = [
  "",
  "null",
  "[]",
  '"a"',
  "1",
  "{",
  '{"sub":"ada"} ',
  '\uFEFF{"sub":"ada"}',
  '{"a":1,"a":2}',
];

for (const alg of ALGORITHMS) {
  test(`verifyJwt() accepts nothing that jose refuses, of ${TOKENS} altered tokens, with ${alg} (OI-10)`, async () => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(publicKey);
    const [ours, theirs] = [await importKey(jwk, findAlgorithm(alg)!), await importJWK(jwk, alg)];
    const signed = await new SignJWT({ sub: "ada", n: 1 }).setProtectedHeader({ alg, kid: "a" }).sign(
      privateKey,
    );
    const verdict = (verifying: Promise<unknown>) => verifying.then((claims) => claims, () => null);
    let accepted = 0;
    for (const token of [signed, ...alteredTokens(signed, seeded(alg.length + 7))]) {
      const [mine, jose] = await Promise.all([
        verdict(verifyJwt(token, [alg], () => ours).then(({ claims }) => claims)),
        verdict(jwtVerify(token, theirs, { algorithms: [alg] }).then(({ payload }) => payload)),
      ]);
      if (mine) accepted++;
      if (mine || isBase64Url(token)) assert.deepEqual(mine, jose, JSON.stringify(token));
    }
    assert.ok(accepted >= 1 && accepted < TOKENS / 10, `${accepted} accepted`);
  });
}

/** Whether the parts of a token are base64url as RFC 7515 §2 writes it. jose ignores whitespace, padding and unused bits. */
function isBase64Url(token: string): boolean {
  return token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

/** Tokens with one to three changes: characters, segments, members of the header, payloads. */
function alteredTokens(token: string, random: (limit: number) => number): readonly string[] {
  const changes: readonly ((text: string) => string)[] = [
    (text) => splice(text, random(text.length), 1, ""),
    (text) => splice(text, random(text.length), 0, INSERTED[random(INSERTED.length)]!),
    (text) => splice(text, random(text.length), 1, INSERTED[random(INSERTED.length)]!),
    // Near the end stands the signature, whose last character may have bits that count for nothing.
    (text) => splice(text, text.length - 1 - random(4), 1, INSERTED[random(6)]!),
    (text) => text.split(".").toSorted(() => random(3) - 1).join("."),
    (text) => text.slice(0, random(text.length)),
    (text) => text + text.slice(random(text.length)),
    (text) => withHeader(text, HEADERS[random(HEADERS.length)]!),
    (text) => withPayload(text, PAYLOADS[random(PAYLOADS.length)]!),
  ];
  return Array.from({ length: TOKENS }, () => {
    const times = 1 + random(3);
    return Array.from({ length: times }).reduce<string>(
      (text) => changes[random(changes.length)]!(text),
      token,
    );
  });
}

function splice(text: string, at: number, removed: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}

function withHeader(token: string, members: Record<string, unknown>): string {
  const header = toBase64Url(toUtf8(JSON.stringify({ alg: "ES256", ...members })));
  return [header, ...token.split(".").slice(1)].join(".");
}

function withPayload(token: string, payload: string): string {
  const [header = "", , ...rest] = token.split(".");
  return [header, toBase64Url(toUtf8(payload)), ...rest].join(".");
}

function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}
