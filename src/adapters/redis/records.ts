/**
 * Records as the script in Redis takes and returns them: names and values, as texts.
 *
 * @module
 */

import { assertStorable } from "../contract/storable.ts";
import type { AccountKey, VerificationToken } from "../contract/types.ts";

/** A text or number, which is sent unchanged, or a record, which is sent as names and values. */
export type Argument = string | number | object;

/** Converts an argument to what is sent: a record to names and values. @throws {TypeError} if a text could not be stored as it is. */
export function toTexts(argument: Argument): string[] {
  if (typeof argument !== "object") return [String(argument)];
  assertStorable(argument);
  return Object.entries(argument).flatMap(([name, value]) =>
    value === undefined ? [] : [name, toStoredText(value)]
  );
}

/** Converts a value to a text that says what it is. @throws {TypeError} if it is an invalid date. */
export function toStoredText(value: unknown): string {
  if (typeof value === "string") return `s${value}`;
  if (!(value instanceof Date)) return `j${JSON.stringify(value)}`;
  if (Number.isNaN(value.getTime())) throw new TypeError("Cannot store an invalid date");
  return `d${value.getTime()}`;
}

function parseStoredText(text: string): unknown {
  const content = text.slice(1);
  if (text[0] === "s") return content;
  return text[0] === "d" ? new Date(Number(content)) : JSON.parse(content);
}

/** Converts an answer of the script to a record; `null` if it is not a record. */
export function recordOf<T>(answer: unknown): T | null {
  if (!Array.isArray(answer)) return null;
  const entries = answer.flatMap((name, index) =>
    index % 2 === 0 ? [[String(name), parseStoredText(String(answer[index + 1]))]] : []
  );
  return Object.fromEntries(entries) as T;
}

/** Converts an answer of the script to records. */
export function toRecords<T>(answers: unknown): T[] {
  return (answers as unknown[]).flatMap((answer) => recordOf<T>(answer) ?? []);
}

/** The id of the record of an account. */
export function accountIdOf({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId]);
}

/** The id of the record of a mailed token. */
export function tokenIdOf({ identifier, token }: Pick<VerificationToken, "identifier" | "token">): string {
  return JSON.stringify([identifier, token]);
}

/** Returns a record as a later read would return it. */
export function asStored<T extends object>(record: T): T {
  return recordOf<T>(toTexts(record))!;
}
