/**
 * The fields of the pages of the second factor, and the messages about them.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";
import { fields } from "../../../pages/layout.ts";
import type { SecondFactorLocale } from "../locale.ts";
import type { FormBase } from "./types.ts";
import type { AlertMessage } from "../../../messages/types.ts";

/** Value of the parameter `lack`: a page of the application has led the user here, because the session has level 1. */
export const LACKS_LEVEL = "level";

/** Value of the parameter `done`: a user who was asked for the second factor has turned it off in another browser. */
export const TURNED_OFF = "second-factor-off";

/** Value of the parameter `done`: recovery codes were shown already. */
export const CODES_SHOWN = "recovery-codes-shown";

/** Value of the parameter `done`: a user whose form would turn the second factor on has done so in another tab. */
export const TURNED_ON = "second-factor-on";

/** A field for a code. */
interface CodeField {
  /** Name, and id. */
  readonly name: string;
  /** Its label. */
  readonly label: string;
  /** The failure; `null` without one. */
  readonly error: AlertMessage | null;
  /** Whether it is the field that most users need. */
  readonly isFirst: boolean;
}

/** The hidden fields of a form. */
export function formFields(page: FormBase): Html {
  const { question } = page;
  return markup`${fieldsBeside(page)}${
    question !== null && markup`<input type="hidden" name="question" value="${question}">`
  }`;
}

/** The same without the name of the sign-in. */
export function fieldsBeside({ lack, ...page }: FormBase): Html {
  return markup`${fields(page)}${lack !== null && markup`<input type="hidden" name="lack" value="${lack}">`}`;
}

/**
 * The field for a code of the app, or of an email. Digits of other keyboards count, and blanks. The script sends it with its last
 * digit: what else a form asks stands above it.
 */
export function codeField(field: CodeField, locale: SecondFactorLocale, digits: 6 | 8): Html {
  const { name, label, error, isFirst } = field;
  const { secondFactor, verifyRequest } = locale.messages;
  return markup`<div class="line"><label for="${name}">${label}</label>
<div class="field"><input class="code" id="${name}" name="${name}"
autocomplete="one-time-code" inputmode="numeric" maxlength="24" placeholder="${PLACEHOLDERS[digits]}"
pattern="\\s*([0-9\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]\\s*){${String(digits)}}"
title="${digits === 6 ? secondFactor.codeFormat : verifyRequest.codeFormat}" required${
    error ? invalidBy(`${name}-error`) : isFirst && markup` autofocus`
  }></div>${error && errorAt(name, error)}</div>`;
}

const PLACEHOLDERS = { 6: "123 456", 8: "1234 5678" } as const;

/** The field for a recovery code. */
export function recoveryField(
  error: AlertMessage | null,
  { messages: { secondFactor: messages } }: SecondFactorLocale,
): Html {
  return markup`<div class="line"><label for="recoveryCode">${messages.recoveryCode}</label>
<div class="field"><input class="recovery" id="recoveryCode" name="recoveryCode" autocomplete="off" autocapitalize="characters"
spellcheck="false" maxlength="60" placeholder="XXXXXX-XXXXXX-XXXXXX-XXXXXX" required${
    error ? invalidBy("recoveryCode-error") : markup` aria-describedby="recovery-note"`
  }></div>${
    error
      ? errorAt("recoveryCode", error)
      : markup`<p class="note" id="recovery-note">${messages.recoveryNote}</p>`
  }</div>`;
}

/** The message about a failure. @param error Any text, as it comes from the query. */
export function messageOf(error: string, { messages }: SecondFactorLocale): AlertMessage {
  const known = { ...messages.signInErrors, ...messages.account.errors, ...messages.secondFactor.errors };
  return new Map(Object.entries<AlertMessage>(known)).get(error) ?? messages.account.errors.unknown;
}

function errorAt(name: string, { what, now }: AlertMessage): Html {
  return errorElement(`${name}-error`, `${what} ${now}`);
}
