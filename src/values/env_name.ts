/**
 * Names of environment variables.
 *
 * @module
 */

/** Returns the id of a provider as a part of the names of environment variables. */
export function toEnvName(id: string): string {
  return id.toUpperCase().replaceAll(/[.-]/g, "_");
}
