/**
 * What pages say and the code knows is what `deno task print` writes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { withNumbers } from "../tools/numbers.ts";
import { printedPages, stalePages } from "../tools/print.ts";
import { TO_WRITE, withTable } from "../tools/tables.ts";

const pages = await printedPages();

test("each page, and each part of one, that the code knows is what `deno task print` writes", async () => {
  assert.ok(pages.size > 150);
  assert.deepEqual([...(await stalePages(pages)).keys()], [], "run `deno task print`");
});

test("a person has written each cell that `deno task print` leaves to them", () => {
  const cell = new RegExp(`^\\|.*\\| ${TO_WRITE} +\\|`, "m");
  assert.deepEqual([...pages].filter(([, text]) => cell.test(text)).map(([path]) => path), []);
});

test("withTable() keeps what a person has written in a row, and leaves a new one to them", () => {
  const page =
    "# A\n\n## B, or so\n\n| key | x | about |\n| --- | --- | --- |\n| c | 1 | it \\| is |\n| gone | 2 | it was |\n\nend\n";
  const rows = [["new", "3", null], ["c", "4", null]] as const;
  assert.equal(
    withTable(page, { heading: "## B", rows }),
    "# A\n\n## B, or so\n\n| key | x | about |\n| --- | --- | --- |\n| new | 3 | … |\n| c | 4 | it \\| is |\n\nend\n",
  );
  assert.throws(() => withTable(page, { heading: "## C", rows }), TypeError);
});

test("withNumbers() writes a number before its words, also at the end of a line", () => {
  assert.equal(
    withNumbers("12 cats, 12\ncats, 3 cats, 12 dogs", { " cats": 45 }),
    "45 cats, 45\ncats, 3 cats, 12 dogs",
  );
});
