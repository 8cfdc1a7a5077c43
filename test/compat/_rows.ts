/**
 * Rows of a table: what happens on our library, and what on `@auth/core`, which the record has where theirs does not run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterTests } from "../_after.ts";
import { isRecording, type TheirRecord } from "./_record.ts";
import type { Side } from "./_trees.ts";

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
export function compareRows(area: string, rows: readonly Row[], record: TheirRecord): void {
  const lines: string[] = [];
  const skip = isRecording && "the record is being written";
  test(`${area}: the record has each row, and no other`, { skip }, () => assertSameRows(area, rows, record));
  for (const row of rows) {
    test(`${area} works on our library as on Auth.js: ${row.name}`, async () => {
      const start = performance.now();
      const [ours, theirs] = await Promise.all([
        attempt(row, "ours"),
        record.recall([area, row.name], () => attemptTheirs(row)),
      ]);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      lines.push(
        `${mark(ours)}  ${theirs.padEnd(4)}  ${seconds.padStart(5)}  ${row.name}${noteOf(row, ours)}`,
      );
      if (row.deliberate) assertProblem(ours, row.deliberate.problem);
      else if (ours !== "ok" && !row.todo) throw ours.error;
      if (theirs !== "ok" && !row.better) throw new Error(PROVES_NOTHING);
    });
  }
  afterTests(() => {
    const count = (result: string, column: number) =>
      lines.filter((line) => line.slice(column, column + 4) === result).length;
    const total = `${count("ok  ", 0)} of ours, ${count("ok  ", 6)} of @auth/core work, of ${lines.length}`;
    console.log([`\n${area}: ours, @auth/core, seconds`, ...lines, total].join("\n"));
  });
}

function assertSameRows(area: string, rows: readonly Row[], record: TheirRecord): void {
  assert.deepEqual(record.namesOf(area).toSorted(), rows.map(({ name }) => name).toSorted());
}

const PROVES_NOTHING = "It fails on @auth/core: it proves nothing, or write why ours is better";

/** The result of a row on `@auth/core`, as it is recorded. */
async function attemptTheirs(row: Row): Promise<string> {
  const result = await attempt(row, "theirs");
  if (result !== "ok" && !row.better) throw new Error(PROVES_NOTHING, { cause: result.error });
  return mark(result).trim();
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
