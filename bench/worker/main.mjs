/**
 * A process that holds one operation of one library and runs batches of it when told to.
 *
 * Its argument is a JSON object: `library` (`latchkey`, `authjs`, `betterauth`, `floor` or `bare`), `crypto` (`node` or
 * `web`), `operation`, `options` of the operation, `batch` and `warmUp` in CPU milliseconds, `leastRuns` before the first
 * batch. On each line of its input it does what that line
 * says, and answers with a line of JSON. It ends with its input.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { getHeapStatistics } from "node:v8";

const order = JSON.parse(process.argv[2]);
const ALLOCATING_RUNS = 400;

/** Bun has a function of its own. */
const collect = globalThis.gc ?? (() => globalThis.Bun.gc(true));

try {
  // Where there is no `getBuiltinModule` the library finds WebCrypto only, as in a browser's worker.
  if (order.crypto === "web") process.getBuiltinModule = undefined;
  const operation = await open(order);
  const runs = await warmUp(operation);
  reply({ runs });
  const commands = {
    batch: () => microsecondsPerRun(operation, runs),
    allocate: () => bytesPerRun(operation),
    requests: () => operation.countRequests(),
    rate: () => runsPerSecond(operation, runs),
  };
  for await (const command of createInterface({ input: process.stdin })) {
    reply({ value: await commands[command]() });
  }
  operation.close?.();
  // A library may hold timers that keep the process.
  process.exit();
} catch (error) {
  reply({ error: String(error?.stack ?? error) }, () => process.exit(1));
}

async function open({ library, crypto, operation, options }) {
  const { needsServer, openServer } = await import("./servers.mjs");
  if (needsServer(operation)) return await openServer(library, operation);
  if (library === "floor") return await (await import("./floor.mjs")).openFloor(crypto, operation);
  const { loadLibrary } = await import("./library.mjs");
  const { openOperation } = await import("./operations.mjs");
  return await openOperation(await loadLibrary(library), operation, options);
}

/** Checks an answer, lets the compiler work, and finds how many runs make a batch. */
async function warmUp(operation) {
  const target = order.batch * 1000;
  let each = await microsecondsPerRun(operation, 1);
  for (let [spent, done] = [0, 0]; spent < order.warmUp * 1000 || done < order.leastRuns;) {
    const runs = Math.max(1, Math.round(target / 4 / each));
    const now = await microsecondsPerRun(operation, runs);
    spent += runs * now;
    done += runs;
    each = (each + now) / 2;
  }
  return Math.max(1, Math.round(target / each));
}

/** Runs a batch. All threads of the process count, those of WebCrypto too. */
async function microsecondsPerRun(operation, runs) {
  const inputs = await operation.prepare?.(runs) ?? [];
  collect({ type: "minor" });
  const before = process.cpuUsage();
  const answer = operation.runAll ? await operation.runAll(runs) : await runEach(operation, runs, inputs);
  const { user, system } = process.cpuUsage(before);
  await operation.check(answer);
  return (user + system) / runs;
}

/** Runs a batch under load, and takes the time that passes. */
async function runsPerSecond(operation, runs) {
  const before = performance.now();
  const answer = await operation.runAll(runs);
  const seconds = (performance.now() - before) / 1000;
  await operation.check(answer);
  return runs / seconds;
}

async function runEach(operation, runs, inputs) {
  let answer;
  for (let n = 0; n < runs; n++) answer = await operation.run(inputs[n]);
  return answer;
}

/**
 * Bytes allocated by one run, on the heap and beside it. The process was started with a young generation so large that
 * nothing is collected during these runs, so what is used grows by what is allocated; the median of five is taken.
 */
async function bytesPerRun(operation) {
  const figures = [];
  while (figures.length < 5) {
    const inputs = await operation.prepare?.(ALLOCATING_RUNS) ?? [];
    collect();
    const before = used();
    for (let n = 0; n < ALLOCATING_RUNS; n++) await operation.run(inputs[n]);
    figures.push((used() - before) / ALLOCATING_RUNS);
  }
  return figures.sort((a, b) => a - b)[2];
}

function used() {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function reply(answer, then) {
  process.stdout.write(`${JSON.stringify(answer)}\n`, then);
}
