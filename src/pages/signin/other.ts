/**
 * Forms with fields of their own: credentials that ask for more than a name and a password, and passkeys that share no
 * address. The first one is shown if the page has no form for an address; the others are in a fold each.
 *
 * @module
 */

import { fill } from "../../messages/fill.ts";
import { hole, type Html, markup, type Part } from "../../markup/html.ts";
import { inputElement } from "./input.ts";
import type { FieldsForm, OtherForm } from "./plan.ts";
import type { PasskeyLook } from "../types.ts";
import type { SignInMessages } from "../../messages/types.ts";

/**
 * Writes a form.
 *
 * Holes, with the index of the form: `form0Open`, `form0Last`, `form0Error`, `form0Invalid` for the first field, and `value0_0` for
 * each field that keeps its text.
 */
export function otherForm(
  form: OtherForm,
  index: number,
  { isFolded, ...look }: PasskeyLook & {
    /** Whether it is in a fold. */
    readonly isFolded: boolean;
  },
): Html {
  const { messages, isOneOfSeveral } = look;
  const isPasskey = form.form === "passkey";
  const content = isPasskey
    ? form.draw(form, index, { ...look, inputs: inputsOf(form, index, messages) })
    : fieldsForm(form, index, messages);
  if (!isFolded) return markup`<div class="form">${content}</div>`;
  const title = isPasskey && !isOneOfSeveral
    ? messages.usePasskey
    : fill(messages.button, { provider: form.name });
  return markup`
<details${hole(`form${index}Open`)}><summary>${title}${hole(`form${index}Last`)}</summary>
${content}
</details>`;
}

/** Returns whether a field keeps its text: a name of the user, never a password or a code. */
export function isKept(
  name: string,
  { type = "text", autocomplete = "" }: { readonly type?: string; readonly autocomplete?: string },
): boolean {
  if (type === "email") return true;
  // Fields for digits, such as a PIN, have the type `tel`.
  if (type !== "text" && type !== "tel") return false;
  return autocomplete ? KEPT_TOKENS.test(autocomplete) : KEPT_NAMES.test(name);
}

const KEPT_TOKENS = /(^| )(username|email|tel|name|nickname|organization)( |$)/;
const KEPT_NAMES = /^(e-?mail|user|user-?_?name|login|phone|mobile|tel|name|domain|tenant|organi[sz]ation)$/i;

function fieldsForm(form: FieldsForm, index: number, messages: SignInMessages): Html {
  return markup`
<form method="post" action="${form.action}">
${hole("fields")}
${hole(`form${index}Error`)}${inputsOf(form, index, messages)}${form.part?.html}
<button class="button">${messages.submit}</button>
</form>`;
}

function inputsOf({ fields }: OtherForm, index: number, messages: SignInMessages): Part {
  const entries = Object.entries(fields);
  const first = entries.findIndex(([, { type }]) => type !== "hidden");
  return entries.map(([name, field], at) =>
    inputElement({
      ...field,
      id: `form${index}-${at}`,
      name,
      value: isKept(name, field) ? hole(`value${index}_${at}`) : field.value,
      invalid: at === first && hole(`form${index}Invalid`),
      messages,
    })
  );
}
