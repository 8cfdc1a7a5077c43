/**
 * The message of a page about the sign-in that failed before.
 *
 * @module
 */

import { fillText } from "../messages/fill.ts";
import type { AlertMessage, Locale } from "../messages/types.ts";
import { type Html, markup } from "../markup/html.ts";

/** Messages by the error type of a URL, which can be any text. */
export type Alerts = Readonly<Record<string, AlertMessage>>;

/** Returns the message for an error, the one for unknown errors if there is none for it. */
export function alertMessage(
  error: string,
  { messages, unknown }: { readonly messages: Alerts; readonly unknown: AlertMessage },
): AlertMessage {
  return new Map(Object.entries(messages)).get(error) ?? unknown;
}

/** Adds to the message about a wrong code how often it may be tried again. @param left `null`: the page does not know. */
export function withTries(
  { what, now }: AlertMessage,
  left: number | null,
  { messages: { general } }: Locale,
): AlertMessage {
  if (left === null) return { what, now };
  // Between sentences of Japanese and Chinese is no blank.
  const end = now.endsWith("。") ? "" : " ";
  return { what, now: `${now}${end}${fillText(general.triesLeft, { count: String(left) })}` };
}

/** Shows a message at the top of a page. It has the focus, so that a screen reader begins there. */
export function alert({ what, now }: AlertMessage): Html {
  return markup`<p class="alert" id="alert" role="alert" tabindex="-1" autofocus><b>${what}</b> ${now}</p>`;
}
