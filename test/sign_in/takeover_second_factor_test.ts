/**
 * `takeOver()` and second factors: those of a stranger would lock the owner of the mailbox out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, open } from "./_identities.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { setupOf } from "../../src/config/setup.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { takeOver } from "../../src/sign_in/takeover.ts";
import type { Adapter, AdapterSecondFactor } from "../../src/adapters/contract/types.ts";
import { withRows } from "../_with_rows.ts";

const NOW = Date.UTC(2030, 0, 1);

/** What a stranger has set up in Ada's name. */
const STRANGE: AdapterSecondFactor = {
  userId: ADA.id,
  version: 7,
  enabledAt: new Date(1),
  totpSecret: "sealed",
  totpStep: 5,
  recoveryCodes: "hash",
  devices: "[]",
};

/** A device that a stranger has had remembered, without a second factor. */
const DEVICE: AdapterSecondFactor = { ...noSecondFactor(ADA.id), devices: "[]" };

interface WorldOptions {
  /** What is stored of Ada's second factor. Default: that of a stranger. */
  readonly row?: AdapterSecondFactor | null;
  /** Methods in place of those of the database. */
  readonly methods?: (adapter: Required<Adapter>) => Partial<Adapter>;
  /** Whether the config has `secondFactor`. Default `false`. */
}

/** Ada, whose address was never verified, and a provider of passwords, whose removals are counted. */
async function world({ row = STRANGE, methods = () => ({}) }: WorldOptions = {}) {
  const memory = Memory() as Required<Adapter>;
  const store = bindAdapter({ ...memory, ...methods(memory) });
  const revoked: string[] = [];
  const revoke = ({ id }: { readonly id: string }) => revoked.push(id) > 0;
  const { providers } = setupOf({
    providers: [Credentials({ id: "typed", authorize: () => null, revoke })],
    secret: "a secret of these tests, long enough to be one",
    url: "https://app.test",
    adapter: memory,
  }, "https");
  const { context } = open(memory, { providers, store });
  const platform = { ...context.platform, now: () => NOW };
  await memory.createUser(ADA);
  if (row) await memory.rows.store("secondFactors", row, null);
  return {
    memory,
    revoked,
    take: () => takeOver(ADA, { ...context, store, platform }),
    factor: () => memory.rows.find("secondFactors", { userId: ADA.id }),
    isGiven: async () => (await memory.getUser(ADA.id))!.emailVerified !== null,
  };
}

/** What remains of a second factor: a row without content, whose version goes on. */
function assertNone(row: AdapterSecondFactor | null): void {
  const { version: _, ...content } = row ?? noSecondFactor(ADA.id);
  const { version: _none, ...none } = noSecondFactor(ADA.id);
  assert.deepEqual(content, none);
}

/** As an adapter of an older version: it leaves the second factor of the user. */
const leaving = ({ updateUser }: Required<Adapter>): Pick<Adapter, "takeOverUser"> => ({
  takeOverUser: ({ id, emailVerified }) => Promise.resolve(updateUser({ id, emailVerified })),
});

for (const [what, row] of Object.entries({ "second factor": STRANGE, device: DEVICE })) {
  test(`takeOver() removes the ${what} of the stranger before the user is given away (SF-11)`, async () => {
    const seen: (AdapterSecondFactor | null)[] = [];
    const { take, factor } = await world({
      row,
      methods: (memory) => ({
        async takeOverUser(key) {
          seen.push(await memory.rows.find("secondFactors", { userId: key.id }));
          return await leaving(memory).takeOverUser!(key);
        },
      }),
    });
    assert.deepEqual((await take()).user, { ...ADA, emailVerified: new Date(NOW) });
    assert.deepEqual(seen, [{ ...noSecondFactor(ADA.id), version: row.version + 1 }]);
    assert.deepEqual(await factor(), seen[0]);
  });
}

test("takeOver() writes no second factor of a user who has none", async () => {
  const { take, factor } = await world({ row: null });
  await take();
  assert.equal(await factor(), null);
});

test("takeOver() leaves the second factor of a user who has verified the address in the meantime (SF-11)", async () => {
  const { memory, take, factor } = await world();
  await memory.updateUser({ id: ADA.id, emailVerified: new Date(1) });
  await assert.rejects(take(), { type: "UserChanged" });
  assert.deepEqual(await factor(), STRANGE);
});

test("takeOver() leaves the second factor of a user who is removed in the meantime", async () => {
  const { take, factor } = await world({
    methods: () => ({ getUser: () => Promise.resolve(null), takeOverUser: () => Promise.resolve(null) }),
  });
  await assert.rejects(take(), { type: "UserChanged" });
  assert.deepEqual(await factor(), STRANGE);
});

for (const when of ["before", "after"] as const) {
  test(`takeOver() removes a second factor that is set up just ${when} the user is given away`, async () => {
    const { take, factor, isGiven } = await world({
      row: null,
      methods: (memory) => ({
        async takeOverUser(key) {
          if (when === "before") await memory.rows.store("secondFactors", STRANGE, null);
          const taken = await leaving(memory).takeOverUser!(key);
          if (when === "after") await memory.rows.store("secondFactors", STRANGE, null);
          return taken;
        },
      }),
    });
    await take();
    assertNone(await factor());
    assert.ok(await isGiven());
  });
}

test("takeOver() works with an adapter that stores no second factors", async () => {
  const { take, factor, isGiven } = await world({
    methods: (memory) => ({ ...leaving(memory), rows: undefined }) as unknown as Partial<Adapter>,
  });
  await take();
  assert.ok(await isGiven());
  assert.deepEqual(await factor(), STRANGE);
});

const MISSING = Object.assign(new Error("no such table"), { name: "MissingTableError" });

test("takeOver() passes over tables of an older version, which have no second factors", async () => {
  const { take, isGiven } = await world({
    methods: (memory) => withRows(memory, "secondFactors", { find: () => Promise.reject(MISSING) }),
  });
  assert.deepEqual((await take()).removed, ["typed"]);
  assert.ok(await isGiven());
});

for (const method of ["find", "store"] as const) {
  test(`takeOver() gives no user away whose second factor it can't remove (rows.${method})`, async () => {
    const cause = method === "store" ? MISSING : new Error("no connection");
    const { take, factor, isGiven } = await world({
      methods: (memory) => withRows(memory, "secondFactors", { [method]: () => Promise.reject(cause) }),
    });
    await assert.rejects(take(), {
      type: "AdapterError",
      cause: { err: cause, method: `rows.${method}("secondFactors")` },
    });
    assert.equal(await isGiven(), false);
    assert.deepEqual(await factor(), STRANGE);
  });
}

/** Fails from the takeover on, as often as `times` says. */
const failingAfterwards = (times: number) => (memory: Required<Adapter>): Partial<Adapter> => {
  let left = 0;
  return {
    async takeOverUser(key) {
      left = times;
      await memory.rows.store("secondFactors", STRANGE, null);
      return await leaving(memory).takeOverUser!(key);
    },
    rows: withRows(memory, "secondFactors", (sound) => ({
      async find(key) {
        if (left-- > 0) throw new Error("no connection");
        return await sound.find(key);
      },
    })).rows,
  };
};

test("takeOver() tries three times to remove a second factor that is set up until the takeover", async () => {
  const twice = await world({ row: null, methods: failingAfterwards(2) });
  await twice.take();
  assertNone(await twice.factor());
  const always = await world({ row: null, methods: failingAfterwards(3) });
  await assert.rejects(always.take(), { type: "AdapterError" });
  assert.deepEqual(await always.factor(), STRANGE);
});

test("takeOver() removes late passwords, too, if the late removal of second factors fails", async () => {
  const { take, revoked } = await world({ row: null, methods: failingAfterwards(99) });
  await assert.rejects(take(), { type: "AdapterError" });
  assert.deepEqual(revoked, [ADA.id, ADA.id]);
});
