/**
 * The SQL of Postgres.
 *
 * @module
 */

import { commonCodecs, type Dialect, returning } from "../sql/dialect.ts";

// Dates and JSON are read as numbers and text: how a client converts their types depends on its settings, and an ORM
// may have changed them.
/** Postgres. */
export const postgresDialect: Dialect = {
  ...returning,
  name: "postgres",
  position: "strpos",
  tableOptions: "",
  hasInlineIndexes: false,
  // Instances that start together wait for each other: `IF NOT EXISTS` alone can fail if both find nothing.
  migrationLock: "SELECT pg_advisory_xact_lock(7813577016742961)",
  typeOf: ({ type }) => POSTGRES_TYPES[type],
  codecs: {
    ...commonCodecs,
    json: { ...commonCodecs.json, bind: "?::text::jsonb", select: (column) => `${column}::text` },
    // Some clients read text.
    boolean: { encode: Boolean, decode: (value) => value === true || value === "t" || value === "true" },
    date: {
      encode: (date) => (date as Date).toISOString(),
      select: (column) => `(extract(epoch FROM ${column}) * 1000)::float8`,
      decode: (time) => new Date(Math.round(Number(time))),
      // Also if the application has stored microseconds in the column.
      same: (column) => `date_trunc('milliseconds', ${column} + interval '500 microseconds') = ?`,
    },
  },
  // Foreign keys prevent only the removal of a user. With repeatable reads, the removal would not see rows that were
  // added while the claim waited.
  locking: {
    share: " FOR SHARE",
    exclusive: " FOR UPDATE",
    begin: [{ text: "SET TRANSACTION ISOLATION LEVEL READ COMMITTED", values: [] }],
  },
  columnsOf: (table) => ({
    text:
      `SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped`,
    values: [table],
  }),
  complaintOf({ code, errno }) {
    // Bun has the code in `errno`.
    const is = (state: string) => code === state || errno === state;
    if (is("42P01")) return "table";
    if (is("42703")) return "column";
    return is("22P02") || is("22003") ? "value" : null;
  },
  phrase(text) {
    let index = 0;
    return text.replaceAll("?", () => `$${++index}`);
  },
  // Skips rows that another call is removing.
  removeEnded: ({ name, key }, now, batch) => ({
    text: `DELETE FROM ${name} WHERE (${key}) IN ` +
      `(SELECT ${key} FROM ${name} WHERE "expires" <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`,
    values: [now, batch],
  }),
};

const POSTGRES_TYPES = {
  text: "text",
  integer: "bigint",
  boolean: "boolean",
  date: "timestamptz(3)",
  json: "jsonb",
  own: "text",
};
