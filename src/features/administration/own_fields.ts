/**
 * The fields of the application that the page about a user shows, and the file of the list has.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./rules.ts";
import type { AdministeredUser } from "./types.ts";

/** A field: its name, and its value as the database has it; `null` for none. */
export type OwnField = readonly [name: string, value: unknown];

/** The names that the config has. @throws {ConfigError} if the option is wrong. */
export function ownFieldNames(setup: Setup): readonly string[] {
  const pages: unknown = rulesOf(setup).pages;
  const { fields = [] }: { readonly fields?: unknown } = Object(pages);
  const isList = Array.isArray(fields) && fields.every((each) => typeof each === "string");
  const [mistake] = failedOf([
    [
      "Administration({ pages })",
      !isList || pages !== true && typeof pages !== "object",
      'write `true`, or `{ fields: ["plan"] }`',
    ],
  ]);
  if (mistake) throw toError(mistake);
  return fields as readonly string[];
}

/** The fields of a user that the config names. @throws {ConfigError} as `ownFieldNames` does. */
export function ownFieldsOf(user: AdapterUser, setup: Setup): readonly OwnField[] {
  const stored: Readonly<Record<string, unknown>> = { ...user };
  return ownFieldNames(setup).map((name) => [
    name,
    Object.hasOwn(stored, name) ? stored[name] ?? null : null,
  ]);
}

/** A user as the page shows them, for a script: with no other field of the application. @throws {ConfigError} as `ownFieldNames` does. */
export function withShownFields<T extends AdministeredUser>(listed: T, setup: Setup): T {
  const shown = new Set([...STANDARD, ...ownFieldNames(setup)]);
  const user = Object.fromEntries(Object.entries(listed.user).filter(([name]) => shown.has(name)));
  return { ...listed, user };
}

/** The fields of all users. */
const STANDARD = ["id", "name", "email", "emailVerified", "image"];

/** A value that is neither text nor time: as JSON has it, and a large number in its digits. */
export function toFieldJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each) => typeof each === "bigint" ? String(each) : each);
}
