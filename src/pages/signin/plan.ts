/**
 * The order of the forms with fields: which providers share the form for the address, and which have one of their own.
 *
 * @module
 */

import type { CredentialInput } from "../../model/provider.ts";
import type { Field, PageForm, PasskeyForm } from "../types.ts";

/** The form of a provider that sends mail. */
type EmailForm = Extract<PageForm, { readonly form: "email" }>;

/** The form of a credentials provider. */
export type FieldsForm = Extract<PageForm, { readonly form: "fields" }>;

/** A form of credentials whose step the form for the address has. */
type JoinedForm = FieldsForm & { readonly step: NonNullable<FieldsForm["step"]> };

/** A form with fields of its own. */
export type OtherForm = FieldsForm | PasskeyForm;

/** The forms of the page, in the order of the config. */
export interface Plan {
  /** The form for the address; `null` if no provider asks for an address alone, or has a step behind it. */
  readonly address: AddressPlan | null;
  /** Passkeys whose address comes from that form, or from the user who is signed in. */
  readonly passkeys: readonly PasskeyForm[];
  /** Forms with fields of their own. */
  readonly others: readonly OtherForm[];
}

/** One form for all that begins with an address. */
export interface AddressPlan {
  /** The first field: the address, or another name of a user. */
  readonly first: Field;
  /** The form that adds its step, if there is one. */
  readonly joined: JoinedForm | undefined;
  /** Providers that send an email to the address. */
  readonly mails: readonly EmailForm[];
  /** Whether the browser offers passkeys in the first field. */
  readonly autofill: boolean;
  /** Whether the address is that of the user who is signed in. */
  readonly isFixed: boolean;
}

/** Divides the forms of all providers. A user who adds a passkey is signed in, so their form has no fields. */
export function planOf(forms: readonly PageForm[], isAdding: boolean): Plan {
  const mails = forms.filter((form) => form.form === "email");
  // With emails, its name must be `email`, because they share the field.
  const joined = forms.find((form): form is JoinedForm =>
    form.form === "fields" && form.step !== null && (!mails.length || form.step.first[0] === "email")
  );
  const first: Field | undefined = joined?.step.first ??
    (mails.length ? ["email", { type: "email" }] : undefined);
  const isShared = (form: PasskeyForm) =>
    isAdding || first && visibleFields(form.fields).every(([name]) => name === first[0]);
  const passkeys = forms.filter((form) =>
    form.form === "passkey" && isShared(form)
  ) as readonly PasskeyForm[];
  const used: readonly (PageForm | undefined)[] = [...mails, joined, ...passkeys];
  return {
    address: first
      ? {
        first,
        joined,
        mails,
        autofill: !isAdding && forms.some((form) => form.form === "passkey" && form.autofill),
        isFixed: isAdding,
      }
      : null,
    passkeys,
    others: forms.filter((form) => !used.includes(form)) as readonly OtherForm[],
  };
}

/** Returns the fields that the user sees. */
export function visibleFields(fields: Readonly<Record<string, CredentialInput>>): readonly Field[] {
  return Object.entries(fields).filter(([, { type }]) => type !== "hidden");
}
