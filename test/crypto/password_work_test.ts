/**
 * What is computed for a password, by cost. `deno task mutants` runs this file in each world, also as on Cloudflare Workers.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasScrypt, isCost } from "../../src/crypto/password_cost.ts";
import { isWorkerd } from "../../src/crypto/workerd.ts";
import {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword,
} from "../../src/crypto/password.ts";
import { computedBy } from "../_computed.ts";

const REST = `$c2FsdHNhbHQ$${"A".repeat(43)}`;
const LONG = `$c2FsdHNhbHQ$${"A".repeat(86)}`;
const PBKDF2 = { algorithm: "pbkdf2-sha256", iterations: 1000 } as const;

const computed = async (run: () => Promise<unknown>) => (await computedBy(run)).costs.join(" ");

/** Options, a stored hash, and what is computed. */
const WORK: readonly (readonly [options: PasswordOptions, hash: string | null, costs: string])[] = [
  [PBKDF2, null, "1000"],
  [PBKDF2, `$pbkdf2-sha256$i=400${REST}`, "400 600"],
  [PBKDF2, `$pbkdf2-sha256$i=400${LONG}`, "400·2 200"],
  [PBKDF2, `$pbkdf2-sha256$i=999${REST}`, "999 1"],
  [PBKDF2, `$pbkdf2-sha256$i=1000${REST}`, "1000"],
  [PBKDF2, `$pbkdf2-sha256$i=1001${REST}`, "1001"],
];
const SCRYPT_WORK: typeof WORK = [
  [{ ln: 10 }, null, "10,8,1"],
  [{ ln: 10, r: 4, p: 3 }, null, "10,4,3"],
  [{ ln: 10 }, `$scrypt$ln=10,r=8,p=1${REST}`, "10,8,1"],
  [{ ln: 10 }, `$scrypt$ln=11,r=8,p=1${REST}`, "11,8,1"],
  [{ ln: 10 }, `$scrypt$ln=9,r=8,p=1${REST}`, "9,8,1 9,8,1"],
  [{ ln: 10 }, `$scrypt$ln=8,r=8,p=1${REST}`, "8,8,1 9,8,1 8,8,1"],
  [{ ln: 10 }, `$scrypt$ln=8,r=4,p=3${REST}`, "8,4,3 9,8,1 7,8,1"],
  [{ ln: 10, p: 4 }, `$scrypt$ln=10,r=8,p=1${REST}`, "10,8,1 10,8,3"],
  [{ ln: 10 }, `$pbkdf2-sha256$i=2048${REST}`, "2048 9,8,1 8,8,1 7,8,1"],
  [{ ln: 10 }, `$pbkdf2-sha256$i=2048${LONG}`, "2048·2 9,8,1 8,8,1"],
  [PBKDF2, `$scrypt$ln=5,r=8,p=1${REST}`, "5,8,1 488"],
  // To the nearest hundredth.
  [{ ln: 10 }, `$scrypt$ln=1,r=8,p=1${REST}`, "1,8,1 10,8,1"],
  [{ ln: 4 }, `$scrypt$ln=1,r=8,p=1${REST}`, "1,8,1 3,8,1 2,8,1 1,8,1"],
  [{ ln: 10 }, `$pbkdf2-sha256$i=16320${REST}`, "16320 3,8,1"],
  [{ ln: 10 }, `$pbkdf2-sha256$i=16322${REST}`, "16322"],
];

for (const [name, rows] of [["PBKDF2", WORK], ["scrypt", SCRYPT_WORK]] as const) {
  test(`verifyPassword() adds to a stored hash the rest of the work of its options, with ${name} (CR-15)`, async () => {
    for (const [options, hash, costs] of rows) {
      assert.equal(await computed(() => verifyPassword("guess", hash, options)), costs, String(hash));
    }
  });
}

/** The costs of options where an isolate has 128 MB, and elsewhere; `null`: they are refused. */
const COSTS: readonly (readonly [options: PasswordOptions, workers: string | null, costs: string])[] = [
  [{}, "16,8,2", "17,8,1"],
  [{ ln: 16 }, "16,8,1", "16,8,1"],
  [{ r: 4 }, "17,4,1", "17,4,1"],
  [{ p: 1 }, null, "17,8,1"],
  [{ ln: 17 }, null, "17,8,1"],
  [{ ln: 16, r: 16 }, null, "16,16,1"],
  [{ ln: 15, p: 3 }, "15,8,3", "15,8,3"],
  [{ ...PBKDF2, iterations: 100_000 }, "100000", "100000"],
  [{ ...PBKDF2, iterations: 100_001 }, null, "100001"],
];

test("hashPassword() computes the cost of its options, and begins none that is too large for Cloudflare Workers (CR-14)", async () => {
  for (const [options, workers, elsewhere] of COSTS) {
    const costs = isWorkerd ? workers : elsewhere;
    const run = () => hashPassword("secret", options);
    if (costs !== null) assert.equal(await computed(run), costs);
    else {
      await assert.rejects(run, {
        message:
          /^Cannot hash the password: the cost \S+ is out of bounds on Cloudflare Workers: they have scrypt up to 64 MiB, with the flag `nodejs_compat`, and 100 000 iterations of PBKDF2$/,
      });
    }
  }
});

/** Values of `cost`, and whether they may be asked for: where an isolate has 128 MB, and elsewhere. */
const ASKED: readonly (readonly [cost: unknown, onWorkers: boolean, elsewhere: boolean])[] = [
  [{}, hasScrypt, true],
  [{ ln: 16 }, hasScrypt, true],
  [{ algorithm: "scrypt", ln: 17 }, false, true],
  [{ algorithm: "scrypt", ln: 10, r: 4, p: 3 }, true, true],
  [{ algorithm: "scrypt", ln: 15, r: 1 }, true, true],
  [{ algorithm: "scrypt", ln: 16, r: 1 }, false, false],
  [{ algorithm: "scrypt", ln: 10, N: 1024 }, false, false],
  [PBKDF2, true, true],
  [{ ...PBKDF2, ln: 10 }, false, false],
  [{ iterations: 1000 }, false, false],
  [{ algorithm: "bcrypt" }, false, false],
  [{ ...PBKDF2, iterations: 5_000_001 }, false, false],
  [{ ln: 17, p: 5 }, false, false],
  [{ ln: 17.5 }, false, false],
  [{ ln: "18" }, false, false],
  [{ ln: 0 }, false, false],
  [{ N: 2 ** 18 }, false, false],
  [undefined, false, false],
  [null, false, false],
  [10, false, false],
  ["ln=10", false, false],
];

test("isCost() knows the costs that an application may ask for, whatever it has written", () => {
  for (const [cost, onWorkers, elsewhere] of ASKED) {
    assert.equal(isCost(cost), isWorkerd ? onWorkers : elsewhere, JSON.stringify(cost));
  }
});

test("verifyPassword() bears a long hash of PBKDF2 with 100 000 iterations, also on Cloudflare Workers", async () => {
  const run = () => verifyPassword("secret", `$pbkdf2-sha256$i=100000${LONG}`, PBKDF2);
  assert.equal(await computed(run), "100000·2");
});

test("needsRehash() takes the defaults of Cloudflare Workers for as good as those of other runtimes (CR-14)", () => {
  const [large, small] = [`$scrypt$ln=17,r=8,p=1${REST}`, `$scrypt$ln=16,r=8,p=2${REST}`];
  assert.deepEqual([needsRehash(large), needsRehash(small)], [isWorkerd || !hasScrypt, !hasScrypt]);
  for (const options of [{ ln: 16 }, { ln: 15, p: 4 }, PBKDF2]) {
    assert.deepEqual([needsRehash(large, options), needsRehash(small, options)], [true, true]);
  }
});
