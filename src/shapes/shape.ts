/**
 * The types of the functions that a capability adds, for code that must not load it.
 *
 * @module
 */

/** The functions of a capability. */
export interface FunctionsShape<Action extends string = string, Page extends string = string> {
  /** Forms that pages of the application may have, by the names of their functions. */
  readonly forms?: Readonly<Record<string, FormShape<Action, Page>>>;
  /** The names of the other functions. */
  readonly calls?: readonly string[];
  /** Those of them that read what a page shows, by their endpoint: browsers may call them, too. */
  readonly reads?: Readonly<Record<string, string>>;
  /** The names of functions for code outside of requests. */
  readonly outside?: readonly string[];
}

/** A form that a page of the application may have. */
export interface FormShape<Action extends string = string, Page extends string = string> {
  /** The action that it is posted to: one of a capability, or the end of a sign-in. */
  readonly action: Action;
  /** Whether the path of the action names the provider. Default: not. */
  readonly hasProvider?: true;
  /** The page that has it. */
  readonly page: Page;
  /** Whether it only begins something: the session stays as it is. Default: not. */
  readonly begins?: true;
  /** What `choice` of the form is, whatever the browser has sent. Default: as sent. */
  readonly choice?: string;
  /** Name of what the page shows once afterwards. Default: nothing. */
  readonly shows?: string;
}
