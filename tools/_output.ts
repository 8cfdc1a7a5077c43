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

/** Returns the part of an output in which `deno test` or vitest says which tests failed; its last lines if there is none. */
export function failureOf(text: string): string {
  const start = /^ ?ERRORS ?$|^.* Failed (?:Tests|Suites) /m.exec(text)?.index;
  return (start === undefined ? text : text.slice(start)).trim().split("\n").slice(-300).join("\n");
}
