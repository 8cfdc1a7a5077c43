/**
 * The adapter contract on rows of each kind. Only the declaration of a kind is asked, so that a new one has its cases.
 *
 * @module
 */

import { listsOf, type Row } from "../../shapes/row_kind.ts";
import {
  assertFields,
  assertList,
  assertOneWins,
  assertTrue,
  race,
  RACERS,
  type Rule,
  unique,
} from "./_rule.ts";
import { fieldsOf, type Kind, KINDS, LONG, pick, rowsIn, someRow } from "./_some_row.ts";

/** Number of callers who want to change one row at the same time. */
const WRITERS = 50;

/** Storing rows of each kind. */
export const rowRules: readonly Rule[] = KINDS.flatMap((kind) => [
  ...storeRules(kind),
  ...(kind.version === undefined ? replacementRules(kind) : versionRules(kind)),
]);

function storeRules(kind: Kind): readonly Rule[] {
  const name = kind.kind;
  return [
    {
      name: `rows.find("${name}") resolves to null without a row`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        await rows.assertStored(someRow(kind), null);
        await rows.add(someRow(kind));
        await rows.assertStored(someRow(kind), null);
      },
    },
    {
      name: `rows.store("${name}") stores all fields, and replaces all of them`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        let before: Row | null = null;
        for (const row of variantsOf(kind)) {
          const { version } = kind;
          const ifVersion = version === undefined ? undefined : Number(before?.[version]);
          const stored = await rows.store(row, before || version === undefined ? ifVersion : null);
          assertTrue(stored === true, `store resolved to ${stored}, expected true`);
          await rows.assertStored(row, row);
          before = row;
        }
      },
    },
    {
      name: `rows of "${name}" are told apart to the letter`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const all = kind.key.flatMap((field) => {
          const row = someRow(kind, { [field]: `Ada-${unique()}` });
          const others = [
            `${row[field]}`.toLowerCase(),
            ...(kind.columns[field]?.isAscii ? [] : [`${row[field]} `]),
          ];
          return [row, ...others.map((it) => ({ ...someRow(kind), ...row, [field]: it, ...textOf(kind) }))];
        });
        for (const row of all) await rows.add(row);
        for (const row of all) await rows.assertStored(row, row);
        for (const [index, row] of all.entries()) {
          assertTrue(await rows.remove(row) === true, "a row was not removed");
          assertTrue(await rows.remove(row) === false, "a row was removed that is not there");
          for (const [at, each] of all.entries()) await rows.assertStored(each, at > index ? each : null);
        }
      },
    },
    {
      name: `rows.remove("${name}") resolves to true for one of ${RACERS} callers at the same time`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const [removed, other] = [someRow(kind, kind.long ? { [kind.long]: LONG } : {}), someRow(kind)];
        for (const row of [removed, other]) await rows.add(row);
        assertOneWins(await race(() => rows.remove(removed)));
        await rows.assertStored(removed, null);
        await rows.assertStored(other, other);
      },
    },
  ];
}

/** Only one of several writers who have read the same version may write. */
function versionRules(kind: Kind): readonly Rule[] {
  const [name, version] = [kind.kind, kind.version!];
  return [
    {
      name: `rows.store("${name}") stores nothing if the ${version} has changed, or the row is gone`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const stored = someRow(kind, { [version]: 3 });
        const late = { ...stored, ...textOf(kind), [version]: 9 };
        const refuse = async (ifVersion: number | null, left: Row | null) => {
          assertTrue(await rows.store(late, ifVersion) === false, `it was stored after ${ifVersion}`);
          await rows.assertStored(late, left);
        };
        for (const absent of [0, 3]) await refuse(absent, null);
        await rows.store(stored, null);
        for (const other of [null, 0, 2, 4]) await refuse(other, stored);
        await rows.remove(stored);
        await refuse(3, null);
      },
    },
    {
      name: `rows.store("${name}") stores a row with the same ${version}, and none without a condition`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const first = someRow(kind, { [version]: 0 });
        assertTrue(await rows.store(first, null), "the first row was not stored");
        const again = { ...first, ...textOf(kind) };
        assertTrue(await rows.store(again, 0), "the second row was not stored");
        await rows.assertStored(first, again);
        const [outcome] = await Promise.allSettled([
          (async () => await rows.store({ ...first, ...textOf(kind) }))(),
        ]);
        assertTrue(
          outcome.status === "rejected" || outcome.value === false,
          "a row without a condition was stored",
        );
        await rows.assertStored(first, again);
      },
    },
    {
      name: `rows.store("${name}") stores the row of one of ${WRITERS} writers at the same time`,
      needs: ["rows"],
      async run(adapter) {
        const rows = rowsIn(adapter, kind);
        const first = someRow(kind);
        for (const before of [null, 1]) {
          const all = Array.from({ length: WRITERS }, () => ({
            ...first,
            ...textOf(kind),
            [version]: (before ?? 0) + 1,
          }));
          const winner = assertOneWins(await race((index) => rows.store(all[index]!, before), WRITERS));
          await rows.assertStored(first, all[winner]!);
        }
      },
    },
  ];
}

function replacementRules(kind: Kind): readonly Rule[] {
  return [{
    name: `rows.store("${kind.kind}") stores one of ${RACERS} rows with the same key whole`,
    needs: ["rows"],
    async run(adapter) {
      const rows = rowsIn(adapter, kind);
      const first = someRow(kind);
      const all = Array.from(
        { length: RACERS },
        (_, index) => ({ ...first, ...textOf(kind), ...countOf(kind, index) }),
      );
      const outcomes = await race((index) => rows.store(all[index]!));
      const [failed] = outcomes.filter((outcome) => outcome.status === "rejected");
      assertTrue(!failed, `a row was rejected: ${failed?.reason}`);
      const stored = await rows.find(first);
      const field = fieldsOf(kind)[0] ?? kind.counted!;
      assertFields(stored, all.find((row) => row[field] === stored?.[field]) ?? null, "the row");
      for (const { by } of listsOf(kind)) {
        const others = all.filter((row) => by.some((it) => row[it] !== stored![it]));
        for (const other of others) assertList(await rows.list(pick(other, by)), [], kind.key[0]!);
        assertList(await rows.list(pick(stored!, by)), [stored!], kind.key[0]!);
      }
    },
  }];
}

/** Rows with one key, each of which changes all that a kind can change. */
function variantsOf(kind: Kind): readonly Row[] {
  const first = someRow(kind);
  const { columns, version, long } = kind;
  const free = Object.entries(columns).filter(([field]) => !kind.key.includes(field) && field !== version);
  const changed = (
    value: (column: (typeof free)[number][1], field: string) => unknown,
    number: number,
  ): Row => ({
    ...first,
    ...Object.fromEntries(free.map(([field, column]) => [field, value(column, field)])),
    ...(version && { [version]: number }),
  });
  const longest = (length: number | "long" | undefined) =>
    "x".repeat(typeof length === "number" ? length : 8000);
  const filled = changed(({ type, length }, field) => ({
    text: longest(length),
    integer: 7,
    boolean: false,
    date: new Date(Date.now() + 8 * 3_600_000),
  }[type as string] ?? first[field]), 2);
  const emptied = changed(({ required }, field) => required ? first[field] : null, 3);
  const texts = long
    ? [`Zoë 🦉 'quoted' \\ ${LONG}`.padEnd(200 * 1024, "ü"), `${LONG}.`, "t".repeat(20_000)]
    : [];
  return [
    first,
    filled,
    emptied,
    ...texts.map((text, index) => ({ ...first, [long!]: text, ...(version && { [version]: 4 + index }) })),
    { ...first, ...textOf(kind), ...(version && { [version]: 1_795_209_743_024 }) },
  ];
}

/** Other texts in all fields but for the key. */
function textOf(kind: Kind): Row {
  return Object.fromEntries(fieldsOf(kind).map((field) => [field, unique()]));
}

function countOf({ counted }: Kind, index: number): Row {
  return counted === undefined ? {} : { [counted]: index };
}
