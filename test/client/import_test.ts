import assert from "node:assert/strict";
import { test } from "node:test";

const MODULES = ["client.ts", "next.ts", "react.ts", "sveltekit.ts"];

for (const file of MODULES) {
  test(`importing src/client/${file} reads no global that a server lacks or forbids at its start`, async () => {
    const url = new URL(`../../src/client/${file}`, import.meta.url).href;
    assert.deepEqual(await load(url), []);
  });
}

/** Imports a module on a thread of its own, which has loaded nothing before. */
async function load(url: string): Promise<unknown> {
  const worker = new Worker(new URL("_load.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.postMessage(url);
    });
  } finally {
    worker.terminate();
  }
}
