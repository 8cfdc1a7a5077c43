/**
 * What a new user has typed: what is wrong with it, and how it is stored.
 *
 * @module
 */

import type { Typed } from "../../setup/new_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { ACCEPTED, type SignUpRules } from "./rules.ts";

/** Whether a field is wrong, or the terms are not accepted. */
export function isWrong(typed: Typed, { names, fields, terms }: SignUpRules, setup: Setup): boolean {
  return (terms !== null && typed[ACCEPTED] !== terms) ||
    names.some((name) => "problem" in fields.get(name)!.read(name, typed[name], setup));
}

/**
 * Whether the database refuses a field.
 *
 * @param owner Id of the user who is taken over. Default: the user is new.
 * @throws {AdapterError} if it fails.
 */
export async function isRefused(
  typed: Typed,
  { names, fields }: SignUpRules,
  setup: Setup,
  owner: string | null = null,
): Promise<boolean> {
  for (const name of names) {
    if (await fields.get(name)!.refused?.(name, typed[name], setup, owner) ?? null) return true;
  }
  return false;
}

/** Whether the database is asked about a text: its answer tells a stranger what it has. */
export function tellsOf(typed: Typed, { names, fields }: SignUpRules): boolean {
  return names.some((name) => typed[name] && fields.get(name)!.refused);
}

/** The fields of the user, as they are stored. */
export function valuesOf(
  typed: Typed,
  { names, fields, terms }: SignUpRules,
  setup: Setup,
): Readonly<Record<string, unknown>> {
  const values = ofUser(names, fields).flatMap((name) => {
    const read = fields.get(name)!.read(name, typed[name], setup);
    return "value" in read ? [[name, read.value]] : [];
  });
  return {
    ...Object.fromEntries(values),
    ...(terms !== null && { termsVersion: terms, termsAcceptedAt: new Date(setup.platform.now()) }),
  };
}

/** The names of those that are fields of the user, and not stored by a capability itself. */
export function ofUser(
  names: SignUpRules["names"],
  fields: SignUpRules["fields"],
): readonly string[] {
  return names.filter((name) => !fields.get(name)!.storesItself);
}
