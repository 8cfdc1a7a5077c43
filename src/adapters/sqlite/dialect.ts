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
  position: "instr",
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
    date: {
      encode: (date) => (date as Date).getTime(),
      decode: toDate,
      // A column that is declared as text keeps milliseconds as text. What only JavaScript reads as a date counts as the same:
      // a takeover writes milliseconds, which SQL reads.
      same: (column) =>
        `${column} IS NOT NULL AND coalesce(CASE ` +
        `WHEN ${column} GLOB '????-*' THEN CAST(round((julianday(${column}) - 2440587.5) * 86400000) AS INTEGER) ` +
        `WHEN ${column} NOT GLOB '*[^-.0-9]*' THEN CAST(${column} AS INTEGER) END = ?, 1)`,
    },
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

/** A date in UTC as SQLite writes it: `CURRENT_TIMESTAMP` is `2026-01-31 12:00:00`. */
const TIMESTAMP = /^\d{4}-\d\d-\d\d(?: +|T)\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/**
 * Reads a date: milliseconds, or a text that the application's own SQL has written.
 *
 * @throws {TypeError} if it is neither: whether it is a date must not be guessed, such as that of a verified address.
 */
function toDate(value: unknown): Date {
  const isText = typeof value === "string" && !/^-?\d+(?:\.\d+)?$/.test(value);
  const date = new Date(isText ? withZone(roundedLikeSql(value)) : Number(value));
  if (!Number.isNaN(date.getTime())) return date;
  throw new TypeError(
    `Cannot read the date "${value}": write milliseconds since the epoch, or a text such as CURRENT_TIMESTAMP`,
  );
}

function withZone(text: string): string {
  return TIMESTAMP.test(text) ? `${text.replace(/ +/, "T")}Z` : text;
}

/** Rounds seconds to milliseconds as `julianday()` does, which `same` compares with: JavaScript cuts them. */
function roundedLikeSql(text: string): string {
  return text.replace(/(\d\d)(\.\d{4,})/, (_, whole, part) => {
    const milliseconds = Math.floor((Number(whole) + Math.min(0.999, Number(part))) * 1000 + 0.5);
    return (milliseconds / 1000).toFixed(3).padStart(6, "0");
  });
}

const SQLITE_TYPES = {
  text: "TEXT",
  integer: "INTEGER",
  boolean: "INTEGER",
  date: "INTEGER",
  json: "TEXT",
  own: "TEXT",
};
