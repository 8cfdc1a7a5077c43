/**
 * A form of the application, as a type.
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
