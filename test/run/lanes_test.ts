import assert from "node:assert/strict";
import { test } from "node:test";
import { runLanes } from "../../tools/run/lanes.ts";

test("runLanes() runs two stages at a time, and one that needs another after it", async () => {
  const log: string[] = [];
  const ends = new Map(["a", "b", "c", "d"].map((name) => [name, Promise.withResolvers<void>()]));
  const stages = [{ name: "a" }, { name: "b", after: "a" }, { name: "c" }, { name: "d", after: "gone" }];
  const results = runLanes(stages, {
    lanes: 2,
    async run({ name }) {
      log.push(`${name} begins`);
      await ends.get(name)!.promise;
      log.push(`${name} ends`);
      return name.toUpperCase();
    },
  });
  for (const name of ["c", "a", "d", "b"]) {
    ends.get(name)!.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.deepEqual(await results, ["A", "B", "C", "D"]);
  assert.deepEqual(log, [
    "a begins",
    "c begins",
    "c ends",
    "d begins",
    "a ends",
    "b begins",
    "d ends",
    "b ends",
  ]);
});

test("runLanes() runs a light stage beside the others", async () => {
  const begun: string[] = [];
  const ends = new Map(["a", "b", "c"].map((name) => [name, Promise.withResolvers<void>()]));
  const stages = [{ name: "a" }, { name: "b" }, { name: "c", isLight: true }];
  const results = runLanes(stages, {
    lanes: 1,
    async run({ name }) {
      begun.push(name);
      await ends.get(name)!.promise;
    },
  });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(begun, ["a", "c"]);
  ends.get("a")!.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(begun, ["a", "c", "b"]);
  for (const name of ["b", "c"]) ends.get(name)!.resolve();
  await results;
});
