/**
 * From a page to an answer.
 *
 * @module
 */

import { PRIVATE } from "../http/outcome.ts";
import type { Outcome, SetCookie } from "../http/types.ts";
import type { Page } from "./types.ts";

/** A page with the headers that keep it private and unframed. The policy says `frame-ancestors` too. */
export function toPageOutcome({ status, html, policy }: Page, cookies: readonly SetCookie[] = []): Outcome {
  return { status, html, headers: { ...HEADERS, "content-security-policy": policy }, cookies };
}

const HEADERS: Readonly<Record<string, string>> = {
  ...PRIVATE,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // Not `no-referrer`: with that, browsers send `Origin: null` with the page's own forms.
  "referrer-policy": "same-origin",
};
