import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, failureOf } from "../tools/_output.ts";
import { runLanes } from "../tools/_lanes.ts";
import { createBlock, printLine } from "../tools/_screen.ts";
import { membersOf, runStep } from "../tools/_step.ts";

test("countsOf() reads the summary of deno test", () => {
  const text =
    "ok | 3 passed inside an output | 9 failed\n\nok | 12 passed (3 steps) | 0 failed | 2 ignored (4s)\n";
  assert.deepEqual(countsOf(text, 0), { passed: 12, failed: 0, skipped: 2 });
});

test("countsOf() reads the summary of vitest", () => {
  const text =
    " Test Files  1 failed (1)\n      Tests  2 failed | 3 passed | 1 skipped (6)\n   Start at  12:00:00\n";
  assert.deepEqual(countsOf(text, 1), { passed: 3, failed: 2, skipped: 1 });
});

test("countsOf() counts a failure when the program fails although each test passed", () => {
  assert.deepEqual(countsOf("ok | 5 passed | 0 failed (1s)\nerror: leaking", 1), {
    passed: 5,
    failed: 1,
    skipped: 0,
  });
});

test("countsOf() counts a failure when nothing was counted", () => {
  assert.deepEqual(countsOf("error: No test modules found", 1), { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(countsOf("", 0), { passed: 0, failed: 1, skipped: 0 });
});

/** Writes down its process id, starts itself again so many times, and does not end. */
const HANGS = `
  const [folder, more, where] = Deno.args;
  Deno.writeTextFileSync(folder + "/" + Deno.pid, "");
  const args = ["run", "-A", import.meta.filename, folder, String(more - 1), where];
  if (more > 0) new Deno.Command(Deno.execPath(), { args, detached: where === "apart" }).spawn();
  setInterval(() => {}, 1000);
`;

for (const where of ["together", "apart"]) {
  test(`runStep() says which step hangs, and ends all that it has started (process groups: ${where})`, async () => {
    const [file, folder] = [await Deno.makeTempFile({ suffix: ".ts" }), await Deno.makeTempDir()];
    await Deno.writeTextFile(file, HANGS);
    const result = await runStep({ run: [Deno.execPath(), "run", "-A", file, folder, "2", where] }, {
      limit: 4000,
    });
    const started = [...Deno.readDirSync(folder)].map(({ name }) => Number(name));
    await Promise.all([Deno.remove(file), Deno.remove(folder, { recursive: true })]);
    assert.equal(started.length, 3);
    for (const pid of started) assert.ok(!isRunning(pid), `process ${pid} still runs`);
    assert.equal(result.failed, 1);
    assert.match(result.reasons.join(), /^hung: deno run -A .*: it had not ended after 4 s$/);
  });
}

test("runStep() does not wait for child processes of a finished step", async () => {
  const script =
    `new Deno.Command("sleep", { args: ["60"] }).spawn().unref(); console.log("1 passed | 0 failed");`;
  const start = performance.now();
  const result = await runStep({ run: [Deno.execPath(), "eval", script], counts: true }, { limit: 30_000 });
  assert.deepEqual(result, { passed: 1, failed: 0, skipped: 0, reasons: [], failures: [] });
  assert.ok(performance.now() - start < 20_000);
});

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

test("createBlock() shows nothing before its end, and then all of it, in the order in which it came", () => {
  const block = createBlock();
  printLine(block, "one");
  block.error(new TextEncoder().encode("two\n"));
  printLine(block, "three");
  const shown: string[] = [];
  block.flush((bytes) => shown.push(new TextDecoder().decode(bytes)));
  assert.equal(shown.join(""), "one\ntwo\nthree\n");
});

test("runStep() counts a missing program as a failure", async () => {
  const { passed, failed } = await runStep({ run: ["no-such-program"], counts: true });
  assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
});

test("runStep() keeps what deno test says of the tests that failed", async () => {
  const file = await Deno.makeTempFile({ suffix: "_test.ts" });
  await Deno.writeTextFile(
    file,
    `Deno.test("adds", () => console.log("long output"));
     Deno.test("subtracts", () => { throw new Error("off by one"); });`,
  );
  const result = await runStep({ run: [Deno.execPath(), "test", "--no-check", file], counts: true });
  await Deno.remove(file);
  assert.deepEqual([result.passed, result.failed], [1, 1]);
  assert.match(result.failures.join(), /^ERRORS[^]*subtracts[^]*off by one[^]*1 passed . 1 failed/);
  assert.doesNotMatch(result.failures.join(), /long output/);
});

test("failureOf() starts where vitest names the tests that failed", () => {
  const text = " ✓ a.test.ts\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n FAIL b.test.ts\n Tests  1 failed\n";
  assert.equal(failureOf(text), "⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n FAIL b.test.ts\n Tests  1 failed");
});

test("failureOf() returns the end of an output that names no test", () => {
  const text = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join("\n");
  assert.equal(failureOf(text).split("\n").length, 300);
  assert.match(failureOf(text), /line 999$/);
});

test("membersOf() finds a group, and all that descends from it", () => {
  const table =
    "    1     0     1\n   10     1    10\n   11    10    10\n   12    11    12\n   13    12    13\n" +
    "   20     1    10\n   30     1    30\n";
  assert.deepEqual([...membersOf(10, table)].sort((a, b) => a - b), [10, 11, 12, 13, 20]);
  assert.deepEqual(membersOf(30, table), [30]);
  assert.deepEqual(membersOf(99, table), []);
  assert.deepEqual(membersOf(10, ""), [-10]);
});

function isRunning(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
