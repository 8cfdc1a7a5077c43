import assert from "node:assert/strict";
import { test } from "node:test";
import type { PendingSignIn } from "../../src/features/second_factor/pending.ts";
import type { Proof } from "../../src/features/second_factor/prove.ts";
import {
  changesUser,
  giveCodeBack,
  notifyOfCode,
  orGiveBack,
} from "../../src/features/second_factor/used_code.ts";
import type { Incoming } from "../../src/http/types.ts";
import type { Setup } from "../../src/setup/setup.ts";

function open(giveBack: Proof["giveBack"]) {
  const logged: unknown[] = [];
  const setup = { logger: { error: (error: unknown) => logged.push(error) } } as unknown as Setup;
  return { proof: { amr: [], giveBack } as Proof, setup, logged };
}

test("giveCodeBack() leaves other answers alone, and logs a failure", async () => {
  const down = new Error("down");
  const { proof, setup, logged } = open(() => Promise.reject(down));
  await giveCodeBack(undefined, setup);
  await giveCodeBack({ ...proof, giveBack: null }, setup);
  assert.deepEqual(logged, []);
  await giveCodeBack(proof, setup);
  assert.deepEqual(logged, [down]);
});

test("notifyOfCode() tells no one of other answers", async () => {
  const { proof, setup } = open(null);
  await notifyOfCode(proof, { userId: "ada", incoming: {} as Incoming }, setup);
});

test("orGiveBack() returns what the work returns, and throws what it throws", async () => {
  let given = 0;
  const { proof, setup } = open(() => Promise.resolve(void given++));
  assert.equal(await orGiveBack(proof, () => Promise.resolve(1), setup), 1);
  await assert.rejects(orGiveBack(proof, () => Promise.reject(new Error("down")), setup), /down/);
  assert.equal(given, 1);
});

test("changesUser() says whether a sign-in stores more than a session", () => {
  const changes = (kind: string | null, outcome?: object) =>
    changesUser({ identity: { outcome }, allowed: { kind } } as unknown as PendingSignIn);
  assert.deepEqual(["found", null, "created", "linked"].map((kind) => changes(kind)), [
    false,
    false,
    true,
    true,
  ]);
  assert.deepEqual([changes("found", {}), changes(null, {})], [true, true]);
});
