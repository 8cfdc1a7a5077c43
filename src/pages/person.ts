/**
 * What pages call a user.
 *
 * @module
 */

import { type Html, markup } from "../markup/html.ts";
import { toPrintableName } from "../values/printable_name.ts";
import type { User } from "../values/types.ts";

/** The name of a user, which anyone chooses at a provider; the address without one, `null` without either. */
export function shownName({ name, email }: Pick<User, "name" | "email">): string | null {
  return name && toPrintableName(name) || email || null;
}

/** Name and address of a user; one of them if the other is missing. @param nameless What stands for both. */
export function personOf(user: Pick<User, "name" | "email">, nameless = ""): Html {
  const shown = shownName(user);
  const { email } = user;
  return markup`<b>${shown ?? nameless}</b>${email && shown !== email && markup` (${email})`}`;
}
