/**
 * The order of the sign-in page: which providers share the form for the address, and which have one of their own.
 *
 * @module
 */

import type { CredentialInput } from "../../model/provider.ts";
import type { PageForm, PasskeyForm } from "../types.ts";

/** A button that leads to a provider. */
export type ButtonForm = Extract<PageForm, { readonly form: "button" }>;

/** The form of a provider that sends mail. */
type EmailForm = Extract<PageForm, { readonly form: "email" }>;

/** The form of a credentials provider. */
export type FieldsForm = Extract<PageForm, { readonly form: "fields" }>;

/** A form with fields of its own. */
export type OtherForm = FieldsForm | PasskeyForm;

/** A field of a form. */
export type Field = readonly [name: string, input: CredentialInput];

/** The forms of the page, in the order of the config. */
export interface Plan {
  /** The form for the address; `null` if no provider asks for an address alone, or with a password. */
  readonly address: AddressPlan | null;
  /** Passkeys whose address comes from that form, or from the user who is signed in. */
  readonly passkeys: readonly PasskeyForm[];
  /** Forms with fields of their own. */
  readonly others: readonly OtherForm[];
  /** Buttons: providers, and credentials without fields. */
  readonly choices: readonly (ButtonForm | FieldsForm)[];
}

/** One form for address and password. */
export interface AddressPlan {
  /** The first field; `null` for an address. */
  readonly field: Field | null;
  /** The password, if a provider asks for one. */
  readonly password: PasswordPlan | null;
  /** Providers that send a mail to the address. */
  readonly mails: readonly EmailForm[];
  /** Whether the browser offers passkeys in the first field. */
  readonly autofill: boolean;
  /** Whether the address is that of the user who is signed in. */
  readonly isFixed: boolean;
}

/** A password in the form for the address. */
interface PasswordPlan {
  /** The provider. */
  readonly form: FieldsForm;
  /** The field. */
  readonly field: Field;
  /** Fields that the user does not see. */
  readonly hidden: readonly Field[];
}

/** Divides the forms of all providers. A user who adds a passkey is signed in, so their form has no fields. */
export function planOf(forms: readonly PageForm[], purpose: "signIn" | "add" = "signIn"): Plan {
  const mails = forms.filter((form) => form.form === "email");
  const password = forms.flatMap((form) => passwordOf(form, mails.length > 0) ?? [])[0] ?? null;
  const hasAddress = mails.length > 0 || password !== null;
  const field = mails.length ? null : password?.first ?? null;
  const addressName = field ? field[0] : "email";
  const isShared = (form: PasskeyForm) =>
    purpose === "add" || hasAddress && visibleFields(form.fields).every(([name]) => name === addressName);
  const passkeys = forms.filter((form) =>
    form.form === "passkey" && isShared(form)
  ) as readonly PasskeyForm[];
  const choices = forms.filter((form) => form.form === "button" || isButtonAlone(form));
  const used = new Set<PageForm>([...mails, ...passkeys, ...choices, ...password ? [password.form] : []]);
  return {
    address: hasAddress
      ? {
        field,
        password,
        mails,
        autofill: purpose === "signIn" && forms.some(hasAutofill),
        isFixed: purpose === "add",
      }
      : null,
    passkeys,
    others: forms.filter((form) => !used.has(form)) as readonly OtherForm[],
    choices: choices as Plan["choices"],
  };
}

/** Returns the fields that the user sees. */
export function visibleFields(fields: Readonly<Record<string, CredentialInput>>): readonly Field[] {
  return Object.entries(fields).filter(([, { type }]) => type !== "hidden");
}

/** Asks for one name and one password: with mails, the name must be `email`, because they share the field. */
function passwordOf(form: PageForm, withMails: boolean): (PasswordPlan & { readonly first: Field }) | null {
  if (form.form !== "fields") return null;
  const [first, second, ...more] = visibleFields(form.fields);
  if (!first || !second || more.length) return null;
  const isName = NAME_TYPES.has(first[1].type ?? "text");
  if (!isName || second[1].type !== "password" || (withMails && first[0] !== "email")) return null;
  const hidden = Object.entries(form.fields).filter(([, { type }]) => type === "hidden");
  return { form, first, field: second, hidden };
}

const NAME_TYPES: ReadonlySet<string> = new Set(["text", "email", "tel"]);

function isButtonAlone(form: PageForm): boolean {
  return form.form === "fields" && visibleFields(form.fields).length === 0;
}

function hasAutofill(form: PageForm): boolean {
  return form.form === "passkey" && form.autofill;
}
