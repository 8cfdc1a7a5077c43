/**
 * The name by which pages call a user.
 *
 * @module
 */

import { type Html, markup } from "../markup/html.ts";
import { toPrintableName } from "../values/printable_name.ts";
import type { User } from "../values/types.ts";

/**
 * The name of a user, which anyone chooses at a provider; the address without one, `null` without either. `callbacks.session` may
 * have put anything in their place.
 */
export function shownName({ name, email }: Pick<User, "name" | "email">): string | null {
  return toPrintableName(textOf(name)) ?? (textOf(email) || null);
}

/** Name and address of a user; one of them if the other is missing. @param nameless What stands for both. */
export function personOf(user: Pick<User, "name" | "email">, nameless = ""): Html {
  const address = addressBeside(user);
  return markup`<b>${shownName(user) ?? nameless}</b>${address && markup` (${address})`}`;
}

/** The address of a user who has a name, too; `null` without either. */
export function addressBeside(user: Pick<User, "name" | "email">): string | null {
  const email = textOf(user.email);
  return email && email !== shownName(user) ? email : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
