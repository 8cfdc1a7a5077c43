/**
 * The fields of a request that say for what the user signs in.
 *
 * @module
 */

import type { Incoming } from "./types.ts";

/** Whether a request asks to link an account to the current user. */
export function asksToLink({ body, query }: Pick<Incoming, "body" | "query">): boolean {
  const value = body?.link ?? query.get("link");
  return value === true || value === "true" || value === "1";
}

/** Name of the field in the forms of a page that offers one provider alone: the page after a failure offers it alone, too. */
export const ONLY = "only";

/** Whether a form comes from a page that offers one provider alone. */
export function asksForOne({ body }: Pick<Incoming, "body">): boolean {
  return body?.[ONLY] === "true";
}
