/**
 * From a page to an answer.
 *
 * @module
 */

import type { Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import { documentTag } from "../messages/direction.ts";
import type { Page } from "./types.ts";

/** A page with its language, and with the headers that keep it unframed. The policy says `frame-ancestors` too. */
export function toPageOutcome(page: Page, cookies: readonly SetCookie[] = []): Outcome {
  const { status, html, policy, language } = page;
  const headers = {
    ...PAGE_HEADERS,
    "content-language": documentTag(language),
    "content-security-policy": policy,
  };
  return { status, html, headers, cookies };
}

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  vary: "Accept-Language",
  "x-frame-options": "DENY",
  // Not `no-referrer`: with that, browsers send `Origin: null` with the page's own forms.
  "referrer-policy": "same-origin",
};
