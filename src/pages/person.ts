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
  const [shown, email] = [shownName(user), textOf(user.email)];
  return markup`<b>${shown ?? nameless}</b>${email && shown !== email && markup` (${email})`}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
