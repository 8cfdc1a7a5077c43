import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import type { Way } from "./_ways.ts";

/** A thread whose `process` gives out no built-in modules, like a runtime that has none, and like Next's edge runtime. */
const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  const refuse = () => { throw new Error("not supported in the Edge Runtime"); };
  Object.defineProperty(process, "getBuiltinModule", { value: workerData.throws ? refuse : undefined });
  import(workerData.url).then(({ go }) => go(workerData.token)).then((way) => parentPort.postMessage(way));
`;

test("nativeCrypto and nativeBuffer change the speed alone: without them each result is the same", async () => {
  const { go, url } = await import("./_ways.ts");
  const native = await go();
  for (const throws of [false, true]) {
    const workerData = { url, token: native.results.encode, throws };
    const worker = new Worker(THREAD, { eval: true, workerData });
    const [web]: Way[] = await once(worker, "message");
    await worker.terminate();
    assert.deepEqual([native.isNative, web!.isNative], [true, false]);
    assert.deepEqual(web!.results, native.results);
  }
  assert.match(native.results.decode!, /"name":"Zoë 🙂"/);
  assert.equal(native.results["decode altered"], '{"claims":null}');
});
