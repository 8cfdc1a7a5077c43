import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { securityOf } from "../../src/entries/adapters.ts";

test("securityOf() returns the functions of security, and none that would replace those of another adapter", async () => {
  const memory = Memory();
  const security = securityOf(memory);
  assert.deepEqual(Object.keys(security), ["getSecurity", "setSecurity", "countAttempts", "forgetAttempts"]);
  const row = {
    userId: "1",
    generation: 1,
    passwordHash: null,
    passwordIsProven: true,
    passwordSetAt: null,
  };
  assert.equal(await security.setSecurity(row, null), true);
  assert.deepEqual(await memory.getSecurity("1"), row);
  assert.deepEqual(await security.getSecurity("1"), row);
});

test("securityOf() calls the functions on their adapter, be it an instance of a class", async () => {
  class Own {
    readonly #inner = Memory();
    getSecurity(userId: string) {
      return this.#inner.getSecurity(userId);
    }
    setSecurity(...args: Parameters<ReturnType<typeof Memory>["setSecurity"]>) {
      return this.#inner.setSecurity(...args);
    }
    countAttempts(...args: Parameters<ReturnType<typeof Memory>["countAttempts"]>) {
      return this.#inner.countAttempts(...args);
    }
    forgetAttempts(...args: Parameters<ReturnType<typeof Memory>["forgetAttempts"]>) {
      return this.#inner.forgetAttempts(...args);
    }
  }
  assert.equal(await securityOf(new Own()).getSecurity("1"), null);
});

test("securityOf() refuses an adapter that has none of these functions", () => {
  const { setSecurity: _, ...older } = Memory();
  assert.throws(
    () => securityOf(older as never),
    /^TypeError: .*the adapter has no `setSecurity`\. Give one/,
  );
});
