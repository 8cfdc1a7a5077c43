import assert from "node:assert/strict";
import { test } from "node:test";
import { bundleWorker, startWorkers } from "./workerd.ts";

test("a worker of Cloudflare imports the browser clients, and creates one, before its first request", async () => {
  const script = await bundleWorker(new URL("server/browser_client.js", import.meta.url).pathname);
  const { port, stop } = await startWorkers([{ script }]);
  try {
    // An object of the first request must not be used in the second one.
    for (const _ of ["first", "second"]) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      assert.deepEqual(await response.json(), { status: "loading", names: ["Ada", "Ada"] });
    }
  } finally {
    await stop();
  }
});
