/**
 * Distinguishes requests that never left this machine from those whose answer is lost.
 *
 * @module
 */

import { propertyOf } from "../errors/thrown.ts";

/** Codes with which Node and Bun report that there was no connection. */
const CODES = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Codes of certificates that Node does not trust. */
const CERTIFICATES = /^(?:CERT|DEPTH_ZERO|ERR_TLS|SELF_SIGNED|UNABLE_TO)_/;

/** The same in messages: of Deno, and of Node where a code has several reasons. */
const WORDS = /client error \(Connect\)|before secure TLS connection was established/;

/** How many causes are looked at: an error can be its own cause. */
const DEPTH = 5;

/**
 * Whether an error of `fetch` says that there was no connection, so that the server cannot have read the request. In doubt
 * `false`.
 */
export function wasNeverSent(error: unknown, depth = DEPTH): boolean {
  // `propertyOf` reads nothing from a value that is not an object.
  if (depth === 0 || !error) return false;
  const [code, message] = ["code", "message"].map((name) => String(propertyOf(error, name)));
  if (CODES.includes(code!) || CERTIFICATES.test(code!) || WORDS.test(message!)) return true;
  // Node tries each address of a host, and collects the errors.
  const tried = propertyOf(error, "errors");
  if (Array.isArray(tried) && tried.length > 0) return tried.every((each) => wasNeverSent(each, depth - 1));
  const cause = propertyOf(error, "cause");
  return wasNeverSent(cause, depth - 1) || wasNeverSent(propertyOf(cause, "err"), depth - 1);
}
