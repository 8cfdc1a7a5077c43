/**
 * A form and a page of the application, as types.
 *
 * @module
 */

/** A form of the application. @typeParam Fields Its fields. @typeParam Shown What the page shows once afterwards; `never` if nothing. */
export interface OwnForm<Fields extends object, Shown extends object = never> {
  /** Its fields. */
  readonly fields: Fields;
  /** What the page shows once afterwards. */
  readonly shown: Shown;
}

/** A page of the application that asks what it shows. @typeParam Fields The parameters. @typeParam Page What it shows. */
export interface OwnPage<Fields extends object, Page extends object> {
  /** The parameters. */
  readonly parameters: Fields;
  /** The content that it shows. */
  readonly page: Page;
}
