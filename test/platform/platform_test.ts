import assert from "node:assert/strict";
import { test } from "node:test";
import { webPlatform } from "../../src/platform/platform.ts";

test("webPlatform.now() is the time of day", () => {
  const before = Date.now();
  const now = webPlatform.now();
  assert.ok(before <= now && now <= Date.now());
});

test("webPlatform.random() returns the requested number of bytes, never the same", () => {
  assert.equal(webPlatform.random(0).length, 0);
  const drawn = Array.from({ length: 100 }, () => webPlatform.random(16));
  assert.ok(drawn.every((bytes) => bytes instanceof Uint8Array && bytes.length === 16));
  assert.equal(new Set(drawn.map(String)).size, 100);
});

test("webPlatform.fetch() and log() use what the runtime has when they are called", async () => {
  const { fetch, console: { error } } = globalThis;
  const calls: unknown[] = [];
  try {
    globalThis.fetch = (...args) => {
      calls.push(["fetch", ...args]);
      return Promise.resolve(new Response("own"));
    };
    globalThis.console.error = (...args) => void calls.push(["error", ...args]);
    const init = { method: "POST" };
    assert.equal(await (await webPlatform.fetch("https://idp.test/", init)).text(), "own");
    webPlatform.log("error", "text");
    assert.deepEqual(calls, [["fetch", "https://idp.test/", init], ["error", "text"]]);
  } finally {
    globalThis.fetch = fetch;
    globalThis.console.error = error;
  }
});

test("webPlatform.timer() calls back after its time, unless it is stopped", async () => {
  const rung: string[] = [];
  webPlatform.timer(1, () => rung.push("stopped"))();
  await new Promise<void>((resolve) => webPlatform.timer(2, resolve));
  assert.deepEqual(rung, []);
});
