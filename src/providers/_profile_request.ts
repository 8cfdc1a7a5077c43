/**
 * Requests for a profile that takes more than one. For `userinfo.request`.
 *
 * @module
 */

import type { UserinfoContext } from "../model/provider.ts";

/**
 * Gets a JSON object with the access token as a Bearer token.
 *
 * @param headers Further headers, with names in lower case. They replace the usual ones.
 * @throws {Error} if the answer is not a JSON object with status 200.
 */
export async function getJson(
  url: string,
  { tokens, fetch }: UserinfoContext,
  headers: Headers = {},
  // deno-lint-ignore no-explicit-any -- the profile of a provider has the shape that its documentation says
): Promise<any> {
  const response = await fetch(url, {
    headers: {
      accept: "application/json",
      authorization: `Bearer ${tokens.access_token}`,
      "user-agent": "latchkey-auth",
      ...headers,
    },
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.status === 200 && typeof body === "object" && body !== null) return body;
  const reason = response.status === 200 ? "is not a JSON object" : `has status ${response.status}, not 200`;
  throw new Error(`Cannot read the profile at "${url}": the answer ${reason}`);
}

/** The same for a part that the sign-in can do without: `null` on failure. */
// deno-lint-ignore no-explicit-any -- as above
export async function findJson(url: string, context: UserinfoContext, headers: Headers = {}): Promise<any> {
  return await getJson(url, context, headers).catch(() => null);
}

type Headers = Readonly<Record<string, string>>;
