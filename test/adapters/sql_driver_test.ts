import assert from "node:assert/strict";
import { test } from "node:test";
import { queued } from "../../src/adapters/sql/driver.ts";

test("two adapters on one client of SQL wait for each other, and for no other client", async () => {
  const events: string[] = [];
  const adapter = (client: object, name: string, fails = false) =>
    queued(client, async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${name} ends`);
      if (fails) throw new Error("This is meant to fail.");
      return [];
    })([]);
  const [client, other] = [{}, {}];
  const calls = [adapter(client, "a", true), adapter(client, "b"), adapter(other, "c"), adapter(client, "d")];
  const results = await Promise.allSettled(calls);
  assert.deepEqual(results.map(({ status }) => status), ["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  const own = events.filter((event) => !event.startsWith("c"));
  assert.deepEqual(own, ["a begins", "a ends", "b begins", "b ends", "d begins", "d ends"]);
  assert.ok(events.indexOf("c begins") < events.indexOf("a ends"));
});

test("adapters of two copies of the library on one client of SQL wait for each other, too", async () => {
  const copy = await import(`${new URL("../../src/adapters/sql/driver.ts", import.meta.url)}?copy`);
  const [client, events] = [{}, [] as string[]];
  const calls = [queued, copy.queued as typeof queued].map((queue, i) =>
    queue(client, async () => {
      events.push(`${i} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${i} ends`);
      return [];
    })([])
  );
  await Promise.all(calls);
  assert.deepEqual(events, ["0 begins", "0 ends", "1 begins", "1 ends"]);
});
