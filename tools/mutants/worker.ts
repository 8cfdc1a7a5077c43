/**
 * Runs the tests of a bundle: first without a mutant, then with one after the other, until one test fails.
 *
 * Its arguments are the path of the {@link Plan} and the numbers of the mutants. It prints a line of JSON for each
 * {@link Report}. Each mutant gets modules of its own: no state passes from one to the next.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import process from "node:process";
import { type Registry, runTest } from "./harness.ts";

/** What the worker reports. */
export type Report =
  /** The test fails without a mutant, or if other tests run before it. */
  | { readonly kind: "broken"; readonly test: string; readonly error: string }
  /** From now on the worker works on a mutant: if the process ends, that is the reason. */
  | { readonly kind: "begun"; readonly id: string }
  /** A test has failed with the mutant. */
  | { readonly kind: "killed"; readonly id: string; readonly test: string }
  /** All tests that reach the mutant have passed. */
  | { readonly kind: "survived"; readonly id: string; readonly reached: number };

/** What the worker reads: `plan.json` beside `bundle.js`. */
export interface Plan {
  /** Folder of both. */
  readonly folder: string;
  /** Packages that the bundle imports. */
  readonly externals: readonly string[];
  /** Where the tests run. */
  readonly worlds: readonly World[];
}

/** Numbers of mutants → how often each was reached. */
type Hits = Record<string, number>;

/** The switch, which the code of the instrumenter reads. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Record<string, Hits> } | undefined;
}

/**
 * Whether the modules find node:crypto, and take the runtime for Cloudflare Workers. `test/crypto/native_test.ts` compares what
 * they do with node:crypto and without.
 */
type World = "native" | "web" | "workers";

/** A test, as the run without mutants has seen it. */
interface Known {
  readonly world: World;
  readonly index: number;
  readonly milliseconds: number;
  readonly hits: Hits;
  /** How many mutants it has noticed: such a test comes first. */
  kills: number;
}

/** How many times as often as without it a mutant may be reached, before it counts as an endless loop. */
const HIT_FACTOR = 100;

const active: Switch = {};
Object.assign(globalThis, { __stryker__: active });

const ownNavigator = Object.getOwnPropertyDescriptor(globalThis, "navigator") ?? {};

/** What no test has caught. */
let uncaught: unknown;
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  uncaught = event.reason;
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  uncaught = event.error;
});

if (import.meta.main) {
  const [file = "", ...ids] = Deno.args;
  silence();
  const plan: Plan = JSON.parse(await readFile(file, "utf8"));
  const load = await loader(plan);
  const coverage = await runAll(load, plan.worlds);
  if (coverage) {
    for (const id of ids) {
      report({ kind: "begun", id });
      report(await runMutant(id, coverage, load));
    }
  }
  Deno.exit(0);
}

type Load = (world: World) => Promise<Registry>;

/** Returns what makes the modules of the bundle anew. */
async function loader({ folder, externals }: Plan): Promise<Load> {
  const packages: Record<string, unknown> = {};
  for (const name of externals) packages[name] = { ...await importOrNothing(name), __esModule: true };
  const { default: run } = await import(`file://${folder}/bundle.js`);
  return async (world) => {
    const registry: Registry = { tests: [], afters: [] };
    const { getBuiltinModule } = process;
    if (world === "web") Object.assign(process, { getBuiltinModule: undefined });
    if (world === "workers") setNavigator({ value: { userAgent: "Cloudflare-Workers" } });
    try {
      await run(packages, registry);
    } finally {
      Object.assign(process, { getBuiltinModule });
      setNavigator(ownNavigator);
    }
    return registry;
  };
}

function setNavigator(property: PropertyDescriptor): void {
  Object.defineProperty(globalThis, "navigator", { ...property, configurable: true });
}

/** A package that only some applications have may be missing here too. */
async function importOrNothing(name: string): Promise<object> {
  try {
    return await import(name);
  } catch {
    return {};
  }
}

/** What the run without mutants has found. */
interface Coverage {
  readonly known: readonly Known[];
  /** Mutants that the modules reach when they are loaded: they may change any test. */
  readonly loaded: ReadonlySet<string>;
}

/** Runs all tests without a mutant, in their order and in the opposite one. `null` if one fails. */
async function runAll(load: Load, worlds: readonly World[]): Promise<Coverage | null> {
  const known: Known[] = [];
  const loaded = new Set<string>();
  for (const world of worlds) {
    // The modules of this world count anew.
    active.mutantCoverage = undefined;
    const { tests, afters } = await load(world);
    for (const id of Object.keys(hitsOf("loading"))) loaded.add(id);
    for (const [index, { name, run }] of tests.entries()) {
      const start = performance.now();
      const id = `${world} ${index}`;
      active.currentTestId = id;
      const error = await errorOf(() => runTest(run));
      active.currentTestId = undefined;
      // Some tests are about node:crypto itself, or about what Workers refuse.
      if (error && world !== "native") continue;
      if (error) return broken(name, error);
      known.push({ world, index, milliseconds: performance.now() - start, hits: hitsOf(id), kills: 0 });
    }
    for (const run of afters) await run();
  }
  const { tests, afters } = await load("native");
  for (const { name, run } of tests.reverse()) {
    const error = await errorOf(() => runTest(run));
    if (error) return broken(name, error);
  }
  for (const run of afters) await run();
  return { known, loaded };
}

function hitsOf(test: string): Hits {
  return (test === "loading" ? active.mutantCoverage?.static : active.mutantCoverage?.perTest[test]) ?? {};
}

function broken(test: string, error: unknown): null {
  report({
    kind: "broken",
    test,
    error: error instanceof Error ? error.stack ?? error.message : String(error),
  });
  return null;
}

async function runMutant(id: string, { known, loaded }: Coverage, load: Load): Promise<Report> {
  const reaching = known.filter(({ hits }) => loaded.has(id) || hits[id])
    .sort((a, b) => b.kills - a.kills || a.milliseconds - b.milliseconds);
  const hits = reaching.reduce((sum, { hits }) => sum + (hits[id] ?? 0), 0);
  Object.assign(active, { activeMutant: id, hitCount: 0, hitLimit: HIT_FACTOR * (hits + 1) });
  try {
    return await runReaching(id, reaching, load);
  } finally {
    Object.assign(active, { activeMutant: undefined, hitCount: undefined });
  }
}

async function runReaching(id: string, reaching: readonly Known[], load: Load): Promise<Report> {
  const registries = new Map<World, Registry>();
  try {
    for (const known of reaching) {
      const registry = registries.get(known.world) ?? await load(known.world);
      registries.set(known.world, registry);
      const { name, run } = registry.tests[known.index] ?? {};
      // The mutant has registered another number of tests, which is a failure too.
      if (name === undefined || run === undefined) return { kind: "killed", id, test: "(fewer tests)" };
      if (!await errorOf(() => runTest(run))) continue;
      known.kills++;
      return { kind: "killed", id, test: name };
    }
    return { kind: "survived", id, reached: reaching.length };
  } catch (error) {
    return { kind: "killed", id, test: `(the modules: ${error})` };
  } finally {
    for (const { afters } of registries.values()) {
      for (const run of afters) await errorOf(async () => await run());
    }
  }
}

/** The error of a step: what it throws, or leaves uncaught. */
async function errorOf(run: () => Promise<void>): Promise<unknown> {
  uncaught = undefined;
  try {
    await run();
  } catch (error) {
    // A mutant may throw `false`.
    return error || new Error(`threw ${error}`);
  }
  // The runtime reports uncaught rejections after the microtasks.
  await new Promise((resolve) => setTimeout(resolve));
  return uncaught;
}

/** Silences what the tests print. */
function silence(): void {
  for (const method of ["debug", "error", "info", "log", "warn"] as const) console[method] = () => {};
}

function report(line: Report): void {
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(line) + "\n"));
}
