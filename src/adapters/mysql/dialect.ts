/**
 * The SQL of MySQL and MariaDB.
 *
 * @module
 */

import { commonCodecs, type Dialect } from "../sql/dialect.ts";

// Dates and JSON are written and read as text: how a client converts their types depends on its settings, above all on
// its time zone.
const asText = (column: string) => `CAST(${column} AS CHAR)`;

/** MySQL and MariaDB. */
export const mysqlDialect: Dialect = {
  name: "mysql",
  position: "instr",
  // Keys are compared byte by byte, including trailing spaces. MySQL and MariaDB have different names for this
  // collation, and each reads only its own comment.
  tableOptions: " ENGINE = InnoDB CHARACTER SET utf8mb4 " +
    "COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */",
  hasInlineIndexes: true,
  // MySQL commits a transaction when it creates a table.
  migrationLock: null,
  typeOf({ type, length, isAscii }) {
    if (length === "long") return "mediumtext";
    if (!length) return MYSQL_TYPES[type];
    return `varchar(${length})${isAscii ? " CHARACTER SET ascii COLLATE ascii_bin" : ""}`;
  },
  codecs: {
    ...commonCodecs,
    json: { ...commonCodecs.json, select: asText },
    boolean: { encode: Number, decode: (value) => Number(value) === 1 },
    date: {
      encode: (date) => (date as Date).toISOString().slice(0, -1).replace("T", " "),
      select: asText,
      decode: (text) => new Date(`${(text as string).replace(" ", "T")}Z`),
      // Also if the application's column stores microseconds.
      same: (column) => `left(CAST(CAST(${column} AS datetime(6)) AS CHAR), 23) = ?`,
    },
  },
  // MariaDB does not have `FOR SHARE`. At any isolation level, locking reads and writes see the latest committed rows.
  locking: { share: " LOCK IN SHARE MODE", exclusive: " FOR UPDATE", begin: [] },
  columnsOf: (table) => ({
    text:
      "SELECT column_name FROM information_schema.columns WHERE table_schema = database() AND table_name = ?",
    values: [table],
  }),
  indexesOf: (table) => ({
    text: "SELECT DISTINCT index_name FROM information_schema.statistics " +
      "WHERE table_schema = database() AND table_name = ?",
    values: [table],
  }),
  complaintOf({ code }) {
    if (code === "ER_NO_SUCH_TABLE") return "table";
    if (code === "ER_BAD_FIELD_ERROR") return "column";
    // MariaDB has columns of UUIDs, and both make a write fail that compares a number with a text.
    return code === "ER_TRUNCATED_WRONG_VALUE" ? "value" : null;
  },
  phrase: (text) => text.replaceAll('"', "`"),
  written: (write, read) => [write, read],
  taken: ({ text, values }, remove) => [{ text: `${text} FOR UPDATE`, values }, remove],
  counted: (write) => write,
  count: ([row]) => Number(Object.values(row ?? [0])[0]),
  onDuplicate: () => "ON DUPLICATE KEY UPDATE",
  // MySQL binds a number as a floating-point number, which `LIMIT` refuses.
  removeEnded: ({ name }, now, batch) => ({
    text: `DELETE FROM ${name} WHERE "expires" <= ? ORDER BY "expires" LIMIT ?`,
    values: [now, String(batch)],
  }),
};

const MYSQL_TYPES = {
  text: "text",
  integer: "bigint",
  boolean: "boolean",
  date: "datetime(3)",
  json: "json",
  own: "text",
};
