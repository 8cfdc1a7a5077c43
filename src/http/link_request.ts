/**
 * The fields of a request that say for what the user signs in.
 *
 * @module
 */

import type { Incoming, Only } from "./types.ts";

/** Whether a request asks to link an account to the current user. */
export function asksToLink({ body, query }: Pick<Incoming, "body" | "query">): boolean {
  const value = body?.link ?? query.get("link");
  return value === true || value === "true" || value === "1";
}

/**
 * Name of the field in the forms of a page that does not offer all providers, and of the parameter of the page after a failure,
 * which offers the same.
 */
export const ONLY = "only";

/** The value of the field where a user has to sign in again, with a way that they have. */
export const OWN = "own";

/** Which providers the page offers that has sent a form; `undefined` if it offers all. */
export function onlyIn({ body }: Pick<Incoming, "body">): Only | undefined {
  if (body?.[ONLY] === OWN) return OWN;
  return body?.[ONLY] === "true" ? "one" : undefined;
}
