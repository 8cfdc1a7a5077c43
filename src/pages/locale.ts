/**
 * The language of an answer.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Incoming } from "../http/types.ts";
import { ENGLISH } from "../messages/en.ts";
import type { Locale } from "../messages/types.ts";

/** The language for a request, with its messages. */
export function localeOf(_incoming: Incoming, _setup: Setup): Promise<Locale> {
  return Promise.resolve(ENGLISH);
}
