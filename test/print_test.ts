/**
 * What pages say and the code knows is what `deno task print` writes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";
import { withNumbers } from "../tools/numbers.ts";
import { printedPages, stalePages, unformatted } from "../tools/print.ts";
import { TO_WRITE, withTable } from "../tools/tables.ts";

const pages = await printedPages();

for (const [path, text] of pages) {
  test(`${path} is what \`deno task print\` writes`, async () => {
    const written = await readFile(new URL(path, root), "utf8");
    assert.ok(unformatted(written) === unformatted(text), "run `deno task print`");
    assert.doesNotMatch(
      written,
      new RegExp(`^\\|.*\\| ${TO_WRITE} +\\|`, "m"),
      `write the cells with "${TO_WRITE}"`,
    );
  });
}

test("docs/settings has the pages that `deno task print` writes, and no other", async () => {
  assert.deepEqual(await stalePages(pages), []);
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
