/**
 * `deno task t <file or word> [words of the test's name]`, `deno task t <file> <file> …`: runs some tests.
 *
 * The first argument is a file or a folder of tests, a file that tests import, a file or a folder of `src/`, a part of a path,
 * or a word in the name of a test. Paths begin at the root of the repository, or where the terminal is.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../exports.ts";
import { ownTestsOf } from "./mirror.ts";
import { importersOf, readSources, type Sources } from "./sources.ts";
import { stepsFor } from "./stages.ts";
import { runStep, showStep, type Step } from "./step.ts";

const HELP = `deno task t <file or word> [words of a test's name] [options of deno test]

deno task t test/http/csrf_test.ts      a file of tests
deno task t src/http/csrf.ts            the tests of this file
deno task t csrf                        the files of tests with "csrf" in their path
deno task t "RFC 9700"                  the tests with this text in their name
deno task t csrf "another site"         those of these files with this text in their name
deno task t src/http test/flows         the tests of all of these files and folders`;

/** Files of tests, and a part of the names of the tests to run. */
export interface Choice {
  readonly files: readonly string[];
  /** Default: all tests of the files. */
  readonly filter?: string | undefined;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const words = args.filter((arg) => !arg.startsWith("--"));
  const asked = readWords(words, Deno.env.get("INIT_CWD"));
  if (!asked) {
    console.log(HELP);
    return 1;
  }
  const choice = chooseAll(asked, await readSources());
  if (!choice.files.length) {
    console.error(`Cannot find a test for "${words[0]}".\n\n${HELP}`);
    return 1;
  }
  const { files, filter } = choice;
  if (!filter) return await run(stepsFor(files, flags));
  const report = await Deno.makeTempFile();
  const code = await run(stepsFor(files, [`--filter=${filter}`, `--junit-path=${report}`, ...flags]));
  const isChosen = hasChosen(await Deno.readTextFile(report));
  await Deno.remove(report);
  if (code || isChosen) return code;
  console.error(`No test of these files has "${filter}" in its name: ${files.join(", ")}`);
  return 1;
}

/** Runs steps until one fails. @returns The exit code. */
async function run(steps: readonly Step[]): Promise<number> {
  for (const step of steps) {
    const code = step.counts ? await showStep(step) : await prepare(step);
    if (code) return code;
  }
  return 0;
}

/** Whether a filter has chosen a test: only those have a time. @param report What Deno writes of a run, in the format of JUnit. */
function hasChosen(report: string): boolean {
  return /<testcase .* time="[\d.]+" line=/.test(report);
}

/** The words of a command, read. */
export interface Asked {
  /** A word; or files and folders, as paths from the root of the repository. */
  readonly words: readonly string[];
  /** A part of the names of the tests to run. Default: all tests of the files. */
  readonly filter?: string | undefined;
}

/**
 * Reads the words: files and folders, or one word, and a part of the names of tests. `null` if that is not what they are.
 *
 * @param folder Where the terminal is: Deno runs tasks at the root. Default: the root.
 */
export function readWords([first, ...others]: readonly string[], folder?: string): Asked | null {
  const word = first && fromRoot(first, folder);
  if (!word) return null;
  const paths = others.map((other) => fromRoot(other, folder));
  if (isThere(word) && paths.every(isThere)) return { words: [word, ...paths], filter: undefined };
  const [filter] = others;
  // No test has the name of a file that is not there.
  return others.length < 2 && !filter?.endsWith(".ts") ? { words: [word], filter } : null;
}

function isThere(path: string): boolean {
  return path !== "" && existsSync(new URL(path, root));
}

/** Chooses the tests for words. */
export function chooseAll({ words, filter }: Asked, sources: Sources): Choice {
  const choices = words.map((word) => choose({ word, filter }, sources));
  const files = [...new Set(choices.flatMap((choice) => choice.files))];
  return { ...choices[0], files };
}

/** Runs what prepares tests, and shows its output if it fails. */
async function prepare(step: Step): Promise<number> {
  const { failures } = await runStep(step);
  for (const { text } of failures) console.error(text);
  return failures.length;
}

/**
 * The path from the root of the repository of a file that a word names as seen from a folder; the word itself if there is no
 * such file.
 *
 * @param folder Where the terminal is: Deno runs tasks at the root. Default: the root.
 */
export function fromRoot(word: string, folder?: string): string {
  const top = fileURLToPath(root);
  const file = resolve(folder ?? top, word);
  const path = relative(top, file).replaceAll(sep, "/");
  return existsSync(file) && !path.startsWith("..") ? path : word;
}

/** Chooses the tests for a word. */
export function choose(
  { word, filter }: { readonly word: string; readonly filter?: string | undefined },
  sources: Sources,
): Choice {
  const files = [...sources.keys()].filter((path) => path.endsWith("_test.ts")).sort();
  const path = word.replace(/^\.\//, "").replace(/\/$/, "");
  const exact = files.filter((file) => file === path || file.startsWith(`${path}/`));
  if (exact.length) return { files: exact, filter };
  if (sources.has(path)) {
    const importers = importersOf(path, sources);
    return { files: files.filter((file) => importers.has(file)), filter };
  }
  const source = /^src\/(.+?)(?:\.ts)?$/.exec(path)?.[1];
  const own = ownTestsOf(path);
  const isTest = (file: string) =>
    own.some((each) => file === each || file.startsWith(each.replace(/_test\.ts$/, "/")));
  if (source) return { files: files.filter(isTest), filter };
  const inPath = files.filter((file) => file.includes(path));
  if (inPath.length) return { files: inPath, filter };
  return { files: files.filter((file) => sources.get(file)!.includes(word)), filter: filter ?? word };
}
