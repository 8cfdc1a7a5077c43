/**
 * A feature of a config, and the functions that an application gets with it, as types.
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

/** Key of the type of the functions that something of a config brings. No value has it. */
export declare const functionTypes: unique symbol;

/** Something of a config that brings functions. They stand under a name: `auth.password`. */
export interface WithFunctions<
  Name extends string,
  Forms extends object,
  Calls extends object,
  Outside extends object = object,
> {
  /** Their types. Never set. */
  readonly [functionTypes]?: {
    /** The name. */
    readonly name: Name;
    /** The forms, as `OwnForm`, by name. Each integration makes functions of them. */
    readonly forms: Forms;
    /** The other functions, which are the same in every integration. */
    readonly calls: Calls;
    /** Functions for code outside of requests: `outside(config).accessTokens`. */
    readonly outside: Outside;
  };
}

/** The types of the functions that a config brings: of its features, and of its providers or the functions that return them. */
export type FunctionsOf<C> = (
  | (C extends { readonly features: readonly (infer Listed)[] } ? Listed : never)
  | (C extends { readonly providers: readonly (infer Listed)[] }
    ? Listed extends (...params: never) => infer Provider ? Provider : Listed
    : never)
) extends infer Part
  ? Part extends object
    ? typeof functionTypes extends keyof Part ? NonNullable<Part[typeof functionTypes]> : never
  : never
  : never;
