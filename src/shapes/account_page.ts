/**
 * The shape of the account page: its functions, and the application's own forms.
 *
 * @module
 */

import type { OwnForm, OwnPage } from "../values/own_form.ts";
import type { AccountData } from "./account.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.accountPage`. */
export const ACCOUNT_PAGE_FUNCTIONS = {
  forms: { change: { action: "account", page: "account" } },
  calls: ["read"],
  reads: { read: "account-data" },
} as const satisfies FunctionsShape;

/** A change of the account, as a form of its page asks for it. */
export interface AccountChangeForm {
  /**
   * What to do: `remove`, `rename`, `sign-out`, `sign-out-others`, `dismiss`, or what a feature adds, such as `change-email`: see
   * {@link https://latchkey.github.io/auth/account.html#post-account | the list}. `download-data` is a file: let a form post for that.
   */
  readonly action: string;
  /** The `id` of what to change, as `read()` has it. */
  readonly id?: string | undefined;
  /** Where the user goes afterwards: a path or an absolute URL. Default: the page that has the form. */
  readonly redirectTo?: string | undefined;
  /** Further fields, such as `name` or `email`. */
  readonly [field: string]: string | boolean | undefined;
}

/** The forms of `auth.accountPage`. They take the fields, or the form as the browser sent it. */
export interface AccountPageForms {
  /**
   * Makes a change, as a form of the account page does. The result leads to `redirectTo` with `done` in its query, or with `error` if
   * it was refused; a user who has to sign in, or to prove that it is them, is led there first, and asked whether to go on.
   *
   * Throws `MissingCSRF` if the request comes from another site, `ServerError` if there is no such action, and `AdapterError` if the
   * database fails.
   */
  readonly change: OwnForm<AccountChangeForm>;
}

/** What a page in the browser reads. */
export interface AccountPagePages {
  /** The data of the user who is signed in. */
  readonly read: OwnPage<object, AccountData>;
}

/** The other functions of `auth.accountPage`. */
export interface AccountPageCalls {
  /**
   * The data of the user who is signed in, as the page shows it.
   *
   * @throws {SessionRequired} if no one is signed in, as `auth.require()` does.
   * @throws {UserNotStored} if the database does not have the user.
   * @throws {AdapterError} if the database fails.
   */
  read(): Promise<AccountData>;
}
