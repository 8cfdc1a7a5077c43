import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { afterTests } from "../_after.ts";
import { exceptAtNight } from "../_nightly.ts";
import { isLater } from "../adapters/_contract.ts";
import { bundleWorker, startWorkers } from "../runtimes/workerd.ts";

// In the worker, beside the database: from here each statement would cross to workerd and back.
const worker = await startWorkers([{
  script: await bundleWorker(fileURLToPath(new URL("_d1_worker.ts", import.meta.url)), {
    "node:test": fileURLToPath(new URL("_collected_tests.ts", import.meta.url)),
  }),
  compatibilityFlags: ["nodejs_compat"],
  d1Databases: { DB: "latchkey" },
}]);
afterTests(() => worker.stop());

const names: readonly string[] = await (await ask("")).json();

/** Number of this client among those of `Sqlite()`, of which `test/adapters/sqlite_test.ts` has the first three. */
const CLIENT = 3;

for (const [index, name] of names.entries()) {
  const [, title] = name.split(" keeps the contract of adapters: ");
  const skip = title !== undefined && isLater(CLIENT, index, title) && exceptAtNight;
  test(name, { skip }, async () => {
    const answer = await ask(String(index));
    assert.equal(`${answer.status} ${await answer.text()}`, "200 ");
  });
}

async function ask(path: string): Promise<Response> {
  return await worker.fetch(new Request(`https://app.test/${path}`));
}
