import assert from "node:assert/strict";
import { test } from "node:test";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { isPasswordOf } from "../../src/features/passwords/check.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import type { PasswordHash } from "../../src/crypto/hashes/types.ts";

const GOOD = "correct horse battery staple";
const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** Hashes of another product: the password behind a prefix. It records each hash that it compares. */
function kindOf(prefix: string, compared: [string, string | null][]): PasswordHash {
  return {
    name: prefix,
    assertSupported: () => Promise.resolve(),
    recognizes: (hash) => hash.startsWith(prefix),
    verify: (password, hash, options) => {
      options?.signal?.throwIfAborted();
      compared.push([prefix, hash ?? null]);
      if (hash === `${prefix}broken`) return Promise.reject(new TypeError("broken"));
      if (hash === `${prefix}down`) return Promise.reject(new RangeError("down"));
      return Promise.resolve(hash === `${prefix}${password}`);
    },
  };
}

/** What a comparison needs of a setup. */
function setupWith(error: (error: Error) => void) {
  return { secrets: [SECRET], logger: { error, warn() {}, debug() {} } };
}

/** Compares with hashes of two other products. */
function open(names: readonly string[] = ["a:", "b:"]) {
  const compared: [string, string | null][] = [];
  const logged: Error[] = [];
  const kinds = names.map((name) => kindOf(name, compared));
  const setup = setupWith((error) => void logged.push(error));
  const check = (password: unknown, hash: string | null, signal?: AbortSignal) =>
    withQuickScrypt(() =>
      isPasswordOf(password, hash, { provider: { id: "password", hashes: kinds }, setup, signal })
    );
  return { check, compared, logged };
}

const own = (password = GOOD) => withQuickScrypt(() => hashPassword(password));
const ownPbkdf2 = () => hashPassword(GOOD, { algorithm: "pbkdf2-sha256", iterations: 1 });

test("isPasswordOf() accepts the password of a hash of the library, and no other", async () => {
  const { check, logged } = open();
  for (const hash of [await own(), await ownPbkdf2()]) {
    assert.equal(await check(GOOD, hash), true);
    assert.equal(await check("guess", hash), false);
    assert.equal(await check(undefined, hash), false);
  }
  assert.deepEqual(logged, []);
});

test("isPasswordOf() compares with the hash of the library alone where the provider lists no other kinds", async () => {
  const errors: Error[] = [];
  const context = { provider: { id: "password" }, setup: setupWith((error) => void errors.push(error)) };
  const hash = await own();
  const check = (password: string) => withQuickScrypt(() => isPasswordOf(password, hash, context));
  assert.deepEqual([await check(GOOD), await check("guess"), errors], [true, false, []]);
});

test("isPasswordOf() accepts the password of a hash of another product, the first and the last", async () => {
  const { check, logged } = open();
  for (const prefix of ["a:", "b:"]) {
    assert.equal(await check(GOOD, `${prefix}${GOOD}`), true);
    assert.equal(await check("guess", `${prefix}${GOOD}`), false);
  }
  assert.deepEqual(logged, []);
});

test("isPasswordOf() compares with each kind once, whatever the hash: the time reveals nothing", async () => {
  const hashes: readonly (readonly [hash: string | null, a: string | null, b: string | null])[] = [
    [null, null, null],
    [await own(), null, null],
    [`a:${GOOD}`, `a:${GOOD}`, null],
    [`b:${GOOD}`, null, `b:${GOOD}`],
    ["unknown", null, null],
  ];
  for (const [hash, a, b] of hashes) {
    const { check, compared } = open();
    await check(GOOD, hash);
    assert.deepEqual(compared, [["a:", a], ["b:", b]], String(hash));
  }
});

test("isPasswordOf() takes a hash of the library for its own, also if another kind would recognize it", async () => {
  const { check, compared } = open(["$scrypt$"]);
  assert.equal(await check(GOOD, await own()), true);
  assert.deepEqual(compared, [["$scrypt$", null]]);
});

test("isPasswordOf() takes a hash for its own only if it begins as one", async () => {
  const { check, compared } = open(["x$scrypt$"]);
  assert.equal(await check(GOOD, `x$scrypt$${GOOD}`), true);
  assert.deepEqual(compared, [["x$scrypt$", `x$scrypt$${GOOD}`]]);
});

test("isPasswordOf() refuses a hash of no known kind, and logs what to list", async () => {
  const { check, logged } = open();
  assert.equal(await check(GOOD, "unknown"), false);
  assert.equal(logged.length, 1);
  assert.match(logged[0]!.message, /of another kind.*`hashes` of `Password\(\)`/);
});

test("isPasswordOf() logs nothing for a user who has no password", async () => {
  const { check, logged } = open();
  assert.equal(await check(GOOD, null), false);
  assert.deepEqual(logged, []);
});

test("isPasswordOf() refuses a hash that cannot be read, after as much work as for an unknown user", async () => {
  const { check, compared, logged } = open();
  assert.equal(await check(GOOD, "a:broken"), false);
  assert.deepEqual(compared, [["a:", "a:broken"], ["a:", null], ["b:", null]]);
  assert.match(logged[0]!.message, /its stored hash cannot be read/);
  assert.equal((logged[0]!.cause as { err: Error }).err.message, "broken");
  assert.equal(await check(GOOD, "$scrypt$broken"), false);
  assert.equal(logged.length, 2);
});

test("isPasswordOf() throws what is not the fault of the hash", async () => {
  const { check, logged } = open();
  await assert.rejects(check(GOOD, "a:down"), RangeError);
  const gone = new TypeError("gone");
  await assert.rejects(check(GOOD, null, AbortSignal.abort(gone)), gone);
  assert.deepEqual(logged, []);
});

test("isPasswordOf() hands the signal of the client to the library's hash and to each kind", async () => {
  const gone = new RangeError("gone");
  const { compared } = open();
  await assert.rejects(open([]).check(GOOD, await own(), AbortSignal.abort(gone)), gone);
  const client = new AbortController();
  const handed: unknown[] = [];
  const reading: PasswordHash = {
    ...kindOf("c:", compared),
    verify: (_, __, options) => {
      client.abort(gone);
      handed.push(options?.signal);
      options?.signal?.throwIfAborted();
      return Promise.resolve(false);
    },
  };
  const provider = { id: "password", hashes: [reading] };
  const call = () =>
    isPasswordOf(GOOD, null, { provider, setup: setupWith(() => {}), signal: client.signal });
  // After the first hash, the attempt is one with a wrong password: it counts.
  assert.equal(await withQuickScrypt(call), false);
  assert.deepEqual(handed, [client.signal]);
});
