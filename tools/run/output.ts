/**
 * Reads the output of `deno test` and vitest.
 *
 * @module
 */

/** How many tests there were, by their result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A test that failed. */
export interface FailedTest {
  readonly name: string;
  /** Its file, from the root of the repository. */
  readonly file: string;
}

/** What a run of tests says of those that failed. */
export interface Failure {
  /** The part of the output that says why. */
  readonly text: string;
  /** The tests that it names. */
  readonly tests: readonly FailedTest[];
}

/** Reads the last summary of `deno test` or vitest. A run without one, or one that ends badly all the same, has failed. */
export function countsOf(text: string, code: number): Counts {
  const summary =
    text.split("\n").findLast((line) => /\d+ passed.*\|.*\d+ failed|^\s*Tests\s+\d/.test(line)) ?? "";
  const count = (word: RegExp) => Number(word.exec(summary)?.[1] ?? 0);
  const counts = {
    passed: count(/(\d+) passed/),
    failed: count(/(\d+) failed/),
    skipped: count(/(\d+) (?:ignored|skipped)/),
  };
  const counted = counts.passed + counts.failed + counts.skipped > 0;
  return counted && (code === 0 || counts.failed) ? counts : { ...counts, failed: counts.failed || 1 };
}

/** Counts the tests that a part of the output of `deno test` says have ended. */
export function endedIn(part: string): number {
  return part.match(/ \.\.\. (?:ok|FAILED|ignored|cancelled)\b/g)?.length ?? 0;
}

/** The tests that `deno test` says run for long, and that have not ended in this output. */
export function unfinishedIn(text: string): readonly string[] {
  const slow = [...text.matchAll(/(?:^|\.\.\.)'(.+)' has been running for over /gm)];
  const names = slow.filter(({ 1: name, index }) => !text.includes(`${name} ... `, index)).map((
    [, name = ""],
  ) => name);
  return [...new Set(names)];
}

/** How many lines of an output are shown. */
const LINES = 300;

/** Returns what `deno test` or vitest says of the tests that failed; the last lines if it names none. */
export function failureOf(text: string): Failure {
  const tests = namedIn(text);
  const start = /^ ?ERRORS ?$|^.* Failed (?:Tests|Suites) /m.exec(text)?.index;
  if (start === undefined) return { text: text.trim().split("\n").slice(-LINES).join("\n"), tests };
  const said = text.slice(start);
  // After the summary comes the other stream, which may be long.
  const end = [...said.matchAll(/^FAILED \| .*$/gm)].at(-1);
  const part = end ? said.slice(0, end.index + end[0].length) : said;
  return { text: part.trim().split("\n").slice(0, LINES).join("\n"), tests };
}

/** The tests in the list at the end of an output of `deno test`. */
function namedIn(text: string): readonly FailedTest[] {
  const start = text.lastIndexOf("\n FAILURES");
  if (start < 0) return [];
  const rows = text.slice(start).matchAll(/^(.+) => (?:\.\/)?(\S+?):\d+:\d+$/gm);
  const files = filesIn(text);
  const tests = [...rows].map(([, name = "", file = ""]) => ({
    name,
    file: files.get(name) ?? /^(\S+) can be loaded$/.exec(name)?.[1] ?? fileInStack(text, name) ?? file,
  }));
  return tests.filter(({ name, file }, i) =>
    i === tests.findIndex((each) => each.name === name && each.file === file)
  );
}

/**
 * Tests that failed, and the files that ran them: the list at the end has the helper that registered a test. A file in a group
 * is not named before its tests, so there {@link fileInStack} looks for it.
 */
function filesIn(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^(?:\.\/)?(test\/\S+_test\.ts) => (.+) \.\.\. FAILED/gm);
  return new Map([...lines].map(([, file = "", name = ""]) => [name, file]));
}

/** The file of tests that the stack of an error names, of the test with this name. */
function fileInStack(text: string, name: string): string | undefined {
  const start = text.indexOf(`\n${name} => `, text.search(/^ ERRORS $/m));
  const end = text.slice(start + 1).search(/\n\n.+ => \S+:\d+:\d+\n|\n\n FAILURES /);
  const error = start < 0 ? "" : text.slice(start, end < 0 ? undefined : start + 1 + end);
  return /\/(test\/[^\s:]+_test\.ts):\d+/.exec(error)?.[1];
}
