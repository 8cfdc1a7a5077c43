/**
 * `deno task ok`: the quick gates for what has changed since `main`: its format, lint and types, and the tests that belong
 * to it. `deno task ok --all`: all quick stages.
 *
 * @module
 */

import { slowTestsOf, testsOf } from "./belongs.ts";
import { type Changes, isClone, readChanges } from "./git.ts";
import { runStages } from "./run_stages.ts";
import { importersOf, readSources, type Sources } from "./sources.ts";
import { quickTests, readStages, type Stage } from "./stages.ts";

const NO_CLONE = "Cannot find what has changed since main: this folder is not a clone of the repository. " +
  "All quick gates: deno task ok --all";

/** Tests that a note names. */
const LONGEST_NOTE = 6;

/** The paths of programs whose types are checked. */
const PROGRAM = /^(?:mod\.ts$|(?:src|test|tools|bench)\/.*\.ts$)/;

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const [unknown] = args.filter((arg) => arg !== "--all");
  if (unknown !== undefined) return console.error(`Cannot use "${unknown}": there is --all`), 1;
  if (args.length) return await runStages((await readStages()).filter(({ quick }) => quick));
  if (!await isClone()) return console.error(NO_CLONE), 1;
  const [changes, sources] = await Promise.all([readChanges(), readSources()]);
  const files = [...changes.changed, ...changes.removed];
  const code = await runStages(stagesFor(changes, testsOf(files, sources), sources), { isPart: true });
  console.log(`These were the gates for ${files.length} changed files. All quick ones: deno task ok --all`);
  const note = noteOf(slowTestsOf(files, sources));
  if (note) console.log(note);
  return code;
}

/** Names the tests that have not run, because they are slow. */
export function noteOf(slow: readonly string[]): string {
  const named = slow.slice(0, LONGEST_NOTE).map((file) => `deno task t ${file}`);
  const more = slow.length > named.length ? [`and ${slow.length - named.length} more`] : [];
  return slow.length ? ["Not run, because they are slower:", ...named, ...more].join("\n  ") : "";
}

/**
 * The stages for changes and the tests that belong to them. Where a program was removed, those are checked that may have imported
 * it: all of `src/`, and its importers among the tests and tools.
 */
export function stagesFor(
  { changed, removed }: Changes,
  tests: readonly string[],
  sources: Sources,
): readonly Stage[] {
  const deno = Deno.execPath();
  const programs = changed.filter((path) => PROGRAM.test(path));
  const lost = removed.filter((path) => PROGRAM.test(path));
  const orphans = lost.length ? ["src", ...lost.flatMap((path) => [...importersOf(path, sources)])] : [];
  const checked = [...new Set([...programs, ...orphans])];
  const stage = (name: string, run: readonly string[]) => ({ name, quick: true, steps: [{ run }] });
  return [
    // Without a file, it would look at all of them.
    ...(changed.length ? [stage("format", [deno, "fmt", "--check", "--permit-no-files", ...changed])] : []),
    ...(programs.length ? [stage("lint", [deno, "lint", "--permit-no-files", ...programs])] : []),
    ...(checked.length
      ? [stage("types", [deno, "check", "--doc", "--lock=deno.lock", "mod.ts", ...checked])]
      : []),
    { name: "tests", quick: true, steps: [quickTests(tests)] },
  ];
}
