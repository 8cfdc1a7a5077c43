/**
 * Runs the tests of one process, in place of `node:test`, on Node. That module follows each promise with async_hooks, which
 * takes a quarter of the time of short tests. Bun has a runner of its own.
 *
 * @module
 */

import process from "node:process";

const tests = [];
const cleanups = [];

/** As in `node:test`: the tests run one after the other, once all modules are loaded. */
function add(name, ...rest) {
  const run = rest.pop();
  const { skip = false } = rest.pop() ?? {};
  tests.push({ name, run, skip });
}

async function runAll() {
  const counts = { pass: 0, fail: 0, skipped: 0 };
  // Node ends when a test waits for what never comes.
  process.exitCode = 1;
  for (const { name, run, skip } of tests) {
    let isSkipped = Boolean(skip);
    const afterTest = [];
    try {
      try {
        if (!isSkipped) await run({ skip: () => isSkipped = true, after: (undo) => afterTest.push(undo) });
      } finally {
        for (const undo of afterTest) await undo();
      }
      counts[isSkipped ? "skipped" : "pass"]++;
    } catch (error) {
      counts.fail++;
      console.log(`not ok - ${name}\n`, error);
    }
  }
  for (const run of cleanups) await run();
  for (const [name, count] of Object.entries(counts)) console.log(`# ${name} ${count}`);
  if (counts.fail === 0) process.exitCode = 0;
}

const isBun = "Bun" in globalThis;

export const { test, after } = isBun
  ? await import("node:test")
  : { test: add, after: (run) => cleanups.push(run) };

if (!isBun) setImmediate(runAll);
