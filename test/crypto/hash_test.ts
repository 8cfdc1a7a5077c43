import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex, toUtf8 } from "../../src/crypto/bytes.ts";
import { hash, sha256 } from "../../src/crypto/hash.ts";

test("hash() returns the SHA-2 digests of RFC 6234 §8.5", async () => {
  const digests = {
    "SHA-256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "SHA-384":
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
    "SHA-512":
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  } as const;
  for (const [algorithm, digest] of Object.entries(digests)) {
    assert.equal(toHex(await hash(algorithm as keyof typeof digests, "abc")), digest);
  }
});

test("sha256() hashes text as UTF-8", async () => {
  assert.equal(
    toHex(await sha256("")),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  const digest = await crypto.subtle.digest("SHA-256", toUtf8("Zoë 🙂"));
  assert.equal(toHex(await sha256("Zoë 🙂")), toHex(new Uint8Array(digest)));
});
