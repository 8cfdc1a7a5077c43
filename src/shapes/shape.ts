/**
 * What must be known of a capability where its code is not: the names that it adds.
 *
 * @module
 */

/** The names that a capability adds. */
export interface Shape {
  /** Its endpoints: method, and path below `basePath`. They are off in a config without it. */
  readonly endpoints: readonly `${"GET" | "POST"} ${string}`[];
  /** Its pages, which an application may replace, and their paths below `basePath`. */
  readonly pages: Readonly<Record<string, string>>;
  /** Its cookies, and the end of their default names. */
  readonly cookies: Readonly<Record<string, string>>;
}
