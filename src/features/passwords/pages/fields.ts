/**
 * The fields of the pages of passwords, and the messages about them.
 *
 * @module
 */

import { fillText } from "../../../messages/fill.ts";
import { type Html, markup, type Part } from "../../../markup/html.ts";
import { attribute, errorElement, inputElement, invalidBy } from "../../../pages/signin/input.ts";
import type { OptionalAddress } from "../../../setup/identifiers.ts";
import { wordsOfApp } from "../setup.ts";
import type { SignUpPage } from "./types.ts";
import type { AlertMessage, Locale } from "../../../messages/types.ts";

/** Errors that are about the address. */
const ADDRESS_ERRORS: ReadonlySet<string> = new Set(["InvalidEmail", "EmailSignInError"]);

const ERROR_ID = "error";

/** What stands at which field, after a form that failed. */
interface FieldErrors {
  /** At the address. */
  readonly address: string | null;
  /** At the password of today. */
  readonly current: string | null;
  /** At the new password. */
  readonly password: string | null;
  /** Of none of these fields. */
  readonly other: AlertMessage | null;
}

/** Returns where the message about a failure stands. @param error Any text, as it comes from the query. */
export function fieldErrors(error: string | null, { messages }: Locale, minLength: number): FieldErrors {
  const none = { address: null, current: null, password: null, other: null };
  if (!error) return none;
  const own = new Map(Object.entries(messages.password.errors)).get(error) as AlertMessage | undefined;
  if (own) {
    const count = String(minLength);
    const text = `${fillText(own.what, { count })} ${fillText(own.now, { count })}`;
    return error === "WrongPassword" ? { ...none, current: text } : { ...none, password: text };
  }
  const known = new Map(Object.entries({ ...messages.signInErrors, ...messages.challenge?.errors })).get(
    error,
  ) as AlertMessage | undefined;
  if (known && ADDRESS_ERRORS.has(error)) return { ...none, address: `${known.what} ${known.now}` };
  return { ...none, other: known ?? messages.general.unknownError };
}

/** The field for the address. */
export function addressField(
  { email, locale, error, optional = null }: {
    readonly email: string | null;
    readonly locale: Locale;
    readonly error: string | null;
    /** What it says where it may be empty. Default: it may not. */
    readonly optional?: OptionalAddress | null;
  },
): Html {
  return inputElement({
    id: "email",
    name: "email",
    type: "email",
    // Where it may be empty, a password manager saves the password under the name.
    autocomplete: optional ? "email" : "username",
    required: optional === null,
    ...(optional && {
      label: optional.words(locale.messages).label,
      after: markup`<p class="note">${optional.words(locale.messages).note}</p>`,
    }),
    value: [attribute("value", email), !email && !error && markup` data-first`],
    messages: locale.messages.signIn,
    ...failed(error),
  });
}

/**
 * The field for a new password. Password managers find it by its `autocomplete`, and make one that is long enough. The page
 * has `METER_SCRIPT`, for which the `data` attributes are.
 */
export function newPasswordField(
  { theme, origin, locale, minLength }: Pick<SignUpPage, "theme" | "origin" | "locale" | "minLength">,
  { error, label }: { readonly error: string | null; readonly label?: string },
): Html {
  const { password: messages, signIn } = locale.messages;
  const count = String(minLength);
  const hint = markup`<p class="note" id="hint">${fillText(messages.hint, { count })}</p>`;
  return inputElement({
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "new-password",
    required: true,
    value: [
      markup` minlength="${count}" maxlength="1024" passwordrules="minlength: ${count};"`,
      markup` data-typed="${messages.typed}" data-enough="${messages.longEnough}"`,
      markup` data-guessable="${messages.errors.TooCommon.what}"`,
      markup` data-known="${JSON.stringify(wordsOfApp(theme, origin))}"`,
      !error && markup` aria-describedby="hint"`,
    ],
    messages: signIn,
    ...(label !== undefined && { label }),
    after: error ? null : hint,
    ...failed(error),
  });
}

/** The field for the password of today. */
export function currentPasswordField(
  { locale, error, forgotPassword, label = locale.messages.password.currentPassword }: {
    readonly locale: Locale;
    readonly error: string | null;
    /** Target of the link beside the field. Default: no link. */
    readonly forgotPassword?: Part;
    readonly label?: string;
  },
): Html {
  return inputElement({
    id: "current",
    name: "current",
    type: "password",
    autocomplete: "current-password",
    required: true,
    label,
    after: forgotPassword &&
      markup`<a class="beside" href="${forgotPassword}">${locale.messages.signIn.forgotPassword}</a>`,
    messages: locale.messages.signIn,
    ...failed(error),
  });
}

/** The address for a password manager, which saves the password under it. */
export function accountField(email: string): Html {
  const type = email.includes("@") ? "email" : "text";
  return markup`<input type="${type}" name="email" value="${email}" autocomplete="username" readonly hidden>`;
}

function failed(error: string | null): { readonly invalid?: Part; readonly error?: Part } {
  return error ? { invalid: invalidBy(ERROR_ID), error: errorElement(ERROR_ID, error) } : {};
}
