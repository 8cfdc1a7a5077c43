/**
 * The fields of a user as a form has them: on the account page, and where a new user is asked for them.
 *
 * @module
 */

import { type Html, markup, type Part } from "../../../markup/html.ts";
import { fillText } from "../../../messages/fill.ts";
import type { Locale, ProfileMessages } from "../../../messages/types.ts";
import { minify } from "../../../pages/style.ts";
import { tick, TICK_STYLE } from "../../../pages/tick.ts";
import { attribute, errorElement, invalidBy } from "../../../pages/signin/input.ts";
import type { ProfileValue } from "../../../shapes/profile.ts";
import { LANGUAGE } from "../language.ts";
import type { ProfileField, ProfileLabel } from "../options.ts";
import { type ReadValue, readValue } from "../values.ts";

/** A field as a form shows it. */
export interface Line {
  readonly name: string;
  readonly field: ProfileField;
  readonly label: string;
  readonly value: ProfileValue;
  /** What is wrong with it; `null` without a mistake. */
  readonly error: string | null;
}

/**
 * A field, with its label and its value.
 *
 * @param sent What the user has sent, with a mistake in the form; `undefined` without one.
 */
export function lineOf(
  [name, field]: readonly [name: string, field: ProfileField],
  { value, sent }: { readonly value: ProfileValue; readonly sent: string | undefined },
  { language, messages: { profile } }: Locale,
): Line {
  const labels = new Map([["name", profile.name], [LANGUAGE, profile.language]]);
  return {
    name,
    field,
    label: labelOf(field.label, language) || labels.get(name)!,
    value: sent ?? value,
    error: sent === undefined ? null : errorOf(readValue(sent, field), field, profile),
  };
}

/** The text of a label, in the language of the page. */
export function labelOf(label: ProfileLabel, language: string): string {
  return typeof label === "function" ? label(language) : label;
}

/** A field that the user can change. @param more Further attributes. */
export function inputLine(line: Line, locale: Locale, more?: Part): Html {
  const { name, field: { type, required = false }, label, value, error } = line;
  const id = `profile-${name}`;
  const state = [
    required && markup` required`,
    error && invalidBy(`${id}-error`),
    more,
  ];
  const below = error && errorElement(`${id}-error`, error);
  if (type === "boolean") {
    const isTicked = String(value) === "true";
    const box =
      markup`<input type="hidden" name="${name}" value="false"><input id="${id}" name="${name}" type="checkbox" value="true"${
        isTicked && markup` checked`
      }${state}>`;
    return tick(box, { id, label }, below);
  }
  return markup`<div class="line"><label for="${id}">${label}</label>${
    !required && name !== LANGUAGE && markup` <span class="tag">${locale.messages.profile.optional}</span>`
  }<div class="field">${
    type === "choice" ? choices(id, line, state, locale) : input(id, line, state)
  }</div>${below}</div>`;
}

/** The style of the fields, beside that of all pages. */
export const FIELD_STYLE: string = TICK_STYLE + minify(`
.line select{display:block;width:100%;min-height:var(--c-l);padding:var(--s2) var(--s3);border:1px solid var(--field);border-radius:var(--radius);
background:var(--card);color:inherit;font:1rem/1.5 var(--font)}
.line select[aria-invalid]{border-color:var(--bad)}
[dir=rtl] .line [type=url]{direction:ltr}
[dir=rtl] .line [id|=profile]{text-align:right}
@media(forced-colors:active){.line select[aria-invalid]{border-width:.25rem;border-style:double}}
`);

function errorOf(read: ReadValue, { type, maxLength }: ProfileField, { errors }: ProfileMessages) {
  if (typeof read !== "string") return null;
  if (read === "required" && type !== "choice") return type === "boolean" ? errors.tick : errors.required;
  if (read === "tooLong") {
    return fillText(errors.tooLong, { count: String(maxLength ?? (type === "url" ? 2000 : 200)) });
  }
  return type === "url" || type === "date" ? errors[type] : errors.choice;
}

function input(id: string, { name, field: { type }, value }: Line, state: Part): Html {
  return markup`<input id="${id}" name="${name}" type="${type}"${attribute("value", String(value ?? ""))}${
    attribute("autocomplete", name === "name" ? name : type === "url" ? type : "off")
  }${type === "text" && markup` dir="auto"`}${state}>`;
}

function choices(
  id: string,
  { name, field: { choices = {}, required = false }, value }: Line,
  state: Part,
  { language, messages }: Locale,
): Html {
  const none = name === LANGUAGE ? messages.profile.ofBrowser : "–";
  const isOne = typeof value === "string" && Object.hasOwn(choices, value);
  const option = (given: string, label: string, isChosen: boolean) =>
    markup`<option value="${given}"${isChosen && markup` selected`}>${label}</option>`;
  return markup`<select id="${id}" name="${name}"${state}>${
    (!required || !isOne) && option("", none, !isOne)
  }${
    Object.entries(choices).map(([given, label]) => option(given, labelOf(label, language), given === value))
  }</select>`;
}
