/**
 * The message of a page about the sign-in that failed before.
 *
 * @module
 */

import type { AlertMessage } from "../messages/types.ts";
import { type Html, markup } from "./html.ts";

/** Messages by the error type of a URL, which can be any text. */
export type Alerts = Readonly<Record<string, AlertMessage>>;

/** Shows the message for an error, the one for unknown errors if there is none for it. `null` without an error. */
export function alert(
  error: string | null,
  { messages, unknown }: { readonly messages: Alerts; readonly unknown: AlertMessage },
): Html | null {
  if (!error) return null;
  const { what, now } = Object.hasOwn(messages, error) ? messages[error]! : unknown;
  return markup`<p class="alert" id="alert" role="alert"><b>${what}</b> ${now}</p>`;
}
