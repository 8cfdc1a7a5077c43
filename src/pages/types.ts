/**
 * The content of the pages, as plain data.
 *
 * @module
 */

import type { Only } from "../http/types.ts";
import type { Html, Part } from "../markup/html.ts";
import type { FormPart } from "./form_part.ts";
import type { CredentialInput, Mark, ProviderStyle } from "../model/provider.ts";
import type { AlertMessage, Locale, Messages, SignInMessages } from "../messages/types.ts";
import type { Theme, ThemeLinks, User } from "../values/types.ts";

/** The form of a provider on the sign-in page: its fields, and the URL that it posts them to. */
export type PageForm =
  & {
    /** Id of the provider. */
    readonly id: string;
    /** Name of the provider. Shown where the type alone does not say which one it is. */
    readonly name: string;
    /** URL that the form posts to. */
    readonly action: string;
    /** What a capability adds to it. Default: nothing. */
    readonly part?: FormPart | undefined;
  }
  & (
    | {
      /** A button that leads to the provider. */
      readonly form: "button";
      /** Appearance. `config/providers.ts` has checked its colour. */
      readonly style: ProviderStyle;
      /** The mark on the button, as `config/mark.ts` has checked it; `null` for the first letter of the name. */
      readonly mark: Mark | null;
      /** It has no fields. */
      readonly layOut?: null;
    }
    | {
      /** One field, `email`. */
      readonly form: "email";
      /** Draws it. */
      readonly layOut: LayOut;
    }
    | {
      /** The fields of a credentials provider. */
      readonly form: "fields";
      /** By name. */
      readonly fields: Readonly<Record<string, CredentialInput>>;
      /** Draws it; `null` for a button alone. */
      readonly layOut: LayOut | null;
      /** What it adds to the form for the address, in place of a form of its own; `null` if it cannot. */
      readonly step: AddressStep | null;
    }
    | {
      /** Two buttons, to sign in and to sign up. They need a script. */
      readonly form: "passkey";
      /** By name. */
      readonly fields: Readonly<Record<string, CredentialInput>>;
      /** URL of the options that the script passes to the browser. */
      readonly options: string;
      /** Whether the browser offers passkeys where it fills in a field. */
      readonly autofill: boolean;
      /** The script. */
      readonly script: PasskeyScript;
      /** Draws it. */
      readonly layOut: LayOut;
      /** Writes a form with two buttons: only a program with passkeys has this code. */
      readonly draw: (form: PasskeyForm, index: number, look: PasskeyLook) => Html;
      /** Writes a form with one button, which adds a passkey to the user who is signed in, or signs up. */
      readonly add: (
        form: PasskeyForm,
        look: Pick<PasskeyLook, "messages" | "isOneOfSeveral"> & {
          /** For a sign-up: its hidden fields, and the id of the element with the address. Default: the user is signed in. */
          readonly signUp?: { readonly hidden: Html; readonly address: string };
        },
      ) => Html;
    }
  );

/** Lays out all forms with fields of a page: only a program with such a form has this code, the same in each. */
type LayOut = (forms: readonly PageForm[], look: FormsLook) => FieldForms;

/** What all forms with fields of a page share. */
export interface FormsLook {
  /** Messages of the page. */
  readonly messages: SignInMessages;
  /** Links of the page. */
  readonly links: PageLinks;
  /** Whether the visitor is signed in, and adds a way to sign in. */
  readonly isAdding: boolean;
  /** Whether new users sign up here with a way that creates one by itself, such as a passkey. */
  readonly signsUp: boolean;
}

/** The forms with fields of a page. */
export interface FieldForms {
  /** The forms, with holes: that for the address, and the buttons for passkeys with forms in folds below. */
  readonly parts: Readonly<Record<"address" | "passkey", Part>>;
  /** What a visit puts into the holes: the text typed before, the message about the failure, and the mark "last used". */
  readonly partsOf: (
    visit: Pick<SignInVisit, "failedForm" | "email" | "error" | "last">,
    message: AlertMessage | null,
  ) => Record<string, Part>;
}

/** A field of a form. */
export type Field = readonly [name: string, input: CredentialInput];

/** What a form adds to the form for the address: a second step, after the name of the user. */
interface AddressStep {
  /** The field for the name. */
  readonly first: Field;
  /**
   * Writes the other fields and the button. Holes: `stepInvalid`, `stepError`.
   *
   * @param hasSteps Whether the form shows them after the name: emails share it.
   * @param above What stands above the button.
   */
  readonly draw: (messages: SignInMessages, links: PageLinks, hasSteps: boolean, above: Part) => Html;
}

/** Appearance of a form for passkeys. */
export interface PasskeyLook {
  /** Messages of the page. */
  readonly messages: SignInMessages;
  /** Whether there are several providers of passkeys, so that the buttons need their names. */
  readonly isOneOfSeveral: boolean;
  /** Whether the form has a button to sign up. */
  readonly signsUp: boolean;
  /** The provider's own fields; `null` if the address comes from the form for it. */
  readonly inputs: Part;
}

/** The script of forms for passkeys. */
export interface PasskeyScript {
  /** URL on the application's own origin. */
  readonly src: string;
  /** Its hash: `sha256-…`, as Subresource Integrity writes it. */
  readonly integrity: string;
  /** The messages that it contains. */
  readonly english: Messages["passkey"];
}

/** Fields of every page. */
export interface PageBase {
  /** Names the user to whom the page is shown, for forms that change something. */
  readonly shownFor?: string | undefined;
  /** Appearance. `config/check.ts` has checked its colours. */
  readonly theme: Theme;
  /** Origin of the application: `https://example.com`. */
  readonly origin: string;
  /** URL of the application: it may live below a path of its origin. Default: `origin`. */
  readonly home?: string | undefined;
  /** The language, and its messages. */
  readonly locale: Locale;
}

/** Where links lead, by their names in the theme. */
type PageLinks = { readonly [name in keyof ThemeLinks]?: Part };

/** The sign-in page, as far as it depends on the visitor. */
export interface SignInVisit extends Pick<PageBase, "shownFor"> {
  /** Goes into each form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into each form. */
  readonly callbackUrl: string;
  /** The failure before: any text, as it comes from the query. */
  readonly error: string | null;
  /** The address that the field `email` has at first: any text, as it comes from the query. */
  readonly email: string | null;
  /** The form that was sent before, and failed; `null` if that is not known. */
  readonly failedForm: FailedForm | null;
  /** Id of the provider that was last used in this browser: any text, as it comes from a cookie. */
  readonly last: string | null;
  /** Names of the providers that the user with the address signs in with, after the error `UserNotVerified`. */
  readonly ways: readonly string[];
  /** The user who is signed in already. */
  readonly current: User | null;
  /** Whether the user wants to add a way to sign in; goes into each form. */
  readonly link: boolean;
  /**
   * Which providers the page offers, if not all: one, which the application needs, or those of a user who has to sign in again.
   * Goes into each form. Default: all.
   */
  readonly only?: Only | undefined;
  /** Name of the provider that the URL names; `null` if it names none of the config. Default `null`. */
  readonly provider?: string | null;
  /** `ui_locales` of the request; goes into each form. Default: none. */
  readonly locales?: string | null;
}

/** A form that was sent, and failed. */
export interface FailedForm {
  /** Id of the provider. */
  readonly provider: string;
  /** The text that the user had typed, by name of the field: never a password. */
  readonly values: Readonly<Record<string, string>>;
}

/** A page ready to be sent. */
export interface Page {
  /** Status: 200, except on some error pages. */
  readonly status: number;
  /** The document. */
  readonly html: string;
  /** Value of `Content-Security-Policy`. */
  readonly policy: string;
  /** Tag of its language. */
  readonly language: string;
}

/** The form of a provider of passkeys. */
export type PasskeyForm = Extract<PageForm, { readonly form: "passkey" }>;
