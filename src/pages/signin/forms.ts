/**
 * The forms with fields of the sign-in page: drawn once for all visitors, and what a visit puts into their holes.
 *
 * @module
 */

import type { Part } from "../../markup/html.ts";
import type { AlertMessage } from "../../messages/types.ts";
import { alert } from "../alert.ts";
import { addressForm } from "./address.ts";
import { lastUsed } from "./choices.ts";
import { attribute, errorElement, invalidBy } from "./input.ts";
import { isKept, otherForm } from "./other.ts";
import { type Plan, planOf } from "./plan.ts";
import type { FailedForm, Field, FieldForms, FormsLook, PageForm } from "../types.ts";

type Visit = Parameters<FieldForms["partsOf"]>[0];

/** Lays out the forms with fields of a page. */
export function layOut(forms: readonly PageForm[], look: FormsLook): FieldForms {
  const plan = planOf(forms, look.isAdding);
  const named = nameForms(plan);
  return {
    parts: drawForms(plan, look),
    partsOf: (visit, message) => ({
      ...typedValues(visit, plan),
      ...(message && errorParts(message, failedForm(visit, named))),
      ...Object.fromEntries(
        named.filter(([, { id }]) => id === visit.last).map((
          [name],
        ) => [`${name}Last`, lastUsed(look.messages)]),
      ),
    }),
  };
}

/** A form, and the beginning of the names of its holes. */
type NamedForm = readonly [name: string, form: PageForm];

function nameForms({ address, passkeys, others }: Plan): readonly NamedForm[] {
  const { mails = [], joined } = address ?? {};
  return [
    ...mails.map((form): NamedForm => ["address", form]),
    ...joined ? [["step", joined] as const] : [],
    ...passkeys.map((form, index): NamedForm => [`passkey${index}`, form]),
    ...others.map((form, index): NamedForm => [`form${index}`, form]),
  ];
}

function drawForms({ address, passkeys, others }: Plan, look: FormsLook): FieldForms["parts"] {
  const { messages, isAdding, signsUp } = look;
  const isOneOfSeveral = passkeys.length + others.filter(({ form }) => form === "passkey").length > 1;
  const ofPasskeys = { messages, isOneOfSeveral, inputs: null, signsUp };
  const below = [
    ...passkeys.map((form, index) =>
      isAdding ? form.add(form, ofPasskeys) : form.draw(form, index, ofPasskeys)
    ),
    ...others.map((form, index) =>
      otherForm(form, index, { ...ofPasskeys, isFolded: address !== null || index > 0 })
    ),
  ];
  if (!address && others.length) return { address: below, passkey: null };
  return { address: address && addressForm(address, look), passkey: below.length > 0 && below };
}

/** Fills the fields: with the text typed before, else the address of the query, else the value of the provider. */
function typedValues(
  { failedForm, email }: Visit,
  { address, others }: Plan,
): Record<string, Part> {
  const value = (typed: FailedForm["values"] | undefined, [name, field]: Field) =>
    attribute("value", typed?.[name] ?? (name === "email" ? email : null) ?? field.value);
  const values: Record<string, Part> = {};
  if (address) values.address = value(failedForm?.values, address.first);
  for (const [index, form] of others.entries()) {
    const typed = failedForm?.provider === form.id ? failedForm.values : undefined;
    for (const [at, field] of Object.entries(form.fields).entries()) {
      if (isKept(...field)) values[`value${index}_${at}`] = value(typed, field);
    }
  }
  return values;
}

/** The failure, at a field of the form that failed: there is one at most. Without one, at the top. */
function errorParts(message: AlertMessage, name: string | undefined): Record<string, Part> {
  if (!name) return { alert: alert(message) };
  return {
    [`${name}Open`]: " open",
    [`${name}Invalid`]: invalidBy("error"),
    [`${name}Error`]: errorElement("error", `${message.what} ${message.now}`),
  };
}

/** The name of the form that failed; `undefined` if it is not known, or it was none of these. */
function failedForm({ error, failedForm }: Visit, forms: readonly NamedForm[]): string | undefined {
  const isOfMail = error === "EmailSignInError" || error === "InvalidEmail";
  const asked = forms.filter(([, { form }]) =>
    isOfMail ? form === "email" : error === "CredentialsSignin" && form === "fields"
  );
  const [name] = asked.find(([, { id }]) => id === failedForm?.provider) ?? [];
  return name ?? (isOfMail || asked.length === 1 ? asked[0]?.[0] : undefined);
}
