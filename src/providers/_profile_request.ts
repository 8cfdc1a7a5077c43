/**
 * Requests for a profile that takes more than one. For `userinfo.request`.
 *
 * @module
 */

import type { UserinfoContext } from "./types.ts";

/**
 * Gets a JSON object with the access token as a Bearer token.
 *
 * @throws {Error} if the answer is not a JSON object with status 200.
 */
// deno-lint-ignore no-explicit-any -- the profile of a provider has the shape that its documentation says
export async function getJson(url: string, { tokens, fetch }: UserinfoContext): Promise<any> {
  const response = await fetch(url, {
    headers: {
      accept: "application/json",
      authorization: `Bearer ${tokens.access_token}`,
      "user-agent": "latchkey-auth",
    },
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.status === 200 && typeof body === "object" && body !== null) return body;
  throw new Error(`Cannot read the profile at "${url}": the answer has status ${response.status}`);
}

/** The same for a part that the sign-in can do without: `null` on failure. */
// deno-lint-ignore no-explicit-any -- as above
export async function findJson(url: string, context: UserinfoContext): Promise<any> {
  return await getJson(url, context).catch(() => null);
}
