/**
 * The errors of the library, and those of Auth.js that it never throws.
 *
 * @module
 */

export * from "../errors/of_auth_js.ts";
export * from "../errors/errors.ts";
