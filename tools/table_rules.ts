/**
 * The rules for changes of the tables: a version adds, and what is released stays. The reason is that two versions of the
 * library work on one database during a deployment. `test/adapters/sql_versions_test.ts` applies them.
 *
 * @module
 */

import type { Column, Table } from "../src/adapters/sql/dialect.ts";
import type { Tables } from "../src/adapters/sql/schema.ts";
import { VERSIONS } from "../src/adapters/sql/versions.ts";

/** Additions that an older version of the library, or one of the databases, could not live with. */
export function badAdditions(tables: Tables, newest: number = VERSIONS.length): readonly string[] {
  return Object.values<Table>(tables).flatMap((table) => [
    ...(table.since > newest ? [`${table.name} has \`since: ${table.since}\`, which VERSIONS lacks`] : []),
    ...table.columns.flatMap((column) =>
      reasonsAgainst(column, { table, isOfUsers: table === tables.users, newest })
        .map((reason) => `${column.name} of ${table.name} ${reason}`)
    ),
  ]);
}

function reasonsAgainst(
  column: Column,
  { table, isOfUsers, newest }: {
    readonly table: Table;
    readonly isOfUsers: boolean;
    readonly newest: number;
  },
): readonly string[] {
  const { since = table.since, indexedSince = since, length, type } = column;
  const isAdded = since > table.since;
  const reasons: Readonly<Record<string, boolean>> = {
    "is older than its table": since < table.since,
    "is of a version that VERSIONS lacks": Math.max(since, indexedSince) > newest,
    "has an index that is older than the column": indexedSince < since,
    "has `indexedSince` and no index": column.indexedSince !== undefined && !column.isIndexed,
    "has an index or a default, and no `length`": type === "text" && typeof length !== "number" &&
      (column.isIndexed === true || column.default !== undefined),
    "has a default that MySQL does not accept": column.default !== undefined &&
      ["date", "json"].includes(type),
    "is in the table of users, whose other columns belong to applications": isAdded && isOfUsers,
    "is part of the key": isAdded && table.keyFields.includes(column.field),
    "is unique": isAdded && column.isUnique === true,
    "references the users": isAdded && column.referencesUser === true,
    "is required, and has no default for what an older version stores": isAdded && column.required === true &&
      column.default === undefined,
  };
  return Object.keys(reasons).filter((reason) => reasons[reason]);
}

/** Lines of released `CREATE TABLE`s that today's lack, or have otherwise, and lines that are new. */
export function changedLines(released: string, today: string): readonly string[] {
  const [before, after] = [linesOf(released), linesOf(today)];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `lacks ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `has ${line}`),
  ];
}

/** Each line with the table that it belongs to. */
function linesOf(sql: string): readonly string[] {
  return sql.split("\n\n").flatMap((statement) => {
    const [first = "", ...lines] = statement.trim().split("\n");
    return [first, ...lines.map((line) => `${line.trim()} in ${first}`)];
  });
}
