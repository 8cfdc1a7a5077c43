/**
 * How Turnstile checks an answer, and what it shows.
 *
 * @module
 */

import { markup } from "../../markup/html.ts";
import type { Kind } from "./kind.ts";
import type { TurnstileOptions } from "./options.ts";
import { type Service, verify } from "./siteverify.ts";

const ORIGIN = "https://challenges.cloudflare.com";

const SERVICE: Service = {
  name: "Turnstile",
  url: `${ORIGIN}/turnstile/v0/siteverify`,
  field: "cf-turnstile-response",
};

/** Turnstile. */
export const TURNSTILE: Kind<TurnstileOptions> = {
  check: (_request, context, options) => verify(context, SERVICE, options),
  widget: ({ siteKey, action }) => ({
    html: markup`<div class="cf-turnstile" data-size="flexible" data-sitekey="${siteKey}"${
      action !== undefined && markup` data-action="${action}"`
    }></div>`.toString(),
    script: `${ORIGIN}/turnstile/v0/api.js`,
    policy: { "script-src": [ORIGIN], "frame-src": [ORIGIN] },
  }),
};
