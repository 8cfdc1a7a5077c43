/**
 * The types of a shape: the names and functions that a capability adds, for code that must not load it.
 *
 * @module
 */

/** The names that a capability adds. */
export interface Shape {
  /** The name of its feature. Absent for a way to sign in. */
  readonly feature?: string;
  /** Its endpoints: method, and path below `basePath`. They are off in a config without it. */
  readonly endpoints: readonly `${"GET" | "POST"} ${string}`[];
  /** Its cookies. `toKebab` of a name is the end of its default name. */
  readonly cookies: readonly string[];
  /** Those of them that belong to a session, or to a sign-in under way: a sign-out removes them. */
  readonly ofSession?: readonly string[];
}

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
  /** What the application wants with it, for messages. */
  readonly wish: string;
  /** Whether it only begins something: the session stays as it is. Default: not. */
  readonly begins?: true;
  /** What `choice` of the form is, whatever the browser has sent. Default: as sent. */
  readonly choice?: string;
  /** Name of what the page shows once afterwards. Default: nothing. */
  readonly shows?: string;
}
