/**
 * The settings of the application. The library reads its own, such as `AUTH_SECRET`, by itself.
 *
 * @module
 */

import process from "node:process";

/** The address of the API, as browsers see it. */
export const apiUrl = new URL(setting("AUTH_URL"));

/** The origin of the front end: the only one whose pages may use the API. */
export const frontEnd = new URL(setting("FRONT_END_URL")).origin;

/** Whether this is a developer's machine. */
export const isDevelopment = apiUrl.hostname === "localhost" && process.env.NODE_ENV !== "production";

/** Reads a setting that the application needs. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Cannot start the API: set the variable ${name}`);
  return value;
}
