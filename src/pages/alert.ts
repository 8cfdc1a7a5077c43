/**
 * The message of a page about the sign-in that failed before.
 *
 * @module
 */

import { type Html, markup } from "./html.ts";

/** The failure, and what to do now. */
export type Message = readonly [what: string, now: string];

/** Messages by the error type of a URL. A `Map`, because that type can be any text. */
export type Messages = ReadonlyMap<string, Message>;

/** Shows the message for an error, a general one if there is none for it. `null` without an error. */
export function alert(error: string | null, messages: Messages): Html | null {
  if (!error) return null;
  const [what, now] = messages.get(error) ?? UNKNOWN;
  return markup`<p class="alert" id="alert" role="alert"><b>${what}</b> ${now}</p>`;
}

const UNKNOWN: Message = ["You could not be signed in.", "Please try again."];
