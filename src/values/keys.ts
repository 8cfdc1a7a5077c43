/**
 * The keys of a type, as a value.
 *
 * @module
 */

/** All keys of a type: the compiler reports a missing key, and an unknown one. */
export type Keys<T> = Readonly<Record<keyof T & string, true>>;

/** The same of a provider, but for those that all providers have. */
export type OwnKeys<T> = Keys<Omit<T, "id" | "name" | "type" | "options">>;
