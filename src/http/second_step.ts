/**
 * What a script gets whose user has to take the second step first.
 *
 * @module
 */

import { isFromScript } from "./incoming.ts";
import type { Incoming } from "./types.ts";

/** The error in the address that a script gets. The page at this address shows none. */
export const SECOND_STEP_REQUIRED = "SecondStepRequired";

/** The errors with which a script learns that a page has to be shown first: that page shows none. */
const FOR_SCRIPTS: ReadonlySet<string | null> = new Set([SECOND_STEP_REQUIRED, "SessionNotFresh"]);

/**
 * The error in the address of the page that asks for a second factor or sets one up: a script that does not go there must not
 * take its user for signed in, or the change for made. `null` for a person.
 */
export function secondStepError(incoming: Pick<Incoming, "headers" | "body">): string | null {
  return isFromScript(incoming) ? SECOND_STEP_REQUIRED : null;
}

/**
 * The error that the page of the second factor shows; `null` for one that is for a script, and for an older tab: see `newerUrl`.
 */
export function shownError({ query }: Pick<Incoming, "query">): string | null {
  const error = query.get("error");
  const isOfOlderTab = error === "InvalidCheck" && query.has("question");
  return FOR_SCRIPTS.has(error) || isOfOlderTab ? null : error;
}
