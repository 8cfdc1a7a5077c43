import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import { adapterCases } from "../../../src/testing/adapter/adapter_cases.ts";
import { isNightly } from "../../_nightly.ts";
import { type Change, type Faults, mapped, pause, same } from "./_fault.ts";
import { BESIDE_FAULTS } from "./_beside_faults.ts";
import { FORMER_USER_FAULTS } from "./_former_user_faults.ts";
import { REMOVAL_FAULTS } from "./_removal_faults.ts";
import { ROW_FAULTS } from "./_row_faults.ts";
import { SESSION_FAULTS } from "./_session_faults.ts";
import { USER_FAULTS } from "./_user_faults.ts";
import { USER_LIST_FAULTS } from "./_user_list_faults.ts";
import { VALUE_FAULTS } from "./_value_faults.ts";

/** Ways that are not ours, and right nevertheless. */
const SOUND: Readonly<Record<string, Change>> = {
  "ids are the database's own": (sound) => ({
    createUser: (user) => sound.createUser({ ...user, id: crypto.randomUUID() }),
    createUserWithAccount: (user, account, authenticator) =>
      sound.createUserWithAccount({ ...user, id: crypto.randomUUID() }, account, authenticator),
  }),
  "dates are kept to the second": (sound) =>
    mapped(sound, (value) => value instanceof Date ? new Date(value.setUTCMilliseconds(0)) : value),
  "null is undefined": (sound) => mapped(sound, same, (result) => result ?? undefined),
  "a method throws instead of rejecting": (sound) => ({
    updateAuthenticatorCounter(id, counter) {
      if (!/^[0-9a-f-]+$/.test(id) || counter < 0) throw new Error("?");
      return sound.updateAuthenticatorCounter(id, counter);
    },
  }),
};

/** Faults of all kinds. */
const FAULTS: Faults = {
  ...VALUE_FAULTS,
  ...USER_FAULTS,
  ...USER_LIST_FAULTS,
  ...SESSION_FAULTS,
  ...REMOVAL_FAULTS,
  ...ROW_FAULTS,
  ...FORMER_USER_FAULTS,
  ...BESIDE_FAULTS,
};

const names = (await adapterCases(() => Promise.resolve({ adapter: Memory() }))).map(({ name }) => name);
const noticing = new Set<string>();

for (const [fault, [change, noticed]] of Object.entries(FAULTS)) {
  test(`adapterCases() has a case that notices when ${fault}`, async () => {
    // At night all cases run, and each that fails must say why.
    const failures = await failuresOf(change, isNightly ? names : noticed);
    for (const name of failures.keys()) noticing.add(name);
    assert.deepEqual(noticed.filter((name) => !failures.has(name)), []);
    for (const [name, error] of failures) assert.ok(error.message, name);
  });
}

test("adapterCases() has no case without a fault that fails it", () => {
  assert.deepEqual(names.filter((name) => !noticing.has(name)), []);
});

for (const [way, change] of Object.entries(SOUND)) {
  test(`adapterCases() accepts an adapter where ${way}`, async () => {
    assert.deepEqual([...await failuresOf(change)], []);
  });
}

test("adapterCases() calls methods on the adapter", async () => {
  class Wrapped {
    readonly #sound = Memory();
    deleteUser(id: string) {
      return this.#sound.deleteUser(id);
    }
  }
  const cases = await adapterCases(() => Promise.resolve({ adapter: new Wrapped() }));
  await cases.find(({ name }) => name === "deleteUser() does nothing for an unknown user")!.run();
});

test("adapterCases() skips what an adapter need not have, and says why", async () => {
  const { prolongSession: _, addCredentials: __, ...adapter } = Memory();
  const cases = await adapterCases(() => Promise.resolve({ adapter }));
  const skipped = cases.filter(({ skip }) => skip);
  assert.ok(skipped.length >= 5);
  for (const { name, skip } of skipped) {
    assert.match(skip!, /^the adapter has no (addCredentials|prolongSession)(, prolongSession)?$/);
    if (/prolongSession/.test(name)) assert.equal(skip, "the adapter has no prolongSession");
  }
});

test("adapterCases() closes what it opens, also when a case fails", async () => {
  let open = 0;
  const adapter = { ...Memory(), createSession: () => Promise.reject(new Error("?")) };
  const cases = await adapterCases(() => {
    open++;
    return Promise.resolve({ adapter, close: () => pause().then(() => open--) });
  });
  assert.equal(open, 0);
  const outcomes = await Promise.allSettled(cases.map(({ run }) => run()));
  assert.ok(outcomes.some(({ status }) => status === "rejected"));
  assert.equal(open, 0);
});

/** Runs cases on an adapter with a change. @returns Those that fail. */
async function failuresOf(change: Change, chosen: readonly string[] = names): Promise<Map<string, Error>> {
  const cases = await adapterCases(() => {
    const sound = Memory();
    return Promise.resolve({ adapter: { ...sound, ...change(sound) } });
  });
  const failures = new Map<string, Error>();
  for (const { name, run } of cases) {
    if (chosen.includes(name)) await run().catch((error) => failures.set(name, error));
  }
  return failures;
}
