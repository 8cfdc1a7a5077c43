/**
 * The field for a name.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import type { Locale } from "../../../messages/types.ts";
import { attribute, errorElement, invalidBy } from "../../../pages/signin/input.ts";

/** What it shows. */
interface ShownInput {
  /** Id of the element. */
  readonly id: string;
  /** The text in it. */
  readonly value: string;
  /** What is wrong with it; `null` if nothing is. */
  readonly error: string | null;
  /** The language of the page. */
  readonly locale: Locale;
  /** Whether the form begins with it. */
  readonly isFirst: boolean;
}

/** Writes the field with its label. The name is what a password manager saves the password under. */
export function nameInput({ id, value, error, locale: { messages }, isFirst }: ShownInput): Html {
  const state = error ? invalidBy(`${id}-error`) : isFirst && markup` data-first`;
  return markup`<div class="line"><label for="${id}">${messages.userNames.label}</label>
<div class="field"><input id="${id}" name="username" type="text" dir="auto"${
    attribute("value", value)
  } autocomplete="username" autocapitalize="none" spellcheck="false" required${state}></div>${
    error && errorElement(`${id}-error`, error)
  }</div>
`;
}
