/**
 * What a user has put away in a browser: a recommendation of the account page, an offer after a sign-in. Both come back after some
 * months.
 *
 * @module
 */

import { valuesOf } from "../http/cookies.ts";
import type { Incoming } from "../http/types.ts";
import type { Setup } from "../setup/setup.ts";
import type { SetCookie } from "../values/cookie.ts";
import { shownFor } from "./shown_for.ts";

/** How long a browser remembers it, in seconds: 90 days. */
const MAX_AGE = 7_776_000;

/** So many are remembered of a user. */
const MOST = 8;

/** Of so many users of the browser, the last ones. */
const MOST_USERS = 4;

/** What is remembered of a user is no longer. */
const MAX_LENGTH = 400;

/** What a user has put away in this browser: names. */
export async function dismissedBy(
  userId: string,
  { cookies }: Pick<Incoming, "cookies">,
  setup: Pick<Setup, "cookies" | "secrets">,
): Promise<readonly string[]> {
  return (await readUsers(userId, cookies, setup)).own;
}

/** The cookie that remembers one more. @param id Lower-case letters, digits and dashes, at most 40. */
export async function dismiss(
  id: string,
  { userId, incoming }: { readonly userId: string; readonly incoming: Pick<Incoming, "cookies"> },
  setup: Pick<Setup, "cookies" | "secrets">,
): Promise<SetCookie> {
  const { whose, own, others } = await readUsers(userId, incoming.cookies, setup);
  const ids = [...own.filter((each) => each !== id), id].slice(-MOST);
  const { name, options } = setup.cookies.dismissed;
  // A browser sends back what anyone has put there.
  const known = others.filter((user) => user.length < MAX_LENGTH);
  const value = [[whose, ...ids].join("."), ...known].slice(0, MOST_USERS).join("~");
  return { name, value, options: { maxAge: MAX_AGE, ...options } };
}

/** What the cookie has: each user's, the last one first. */
async function readUsers(
  userId: string,
  cookies: Incoming["cookies"],
  setup: Pick<Setup, "cookies" | "secrets">,
): Promise<{ readonly whose: string; readonly own: readonly string[]; readonly others: readonly string[] }> {
  const whose = await shownFor(userId, setup);
  const users = valuesOf(cookies, setup.cookies.dismissed.name).flatMap((value) => value.split("~"));
  const isOwn = (user: string) => user.split(".")[0] === whose;
  return {
    whose,
    own: users.find(isOwn)?.split(".").slice(1) ?? [],
    others: users.filter((user) => !isOwn(user)),
  };
}
