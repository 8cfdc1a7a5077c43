/**
 * A challenge of the application's own.
 *
 * @module
 */

import type { Kind } from "./kind.ts";
import type { ChallengeOptions } from "./options.ts";

/** What the application has written. */
export const OWN: Kind<ChallengeOptions> = {
  check: (request, context, { check }) => check(request, context),
  widget: ({ widget = null }, page) => typeof widget === "function" ? widget(page) : widget,
};
