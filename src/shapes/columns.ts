/**
 * Columns, for all databases.
 *
 * @module
 */

/** Types of columns. `own` is for user fields without a type. */
export type ColumnType = "text" | "integer" | "boolean" | "date" | "json" | "own";

/** A column, for all databases. */
export interface ColumnDeclaration {
  /** Its name. */
  readonly column: string;
  /** Its type. */
  readonly type: ColumnType;
  /** Most characters of a text; `long` for more than 64 KiB. Default: up to 64 KiB. Keys and indexes need a number. */
  readonly length?: number | "long";
  /** Whether the column is `NOT NULL`. Default: no. */
  readonly required?: boolean;
  /** Whether the text is ASCII. Default: no. */
  readonly isAscii?: boolean;
  /** Whether the column is `UNIQUE`. Default: no. */
  readonly isUnique?: boolean;
  /** Whether the column has an index that is not unique. Default: no. */
  readonly isIndexed?: boolean;
  /** Follows the name of the table in that of the index, which has 63 characters at most. Default: the column's name. */
  readonly indexedAs?: string;
  /** Whether the column is a foreign key to the users. Default: no. */
  readonly referencesUser?: boolean;
  /** Value of the rows that an older version of the library stores, also before the column is added. Default: none. */
  readonly default?: string | number | boolean;
  /** Version of the tables that has added the column. Default: that of the table. */
  readonly since?: number;
  /** Version of the tables that has added the index. Default: that of the column. */
  readonly indexedSince?: number;
  /** Whether the application chose the name. Such a name is quoted: it can be a keyword of SQL. Default: no. */
  readonly isOwn?: boolean;
}

/** A column for each field of an entity; its type and `required` agree with the type of the field. */
export type ColumnsOf<Entity> = {
  readonly [Field in keyof Entity]-?:
    & ColumnDeclaration
    & { readonly type: TypeOf<NonNullable<Entity[Field]>> }
    & (null extends Entity[Field] ? { readonly required?: never } : { readonly required: true });
};

type TypeOf<Value> = Value extends string ? "text"
  : Value extends number ? "integer"
  : Value extends boolean ? "boolean"
  : Value extends Date ? "date"
  : "json";
