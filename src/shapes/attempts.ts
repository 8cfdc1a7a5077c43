/**
 * The rows of counted attempts.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";

/** The attempts that are counted under one key, such as wrong passwords for one address. */
export interface AdapterAttempts {
  /** What they are counted for: a MAC, up to 64 characters of ASCII. Nothing about a person can be read from it. */
  key: string;
  /** How many there were. */
  count: number;
  /** When the count begins anew. */
  expires: Date;
}

/** Counted attempts. */
export const ATTEMPTS: RowKind<AdapterAttempts, "key"> = {
  name: "attempts",
  key: ["key"],
  recordKey: "attempts",
  listKey: "attempts",
  counted: "count",
  isEnding: true,
  since: 2,
  columns: {
    key: { column: "attempt_key", type: "text", length: 64, required: true, isAscii: true },
    count: { column: "attempt_count", type: "integer", required: true },
    expires: { column: "expires", type: "date", required: true, isIndexed: true },
  },
};
