/**
 * Statements that count attempts in one step.
 *
 * @module
 */

import type { Statement } from "./types.ts";
import type { Database } from "./queries.ts";
import { insertion } from "./rows.ts";
import type { AdapterAttempts } from "../contract/types.ts";

/** Adds to the stored attempts; stores the given ones if there are none, or if those have ended. */
export function addition(
  { dialect, tables: { attempts } }: Pick<Database, "dialect" | "tables">,
  added: AdapterAttempts,
  now: Date,
): Statement {
  const { date } = dialect.codecs;
  const { text, values } = insertion(attempts, { ...added });
  const column = (name: string) => `${attempts.name}."${name}"`;
  const hasEnded = `${column("expires")} <= ?`;
  const end = date.encode(now);
  // MySQL sets the columns one after the other: the end comes last, as both conditions read it.
  return {
    text: `${text} ${dialect.onDuplicate(attempts.key)} ` +
      `"attempt_count" = CASE WHEN ${hasEnded} THEN ? ELSE ${column("attempt_count")} + ? END, ` +
      `"expires" = CASE WHEN ${hasEnded} THEN ? ELSE ${column("expires")} END`,
    values: [...values, end, added.count, added.count, end, date.encode(added.expires)],
  };
}

/** Takes back attempts, if there are as many. */
export function subtraction(
  { tables: { attempts } }: Pick<Database, "tables">,
  key: string,
  count: number,
): Statement {
  return {
    text: `UPDATE ${attempts.name} SET "attempt_count" = "attempt_count" - ? ` +
      `WHERE "attempt_key" = ? AND "attempt_count" >= ?`,
    values: [count, key, count],
  };
}
