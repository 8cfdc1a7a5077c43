/**
 * The errors of the library, and those of Auth.js that it never throws.
 *
 * @module
 */

export * from "../compatibility/errors.ts";
export * from "../errors.ts";
