/**
 * The tables in the notation of one database, and the statements that create them.
 *
 * @module
 */

import type { SqlOptions, UserFields, UserFieldType } from "./types.ts";
import type { ColumnDeclaration, ColumnType } from "../../shapes/columns.ts";
import type { Column, Dialect, Table } from "./dialect.ts";
import { type TableDeclaration, TABLES, type Tables } from "./schema.ts";

/** The tables in one database. @throws {TypeError} if an option cannot be a name in SQL. */
export function tablesOf(dialect: Dialect, { prefix = "auth_", userFields = [] }: SqlOptions): Tables {
  if (!/^([a-z][a-z0-9_]{0,29})?$/.test(prefix)) {
    throw new TypeError(
      `Cannot use the prefix "${prefix}": write up to 30 of a-z, 0-9 and _, a letter first`,
    );
  }
  const columns = { ...TABLES.users.columns, ...ownColumns(userFields) };
  const declarations = Object.entries<TableDeclaration>({ ...TABLES, users: { ...TABLES.users, columns } });
  return Object.fromEntries(
    declarations.map(([table, declaration]) => [table, toTable(dialect, declaration, prefix)]),
  ) as Tables;
}

/** A table in one database. */
export function toTable(
  dialect: Dialect,
  { name, key, columns, since = 1, recordKey }: TableDeclaration,
  prefix: string,
): Table {
  const all = Object.entries(columns).map(([field, declaration]): Column => {
    const { column, type } = declaration;
    return {
      ...declaration,
      field,
      name: `"${column}"`,
      codec: dialect.codecs[type],
      definition: definitionOf(dialect, declaration),
    };
  });
  return {
    name: `"${prefix}${name}"`,
    columns: all,
    key: key.flatMap((field) => all.find((each) => each.field === field)?.name ?? []).join(", "),
    keyFields: key,
    since,
    standsBeside: recordKey !== undefined,
  };
}

function definitionOf(dialect: Dialect, declaration: ColumnDeclaration): string {
  const { column, type, required, isOwn, default: value } = declaration;
  const name = isOwn ? dialect.phrase(`"${column}"`) : column;
  const constraint = required ? " NOT NULL" : "";
  if (value === undefined) return `${name} ${dialect.typeOf(declaration)}${constraint}`;
  const encoded = dialect.codecs[type].encode(value);
  const literal = typeof encoded === "string" ? `'${encoded.replaceAll("'", "''")}'` : String(encoded);
  return `${name} ${dialect.typeOf(declaration)}${constraint} DEFAULT ${literal}`;
}

/** Statements that create a table and its indexes, if they are missing. */
interface Creation {
  /** Creates the table. */
  readonly table: string;
  /** Create its indexes. */
  readonly indexes: readonly string[];
}

/** The statements that create tables. @param chosen Which of them. Default: all. */
export function creationsOf(
  dialect: Dialect,
  tables: Tables,
  chosen: readonly Table[] = Object.values(tables),
): readonly Creation[] {
  return chosen.map((table) => creationOf(dialect, table, unquoted(tables.users.name)));
}

/** The same statements as text, for migration tools. */
export function schemaOf(dialect: Dialect, tables: Tables, chosen?: readonly Table[]): string {
  const statements = creationsOf(dialect, tables, chosen).flatMap((
    { table, indexes },
  ) => [table, ...indexes]);
  return statements.map((statement) => `${statement};\n`).join("\n");
}

/** The statements that create one table. @param users Name of the table of users. */
export function creationOf(dialect: Dialect, table: Table, users: string): Creation {
  const { tableOptions, hasInlineIndexes } = dialect;
  const name = unquoted(table.name);
  const having = (flag: "isUnique" | "referencesUser") =>
    table.columns.filter((column) => column[flag]).map(({ column }) => column);
  const lines = [
    ...table.columns.filter(({ type }) => type !== "own").map(({ definition }) => definition),
    `PRIMARY KEY (${unquoted(table.key)})`,
    ...having("isUnique").map((column) => `UNIQUE (${column})`),
    ...(hasInlineIndexes
      ? table.columns.filter(({ isIndexed }) => isIndexed)
        .map((column) => `KEY ${indexName(table, column)} (${column.column})`)
      : []),
    ...having("referencesUser").map((column) =>
      `FOREIGN KEY (${column}) REFERENCES ${users} (id) ON DELETE CASCADE`
    ),
  ];
  return {
    table: `CREATE TABLE IF NOT EXISTS ${name} (\n  ${lines.join(",\n  ")}\n)${tableOptions}`,
    indexes: hasInlineIndexes ? [] : table.columns.filter(({ isIndexed }) => isIndexed)
      .map((column) => indexCreationOf(dialect, table, column)),
  };
}

/** The statement that creates the index of a column: if it is missing, where the database has words for that. */
export function indexCreationOf({ hasInlineIndexes }: Dialect, table: Table, column: Column): string {
  const condition = hasInlineIndexes ? "" : "IF NOT EXISTS ";
  return `CREATE INDEX ${condition}${indexName(table, column)} ON ${unquoted(table.name)} (${column.column})`;
}

/** Name of the index of a column. */
export function indexName(table: Table, { column, indexedAs = column }: Column): string {
  return `${unquoted(table.name)}_${indexedAs}`;
}

/** The names of the library's tables and columns need no quotes. */
export function unquoted(names: string): string {
  return names.replaceAll('"', "");
}

/** A list has the names of columns. Where there are types, the columns are ours to name: as all others. */
function ownColumns(userFields: UserFields): Readonly<Record<string, ColumnDeclaration>> {
  const typed = !isList(userFields);
  const own: readonly (readonly [string, string, ColumnType])[] = isList(userFields)
    ? userFields.map((field) => [field, field, "own"])
    : Object.entries(userFields).map(([field, type]) => [field, toSnakeCase(field), type]);
  const ours = Object.values(TABLES.users.columns);
  const names = [...ours.map(({ column }) => column), ...own.map(([, column]) => column)];
  for (const [field, column, type] of own) {
    // Databases ignore case when they compare names of columns.
    const same = names.filter((other) => other.toLowerCase() === column.toLowerCase());
    const isOurs = Object.hasOwn(TABLES.users.columns, field);
    if (isOurs || same.length > 1 || !/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(column)) {
      throw new TypeError(
        `Cannot use the user field "${field}": write a column of your own, up to 63 of A-Z, a-z, 0-9 and _`,
      );
    }
    if (typed && !USER_FIELD_TYPES.includes(type)) {
      throw new TypeError(
        `Cannot use the type "${type}" of the user field "${field}": write one of ${
          USER_FIELD_TYPES.join(", ")
        }`,
      );
    }
  }
  return Object.fromEntries(own.map(([field, column, type]) => [field, { column, type, isOwn: true }]));
}

const USER_FIELD_TYPES: readonly string[] = [
  "text",
  "integer",
  "boolean",
  "date",
  "json",
] satisfies UserFieldType[];

function isList(userFields: UserFields): userFields is readonly string[] {
  return Array.isArray(userFields);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter, index) => `${index ? "_" : ""}${letter.toLowerCase()}`);
}
