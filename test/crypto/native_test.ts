import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import type { Way } from "./_ways.ts";

/** A thread whose `process` gives out no built-in modules, like a runtime that has none. */
const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  Object.defineProperty(process, "getBuiltinModule", { value: undefined });
  import(workerData.url).then(({ go }) => go(workerData.token)).then((way) => parentPort.postMessage(way));
`;

test("nativeCrypto and nativeBuffer change the speed alone: without them each result is the same", async () => {
  const { go, url } = await import("./_ways.ts");
  const native = await go();
  const worker = new Worker(THREAD, { eval: true, workerData: { url, token: native.results.encode } });
  const [web]: Way[] = await once(worker, "message");
  await worker.terminate();
  assert.deepEqual([native.isNative, web!.isNative], [true, false]);
  assert.deepEqual(web!.results, native.results);
  assert.match(native.results.decode!, /"name":"Zoë 🙂"/);
  assert.equal(native.results["decode altered"], '{"claims":null}');
});
