import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Metafile, Plugin } from "npm:esbuild@0.28.2";
import { esbuild } from "../../tools/_esbuild.ts";
import { chosenVersions, isNightly } from "../_nightly.ts";
import { chooseTests, type ChosenTest } from "./chosen_tests.ts";
import { home, install, obstacle, versions } from "./install.ts";
import { bunBinary, nodeBinary, NODES } from "./runtimes.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Stands for `node:test` in the bundle. */
const RUNNER = `${root}test/runtimes/node_runner.js`;

type Runner = readonly [program: string, ...args: string[]];

/** A program for each runtime. The versions between the oldest and the newest Node are tested at night. */
const runners: Readonly<Record<string, Runner>> = Object.fromEntries<Runner>([
  ...chosenVersions(NODES).map((node) => [`Node v${versions[node]}`, [nodeBinary(node)]] as const),
  [`Bun ${versions.bun}`, [bunBinary, "test", "--timeout", "60000"]],
]);

/** How many run at the same time. */
const LANES = 2;

/** A run that hangs ends before the limit of its stage, and so the test that fails names its runtime. */
const LIMIT = 20 * 60 * 1000;

for (const name of Object.keys(runners)) {
  test(`the unit tests pass on ${name}`, async (t) => {
    if (obstacle) {
      console.log(`skipped: the unit tests on ${name}, as ${obstacle}`);
      return t.skip(obstacle);
    }
    const { success, output, files } = await (runs ??= startAll())[name]!;
    if (!success) assert.fail(failuresOf(output));
    const passed = Number(/^(?:# pass |ℹ pass | )(\d+)/m.exec(output)?.[1]);
    assert.ok(passed > files, output);
  });
}

/** Shortens an output of thousands of tests to the lines that name failures, and its end. */
function failuresOf(output: string): string {
  const lines = output.split("\n");
  const named = lines.slice(0, -100).filter((line) =>
    /^(?:not ok|# Error|✖|ℹ Error|\(fail\)|error:)/.test(line.trim())
  );
  return [...named.slice(0, 100), ...lines.slice(-100)].join("\n");
}

interface Run {
  readonly success: boolean;
  readonly output: string;
  /** How many files of tests there were. */
  readonly files: number;
}

let runs: Readonly<Record<string, Promise<Run>>> | undefined;

/** Starts a run on each runtime as soon as the one {@link LANES} before it has ended. */
function startAll(): Record<string, Promise<Run>> {
  const bundles = bundleTests();
  const started: Promise<Run>[] = [];
  for (const name of Object.keys(runners)) {
    const before = started.at(-LANES) ?? bundles;
    started.push(
      before.then(() => bundles, () => bundles).then((tests) => run(name, testsFor(name, tests))),
    );
  }
  return Object.fromEntries(Object.keys(runners).map((name, index) => [name, started[index]!]));
}

/** The tests that a runtime runs. By day Node signs in by `runtimes_test.ts` alone: it has the engine of Deno. */
function testsFor(name: string, tests: readonly ChosenTest[]): readonly string[] {
  const chosen = isNightly || !name.startsWith("Node ") ? tests : tests.filter(({ isFlow }) => !isFlow);
  return chosen.map(({ path }) => path);
}

async function run(name: string, files: readonly string[]): Promise<Run> {
  const [program, ...args] = runners[name]!;
  const entry = `unit/${name.replace(/\W/g, "_")}.test.mjs`;
  await writeFile(`${home}/${entry}`, files.map((file) => `import "./${file}.mjs";\n`).join(""));
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args, `./${entry}`],
    cwd: home,
    // Deno has the thousands of random rounds: on each runtime they would take a quarter of an hour.
    env: { NO_COLOR: "1", NIGHTLY: "false" },
    signal: AbortSignal.timeout(LIMIT),
  }).output();
  const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  return { success, output, files: files.length };
}

/** Writes the tests as JavaScript to `unit/`. */
async function bundleTests(): Promise<readonly ChosenTest[]> {
  await install();
  const tests = await chooseTests();
  await rm(`${home}/unit`, { recursive: true, force: true });
  const { metafile } = await esbuild({
    metafile: true,
    entryPoints: Object.fromEntries(tests.map(({ path }) => [path, `${root}test/${path}_test.ts`])),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    outdir: `${home}/unit`,
    outExtension: { ".js": ".mjs" },
    external: ["jose", "oauth4webapi"],
    plugins: [await ownName()],
    logLevel: "error",
  });
  return tests.filter(({ path }) => !needsSqlite(`unit/${path}.mjs`, metafile));
}

/** Whether a file of the bundle needs `node:sqlite`, which neither Node 20 nor Bun has: its tests stay with Deno, for all. */
function needsSqlite(path: string, { outputs }: Metafile): boolean {
  const reached = new Set([Object.keys(outputs).find((output) => output.endsWith(`/${path}`))!]);
  for (const output of reached) {
    for (const { path, external } of outputs[output]!.imports) {
      if (external && path === "node:sqlite") return true;
      if (!external) reached.add(path);
    }
  }
  return false;
}

/** Finds the library under its public name, in the sources, and the runner of its tests. */
async function ownName(): Promise<Plugin> {
  const { name, exports } = JSON.parse(await readFile(`${root}deno.json`, "utf8"));
  return {
    name: "own name",
    setup({ onResolve }) {
      onResolve(
        { filter: /^node:test$/ },
        ({ importer }) => importer === RUNNER ? { path: "node:test", external: true } : { path: RUNNER },
      );
      // As `deno pack` writes it.
      onResolve({ filter: /^npm:/ }, ({ path }) => ({
        path: path.replace(/^npm:(@?[^@]+)@.*$/, "$1"),
        external: true,
      }));
      onResolve({ filter: /^@latchkey\/auth/ }, ({ path }) => ({
        path: root + exports[path.replace(name, ".")].slice(2),
      }));
    },
  };
}
