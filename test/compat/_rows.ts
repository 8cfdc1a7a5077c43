/**
 * Rows of a table: what happens on our library, and what on `@auth/core`, in one run.
 *
 * @module
 */

import { after, test } from "node:test";
import { type Side, SIDES } from "./_trees.ts";

/** Something that must work on both. */
export interface Row {
  /** In plain words. */
  readonly name: string;
  /** Why it fails on ours today. It runs and is printed, and does not fail the test. */
  readonly todo?: string;
  /** Why ours differs on purpose, as `docs/migration/auth_js.md` says, and what it must say then. */
  readonly deliberate?: { readonly reason: string; readonly problem: RegExp };
  /** Why it fails on theirs. A row that works on neither proves nothing. */
  readonly better?: string;
  /** Does it. */
  run(side: Side): Promise<void>;
}

/** The result of a row. */
type Result = "ok" | { readonly error: unknown };

/** Defines a test for each row, and prints the table after them. A row fails if it works on theirs and not on ours. */
export function compareRows(area: string, rows: readonly Row[]): void {
  const lines: string[] = [];
  for (const row of rows) {
    test(`${area} works on our library as on Auth.js: ${row.name}`, async () => {
      const start = performance.now();
      const [ours, theirs] = await Promise.all(SIDES.map((side) => attempt(row, side))) as [Result, Result];
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      lines.push(`${mark(ours)}  ${mark(theirs)}  ${seconds.padStart(5)}  ${row.name}${noteOf(row, ours)}`);
      if (row.deliberate) assertProblem(ours, row.deliberate.problem);
      else if (ours !== "ok" && !row.todo) throw ours.error;
      if (theirs !== "ok" && !row.better) {
        throw new Error("It fails on @auth/core: it proves nothing, or write why ours is better", {
          cause: theirs.error,
        });
      }
    });
  }
  after(() => {
    const count = (result: string, column: number) =>
      lines.filter((line) => line.slice(column, column + 4) === result).length;
    const total = `${count("ok  ", 0)} of ours, ${count("ok  ", 6)} of @auth/core work, of ${lines.length}`;
    console.log([`\n${area}: ours, @auth/core, seconds`, ...lines, total].join("\n"));
  });
}

/** Asserts that a row fails in the way that it says. */
function assertProblem(ours: Result, problem: RegExp): void {
  if (ours === "ok") throw new Error("It works: it does not differ on purpose any more");
  if (!problem.test(String(ours.error))) throw ours.error;
}

async function attempt(row: Row, side: Side): Promise<Result> {
  try {
    await row.run(side);
    return "ok";
  } catch (error) {
    return { error };
  }
}

function mark(result: Result): string {
  return result === "ok" ? "ok  " : "no  ";
}

function noteOf({ todo, deliberate }: Row, ours: Result): string {
  if (deliberate) return `\n  deliberate: ${deliberate.reason}`;
  if (!todo) return "";
  if (ours === "ok") return `\n  todo done: remove the mark "${todo}"`;
  const [line] = String((ours.error as Error)?.message ?? ours.error).trim().split("\n");
  return `\n  todo: ${todo} (${line})`;
}
