/**
 * The content of the pages, as plain data.
 *
 * @module
 */

import type { Only } from "../http/types.ts";
import type { Html, Part } from "../markup/html.ts";
import type { CredentialInput, Mark, ProviderStyle } from "../model/provider.ts";
import type { Locale, PasskeyMessages, SignInMessages } from "../messages/types.ts";
import type { Theme, User } from "../values/types.ts";

/** The form of a provider on the sign-in page: its fields, and the URL that it posts them to. */
export type PageForm =
  & {
    /** Id of the provider. */
    readonly id: string;
    /** Name of the provider. Shown where the type alone does not say which one it is. */
    readonly name: string;
    /** URL that the form posts to. */
    readonly action: string;
  }
  & (
    | {
      /** A button that leads to the provider. */
      readonly form: "button";
      /** Appearance. `config/providers.ts` has checked its colour. */
      readonly style: ProviderStyle;
      /** The mark on the button, as `config/mark.ts` has checked it; `null` for the first letter of the name. */
      readonly mark: Mark | null;
    }
    | {
      /** One field, `email`. */
      readonly form: "email";
    }
    | {
      /** The fields of a credentials provider. */
      readonly form: "fields";
      /** By name. */
      readonly fields: Readonly<Record<string, CredentialInput>>;
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
      /** Writes a form with two buttons: only a program with passkeys has this code. */
      readonly draw: (form: PasskeyForm, index: number, look: PasskeyLook) => Html;
      /** Writes a form with one button, which adds a passkey to the user who is signed in. */
      readonly add: (form: PasskeyForm, look: Pick<PasskeyLook, "messages" | "isOneOfSeveral">) => Html;
    }
  );

/** Appearance of a form for passkeys. */
export interface PasskeyLook {
  /** Messages of the page. */
  readonly messages: SignInMessages;
  /** Whether there are several providers of passkeys, so that the buttons need their names. */
  readonly isOneOfSeveral: boolean;
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
  readonly english: PasskeyMessages;
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

/** The sign-in page, as far as it is the same for every visitor. */
export interface SignInBase extends PageBase {
  /** In the order of the config. */
  readonly providers: readonly PageForm[];
  /** Whether the visitor is signed in, and adds one of the providers to their account. Default `false`. */
  readonly isAdding?: boolean;
  /** Whether the visitor is signed in, and is offered what concerns them: they are not new here. Default: `isAdding`. */
  readonly isKnown?: boolean;
  /** URLs of the pages of passwords that the library keeps. Links of the theme come first. */
  readonly passwordPages?: PasswordPages | undefined;
}

/** URLs of pages of passwords that the library keeps. */
export interface PasswordPages {
  /** Where a new user creates an account. */
  readonly signUp: string;
  /** Where a user who has forgotten the password asks for a mail. */
  readonly forgotPassword: string;
}

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

/** The sign-out page. */
export interface SignOutPage extends PageBase {
  /** The user who is signed in; `null` if no one is. */
  readonly current: User | null;
  /** URL of the sign-in page. */
  readonly signinUrl: string;
  /** URL that the form posts to. */
  readonly signoutUrl: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where a user who is signed out goes; goes into the form. */
  readonly callbackUrl: string;
  /** Where a user who stays signed in goes. */
  readonly stayUrl: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}

/** The page that says that a mail is on its way, and accepts its code. */
export interface VerifyRequestPage extends PageBase {
  /** The mail that this browser asked for; `null` if it has not. */
  readonly mail: SentMail | null;
  /** The failure before: any text, as it comes from the query. */
  readonly error: string | null;
}

/** A mail that a browser has asked for. */
export interface SentMail {
  /** The address. */
  readonly email: string;
  /** URL that the form for the code posts to; `null` if the mail has no code. */
  readonly codeAction: string | null;
  /** URL that the form for another mail posts to. */
  readonly againAction: string;
  /** URL of the sign-in page, for another address. */
  readonly signinUrl: string;
  /** Seconds until another mail may be sent. */
  readonly wait: number;
  /** Whether another mail was just sent, or was asked for too early: any text, as it comes from the query. */
  readonly again: string | null;
  /** Goes into the forms. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into the form for another mail. */
  readonly callbackUrl: string;
  /** Whether the user wants to add a way to sign in; goes into the form for another mail. */
  readonly link: boolean;
  /** `ui_locales` of the request; goes into the forms. Default: none. */
  readonly locales?: string | null;
}

/** The page about a mailed link whose owner is signed in. */
export interface SignedInPage extends PageBase {
  /** Where the link leads. */
  readonly callbackUrl: string;
  /** The address in the link, which is the user's. */
  readonly email: string;
}

/** The page that asks whether to sign in with a link that was followed in another browser than the one that asked. */
export interface ConfirmationPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Goes into the form. */
  readonly callbackUrl: string;
  /** The address in the link: any text. Shown, and goes into the form. */
  readonly email: string;
  /** The token in the link: any text. Goes into the form. */
  readonly token: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}

/** The page with a form of the application that was kept. */
export interface KeptFormPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** How it is sent, if that is not the default of browsers. */
  readonly enctype: "multipart/form-data" | undefined;
  /** Its fields. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Names of its inputs for files, which send none. */
  readonly files: readonly string[];
  /** The page that had the form. */
  readonly callbackUrl: string;
}

/** The page that asks a user who is signed in whether to add another identity to their account. */
export interface LinkPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards. */
  readonly callbackUrl: string;
  /** The user who is signed in. */
  readonly current: User;
  /** The other identity, as the page shows it. */
  readonly proven: User;
  /** Name of the provider that has proven the other identity. */
  readonly provider: string;
  /** Whether the user may sign in with it instead. */
  readonly canSwitch: boolean;
  /** The name of the question. The form sends it, so that its answer counts for this question alone. */
  readonly question: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}

/** The page for the owner of a mailbox who gets a user that was registered with the address before. */
export interface TakenOverPage extends PageBase {
  /** The ways to sign in that the user had before. */
  readonly removed: readonly RemovedWay[];
  /** Where the user goes next. */
  readonly callbackUrl: string;
}

/** A way to sign in that a takeover has removed. */
export interface RemovedWay {
  /** Name of the provider. */
  readonly name: string;
  /** URL of the page where the user can set it up again; `null` if there is none. */
  readonly url: string | null;
}

/** The error page. */
export interface ErrorPage extends PageBase {
  /** URL of the sign-in page. */
  readonly signinUrl: string;
  /** The failure: any text, as it comes from the query. */
  readonly error: string | null;
}

/** The page after too many attempts. */
export interface LimitedPage extends Omit<ErrorPage, "error"> {
  /** How long the user has to wait, in seconds. */
  readonly wait: number;
  /** Where a user who has forgotten the password asks for a mail; `null` unless it was a password that was tried too often. */
  readonly forgotPassword: string | null;
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
