/**
 * How hCaptcha checks an answer, and what it shows.
 *
 * @module
 */

import { markup } from "../../markup/html.ts";
import type { Kind } from "./kind.ts";
import type { HCaptchaOptions } from "./options.ts";
import { verify } from "./siteverify.ts";

const SERVICE = { name: "hCaptcha", url: "https://api.hcaptcha.com/siteverify", field: "h-captcha-response" };

/** Its hosts change from time to time, and from place to place. */
const HOSTS = ["https://hcaptcha.com", "https://*.hcaptcha.com"];

/** hCaptcha. */
export const HCAPTCHA: Kind<HCaptchaOptions> = {
  check: (_request, context, options) =>
    verify(context, { ...SERVICE, params: { sitekey: options.siteKey } }, options),
  widget: ({ siteKey }) => ({
    html: markup`<div class="h-captcha" data-sitekey="${siteKey}"></div>`.toString(),
    script: "https://js.hcaptcha.com/1/api.js",
    policy: { "script-src": HOSTS, "frame-src": HOSTS, "style-src": HOSTS, "connect-src": HOSTS },
  }),
};
