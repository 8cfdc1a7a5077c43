/**
 * `deno task test` and `deno task ok`: runs the stages, and adds up what they counted. The quick ones run one after the
 * other, the slow ones two at a time: each of those waits for programs that use only one core. With `CI` set, one.
 *
 * `deno task test` runs all of them, `deno task ok` (`--quick`) those of a few seconds; names choose single ones:
 * `deno task test unit npm`.
 *
 * @module
 */

import { runLanes } from "./_lanes.ts";
import { type Result, runStep, type Step } from "./_step.ts";
import { LIVE, printLine, type Screen } from "./_screen.ts";
import { readManifest } from "./exports.ts";

interface Stage {
  readonly name: string;
  /** Whether it belongs to `deno task ok`. Then it runs alone. */
  readonly quick: boolean;
  /** A stage that has to end first, because this one uses what it has made. */
  readonly after?: string;
  readonly steps: readonly Step[];
}

const deno = Deno.execPath();
const { exports } = await readManifest();
const sources = Object.values(exports);

/** How many slow stages run at the same time. A run of CI must not fail because two of them share its cores. */
const LANES = Deno.env.get("CI") ? 1 : 2;

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

/** Node, Bun, workerd and the frameworks run the npm package. It is built once for all stages. */
const BUILD: Step = { run: [deno, "task", "npm"] };

/** Steps that several stages have, and that run once. */
const shared = new Map<Step, Promise<Result>>();

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
  // The longest begin first: a short one at the end leaves no core idle for long.
  { name: "compat", quick: false, steps: [BUILD, tests("--parallel", "test/compat")] },
  { name: "frameworks", quick: false, steps: [BUILD, tests("--parallel", "test/frameworks")] },
  { name: "runtimes", quick: false, steps: [BUILD, tests("test/runtimes")] },
  { name: "browser", quick: false, after: "frameworks", steps: [BUILD, tests("--parallel", "test/e2e")] },
  { name: "guides", quick: false, steps: [BUILD, tests("--parallel", "test/docs")] },
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
  { name: "databases", quick: false, steps: [tests("--unstable-kv", "--parallel", "test/databases")] },
  { name: "fresh", quick: false, steps: [tests("test/fresh_test.ts")] },
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
  const [quick, slow] = [stages.filter(({ quick }) => quick), stages.filter(({ quick }) => !quick)];
  const done: Done[] = [];
  for (const stage of quick) done.push(await runStage(stage, LIVE));
  done.push(...await runLanes(slow, { lanes: LANES, run: runStage }));
  const total = sum(done.map(({ result }) => result));
  console.log("\n" + done.map(rowOf).join("\n"));
  for (const reason of total.reasons) console.log(reason);
  // Again, at the end: a log of 20,000 lines is seldom read to its middle.
  for (const failure of total.failures) console.log(`\n${failure}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed ? 1 : 0;
}

/** A stage that has ended. */
interface Done {
  readonly name: string;
  readonly result: Result;
  readonly seconds: number;
}

async function runStage({ name, steps }: Stage, screen: Screen): Promise<Done> {
  const start = performance.now();
  printLine(screen, `\n── ${name}`);
  const results: Result[] = [];
  for (const step of steps) {
    const isRepeated = shared.has(step);
    if (step === BUILD && !isRepeated) shared.set(step, runStep(step, { screen }));
    const result = await (shared.get(step) ?? runStep(step, { screen }));
    // It is counted once, unless it stops this stage too.
    if (!isRepeated || result.failed) results.push(result);
    // The next steps need it.
    if (result.failed && !step.counts) break;
  }
  return { name, result: sum(results), seconds: (performance.now() - start) / 1000 };
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

function rowOf({ name, result: { passed, failed, skipped }, seconds }: Done): string {
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
  return `${failed ? "FAILED" : "ok    "}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`;
}
