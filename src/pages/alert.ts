/**
 * The message of a page about the sign-in that failed before.
 *
 * @module
 */

import type { AlertMessage } from "../messages/types.ts";
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

/** Shows a message at the top of a page. It has the focus, so that a screen reader begins there. */
export function alert({ what, now }: AlertMessage): Html {
  return markup`<p class="alert" id="alert" role="alert" tabindex="-1" autofocus><b>${what}</b> ${now}</p>`;
}
