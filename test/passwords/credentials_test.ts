import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, open } from "../sign_in/_identities.ts";
import { storeOutcome } from "../../src/features/passwords/credentials.ts";
import { generationsOf } from "../../src/session/generations.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { bindAdapter } from "../../src/model/store.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { withRows } from "../_with_rows.ts";

const platform = { now: () => Date.UTC(2030, 0, 1) };

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
  const { logger, capabilities, rules, strategy } = open().context;
  const generations = generationsOf(adapter, { store, delay: 60_000, platform, logger });
  return {
    calls,
    memory,
    context: {
      store,
      generations,
      strategy,
      logger,
      capabilities,
      rules,
      platform: { ...open().context.platform, ...platform },
    },
  };
}

test("storeOutcome() ends the sessions before and after it stores the password", async () => {
  const { calls, memory, context } = world();
  assert.equal(await storeOutcome({ outcome: { hash: "$new" } }, ADA, context), 1);
  assert.deepEqual(calls, ["end", "set", "end"]);
  assert.equal((await memory.rows.find("security", { userId: ADA.id }))!.passwordHash, "$new");
});

test("storeOutcome() does nothing without an outcome, or without a database for it", async () => {
  const { calls, context } = world();
  assert.equal(await storeOutcome({}, ADA, context), undefined);
  assert.equal(
    await storeOutcome({ outcome: { hash: "$new" } }, ADA, { ...context, generations: null }),
    undefined,
  );
  assert.deepEqual(calls, []);
  const fewer = world({ deleteSessionsByUserId: undefined } as Partial<Adapter>);
  assert.equal(await storeOutcome({ outcome: { hash: "$new" } }, ADA, fewer.context), 1);
  assert.deepEqual(fewer.calls, ["set"]);
});

test("storeOutcome() ends no session if the owner was faster, and stores no password if they are faster amid it", async () => {
  const OWNERS = { userId: ADA.id, passwordHash: "$owner", passwordIsProven: true, passwordSetAt: null };
  const refused = { type: "UserChanged" };
  const { calls, memory, context } = world();
  assert.equal(await context.generations!.current(ADA.id), 0, "as this process remembers");
  await memory.rows.store("security", { ...OWNERS, generation: 1 }, null);
  await assert.rejects(storeOutcome({ outcome: { hash: "$new" }, generation: 0 }, ADA, context), refused);
  assert.deepEqual(calls, []);
  assert.equal(await storeOutcome({ outcome: { hash: "$new" }, generation: 1 }, ADA, context), 2);
  const amid = world({
    deleteSessionsByUserId: async () =>
      Number(await amid.memory.rows.store("security", { ...OWNERS, generation: 1 }, null)),
  });
  await assert.rejects(
    storeOutcome({ outcome: { hash: "$new" }, generation: 0 }, ADA, amid.context),
    refused,
  );
  assert.equal((await amid.memory.rows.find("security", { userId: ADA.id }))!.passwordHash, "$owner");
});

test("storeOutcome() fails if the database lacks the table, so that no one believes the password is stored", async () => {
  const missing = Object.assign(new Error("no such table"), { name: "MissingTableError" });
  const { context } = world(withRows(Memory(), "security", { find: () => Promise.reject(missing) }));
  await assert.rejects(storeOutcome({ outcome: { hash: "$new" } }, ADA, context), { type: "ServerError" });
});

test("storeOutcome() forgets devices after another password, unless it is kept or a second step has forgotten them", async () => {
  const rows = [
    [{ outcome: { hash: "$new" } }, ["set", "forgotten"]],
    [{ outcome: { hash: null } }, ["set", "forgotten"]],
    [{ outcome: { hash: "$old", isKept: true } }, ["set"]],
    [{ outcome: { hash: "$new" }, secondStep: { userId: ADA.id, before: {} } }, ["set"]],
  ] as const;
  for (const [identity, expected] of rows) {
    const { calls, context } = world({ deleteSessionsByUserId: undefined } as Partial<Adapter>);
    const afterCredentialsChange = () => Promise.resolve(void calls.push("forgotten"));
    await storeOutcome(identity, ADA, { ...context, capabilities: new Set([{ afterCredentialsChange }]) });
    assert.deepEqual(calls, expected);
  }
});

test("storeOutcome() takes the outcome for stored if the answer is lost, and only a hash that is new shows it", async () => {
  const sound = Memory() as Required<Adapter>;
  const away = new Error("away");
  let [stores, reads] = [false, true];
  const faulty = withRows(sound, "security", (table) => ({
    find: (...given) => (reads ? table.find(...given) : (reads = true, Promise.reject(away))),
    store: async (...given) => {
      if (stores) await table.store(...given);
      throw away;
    },
  }));
  const { context } = world({ rows: faulty.rows });
  const storedHash = async () =>
    (await sound.rows.find("security", { userId: ADA.id }))?.passwordHash ?? null;
  const kept = { outcome: { hash: "$new" } };
  await assert.rejects(storeOutcome(kept, ADA, context), { type: "AdapterError" });
  stores = true;
  assert.equal(await storeOutcome(kept, ADA, context), 1);
  assert.equal(await context.generations!.current(ADA.id), 1);
  assert.equal(await storedHash(), "$new");
  // One that was there before anything was written, the same one as before, none, and one that was not written.
  reads = false;
  await assert.rejects(storeOutcome(kept, ADA, context), { type: "AdapterError" });
  await assert.rejects(storeOutcome(kept, ADA, context), { type: "AdapterError" });
  await assert.rejects(storeOutcome({ outcome: { hash: null } }, ADA, context), { type: "AdapterError" });
  stores = false;
  await assert.rejects(storeOutcome({ outcome: { hash: "$newer" } }, ADA, context), { type: "AdapterError" });
  assert.equal(await storedHash(), null);
});
