/**
 * The rules for test files, as functions from a module to violations.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";
import { changedBy, isComposedName, isInFunction, lineOf, longestRun } from "./_syntax.ts";

/** What the rules read of a test file. */
export interface TestModule {
  /** Its path from the root of the repository. */
  readonly path: string;
  /** It, parsed. */
  readonly source: ts.SourceFile;
  /** All nodes of it. */
  readonly nodes: readonly ts.Node[];
}

/** Words in a row by which a test's name can be searched for. */
const WORDS_OF_A_NAME = 4;

const CHANGES_THE_PROCESS = /^(Deno\.env\.(set|delete)|(Deno|process)\.chdir)$/;

/** A name that a loop composes has words in a row to search for. */
export function namesOfTestsCanBeFound({ path, source, nodes }: TestModule): string[] {
  return nodes.filter(isComposedName).filter((name) => longestRun(name) < WORDS_OF_A_NAME).map((name) =>
    `${path}:${
      lineOf(name, source)
    }: ${name.getText()}: write ${WORDS_OF_A_NAME} words in a row to search for`
  );
}

/**
 * `deno test --parallel` runs test files at the same time, in threads of one process, and several in one thread. A program
 * that a test starts has a process of its own.
 */
export function testsShareTheProcess({ path, source, nodes }: TestModule): string[] {
  if (!path.endsWith("_test.ts") && nodes.some((node) => node.getText() === "import.meta.main")) return [];
  return nodes.flatMap((node) => {
    const why = whyNotShared(node);
    return why ? [`${path}:${lineOf(node, source)}: ${node.getText()}: ${why}`] : [];
  });
}

function whyNotShared(node: ts.Node): string | undefined {
  const called = ts.isCallExpression(node) ? node.expression.getText() : "";
  const changed = changedBy(node)?.getText() ?? "";
  if (CHANGES_THE_PROCESS.test(called) || /^process\.env[.[]/.test(changed)) {
    return "another test file may run now: replace `process.env`";
  }
  if (!/^(globalThis|console)[.[]/.test(changed) || isInFunction(node)) return undefined;
  return "test files share an isolate: change it in the test, and change it back";
}
