/**
 * `deno task ok`: the quick gates for what has changed since `main`: its format, lint and types, and the tests that belong
 * to it. `deno task ok --all`: all quick stages.
 *
 * @module
 */

import { slowTestsOf, testsOf } from "./belongs.ts";
import { changedFiles, isClone } from "./git.ts";
import { runStages } from "./run_stages.ts";
import { readSources } from "./sources.ts";
import { quickTests, readStages, type Stage } from "./stages.ts";

const NO_CLONE = "Cannot find what has changed since main: this folder is not a clone of the repository. " +
  "All quick gates: deno task ok --all";

/** Tests that a note names. */
const LONGEST_NOTE = 6;

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--all")) return await runStages((await readStages()).filter(({ quick }) => quick));
  if (!await isClone()) return console.error(NO_CLONE), 1;
  const [changed, sources] = await Promise.all([changedFiles(), readSources()]);
  const code = await runStages(stagesFor(changed, testsOf(changed, sources)), { isPart: true });
  console.log(`These were the gates for ${changed.length} changed files. All quick ones: deno task ok --all`);
  const note = noteOf(slowTestsOf(changed, sources));
  if (note) console.log(note);
  return code;
}

/** Names the tests that have not run, because they are slow. */
export function noteOf(slow: readonly string[]): string {
  const named = slow.slice(0, LONGEST_NOTE).map((file) => `deno task t ${file}`);
  const more = slow.length > named.length ? [`and ${slow.length - named.length} more`] : [];
  return slow.length ? ["Not run, because they are slower:", ...named, ...more].join("\n  ") : "";
}

/** The stages for changed files and the tests that belong to them. */
export function stagesFor(changed: readonly string[], tests: readonly string[]): readonly Stage[] {
  const deno = Deno.execPath();
  const programs = changed.filter((path) => /^(?:mod\.ts$|(?:src|test|tools|bench)\/.*\.ts$)/.test(path));
  const stage = (name: string, run: readonly string[]) => ({ name, quick: true, steps: [{ run }] });
  return [
    stage("format", [deno, "fmt", "--check", "--permit-no-files", ...changed]),
    ...(programs.length
      ? [
        stage("lint", [deno, "lint", "--permit-no-files", ...programs]),
        stage("types", [deno, "check", "--doc", "--lock=deno.lock", "mod.ts", ...programs]),
      ]
      : []),
    { name: "tests", quick: true, steps: [quickTests(tests)] },
  ];
}
