/**
 * The adapter contract on lists of rows of each kind: by the user, by other fields, of all rows.
 *
 * @module
 */

import { listsOf, type Row } from "../../shapes/row_kind.ts";
import { assertFields, assertList, assertTrue, type Rule, unique } from "./_rule.ts";
import { fieldsOf, type Kind, KINDS, LONG, pick, rowsIn, someRow } from "./_some_row.ts";

/** Listing rows of each kind. */
export const rowListRules: readonly Rule[] = KINDS.flatMap((kind) => [
  ...listsOf(kind).flatMap(({ by }) => listRules(kind, by)),
  ...(kind.isOrdered ? [orderRule(kind)] : []),
]);

function listRules(kind: Kind, by: readonly string[]): readonly Rule[] {
  const title = `rows.list("${kind.kind}") by ${by.join(" and ")}`;
  const last = by.at(-1)!;
  const [id = ""] = kind.key.slice(-1);
  const isFree = !kind.key.includes(last);
  const withText = (text: string | null) => someRow(kind, { ...pick(SAME, by), [last]: text });
  return [
    {
      name: `${title} finds these rows, to the letter`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const text = `Ada-${unique()}`;
        const all = [withText(text), withText(text)];
        const others = [
          withText(text.toLowerCase()),
          someRow(kind, otherThan(kind, by, text)),
          ...by.slice(0, -1).map((field) => ({ ...withText(text), [field]: "other" })),
          ...(kind.columns[last]?.required ? [] : [withText(null)]),
        ];
        for (const row of [...all, ...others]) await rows.add(row);
        const list = () => rows.list(pick(all[0]!, by));
        assertList(await list(), all, id);
        assertList(await rows.list({ ...pick(all[0]!, by), [last]: unique() }), [], id);
        if (isFree) {
          const moved = { ...all[0]!, [last]: unique() };
          await rows.replace(moved);
          assertList(await list(), all.slice(1), id);
          assertList(await rows.list(pick(moved, by)), [moved], id);
        }
        await rows.remove(all[1]!);
        assertList(await list(), isFree ? [] : all.slice(0, 1), id);
      },
    },
    {
      name: `${title} returns pages: each row once, and fewer than the limit only at the end`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const text = unique();
        const all = Array.from(
          { length: 10 },
          (_, i) => ({ ...withText(text), [id]: `${i % 2 ? "B" : "a"}-${unique()}` }),
        );
        for (const row of [...all, withText(unique())]) await rows.add(row);
        for (const limit of [1, 3, 5, 10, 11]) {
          const found: Row[] = [];
          for (let page = 0; page <= all.length / limit + 1; page++) {
            const next = await rows.list(pick(all[0]!, by), { after: found.at(-1) ?? null, limit });
            found.push(...next);
            const wanted = Math.min(limit, Math.max(0, all.length - page * limit));
            assertTrue(next.length === wanted, `page ${page} has ${next.length} rows, not ${wanted}`);
            // A row that is written again meanwhile hides no other one.
            if (limit === 3 && page === 0) await rows.replace(next[2]!);
          }
          assertList(found, all, id);
        }
      },
    },
  ];
}

function orderRule(kind: Kind): Rule {
  return {
    name: `rows.list("${kind.kind}") finds each row once, page by page`,
    needs: ["rows"],
    async run(adapter) {
      const rows = rowsIn(adapter, kind);
      const nameOf = (row: Row) => JSON.stringify(kind.key.map((field) => row[field]));
      const id = unique();
      // The last fields of the key go the other way than the first.
      const all = ["a", "a", "a", "b", "b"].map((text, index) =>
        someRow(kind, {
          ...Object.fromEntries(kind.key.map((field, at) => [field, at ? `${9 - index}` : `${text} ${id}`])),
          ...(kind.key.length === 1 && { [kind.key[0]!]: `${text}${9 - index} ${id}` }),
          ...(kind.long && { [kind.long]: LONG }),
        })
      );
      for (const row of all) await rows.add(row);
      const stored = new Map(all.map((row) => [nameOf(row), row]));
      const seen = new Set<string>();
      for (let after: Row | null = null;;) {
        const page: readonly Row[] = await rows.list({}, { after, limit: 2 });
        assertTrue(page.length <= 2, `a page of 2 has ${page.length} rows`);
        for (const row of page) {
          const name = nameOf(row);
          assertTrue(!seen.has(name), `a row was found again after ${seen.size}`);
          seen.add(name);
          const expected = stored.get(name);
          if (expected) assertFields(row, expected, "the row in the list");
        }
        if (page.length === 0) break;
        after = page.at(-1)!;
      }
      const unpaged = await rows.list({});
      assertTrue(
        all.every((row) => unpaged.some((it) => nameOf(it) === nameOf(row))),
        "without a page, some are missing",
      );
      const lost = [...stored.keys()].filter((name) => !seen.has(name));
      assertTrue(lost.length === 0, `the list lacks ${lost.length} of ${all.length} rows`);
    },
  };
}

/** Values that several rows of a list share, but for the last field. */
const SAME: Row = { provider: "example", userId: "example" };

/** Rows with the text in another field, which the list must not find. */
function otherThan(kind: Kind, by: readonly string[], text: string): Row {
  const other = fieldsOf(kind).find((field) => !by.includes(field) && kind.columns[field]?.length !== "long");
  return { ...pick(SAME, by.slice(0, -1)), ...(other && { [other]: text }) };
}
