/**
 * The SQL of SQLite.
 *
 * @module
 */

import { commonCodecs, type Dialect, returning } from "../sql/dialect.ts";

/** SQLite. */
export const sqliteDialect: Dialect = {
  ...returning,
  name: "sqlite",
  tableOptions: "",
  hasInlineIndexes: false,
  // Whether foreign keys are enforced is a setting of each connection, which bun:sqlite leaves off.
  mayLeaveRows: true,
  // Each statement is atomic, and waits for other writers for `busy_timeout`.
  migrationLock: null,
  typeOf: ({ type }) => SQLITE_TYPES[type],
  codecs: {
    ...commonCodecs,
    // Some clients cannot bind booleans or dates.
    own: {
      encode(value) {
        if (typeof value === "boolean") return Number(value);
        return value instanceof Date ? value.getTime() : value;
      },
      decode: (value) => value,
    },
    boolean: { encode: Number, decode: (value) => Number(value) === 1 },
    date: { encode: (date) => (date as Date).getTime(), decode: (time) => new Date(Number(time)) },
  },
  // One writer at a time: a transaction that writes first sees nothing change.
  locking: { share: "", exclusive: "", begin: [] },
  columnsOf: (table) => ({ text: "SELECT name FROM pragma_table_info(?)", values: [table] }),
  // Each driver has its own codes, or none.
  complaintOf({ message = "" }) {
    if (/no such table/i.test(message)) return "table";
    return /no such column|has no column named/i.test(message) ? "column" : null;
  },
  // SQLite reads a missing column in double quotes as a text.
  phrase: (text) => text.replaceAll('"', "`"),
  removeEnded: ({ name }, now, batch) => ({
    text: `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE "expires" <= ? LIMIT ?)`,
    values: [now, batch],
  }),
};

const SQLITE_TYPES = {
  text: "TEXT",
  integer: "INTEGER",
  boolean: "INTEGER",
  date: "INTEGER",
  json: "TEXT",
  own: "TEXT",
};
