/**
 * `GET csrf`: the CSRF token for forms and scripts; and what each POST is checked for: the token, and whom its form was shown to.
 *
 * @module
 */

import { removedCookie } from "../../http/cookies.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

export { verifyCsrf } from "../../http/csrf.ts";
export { backToOther } from "../../sign_in/shown_for.ts";

/** Answers `{ csrfToken }`; 404 if the check is off. */
export async function csrf(incoming: Incoming, setup: Setup): Promise<Outcome> {
  if (!setup.checksCsrf) return { status: 404, cookies: [removedCookie(setup.cookies.csrfToken)] };
  const { token, cookies } = await issueCsrfToken(incoming, setup);
  return { json: { csrfToken: token }, cookies };
}
