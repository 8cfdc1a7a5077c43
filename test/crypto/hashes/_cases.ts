/**
 * What holds for each kind of password hash, on hashes that its product has made.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PasswordHash } from "../../../src/entries/password_hashes.ts";
import { computedBy } from "../../_computed.ts";
import { isNightly } from "../../_nightly.ts";
import type { Random } from "../../_random.ts";
import { seeded } from "../../_seeded.ts";
import { LONGEST_WAIT } from "../../_longest_wait.ts";
import type { Vector } from "./_vectors.ts";

/** Values that are not passwords, and passwords that no one can type. */
const STRANGE = [
  "",
  "\ud800",
  "secret\udfff",
  "secret\0",
  "\0",
  "x".repeat(1025),
  "x".repeat(1e6),
  undefined,
  1,
  {},
];

/** Registers the tests of a kind. */
export function testKind(kind: PasswordHash, vectors: readonly Vector[]): void {
  const { name } = kind;
  const { password, hash } = vectors[0]!;

  const products = [...new Set(vectors.map((vector) => vector.by))];
  for (const [index, by] of products.entries()) {
    test(`${name}: verify() accepts each password in a hash by ${by}, and no other`, async () => {
      // By day one product has every third password, the next one the next: each password is tried.
      const all = vectors.filter((vector) => vector.by === by);
      const step = isNightly ? 1 : Math.min(3, products.length, all.length);
      const own = all.filter((_, i) => i % step === index % step);
      for (const { password, hash } of own) {
        assert.ok(kind.recognizes(hash));
        assert.equal(await kind.verify(password, hash), true, password);
      }
      const { password, hash } = own[0]!;
      assert.equal(await kind.verify(`${password}.`, hash), false);
      if (!isNightly && index > 0) return;
      const other = vectors.find((vector) => vector.password !== password)!;
      assert.equal(await kind.verify(other.password, hash), false);
    });
  }

  test(`${name}: verify() answers false for an unknown user, whatever the password`, async () => {
    assert.equal(await kind.verify(password, null), false);
    assert.equal(await kind.verify(password, undefined), false);
    assert.equal(await kind.verify("", null), false);
  });

  test(`${name}: verify() answers false for what is not a password, and never throws (PH-04)`, async () => {
    for (const strange of STRANGE) assert.equal(await kind.verify(strange, hash), false);
    assert.equal(await kind.verify(`${password}\0`, hash), false);
  });

  test(`${name}: verify() refuses what is not such a hash, and does not repeat it (PH-05)`, async () => {
    const cut = [hash.slice(0, -1), hash.slice(1), `${hash} `, `${hash}\n`, hash.repeat(1e4)];
    for (const wrong of ["", " ", ...cut, 1, {}, { toString: () => hash }]) {
      assert.equal(kind.recognizes(wrong as string), false);
      await assertRefused(kind, wrong as string);
    }
  });

  test(`${name}: verify() waits for its turn, and a signal drops it`, async () => {
    const signal = AbortSignal.abort(new Error("gone"));
    await assert.rejects(kind.verify(password, hash, { signal }), { message: "gone" });
  });

  test(`${name}: the runtime of this test can verify it`, async () => {
    const supported = kind.assertSupported();
    assert.ok(supported instanceof Promise);
    assert.equal(await supported, undefined);
  });

  test(
    `${name}: verify() judges or refuses each altered hash at random`,
    seeded(async (random) => {
      for (let i = 0; i < 300; i++) {
        const altered = alter(random.pick(vectors).hash, random);
        // Without a password: nothing is computed, but a cost that is out of bounds is refused.
        if (kind.recognizes(altered)) await kind.verify("", altered).then(assertFalse, assertTypeError);
        else await assertRefused(kind, altered);
      }
    }),
  );
}

/** Asserts that a hash is refused at once, by an error that does not contain it. */
export async function assertRefused(
  kind: PasswordHash,
  hash: string,
  message = /^Cannot verify the password: the hash does not have the form of /,
): Promise<void> {
  const begin = performance.now();
  const error = await kind.verify("secret", hash).then(() => assert.fail("not refused"), (thrown) => thrown);
  assert.ok(performance.now() - begin < LONGEST_WAIT, "takes too long");
  assert.equal(error.name, "TypeError", String(error));
  assert.match(error.message, message);
  if (String(hash).length > 3) assert.ok(!error.message.includes(hash));
}

/** Asserts that a user without a hash costs what one with this hash costs, to the round: scrypt and PBKDF2 are counted. */
export async function assertSameRounds(kind: PasswordHash, hash: string): Promise<void> {
  const known = await computedBy(() => kind.verify("guess", hash));
  assert.ok(known.rounds > 0);
  assert.deepEqual(await computedBy(() => kind.verify("guess", null)), known);
}

/**
 * The same for the work of a package, which is timed. The hash has the cost of unknown users. On a busy computer it takes many
 * attempts until the shortest times are those of the work alone: after 50 they were 21 ms and 41 ms.
 */
export async function assertSameWork(kind: PasswordHash, hash: string): Promise<void> {
  const end = performance.now() + LONGEST_WAIT;
  let [known, unknown] = [Infinity, Infinity];
  for (let i = 0; performance.now() < end; i++) {
    known = Math.min(known, await timeOf(() => kind.verify("guess", hash)));
    unknown = Math.min(unknown, await timeOf(() => kind.verify("guess", null)));
    if (i >= 1 && unknown > known / 1.5 && unknown < known * 1.5) return;
  }
  assert.fail(`${unknown} ms, and ${known} ms for a user`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const assertFalse = (answer: boolean) => assert.equal(answer, false);
const assertTypeError = (error: Error) => assert.equal(error.name, "TypeError", String(error));

const LETTERS = "$./+=:,0123456789abcdefABCDEFxyz\0\nü🙂 ";

/** Changes, adds, removes, doubles or swaps parts of a text. */
function alter(text: string, random: Random): string {
  const at = random.below(text.length);
  const to = at + random.below(text.length - at);
  const letter = random.pick([...LETTERS]);
  return random.pick([
    () => text.slice(0, at) + letter + text.slice(at + 1),
    () => text.slice(0, at) + letter + text.slice(at),
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + text.slice(at, to).repeat(2) + text.slice(to),
    () => text.slice(at) + text.slice(0, at),
    () => text.replace(/\d+/, () => "9".repeat(random.below(30))),
  ])();
}
