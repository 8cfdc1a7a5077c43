/**
 * The work of a sign-in, counted and not timed: in rounds of scrypt, of which an iteration of PBKDF2 is half of one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PasswordSettings } from "../../src/model/provider.ts";
import type { PasswordOptions as Cost } from "../../src/crypto/password.ts";
import { django } from "../../src/crypto/hashes/django.ts";
import { computedBy } from "../_computed.ts";
import { openPasswords, storeConfirmed as store } from "./_kept_passwords.ts";

/** Runs something, and returns the rounds that were computed. */
const workOf = async (run: () => Promise<unknown>) => (await computedBy(run)).rounds;

const REST = `$c2FsdHNhbHRzYWx0c2FsdA$${"A".repeat(43)}`;
const LONG = `$c2FsdHNhbHRzYWx0c2FsdA$${"A".repeat(86)}`;

/** Hashes at another cost than today's, hashes that are refused, and texts that are none. */
const STORED = [
  ...["ln=17,r=8,p=1", "ln=14,r=8,p=1", "ln=15,r=8,p=1", "ln=16,r=8,p=1", "ln=16,r=8,p=2", "ln=10,r=8,p=16"],
  ...["ln=14,r=1,p=1", "ln=13,r=16,p=3", "ln=1,r=1,p=1", "ln=20,r=8,p=1", "ln=16,r=1,p=1", "ln=17,r=8,p=5"],
].map((cost) => `$scrypt$${cost}${REST}`).concat(
  ["i=1", "i=10000", "i=100000", "i=600000", "i=1000000", "i=9999999"].map((cost) =>
    `$pbkdf2-sha256$${cost}${REST}`
  ),
  `$pbkdf2-sha256$i=300000,l=64${LONG}`,
  "$scrypt$broken",
  "$pbkdf2-sha256$",
  "$2b$10$of.another.kind",
  "",
);

/** The work of a sign-in with a wrong password. */
async function signInWork(
  hash: string | null | undefined,
  options?: PasswordSettings,
  config: { readonly secret?: string } = {},
): Promise<number> {
  const world = openPasswords({ options, ...config });
  if (hash !== undefined) await store(world, hash);
  return await workOf(async () => {
    const page = await world.enter("guess a password");
    assert.match(page.url, /error=CredentialsSignin/, world.log());
  });
}

function assertSame(work: number, wanted: number, what: string): void {
  assert.ok(Math.abs(work - wanted) <= wanted / 100, `${what}: ${work} rounds, for no user ${wanted}`);
}

test("A sign-in takes as much work for each stored hash of the library as for no user (PW-02)", async () => {
  const nobody = await signInWork(undefined);
  assert.equal(nobody, 2 ** 17 * 8);
  for (const hash of [null, ...STORED]) assertSame(await signInWork(hash), nobody, String(hash));
});

/** Hashes that cost more than the default, the rounds that make all answers equal, and the line that the log asks for. */
const COSTLY: readonly [cost: string, rounds: number, line: string][] = [
  ["scrypt$ln=18,r=8,p=1", 2 ** 21, "{ ln: 18 }"],
  ["scrypt$ln=17,r=8,p=3", 3 * 2 ** 20, "{ ln: 17, p: 3 }"],
  ["scrypt$ln=17,r=16,p=2", 2 ** 22, "{ ln: 17, r: 16, p: 2 }"],
  // With less memory than today's hashes: new ones keep that of today.
  ["scrypt$ln=14,r=8,p=20", 3 * 2 ** 20, "{ ln: 17, p: 3 }"],
  ["pbkdf2-sha256$i=4000000", 2 ** 21, "{ ln: 17, p: 2 }"],
];

for (const [cost, rounds, line] of COSTLY) {
  test(`A hash of ${cost} tells once in a process that its user exists, and the log what to write (KL-30)`, async () => {
    // What the process remembers has the secret in its key.
    const own = { secret: crypto.randomUUID() + crypto.randomUUID() };
    const hash = `$${cost}${REST}`;
    assert.equal(await signInWork(undefined, {}, own), 2 ** 20);
    const costly = openPasswords(own);
    await store(costly, hash);
    assertSame(await workOf(() => costly.enter("guess a password")), rounds, "the first answer");
    const lines = costly.log().match(/costly-password-hash: .*/g) ?? [];
    assert.deepEqual(lines.map((each) => each.match(/`Password\(\{ cost: (.*) \}\)`/)?.[1]), [line]);
    assert.ok(lines[0]!.includes(cost), costly.log());
    assertSame(await workOf(() => costly.enter("guess a password")), rounds, "the next one");
    assert.equal(costly.log().split("costly-password-hash: ").length, 2, "one line");
    for (const each of [undefined, null, ...STORED, hash]) {
      assertSame(await signInWork(each, {}, own), rounds, String(each));
    }
    assert.equal(await signInWork(undefined), 2 ** 20, "another application");
    // With the line, no answer tells.
    const options = { cost: Function(`return ${line}`)() as Cost };
    for (const each of [undefined, null, ...STORED, hash]) {
      assertSame(await signInWork(each, options), rounds, `${each} with ${line}`);
    }
  });
}

test("A sign-in takes as much work for each cheaper hash of another product (PW-07)", async () => {
  const options = { hashes: [django({ iterations: 1_000_000 })] };
  const nobody = await signInWork(undefined, options);
  assert.equal(nobody, 2 ** 17 * 8 + 500_000);
  for (const iterations of [1, 20_000, 390_000, 999_999, 1_000_000]) {
    const hash = `pbkdf2_sha256$${iterations}$salt$${"A".repeat(43)}=`;
    assertSame(await signInWork(hash, options), nobody, hash);
  }
  for (const hash of STORED) assertSame(await signInWork(hash, options), nobody, hash);
  assertSame(await signInWork(`pbkdf2_sha1$10000$salt$${"A".repeat(27)}=`, options), nobody, "SHA-1");
});
