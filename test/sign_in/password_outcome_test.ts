import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, open } from "./_identities.ts";
import { generationsOf } from "../../src/session/generations.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { storeOutcome, withOutcome } from "../../src/sign_in/password_outcome.ts";
import { bindAdapter } from "../../src/model/store.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { withRows } from "../_with_rows.ts";

const NOW = Date.UTC(2030, 0, 1);
const platform = { now: () => NOW };
const ROW = {
  userId: ADA.id,
  generation: 4,
  passwordHash: "$old",
  passwordIsProven: false,
  passwordSetAt: new Date(1),
};

test("withOutcome() marks the password as proven, and dates it unless it is kept or gone", () => {
  const proven = { ...ROW, passwordIsProven: true };
  assert.deepEqual(withOutcome(ROW, { hash: "$new" }, platform), {
    ...proven,
    passwordHash: "$new",
    passwordSetAt: new Date(NOW),
  });
  assert.deepEqual(withOutcome(ROW, { hash: "$old", isKept: true, ifGeneration: 4 }, platform), proven);
  assert.deepEqual(withOutcome(ROW, { hash: null }, platform), {
    ...proven,
    passwordHash: null,
    passwordSetAt: null,
  });
});

test("withOutcome() refuses a generation, or a user, that is not that of the comparison", () => {
  assert.throws(() => withOutcome(ROW, { hash: null, ifGeneration: 3 }, platform), { type: "UserChanged" });
  assert.throws(() => withOutcome(ROW, { hash: null, ofUser: "grace" }, platform), { type: "UserChanged" });
});

/** A store whose calls are noted. */
function world(methods: Partial<Adapter> = {}) {
  const calls: string[] = [];
  const memory = Memory() as Required<Adapter>;
  const adapter: Adapter = {
    ...memory,
    rows: withRows(memory, "security", (sound) => ({
      store: (...given) => (calls.push("set"), sound.store(...given)),
    })).rows,
    deleteSessionsByUserId: (...given) => (calls.push("end"), memory.deleteSessionsByUserId(...given)),
    ...methods,
  };
  const store = bindAdapter(adapter);
  const { logger, capabilities, rules } = open().context;
  const generations = generationsOf(adapter, { store, delay: 0, platform, logger });
  return {
    calls,
    memory,
    context: {
      store,
      generations,
      logger,
      capabilities,
      rules,
      platform: { ...open().context.platform, ...platform },
    },
  };
}

test("storeOutcome() ends the sessions before and after it stores the password", async () => {
  const { calls, memory, context } = world();
  assert.equal(await storeOutcome({ password: { hash: "$new" } }, ADA, context), 1);
  assert.deepEqual(calls, ["end", "set", "end"]);
  assert.equal((await memory.rows.find("security", { userId: ADA.id }))!.passwordHash, "$new");
});

test("storeOutcome() does nothing without an outcome, or without a database for it", async () => {
  const { calls, context } = world();
  assert.equal(await storeOutcome({}, ADA, context), undefined);
  assert.equal(
    await storeOutcome({ password: { hash: "$new" } }, ADA, { ...context, generations: null }),
    undefined,
  );
  assert.deepEqual(calls, []);
  const fewer = world({ deleteSessionsByUserId: undefined } as Partial<Adapter>);
  assert.equal(await storeOutcome({ password: { hash: "$new" } }, ADA, fewer.context), 1);
  assert.deepEqual(fewer.calls, ["set"]);
});

test("storeOutcome() fails if the database lacks the table, so that no one believes the password is stored", async () => {
  const missing = Object.assign(new Error("no such table"), { name: "MissingTableError" });
  const { context } = world(withRows(Memory(), "security", { find: () => Promise.reject(missing) }));
  await assert.rejects(storeOutcome({ password: { hash: "$new" } }, ADA, context), { type: "ServerError" });
});
