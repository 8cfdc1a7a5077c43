/**
 * The field with which a request asks to link an account.
 *
 * @module
 */

import type { Incoming } from "./types.ts";

/** Whether a request asks to link an account to the current user. */
export function asksToLink({ body, query }: Pick<Incoming, "body" | "query">): boolean {
  const value = body?.link ?? query.get("link");
  return value === true || value === "true" || value === "1";
}
