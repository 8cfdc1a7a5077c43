/** `UPDATE_GOLDEN=1` writes the numbers of the conformance list into its page. */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { GROUPS } from "./_list.ts";
import { MODULES, type Row } from "./_row.ts";

const PAGE = new URL("../../docs/conformance.md", import.meta.url);
const ROWS: readonly Row[] = GROUPS.flatMap(({ rows }) => rows);

/** The number of rows today. Raise it with the list: a row that gets lost must not go unnoticed. */
const AT_LEAST = 557;

test("docs/conformance.md has the numbers of the conformance list", async () => {
  const page = await readFile(PAGE, "utf8");
  const current = withTable(withTable(withTotals(page), "Group", groupTable()), "Module", moduleTable());
  if (Deno.env.get("UPDATE_GOLDEN")) return await writeFile(PAGE, current);
  assert.equal(cellsOf(page), cellsOf(current), "run it with UPDATE_GOLDEN=1, then `deno fmt`");
});

test("the conformance list has not lost a row", () => {
  assert.ok(ROWS.length >= AT_LEAST, `${ROWS.length} rows, and there were ${AT_LEAST}`);
});

function withTotals(page: string): string {
  const refused = ROWS.filter(({ expected }) => expected !== "accepted").length;
  const totals = `${ROWS.length} rows: ${ROWS.length - refused} sign-ins succeed, ${refused} are refused`;
  return page.replace(/\d+\s+rows:\s+\d+\s+sign-ins\s+succeed,\s+\d+\s+are\s+refused/, totals);
}

function groupTable(): string[][] {
  return GROUPS.map(({ name, rows }) => {
    const accepted = rows.filter(({ expected }) => expected === "accepted").length;
    return [name, String(rows.length), String(accepted), String(rows.length - accepted)];
  });
}

function moduleTable(): string[][] {
  return MODULES.map((
    module,
  ) => [`\`${module}\``, String(ROWS.filter(({ plan }) => plan === module).length)]);
}

/** Replaces the rows of the table whose first heading is `heading`. */
function withTable(page: string, heading: string, rows: readonly string[][]): string {
  const table = new RegExp(`(\\| ${heading} [^\\n]+\\n\\|[ :|-]+\\n)(?:\\|[^\\n]+\\n)*`);
  assert.match(page, table);
  return page.replace(
    table,
    (_all, head: string) => head + rows.map((cells) => `| ${cells.join(" | ")} |\n`).join(""),
  );
}

/** A page without its line breaks, and without the spaces and dashes that align its tables. */
function cellsOf(page: string): string {
  return page.replaceAll(/[\s-]+/g, " ");
}
