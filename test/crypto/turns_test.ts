import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createTurns } from "../../src/crypto/turns.ts";

/** Work that ends when the test says so, and a queue for it. */
function open() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const inTurn = createTurns({ running: 2, waiting: 3, refusal: () => new Error("full") });
  const start = (name: string, signal?: AbortSignal) => {
    const result = inTurn(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => error ? reject(error) : resolve(name))
      );
    }, signal);
    result.catch(() => {});
    return result;
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await setImmediate();
  };
  return { begun, start, end };
}

test("createTurns() runs two pieces of work at a time, in the order of the calls", async () => {
  const { begun, start, end } = open();
  const results = ["a", "b", "c", "d", "e"].map((name) => start(name));
  assert.deepEqual(begun, ["a", "b"]);
  await end("b");
  assert.deepEqual(begun, ["a", "b", "c"]);
  await end("a", new Error("failed"));
  assert.deepEqual(begun, ["a", "b", "c", "d"]);
  await assert.rejects(results[0]!, { message: "failed" });
  for (const name of ["c", "d", "e"]) await end(name);
  assert.deepEqual(await Promise.all(results.slice(1)), ["b", "c", "d", "e"]);
});

test("createTurns() refuses what is too much, and accepts work again afterwards", async () => {
  const { begun, start, end } = open();
  for (const name of ["a", "b", "c", "d", "e"]) start(name);
  await assert.rejects(start("f"), { message: "full" });
  await end("a");
  start("g");
  await assert.rejects(start("h"), { message: "full" });
  for (const name of ["b", "c", "d", "e", "g"]) await end(name);
  start("i");
  assert.deepEqual(begun, ["a", "b", "c", "d", "e", "g", "i"]);
});

test("createTurns() drops the work of a signal that aborts, and gives its place to others", async () => {
  const { begun, start, end } = open();
  const client = new AbortController();
  start("a");
  start("b");
  const dropped = ["c", "d", "e"].map((name) => start(name, client.signal));
  await assert.rejects(start("f"), { message: "full" });
  client.abort();
  for (const each of dropped) await assert.rejects(each, { name: "AbortError" });
  start("g");
  await assert.rejects(start("h", client.signal), { name: "AbortError" });
  await end("a");
  await end("b");
  assert.deepEqual(begun, ["a", "b", "g"]);
});

test("createTurns() does not stop work that runs, and keeps its turn until it ends", async () => {
  const { begun, start, end } = open();
  const client = new AbortController();
  const running = start("a", client.signal);
  start("b");
  start("c");
  client.abort(new Error("gone"));
  await setImmediate();
  assert.deepEqual(begun, ["a", "b"]);
  await end("a");
  assert.equal(await running, "a");
  assert.deepEqual(begun, ["a", "b", "c"]);
});

test("createTurns() leaves no listener on the signal of a client that stays", async () => {
  const { start, end } = open();
  const { signal } = new AbortController();
  let listeners = 0;
  for (const [method, change] of [["addEventListener", 1], ["removeEventListener", -1]] as const) {
    const call = signal[method].bind(signal) as (...args: unknown[]) => void;
    Object.assign(signal, {
      [method]: (...args: unknown[]) => {
        listeners += change;
        call(...args);
      },
    });
  }
  for (const name of ["a", "b", "c"]) start(name, signal);
  assert.equal(listeners, 1);
  await end("a");
  assert.equal(listeners, 0);
});
