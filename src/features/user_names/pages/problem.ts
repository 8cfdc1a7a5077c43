/**
 * What a page says of a name that somebody can't have.
 *
 * @module
 */

import { fillText } from "../../../messages/fill.ts";
import type { AlertMessage, Locale } from "../../../messages/types.ts";
import type { UserNameProblem } from "../../../shapes/user_names.ts";
import { longDate } from "../../../pages/long_date.ts";

/** The bounds of a name, and when the user may have another one. */
interface Problem {
  /** The language of the page. */
  readonly locale: Locale;
  /** The bounds. */
  readonly rules: { readonly minLength: number; readonly maxLength: number };
  /** When the user may have another name; `null` if they have none. */
  readonly changeableAt: string | null;
}

/** Returns what is wrong, and what to do. */
export function problemMessage(
  problem: UserNameProblem,
  { locale, rules: { minLength, maxLength }, changeableAt }: Problem,
): AlertMessage {
  const { what, now } = locale.messages.userNames.errors[problem];
  const date = changeableAt === null ? "" : longDate(new Date(changeableAt), locale.language);
  const values = { min: String(minLength), max: String(maxLength), date };
  return { what: fillText(what, values), now: fillText(now, values) };
}
