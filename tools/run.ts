/**
 * `deno task test` and `deno task ok`: runs the stages one after the other, and adds up what they counted.
 *
 * `deno task test` runs all of them, `deno task ok` (`--quick`) those of a few seconds; names choose single ones:
 * `deno task test unit npm`.
 *
 * @module
 */

import { type Counts, countsOf, failureOf } from "./_output.ts";
import { readManifest, root } from "./exports.ts";

/** A program that is run. */
export interface Step {
  /** Program and arguments. */
  readonly run: readonly string[];
  /** Folder to run it in, from the root of the repository. */
  readonly cwd?: string;
  /** Whether it is a test run whose output is shown as it comes. Otherwise it counts as one test, shown if it fails. */
  readonly counts?: boolean;
}

interface Stage {
  readonly name: string;
  /** Whether it belongs to `deno task ok`. */
  readonly quick: boolean;
  readonly steps: readonly Step[];
}

/** The result of a step, a stage or all of them. */
export interface Result extends Counts {
  /** Lines in which tests say why they do not run. */
  readonly reasons: readonly string[];
  /** The end of the output of each run of tests that failed: which tests, and why. */
  readonly failures: readonly string[];
}

const deno = Deno.execPath();
const { exports } = await readManifest();
const sources = Object.values(exports);

/** Milliseconds after which a step has failed. */
const LONGEST_STEP = 1_200_000;

/** Suites with stages of their own. */
const SLOW = [
  "test/npm_test.ts",
  "test/fresh_test.ts",
  "test/compat",
  "test/docs",
  "test/databases",
  "test/frameworks",
  "test/runtimes",
  "test/e2e",
];

/** On a build server the lock file must hold all that is used, and nothing is added to it. */
const LOCK = ["--lock=deno.lock", ...(Deno.env.get("CI") ? ["--frozen"] : [])];

/** Examples whose packages are those of the repository. The others are built by their tests. */
const EXAMPLES = ["bun", "demo", "deno", "integration", "node"].map((name) => `examples/${name}`);

/** Node, Bun, workerd and the frameworks run the npm package. */
const BUILD: Step = { run: [deno, "task", "npm"] };

const STAGES: readonly Stage[] = [
  { name: "format", quick: true, steps: [{ run: [deno, "fmt", "--check"] }] },
  { name: "lint", quick: true, steps: [{ run: [deno, "lint"] }] },
  {
    name: "types",
    quick: true,
    steps: [{
      run: [deno, "check", ...LOCK, "mod.ts", "src", "test", "tools", "npm/build.ts", "bench", ...EXAMPLES],
    }],
  },
  { name: "doc lint", quick: true, steps: [{ run: [deno, "doc", "--lint", ...LOCK, ...sources] }] },
  {
    name: "publish",
    quick: true,
    steps: [{ run: [deno, "publish", "--dry-run", "--allow-dirty", ...LOCK] }],
  },
  { name: "unit", quick: true, steps: [tests("--parallel", `--ignore=${SLOW.join()}`, "test")] },
  {
    name: "doc",
    quick: true,
    steps: [
      tests(
        "--doc",
        "--check",
        "--parallel",
        "mod.ts",
        "src",
        "README.md",
        "docs/account.md",
        "docs/languages.md",
      ),
    ],
  },
  { name: "guides", quick: false, steps: [BUILD, tests("--parallel", "test/docs")] },
  { name: "databases", quick: false, steps: [tests("--unstable-kv", "--parallel", "test/databases")] },
  {
    name: "npm",
    quick: false,
    steps: [
      BUILD,
      tests("test/npm_test.ts"),
      // npm takes a package of the same version for the same package.
      { run: ["rm", "-rf", "node_modules/@latchkey"], cwd: "npm/test" },
      {
        run: ["npm", "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"],
        cwd: "npm/test",
      },
      { run: ["npx", "--no-install", "vitest", "run"], cwd: "npm/test", counts: true },
    ],
  },
  { name: "runtimes", quick: false, steps: [BUILD, tests("test/runtimes")] },
  { name: "compat", quick: false, steps: [BUILD, tests("--parallel", "test/compat")] },
  { name: "frameworks", quick: false, steps: [BUILD, tests("--parallel", "test/frameworks")] },
  { name: "fresh", quick: false, steps: [tests("test/fresh_test.ts")] },
  { name: "browser", quick: false, steps: [tests("--parallel", "test/e2e")] },
];

/** A run of tests. The stage "types" has checked the files; only the examples of documentation are not files. */
function tests(...args: readonly string[]): Step {
  const check = args.includes("--check") ? [] : ["--no-check"];
  return { run: [deno, "test", "-A", ...check, ...LOCK, ...args], counts: true };
}

if (import.meta.main) Deno.exit(await runStages(chosenStages(Deno.args)));

function chosenStages(args: readonly string[]): readonly Stage[] {
  const names = args.filter((arg) => !arg.startsWith("-"));
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length) {
    throw new TypeError(`No stage "${unknown}": there are ${STAGES.map(({ name }) => name).join(", ")}`);
  }
  if (names.length) return STAGES.filter(({ name }) => names.includes(name));
  return args.includes("--quick") ? STAGES.filter(({ quick }) => quick) : STAGES;
}

async function runStages(stages: readonly Stage[]): Promise<number> {
  const results: Result[] = [];
  const rows: string[] = [];
  for (const stage of stages) {
    const start = performance.now();
    const result = await runStage(stage);
    const seconds = (performance.now() - start) / 1000;
    results.push(result);
    rows.push(rowOf(stage, result, seconds));
  }
  const total = sum(results);
  console.log("\n" + rows.join("\n"));
  for (const reason of total.reasons) console.log(reason);
  // Again, at the end: a log of 20,000 lines is seldom read to its middle.
  for (const failure of total.failures) console.log(`\n${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed ? 1 : 0;
}

async function runStage({ name, steps }: Stage): Promise<Result> {
  console.log(`\n── ${name}`);
  const results: Result[] = [];
  for (const step of steps) {
    const result = await runStep(step);
    results.push(result);
    // The next steps need it.
    if (result.failed && !step.counts) break;
  }
  return sum(results);
}

/** Runs a step. One that does not end in time has failed, and is ended with all that it has started. */
export async function runStep(step: Step, limit = LONGEST_STEP): Promise<Result> {
  const { run: [program, ...args], cwd = ".", counts } = step;
  const { code, text, isLate } = await capture(program!, args, {
    cwd: new URL(`${cwd}/`, root),
    show: counts === true,
    limit,
  });
  const line = [program!.split("/").pop(), ...args].join(" ");
  const late = `hung: ${line}: it had not ended after ${limit / 1000} s`;
  const reasons = [
    ...text.split("\n").map((line) => line.trim()).filter((line) => /^skip(ped)?: /i.test(line)),
    ...(isLate ? [late] : []),
  ];
  if (isLate) console.log(counts ? late : `${text}\n${late}`);
  if (counts) {
    const result = countsOf(text, code);
    return { ...result, reasons, failures: result.failed ? [failureOf(text)] : [] };
  }
  if (!isLate) console.log(code === 0 ? `ok      ${line}` : `${text}\nFAILED  ${line} (exit code ${code})`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, reasons, failures: [] };
}

interface Captured {
  /** Exit code. */
  readonly code: number;
  /** Its output. */
  readonly text: string;
  /** Whether it had to be ended. */
  readonly isLate: boolean;
}

async function capture(
  program: string,
  args: readonly string[],
  { cwd, show, limit }: { cwd: URL; show: boolean; limit: number },
): Promise<Captured> {
  const command = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", npm_config_update_notifier: "false" },
    stdout: "piped",
    stderr: "piped",
    stdin: "null",
    // A process group of its own: it can be ended with everything that it has started.
    detached: true,
  });
  let child: Deno.ChildProcess;
  try {
    child = command.spawn();
  } catch (error) {
    const text = (error as Error).message;
    if (show) console.error(text);
    return { code: 1, text, isLate: false };
  }
  const stop = async () => {
    await endGroup(child.pid);
    Deno.exit(130);
  };
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limit);
  const [out, errors, { code }] = await Promise.all([
    readAll(child.stdout, show ? Deno.stdout : undefined),
    readAll(child.stderr, show ? Deno.stderr : undefined),
    // A process that it has left behind would keep the output open.
    child.status.finally(() => endGroup(child.pid)),
  ]);
  clearTimeout(timer);
  for (const signal of signals) Deno.removeSignalListener(signal, stop);
  return { code, text: out + errors, isLate };
}

/** Ends a process group, and what the processes in it have started in groups of their own. */
async function endGroup(id: number): Promise<void> {
  if (Deno.build.os === "windows") {
    return await run("taskkill", ["/T", "/F", "/PID", String(id)]).then(() => {});
  }
  for (const pid of membersOf(id, await run("ps", ["-A", "-o", "pid=,ppid=,pgid="]))) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** @param table Process, parent and group in each line, as `ps` prints them. @returns The group as one, if `ps` is missing. */
export function membersOf(group: number, table: string): readonly number[] {
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const members = new Set(rows.filter(([, , pgid]) => pgid === group).map(([pid]) => pid!));
  // A set that grows is walked to its end.
  for (const member of members) {
    for (const [pid, parent] of rows) if (parent === member) members.add(pid!);
  }
  return rows.length > 1 ? [...members] : [-group];
}

/** The output of a program; empty if the program does not exist. */
async function run(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return new TextDecoder().decode(stdout);
  } catch {
    return "";
  }
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  echo?: { writeSync(bytes: Uint8Array): number },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    for (let sent = 0; echo && sent < bytes.length;) sent += echo.writeSync(bytes.subarray(sent));
  }
  return text;
}

function sum(results: readonly Result[]): Result {
  const add = (key: "passed" | "failed" | "skipped") =>
    results.reduce((total, result) => total + result[key], 0);
  return {
    passed: add("passed"),
    failed: add("failed"),
    skipped: add("skipped"),
    reasons: [...new Set(results.flatMap(({ reasons }) => reasons))],
    failures: results.flatMap(({ failures }) => failures),
  };
}

function rowOf({ name }: Stage, { passed, failed, skipped }: Result, seconds: number): string {
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
  return `${failed ? "FAILED" : "ok    "}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`;
}
