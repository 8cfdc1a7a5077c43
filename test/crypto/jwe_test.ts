import { compactDecrypt, CompactEncrypt } from "jose";
import assert from "node:assert/strict";
import { test } from "node:test";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { decryptCompact, encryptCompact, type JWEKey, jweKeyOf, jweKeysOf } from "../../src/crypto/jwe.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const IV = Uint8Array.from({ length: 16 }, (_, i) => i);
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function key(secret = SECRET, purpose = "test", salt = "salt") {
  return jweKeyOf(secret, purpose, salt);
}

/** What `jweKeyOf` says it derives, derived anew (RFC 5869). */
async function rawKey(length = 64, info = "Latchkey test, A256CBC-HS512"): Promise<Uint8Array> {
  const ikm = await crypto.subtle.importKey("raw", toUtf8(SECRET), "HKDF", false, ["deriveBits"]);
  const params = { name: "HKDF", hash: "SHA-256", salt: toUtf8("salt"), info: toUtf8(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(params, ikm, length * 8));
}

/** A token that is right in all but its header. */
function withHeader(header: object | string, key: JWEKey): Promise<string> {
  const text = typeof header === "string" ? header : JSON.stringify(header);
  return encryptCompact("{}", { ...key, header: toBase64Url(toUtf8(text)) }, IV);
}

test("encryptCompact() creates a token that jose decrypts with the derived key", async () => {
  const token = await encryptCompact("Zoë 🙂", await key(), IV);
  const { plaintext, protectedHeader } = await compactDecrypt(token, await rawKey());
  assert.equal(new TextDecoder().decode(plaintext), "Zoë 🙂");
  const { kid, ...header } = protectedHeader;
  assert.deepEqual(header, { alg: "dir", enc: "A256CBC-HS512" });
  assert.equal(kid, (await key()).kid);
});

test("decryptCompact() reads a token that jose encrypts with the derived key, with kid or without", async () => {
  const { kid } = await key();
  const headers = [{ kid }, {}, { typ: "JWT", kid }, { cty: "json" }];
  for (const more of headers) {
    const token = await new CompactEncrypt(toUtf8('{"sub":"1"}'))
      .setProtectedHeader({ ...more, enc: "A256CBC-HS512", alg: "dir" })
      .encrypt(await rawKey());
    assert.equal(await decryptCompact(token, [await key()]), '{"sub":"1"}', JSON.stringify(more));
  }
});

test("encryptCompact() returns the same token only for the same IV", async () => {
  const token = await encryptCompact("a", await key(), IV);
  assert.equal(await encryptCompact("a", await key(), IV), token);
  assert.notEqual(await encryptCompact("a", await key(), IV.map((byte) => byte + 1)), token);
});

test("decryptCompact() returns null if any character differs, and with it any bit", async () => {
  const token = await encryptCompact('{"sub":"1"}', await key(), IV);
  const keys = [await key()];
  assert.equal(await decryptCompact(token, keys), '{"sub":"1"}');
  for (let i = 0; i < token.length; i++) {
    for (const character of ALPHABET + ".") {
      if (character === token[i]) continue;
      const altered = token.slice(0, i) + character + token.slice(i + 1);
      assert.equal(await decryptCompact(altered, keys), null, `${i}: ${character}`);
    }
  }
});

test("decryptCompact() returns null if a token is cut, lengthened, or its parts are exchanged", async () => {
  const keys = [await key()];
  const token = await encryptCompact("x".repeat(40), keys[0]!, IV);
  for (let length = 0; length < token.length; length++) {
    assert.equal(await decryptCompact(token.slice(0, length), keys), null, `${length} characters`);
  }
  const [header, none, iv, ciphertext, tag] = token.split(".") as [string, string, string, string, string];
  const others = [
    `${token}A`,
    `${token}.`,
    `${token}.${tag}`,
    ` ${token}`,
    `${token}\n`,
    [header, "AAAA", iv, ciphertext, tag],
    [header, none, iv, ciphertext.slice(0, -16), tag],
    [header, none, iv, tag, ciphertext],
    [header, none, "", ciphertext, tag],
    [header, none, iv, "", tag],
    [header, none, `${iv}AA`, ciphertext, tag],
    ["", none, iv, ciphertext, tag],
  ];
  for (const parts of others) {
    const other = typeof parts === "string" ? parts : parts.join(".");
    assert.equal(await decryptCompact(other, keys), null, JSON.stringify(other));
  }
});

test("decryptCompact() returns null for text that is not a token", async () => {
  const keys = [await key()];
  for (const text of ["", ".", "....", ".....", "a.b.c", "null", "%", "💥".repeat(5), "..AAAA.AAAA.AAAA"]) {
    assert.equal(await decryptCompact(text, keys), null, JSON.stringify(text));
  }
});

test("decryptCompact() refuses headers of other algorithms at once, and extensions, even under the right key (SE-05, SE-06)", async () => {
  const right = await key();
  const { kid } = right;
  const refused = [
    { alg: "dir", enc: "A256CBC-HS512", kid, zip: "DEF" },
    { alg: "dir", enc: "A256CBC-HS512", kid, crit: ["exp"], exp: 0 },
    { alg: "dir", enc: "A256CBC-HS512", kid, crit: [] },
    { alg: "dir", enc: "A256GCM", kid },
    { alg: "dir", enc: "A128CBC-HS256", kid },
    { alg: "dir", kid },
    { alg: "DIR", enc: "A256CBC-HS512", kid },
    { enc: "A256CBC-HS512", kid },
    { alg: "none", enc: "A256CBC-HS512", kid },
    { alg: "A256KW", enc: "A256CBC-HS512", kid },
    { alg: "PBES2-HS512+A256KW", enc: "A256CBC-HS512", kid, p2c: 2 ** 31 - 1, p2s: "AAAA" },
    { alg: "dir", enc: "A256CBC-HS512", kid: `${kid}A` },
    { alg: "dir", enc: "A256CBC-HS512", kid: null },
    { alg: "dir", enc: "A256CBC-HS512", kid: [kid] },
    { __proto__: { alg: "dir", enc: "A256CBC-HS512" } },
    '{"__proto__":{"alg":"dir","enc":"A256CBC-HS512"}}',
    "null",
    "[]",
    '"dir"',
    "{",
  ];
  for (const header of refused) {
    assert.equal(
      await decryptCompact(await withHeader(header, right), [right]),
      null,
      JSON.stringify(header),
    );
  }
  const taken = await withHeader({ enc: "A256CBC-HS512", alg: "dir" }, right);
  assert.equal(await decryptCompact(taken, [right]), "{}");
});

test("decryptCompact() refuses A256GCM, whose key would be another", async () => {
  for (const gcmKey of [await rawKey(32), (await rawKey(64)).slice(0, 32)]) {
    const token = await new CompactEncrypt(toUtf8("{}"))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt(gcmKey);
    assert.equal(await decryptCompact(token, [await key()]), null);
  }
});

test("decryptCompact() uses the key of kid, or tries all keys without kid", async () => {
  const [old, recent] = [await key("an-old-secret"), await key("a-new-secret")];
  const ofOld = await encryptCompact("old", old, IV);
  const ofRecent = await encryptCompact("recent", recent, IV);
  assert.equal(await decryptCompact(ofOld, [recent, old]), "old");
  assert.equal(await decryptCompact(ofRecent, [recent, old]), "recent");
  assert.equal(await decryptCompact(ofOld, [recent]), null);
  assert.equal(await decryptCompact(ofOld, []), null);
  const nameless = await withHeader({ alg: "dir", enc: "A256CBC-HS512" }, old);
  assert.equal(await decryptCompact(nameless, [recent, old]), "{}");
  const misnamed = await withHeader({ alg: "dir", enc: "A256CBC-HS512", kid: recent.kid }, old);
  assert.equal(await decryptCompact(misnamed, [recent, old]), null);
});

test("jweKeyOf() derives unrelated keys for secrets, purposes and salts", async () => {
  const keys = [
    await key(),
    await key(`${SECRET}!`),
    await key(SECRET, "tes", "tsalt"),
    await key(SECRET, "other"),
    await key(SECRET, "test", ""),
    await key(SECRET, "test", "sal"),
  ];
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length);
  for (const writer of keys) {
    const token = await encryptCompact("a", writer, IV);
    const nameless = await withHeader({ alg: "dir", enc: "A256CBC-HS512" }, writer);
    for (const reader of keys) {
      assert.equal(await decryptCompact(token, [reader]), writer === reader ? "a" : null);
      assert.equal(await decryptCompact(nameless, [reader]), writer === reader ? "{}" : null);
    }
  }
});

test("jweKeyOf() names a key without telling anything of it", async () => {
  const { kid } = await key();
  const known = toBase64Url(await rawKey());
  assert.match(kid, /^[\w-]{22}$/);
  assert.ok(!known.includes(kid.slice(0, 8)));
  assert.ok(!kid.includes(toBase64Url(toUtf8(SECRET)).slice(0, 8)));
});

test("decryptCompact() reads a token of 256 KiB, and none with one character more", async () => {
  const ready = await key();
  const tokenOf = (padding: number, size: number) => {
    const header = toBase64Url(
      toUtf8(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", x: "x".repeat(padding) })),
    );
    return encryptCompact("x".repeat(size), { ...ready, header }, IV);
  };
  const sizes: number[] = [];
  for (let padding = 0; padding < 64; padding++) {
    const token = await tokenOf(padding, 196_490);
    sizes.push(token.length);
    const expected = token.length <= 262_144 ? "x".repeat(196_490) : null;
    assert.equal(await decryptCompact(token, [ready]), expected, String(token.length));
  }
  assert.ok(sizes.includes(262_144) && sizes.some((size) => size > 262_144), sizes.join());
});

test("jweKeysOf() is a promise until each key is derived, and then a list", async () => {
  const [one, two] = ["one of jwe_test", "two of jwe_test"] as const;
  const first = await key(one);
  const half = jweKeysOf([one, two], "test", "salt");
  assert.ok(half instanceof Promise);
  const keys = await half;
  assert.equal(keys[0], first);
  assert.deepEqual(jweKeysOf([one, two], "test", "salt"), keys);
});
