/**
 * The way to sign in that was last used in a browser. Its cookie holds the id of the provider, and nothing about the user.
 *
 * @module
 */

import type { Setup } from "../setup/setup.ts";
import type { SetCookie } from "../values/cookie.ts";

/** How long a browser remembers it, in seconds: one year. */
const LAST_USED_MAX_AGE = 31_536_000;

/** Returns the cookie; none where the built-in page has nothing to mark: it is not used, or has one provider. */
export function lastUsedCookies(
  provider: string,
  { cookies, pages, providers }: Pick<Setup, "cookies" | "pages" | "providers">,
): readonly SetCookie[] {
  if (pages.signIn || providers.size < 2) return [];
  const { name, options } = cookies.lastUsed;
  return [{ name, value: provider, options: { maxAge: LAST_USED_MAX_AGE, ...options } }];
}
