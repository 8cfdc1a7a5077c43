import assert from "node:assert/strict";
import { test } from "node:test";
import { type Bytes, parseBase64Url, toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { decryptGcm, importGcmKey } from "../../src/migrate/gcm.ts";

const KEY = toUtf8("0123456789abcdef0123456789abcdef");
const OURS = '{"alg":"dir","enc":"A256GCM"}';

/** Encrypts with a header as it stands, and an initialization vector of any length. */
async function seal(header: string, iv: Bytes = new Uint8Array(12), text = "text"): Promise<string> {
  const key = await crypto.subtle.importKey("raw", KEY, "AES-GCM", false, ["encrypt"]);
  const encoded = toBase64Url(toUtf8(header));
  const algorithm = { name: "AES-GCM", iv, additionalData: toUtf8(encoded) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, toUtf8(text)));
  const parts = [iv, sealed.subarray(0, -16), sealed.subarray(-16)].map(toBase64Url);
  return [encoded, "", ...parts].join(".");
}

async function open(token: string): Promise<string | null> {
  return await decryptGcm(token, await importGcmKey(KEY));
}

test("decryptGcm() decrypts a token with exactly its two parameters, in any order", async () => {
  assert.equal(await open(await seal(OURS)), "text");
  assert.equal(await open(await seal('{"enc":"A256GCM","alg":"dir"}')), "text");
});

test("decryptGcm() refuses a token whose tag is right but whose header is not (MI-01)", async () => {
  for (
    const header of [
      '{"alg":"dir","enc":"A128GCM"}',
      '{"alg":"dir","enc":"A256CBC-HS512"}',
      '{"alg":"none","enc":"A256GCM"}',
      '{"alg":"dir","enc":"A256GCM","zip":"DEF"}',
      '{"alg":"dir","enc":"A256GCM","crit":["exp"]}',
      '{"alg":"dir","enc":"A256GCM","kid":"other"}',
      '{"alg":"dir"}',
      "[]",
      "null",
      "no JSON",
    ]
  ) assert.equal(await open(await seal(header)), null, header);
});

test("decryptGcm() refuses another initialization vector, an encrypted key, and another key (MI-01)", async () => {
  assert.equal(await open(await seal(OURS, new Uint8Array(16))), null);
  const parts = (await seal(OURS)).split(".");
  for (const iv of ["", "AAAA", "AAAAAAAAAAA", `${parts[2]}AAAA`, "no base64"]) {
    assert.equal(await open(parts.with(2, iv).join(".")), null, iv);
  }
  assert.equal(await open(parts.with(1, "AAAA").join(".")), null);
  const other = await importGcmKey(toUtf8("fedcba9876543210fedcba9876543210"));
  assert.equal(await decryptGcm(await seal(OURS), other), null);
});

test("decryptGcm() refuses a tag that is cut (MI-01)", async () => {
  const parts = (await seal(OURS)).split(".");
  for (const length of [0, 2, 16, 20]) {
    const cut = [...parts.slice(0, 4), parts[4]!.slice(0, length)].join(".");
    assert.equal(await open(cut), null, String(length));
  }
});

test("decryptGcm() refuses a tag that begins within the text, and parts that are not base64url (MI-01)", async () => {
  const parts = (await seal(OURS, undefined, "a long text")).split(".");
  const [text, tag] = parts.slice(3).map((part) => [...parseBase64Url(part)!]);
  const shifted = [text!.slice(0, -3), [...text!.slice(-3), ...tag!]].map((part) =>
    toBase64Url(Uint8Array.from(part))
  );
  assert.equal(await open([...parts.slice(0, 3), ...shifted].join(".")), null);
  for (const index of [0, 3, 4]) assert.equal(await open(parts.with(index, "no base64").join(".")), null);
});

test("decryptGcm() reads no token of more than 262,144 characters", async () => {
  const longest = await seal(OURS, undefined, "x".repeat(196_547));
  assert.equal(longest.length, 262_144);
  assert.equal((await open(longest))?.length, 196_547);
  assert.equal(await open(await seal(OURS, undefined, "x".repeat(196_548))), null);
});
