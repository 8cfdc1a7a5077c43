/**
 * What a new user has typed: what is wrong with it, and how it is stored.
 *
 * @module
 */

import type { Typed } from "../../setup/new_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { ACCEPTED, type SignUpRules } from "./rules.ts";

/** The name of the first field that is wrong; `null` if nothing is. */
export function wrongIn(typed: Typed, { names, fields, terms }: SignUpRules, setup: Setup): string | null {
  const wrong = names.find((name) => "problem" in fields!.read(name, typed[name], setup));
  return wrong ?? (terms !== null && typed[ACCEPTED] !== terms ? ACCEPTED : null);
}

/** The fields of the user, as they are stored. */
export function valuesOf(
  typed: Typed,
  { names, fields, terms }: SignUpRules,
  setup: Setup,
): Readonly<Record<string, unknown>> {
  const values = names.flatMap((name) => {
    const read = fields!.read(name, typed[name], setup);
    return "value" in read ? [[name, read.value]] : [];
  });
  return {
    ...Object.fromEntries(values),
    ...(terms !== null && { termsVersion: terms, termsAcceptedAt: new Date(setup.platform.now()) }),
  };
}
