import assert from "node:assert/strict";
import { test } from "node:test";
import { membersOf } from "../../tools/run/process_group.ts";
import { runStep, secondsIn } from "../../tools/run/step.ts";

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
    const run = [Deno.execPath(), "run", "-A", file, folder, "2", where];
    const result = await runStep({ run, limit: 4_000_000 }, { late: untilFiles(folder, 3) });
    const started = [...Deno.readDirSync(folder)].map(({ name }) => Number(name));
    await Promise.all([Deno.remove(file), Deno.remove(folder, { recursive: true })]);
    assert.equal(started.length, 3);
    for (const pid of started) assert.ok(!isRunning(pid), `process ${pid} still runs`);
    assert.equal(result.failed, 1);
    assert.match(result.reasons.join(), /^hung: deno run -A .*: it had not ended after 4000 s$/);
  });
}

test("runStep() does not wait for child processes of a finished step", async () => {
  const script =
    `new Deno.Command("sleep", { args: ["600"] }).spawn().unref(); console.log("1 passed | 0 failed");`;
  const run = [Deno.execPath(), "eval", script];
  const { cpu, ...result } = await runStep({ run, counts: true, limit: 120_000 });
  assert.deepEqual(result, { passed: 1, failed: 0, skipped: 0, reasons: [], failures: [] });
  assert.ok(cpu > 0);
});

test("runStep() ends a step that takes longer than its limit", async () => {
  const { failed, reasons } = await runStep({ run: ["sleep", "600"], limit: 50 });
  assert.equal(failed, 1);
  assert.deepEqual(reasons, ["hung: sleep 600: it had not ended after 0.05 s"]);
});

test("runStep() ends tests that print nothing any more, and says which programs ran", async () => {
  const script =
    `console.log("a ... ok (1ms)\\n'b' has been running for over (1m0s)"); setInterval(() => {}, 1000);`;
  const step = { run: [Deno.execPath(), "eval", script], counts: true, silence: 3000 };
  const { failed, failures, reasons } = await runStep(step);
  assert.equal(failed, 1);
  assert.match(reasons.join(), /^hung: deno eval [^]*: it had printed nothing for 3 s$/);
  assert.match(failures[0]!.text, /\nhung: deno eval [^]*\nnot ended: b\n[^]*^\d+ +\d+ .*deno eval/m);
});

test("runStep() lets a program run that prints again and again", async () => {
  const script = `for (let i = 0; i < 8; i++) {
    console.log("still here"); await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.log("1 passed | 0 failed");`;
  const { passed, failed } = await runStep({
    run: [Deno.execPath(), "eval", script],
    counts: true,
    silence: 3000,
  });
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 0 });
});

test("runStep() removes what a program leaves in its temporary folder", async () => {
  const script = `const left = Deno.makeTempDirSync(); console.log("skip: " + left);`;
  const { reasons } = await runStep({ run: [Deno.execPath(), "eval", script] });
  const [left = ""] = reasons.map((reason) => reason.replace("skip: ", ""));
  assert.match(left, /\/lk-\w{6}\/\w+$/);
  assert.throws(() => Deno.statSync(left), Deno.errors.NotFound);
});

for (const name of ["runStep", "showStep"]) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    test(`${name}() ends all that it has started, and leaves no folder, after ${signal}`, async () => {
      const [file, folder, temporary] = [
        await Deno.makeTempFile({ suffix: ".ts" }),
        await Deno.makeTempDir(),
        await Deno.makeTempDir(),
      ];
      await Deno.writeTextFile(file, HANGS);
      const run = JSON.stringify([Deno.execPath(), "run", "-A", file, folder, "1", "apart"]);
      const script = `import { ${name} } from "${new URL("../../tools/run/step.ts", import.meta.url)}";
        await ${name}({ run: ${run} });`;
      const child = new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", script],
        env: { TMPDIR: temporary },
      }).spawn();
      await untilFiles(folder, 2);
      assert.equal([...Deno.readDirSync(temporary)].length, 1);
      child.kill(signal);
      assert.equal((await child.status).code, 130);
      const started = [...Deno.readDirSync(folder)].map(({ name }) => Number(name));
      await Promise.all(started.map(untilEnded));
      assert.deepEqual([...Deno.readDirSync(temporary)], []);
      await Promise.all([file, folder, temporary].map((path) => Deno.remove(path, { recursive: true })));
    });
  }
}

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
  const [failure] = result.failures;
  assert.match(failure!.text, /^ERRORS[^]*subtracts[^]*off by one[^]*1 passed . 1 failed/);
  assert.doesNotMatch(failure!.text, /long output/);
  assert.deepEqual(failure!.tests.map(({ name }) => name), ["subtracts"]);
});

test("runStep() gives a program its own environment variables", async () => {
  const script = `console.log(Deno.env.get("NIGHTLY") + " | 1 passed | 0 failed")`;
  const parts: string[] = [];
  await runStep({ run: [Deno.execPath(), "eval", script], env: { NIGHTLY: "yes" }, counts: true }, {
    onOutput: (part) => parts.push(part),
  });
  assert.equal(parts.join(""), "yes | 1 passed | 0 failed\n");
});

test("secondsIn() adds up the times of a shell's child processes", () => {
  assert.equal(secondsIn("0m0.01s 0m0.02s\n1m2.500s 0m0.25s\n"), 62.75);
  assert.equal(secondsIn(""), 0);
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

async function untilFiles(folder: string, count: number): Promise<void> {
  while ([...Deno.readDirSync(folder)].length < count) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A process that was killed takes a moment to end. */
async function untilEnded(pid: number): Promise<void> {
  for (let rest = 3000; isRunning(pid); rest--) {
    assert.ok(rest, `process ${pid} still runs`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isRunning(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}
