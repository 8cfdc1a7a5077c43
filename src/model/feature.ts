/**
 * A feature of a config, as a type.
 *
 * @module
 */

/**
 * A capability that an application turns on: what functions such as `AccessTokens()` return, for `features` of the config. It brings
 * its code, which is loaded when it is needed.
 */
export interface Feature<Name extends string = string, Options extends object = object> {
  /** Its name. A config has at most one feature of a name. */
  readonly name: Name;
  /** Its options, as the application has written them. */
  readonly options: Options;
}
