/**
 * Responses to scripts, and to the application's own code.
 *
 * @module
 */

import { isFromScript } from "../../http/incoming.ts";
import { SECOND_STEP_REQUIRED } from "../../http/second_step.ts";
import type { Incoming } from "../../http/types.ts";

/** Whether the response is JSON instead of a page. */
export function wantsJson(incoming: Incoming): boolean {
  return isFromScript(incoming) || /\bapplication\/json\b/.test(incoming.headers.get("accept") ?? "");
}

/** The errors with which a script learns that a page has to be shown first: that page shows none. */
const FOR_SCRIPTS: ReadonlySet<string | null> = new Set([SECOND_STEP_REQUIRED, "SessionNotFresh"]);

/** The error that a page shows; `null` for one that is for a script, and for an older tab: see `newerUrl`. */
export function shownError({ query }: Pick<Incoming, "query">): string | null {
  const error = query.get("error");
  const isOfOlderTab = error === "InvalidCheck" && query.has("question");
  return FOR_SCRIPTS.has(error) || isOfOlderTab ? null : error;
}
