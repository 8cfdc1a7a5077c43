/**
 * The stages of a test run.
 *
 * @module
 */

import { writeExamples } from "../_doc_examples.ts";
import { findFiles, groupTests } from "../_groups.ts";
import { readNightlyFiles } from "./nightly.ts";
import type { Step } from "./step.ts";
import { readManifest } from "../exports.ts";
import { SHORT, SHORT_ENV, shortened } from "./short.ts";

/** A part of a test run that can run alone: `deno task test unit`. */
export interface Stage {
  readonly name: string;
  /** Whether it belongs to `deno task ok --all`: it needs no server, no other runtime and no npm package. */
  readonly quick: boolean;
  /** A stage that has to end first, because this one uses what it has made. */
  readonly after?: string;
  /** Whether it takes a third of a processor, so that it runs beside the others. Default `false`. */
  readonly isLight?: boolean;
  readonly steps: readonly Step[];
}

const deno = Deno.execPath();

/** On a build server the lock file must hold all that is used, and nothing is added to it. */
const LOCK = ["--lock=deno.lock", ...(Deno.env.get("CI") ? ["--frozen"] : [])];

/** Suites with stages of their own, and the stages. */
const SLOW: Readonly<Record<string, string>> = {
  "test/npm_reproducible_test.ts": "npm",
  "test/npm_test.ts": "npm",
  "test/fresh_test.ts": "fresh",
  "test/compat": "compat",
  "test/docs": "guides",
  "test/databases": "databases",
  "test/adapters/deno_kv_rows_test.ts": "databases",
  "test/adapters/deno_kv_test.ts": "databases",
  "test/frameworks": "frameworks",
  "test/runtimes": "runtimes",
  "test/e2e": "browser",
};

/** Stages whose tests use the npm package. */
const PACKED: readonly string[] = ["npm", "compat", "guides", "frameworks", "runtimes", "browser"];

/** Examples whose packages are those of the repository. The others are built by their tests. */
const EXAMPLES = ["bun", "demo", "deno", "integration", "node"].map((name) => `examples/${name}`);

/** What `deno check` reads to check the whole repository. */
export const CHECKED: readonly string[] = [
  "mod.ts",
  "src",
  "test",
  "tools",
  "npm/build.ts",
  "bench",
  ...EXAMPLES,
];

/** Pages whose examples run as they are. `test/docs` compiles those of the others. */
const PAGES = ["docs/account.md", "docs/languages.md", "docs/modules.md"];

/** Where the examples are that run. */
const EXAMPLES_IN = ["mod.ts", "src", ...PAGES];

/**
 * Builds the npm package. Node, Bun, workerd and the frameworks run it: it is built once for all stages. With
 * `NPM_PACKAGE=built`, `npm/dist` has it already, from another job of CI.
 */
export const BUILD: Step = {
  run: isBuilt() ? ["test", "-f", "npm/dist/latchkey-auth.tgz"] : [deno, "task", "npm"],
};

function isBuilt(): boolean {
  return Deno.env.get("NPM_PACKAGE") === "built";
}

/** Which stages there are. */
interface StagesOptions {
  /** Whether the slow ones are cut to what `tools/run/short.ts` lists. Default `false`. */
  readonly isShort?: boolean;
}

/** The stages, in the order in which they begin. */
export async function readStages({ isShort = false }: StagesOptions = {}): Promise<readonly Stage[]> {
  const { exports } = await readManifest();
  const env = isShort ? SHORT_ENV : {};
  const groupsOf = async (stage: string, size?: number) => {
    const files = (await findFiles("test", "_test.ts")).filter((file) => stageOf(file) === stage);
    return await groupTests(isShort ? shortened(stage, files) : files, size);
  };
  const stages: readonly Stage[] = [
    { name: "format", quick: true, steps: [{ run: [deno, "fmt", "--check"] }] },
    { name: "lint", quick: true, steps: [{ run: [deno, "lint"] }] },
    // The longest, and "browser" waits for it.
    {
      name: "frameworks",
      quick: false,
      steps: [BUILD, { ...tests("--parallel"), files: () => groupsOf("frameworks", 4) }],
    },
    { name: "types", quick: true, steps: [{ run: [deno, "check", "--doc", ...LOCK, ...CHECKED, ...PAGES] }] },
    {
      name: "doc lint",
      quick: true,
      steps: [{ run: [deno, "doc", "--lint", ...LOCK, ...Object.values(exports)] }],
    },
    {
      name: "publish",
      quick: true,
      steps: [{ run: [deno, "publish", "--dry-run", "--allow-dirty", "--no-check", ...LOCK] }],
    },
    {
      name: "unit",
      quick: true,
      steps: [{ ...tests("--parallel"), files: () => groupsOf("unit") }],
    },
    {
      name: "databases",
      quick: false,
      // One isolate, so that all share the servers, for which it waits.
      isLight: true,
      steps: [{ ...tests("--unstable-kv"), files: () => groupsOf("databases") }],
    },
    {
      name: "doc",
      quick: true,
      steps: [{ ...tests("--parallel"), files: async () => groupTests(await writeExamples(EXAMPLES_IN)) }],
    },
    // The longest begin first: a short one at the end leaves no core idle for long.
    {
      name: "guides",
      quick: false,
      steps: [BUILD, { ...tests("--parallel"), files: () => groupsOf("guides", 14) }],
    },
    { name: "runtimes", quick: false, steps: [BUILD, { ...tests(), files: () => groupsOf("runtimes") }] },
    {
      name: "browser",
      quick: false,
      after: "frameworks",
      // The files of an isolate share a browser.
      steps: [BUILD, { ...tests("--parallel"), files: () => groupsOf("browser", 6) }],
    },
    {
      name: "compat",
      quick: false,
      steps: [BUILD, { ...tests("--parallel"), files: () => groupsOf("compat", 4) }],
    },
    {
      name: "npm",
      quick: false,
      steps: [BUILD, tests("test/npm_test.ts", "test/npm_reproducible_test.ts"), ...CUSTOMER],
    },
    { name: "fresh", quick: false, steps: [tests("test/fresh_test.ts")] },
  ];
  const chosen = stages.filter(({ name }) => !isShort || SHORT[name]?.length !== 0)
    .map((stage) => ({
      ...stage,
      steps: stage.steps.map((step) => step === BUILD ? step : { ...step, env }),
    }));
  return [PACKAGES, ...chosen.map((stage) => ({ after: PACKAGES.name, ...stage }))];
}

/**
 * Downloads the packages that programs and tests import, so that no other stage waits for the network to begin. What
 * applications install, their tests download.
 */
export const PACKAGES: Stage = {
  name: "packages",
  quick: true,
  steps: [{ run: [deno, "cache", ...LOCK, "mod.ts", "npm/build.ts"], files: programs }],
};

/** The files in the folders that import packages. */
async function programs(): Promise<readonly string[]> {
  return (await Promise.all(["test", "tools", "bench"].map((folder) => findFiles(folder, ".ts")))).flat();
}

/** A program that uses the npm package, tested by vitest. */
const CUSTOMER: readonly Step[] = [
  { run: [deno, "run", "-A", "--no-check", ...LOCK, "test/_customer.ts"] },
  { run: ["node", "node_modules/vitest/vitest.mjs", "run"], cwd: "npm/test", counts: true },
];

/** Milliseconds that a step of the nightly run may take: ten minutes less than a job of `nightly.yml`. */
const NIGHT = 170 * 60_000;

/** The stages of the nightly run: the files of tests that do more at night, and what takes too long for each push. */
export async function readNightlyStages(): Promise<readonly Stage[]> {
  const env = { NIGHTLY: "true" };
  const examples = tests("--doc", "--parallel", ...EXAMPLES_IN);
  const steps = [...stepsFor(await readNightlyFiles()), examples]
    .map((step) => ({ ...step, env, limit: NIGHT }));
  return [
    { name: "tests", quick: false, steps },
    { name: "mutants", quick: false, steps: [{ run: [deno, "task", "mutants"], limit: NIGHT }] },
    { name: "audit", quick: false, steps: [{ run: [deno, "task", "audit"] }] },
  ];
}

/** What concerns one account at the same time, in many rounds. @param seed A number that decides the random choices. */
export function racesStage(seed: string): Stage {
  const env = { NIGHTLY: "true", SEED: seed };
  const files = ["password_races", "races", "second_factor_races"].map((name) =>
    `test/databases/${name}_test.ts`
  );
  const steps = stepsFor(files).map((step) => ({ ...step, env, limit: NIGHT }));
  return { name: "races", quick: false, steps };
}

/** The steps that run files of tests, or folders of them. @param flags For `deno test`. */
export function stepsFor(files: readonly string[], flags: readonly string[] = []): readonly Step[] {
  const stages = new Set(files.map(stageOf));
  const build = PACKED.some((name) => stages.has(name)) ? [BUILD] : [];
  const kv = stages.has("databases") ? ["--unstable-kv"] : [];
  return [...build, tests("--parallel", ...kv, ...flags, ...files)];
}

/** The stage that a file of tests belongs to. */
export function stageOf(file: string): string {
  return Object.entries(SLOW).find(([path]) => file === path || file.startsWith(`${path}/`))?.[1] ?? "unit";
}

/** A run of tests. The stage "types" checks the files, and the examples in them. */
function tests(...args: readonly string[]): Step {
  return { run: [deno, "test", "-A", "--no-check", ...LOCK, ...args], counts: true };
}

/** A step that runs quick tests, some in each isolate. */
export function quickTests(files: readonly string[]): Step {
  const size = Math.min(24, Math.ceil(files.length / 4));
  return { ...tests("--parallel"), files: () => groupTests(files, size) };
}
