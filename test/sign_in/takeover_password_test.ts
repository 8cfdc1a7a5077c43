/**
 * `takeOver()` and the password that the library keeps.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { CredentialsOutcome } from "../../src/model/identity.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { generationsOf } from "../../src/session/generations.ts";
import { takeOver } from "../../src/sign_in/takeover.ts";
import { ADA, open } from "./_identities.ts";
import { withRows } from "../_with_rows.ts";
import { chosen } from "../_short.ts";

const NOW = Date.UTC(2030, 0, 1);
const BEFORE = { userId: ADA.id, generation: 4, passwordIsProven: false, passwordSetAt: new Date(1) };

const MAIL = Email({ sendVerificationRequest: () => {} });
const CONFIG = {
  providers: [Password(), MAIL],
  secret: "a secret of these tests, long enough to be one",
  url: "https://app.test",
};

interface WorldOptions {
  /** The hash from before. Default: one. */
  readonly hash?: string | null;
  /** Methods in place of those of the database. */
  readonly methods?: (adapter: Required<Adapter>) => Partial<Adapter>;
  readonly strategy?: "jwt" | "database";
  /** Whether the config has `Password()`. Default `true`. */
  readonly isKept?: boolean;
}

/** Ada, whose address was never verified, with a password from before. */
async function world(
  { hash = "$old", methods = () => ({}), strategy = "database", isKept = true }: WorldOptions = {},
) {
  const memory = Memory() as Required<Adapter>;
  const adapter: Adapter = { ...memory, ...methods(memory) };
  const { providers, capabilities } = setupOf(
    { ...CONFIG, ...(!isKept && { providers: [MAIL] }), adapter: memory },
    "https",
  );
  const store = bindAdapter(adapter);
  const { context: base } = open(memory, { providers, strategy, store });
  const platform = { ...base.platform, now: () => NOW };
  const warned: string[] = [];
  const logger = { ...base.logger, warn: (text: string) => void warned.push(text) };
  const generations = generationsOf(adapter, { store, delay: 0, platform, logger });
  await memory.createUser(ADA);
  await memory.rows.store("security", { ...BEFORE, passwordHash: hash }, null);
  return {
    memory,
    take: (outcome?: CredentialsOutcome) =>
      takeOver(ADA, { ...base, store, platform, generations, capabilities }, outcome),
    row: () => memory.rows.find("security", { userId: ADA.id }),
  };
}

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`takeOver() removes the password, names its provider and raises the generation (${strategy})`, async () => {
    const { take, row } = await world({ strategy });
    const { removed, generation } = await take();
    assert.deepEqual([removed, generation], [["password"], 5]);
    assert.deepEqual(await row(), {
      ...BEFORE,
      generation: 5,
      passwordHash: null,
      passwordIsProven: true,
      passwordSetAt: null,
    });
  });
}

test("takeOver() names the provider of a password only if there was one, and the library keeps it", async () => {
  assert.deepEqual((await (await world({ hash: null })).take()).removed, []);
  const without = await world({ isKept: false });
  assert.deepEqual((await without.take()).removed, []);
  assert.equal((await without.row())!.passwordHash, null);
});

test("takeOver() writes the new password, or keeps that of before, with the generation, and names no provider", async () => {
  const chosen = await world();
  assert.deepEqual((await chosen.take({ hash: "$new" })).removed, []);
  const { generation, ...row } = (await chosen.row())!;
  assert.equal(generation, 5);
  assert.deepEqual(row, {
    userId: ADA.id,
    passwordHash: "$new",
    passwordIsProven: true,
    passwordSetAt: new Date(NOW),
  });
  const kept = await world();
  await kept.take({ hash: "$old", isKept: true, ifGeneration: 4 });
  assert.deepEqual(await kept.row(), {
    ...BEFORE,
    generation: 5,
    passwordHash: "$old",
    passwordIsProven: true,
  });
  const gone = await world();
  assert.deepEqual((await gone.take({ hash: null })).removed, []);
  assert.equal((await gone.row())!.passwordHash, null);
});

test("takeOver() changes nothing if the password has changed since it was compared", async () => {
  const { take, row, memory } = await world();
  await assert.rejects(take({ hash: "$old", isKept: true, ifGeneration: 3 }), {
    type: "UserChanged",
    message: "Cannot sign in: the credentials of the user have been changed in the meantime",
  });
  assert.deepEqual(await row(), { ...BEFORE, passwordHash: "$old" });
  assert.equal((await memory.getUser(ADA.id))!.emailVerified, null);
});

test("takeOver() leaves the new password if the database fails after it, or another request verifies the same address", async () => {
  const failed = await world({ methods: () => ({ takeOverUser: () => Promise.reject(new Error("lost")) }) });
  await assert.rejects(failed.take({ hash: "$new" }), { type: "AdapterError" });
  assert.equal((await failed.row())!.passwordHash, "$new");
  const verified = await world({
    methods: (memory) => ({
      takeOverUser: async ({ id }) => {
        await memory.updateUser({ id, emailVerified: new Date(1), email: "ADA@example.com" });
        return null;
      },
    }),
  });
  await assert.rejects(verified.take({ hash: "$new" }), { type: "UserChanged" });
  assert.equal((await verified.row())!.passwordHash, "$new");
});

const MOVED: Readonly<Record<string, (memory: Required<Adapter>) => unknown>> = {
  "another address": ({ updateUser }) => updateUser({ id: ADA.id, email: "grace@example.com" }),
  "no address": ({ updateUser }) => updateUser({ id: ADA.id, email: null }),
  "removed their account": ({ deleteUser }) => deleteUser(ADA.id),
};

for (const [moved, move] of Object.entries(MOVED)) {
  test(`takeOver() leaves no new password if the user has ${moved} by then`, async () => {
    for (const hash of ["$new", null]) {
      const { take, row } = await world({
        methods: (memory) => ({ takeOverUser: async () => (await move(memory), null) }),
      });
      await assert.rejects(take({ hash }), { type: "UserChanged" });
      const { passwordHash, generation } = (await row())!;
      assert.equal(passwordHash, null);
      // Removed a second time only if there is something to remove. A removed user leaves a generation alone.
      if (moved !== "removed their account") assert.equal(generation, hash === null ? 5 : 6);
    }
  });
}

test("takeOver() restores the password of before if the user has another address by then, unless another one was set since", async () => {
  for (const since of [null, "$since"]) {
    const { take, row } = await world({
      methods: (memory) => ({
        async takeOverUser({ id }) {
          await memory.updateUser({ id, email: "grace@example.com" });
          const stored = (await memory.rows.find("security", { userId: id }))!;
          const next = { ...stored, passwordHash: since, generation: stored.generation + 1 };
          if (since) await memory.rows.store("security", next, stored.generation);
          return null;
        },
      }),
    });
    await assert.rejects(take({ hash: "$old", isKept: true, ifGeneration: 4 }), { type: "UserChanged" });
    const { passwordHash, passwordIsProven } = (await row())!;
    assert.deepEqual([passwordHash, passwordIsProven], [since ?? "$old", since !== null]);
  }
});

test("takeOver() names no password without a database that keeps it", async () => {
  const { context } = open();
  await context.store.createUser(ADA);
  const { providers } = setupOf({ ...CONFIG, adapter: Memory() }, "https");
  const taken = await takeOver(ADA, { ...context, providers, store: context.store as never });
  assert.deepEqual(taken.removed, []);
});

test("takeOver() refuses tokens that it cannot end, because the database lacks the table", async () => {
  const missing = Object.assign(new Error("no such table"), { name: "MissingTableError" });
  const methods = (memory: Required<Adapter>) =>
    withRows(memory, "security", { find: () => Promise.reject(missing) });
  const { take } = await world({ strategy: "jwt", methods });
  await assert.rejects(take(), {
    type: "UserNotVerified",
    message: /sessions in tokens cannot be ended, because the database lacks a table/,
  });
  const stored = await (await world({ methods })).take();
  assert.equal("generation" in stored, false);
});
