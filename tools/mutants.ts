/**
 * `deno task mutants [file…]`: changes the code that decides about accounts, one place after the other, and runs the
 * tests that reach the place. A change that no test notices has survived: it needs a test, or a reason in
 * `test/mutants.json`.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { root } from "./exports.ts";
import { bundleMutants, type Mutant } from "./mutants/bundle.ts";
import { compareSurvivors, type Explained } from "./mutants/explained.ts";
import { runMutants } from "./mutants/run_worker.ts";
import { TARGETS } from "./mutants/targets.ts";
import { ownTestsOf } from "./run/mirror.ts";

/** The part of all mutants that tests have to notice. */
const LEAST_SCORE = 0.9;

/** How many files are tested at the same time. */
const LANES = Math.min(4, navigator.hardwareConcurrency);

/** The result for a file. */
interface Result {
  readonly file: string;
  readonly mutants: readonly Mutant[];
  readonly survivors: readonly Mutant[];
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(files: readonly string[]): Promise<number> {
  const unknown = files.filter((file) => !(file in TARGETS));
  if (unknown.length) {
    throw new TypeError(`No mutants of ${unknown.join(", ")}: tools/mutants/targets.ts lists the files`);
  }
  const explained: Explained = JSON.parse(await readFile(new URL("test/mutants.json", root), "utf8"));
  const results = await runAll(files.length ? files : Object.keys(TARGETS));
  const faults = results.flatMap(({ file, survivors }) =>
    compareSurvivors(survivors, explained[file] ?? {}).map((fault) => `${file}:${fault}`)
  );
  const [all, survived] = [results.flatMap(({ mutants }) => mutants), results.flatMap((r) => r.survivors)];
  const score = 1 - survived.length / all.length;
  if (score < LEAST_SCORE) faults.push(`The score is below ${100 * LEAST_SCORE} %.`);
  const lines = [`${all.length} mutants, ${survived.length} survived: ${percent(score)}`, ...faults];
  console.log(`\n${lines.join("\n")}`);
  return faults.length ? 1 : 0;
}

async function runAll(files: readonly string[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = [...files];
  const lane = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const result = await runFile(file);
      results.push(result);
      const { mutants, survivors } = result;
      const score = percent(1 - survivors.length / mutants.length);
      console.log(`${score.padStart(6)}  ${file}: ${survivors.length} of ${mutants.length} survived`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

async function runFile(file: string): Promise<Result> {
  const folder = fileURLToPath(new URL(`.work/mutants/${file.replaceAll(/\W/g, "_")}`, root));
  const bundle = await bundleMutants(file, await testsOf(file), folder);
  const fates = await runMutants(bundle);
  const isSurvivor = ({ id }: Mutant) => fates.get(id)?.kind === "survived";
  return { file, mutants: bundle.mutants, survivors: bundle.mutants.filter(isSurvivor) };
}

/** The test files of a source file. */
async function testsOf(file: string): Promise<readonly string[]> {
  const listed = await Promise.all((TARGETS[file] ?? []).map(filesOf));
  const own = ownTestsOf(file).filter((path) => existsSync(new URL(path, root)));
  return [...new Set([...own, ...listed.flat()])];
}

async function filesOf(path: string): Promise<readonly string[]> {
  if (!path.endsWith("/")) return [path];
  const names = await readdir(new URL(path, root), { recursive: true });
  return names.filter((name) => name.endsWith("_test.ts")).sort().map((name) => path + name);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
