import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { go, type Way } from "./_ways.ts";

/** What the same code gives in a thread without node:crypto and node:buffer. */
async function goWithoutNative(token: string): Promise<Way> {
  const worker = new Worker(new URL("./_worker_without_native.ts", import.meta.url), { workerData: token });
  const [way] = await once(worker, "message");
  await worker.terminate();
  return way;
}

test("nativeCrypto and nativeBuffer change the speed alone: without them each result is the same", async () => {
  const native = await go();
  const web = await goWithoutNative(native.results.encode!);
  assert.deepEqual([native.isNative, web.isNative], [true, false]);
  assert.deepEqual(web.results, native.results);
  assert.match(native.results.decode!, /"name":"Zoë 🙂"/);
  assert.equal(native.results["decode altered"], '{"claims":null}');
});
