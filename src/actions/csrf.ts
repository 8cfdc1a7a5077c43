/**
 * `GET csrf`: the CSRF token for forms and scripts; and the check of it, which each POST needs.
 *
 * @module
 */

import { removedCookie } from "../http/cookies.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";

export { verifyCsrf } from "../http/csrf.ts";

/** Answers `{ csrfToken }`; 404 if the check is off. */
export async function csrf(incoming: Incoming, setup: Setup): Promise<Outcome> {
  if (!setup.checksCsrf) return { status: 404, cookies: [removedCookie(setup.cookies.csrfToken)] };
  const { token, cookies } = await issueCsrfToken(incoming, setup);
  return { json: { csrfToken: token }, cookies };
}
