/**
 * The recommendations that a user has put away: the account page shows them again after some months.
 *
 * @module
 */

import type { AccountSection } from "../../setup/account_section.ts";
import type { Incoming } from "../../http/types.ts";
import type { Overview } from "../../sign_in/ways/overview.ts";
import type { Setup } from "../../setup/setup.ts";
import { shownFor } from "../../sign_in/shown_for.ts";
import { valuesOf } from "../../http/cookies.ts";

/** How long a browser remembers them, in seconds: 90 days. */
const MAX_AGE = 7_776_000;

/** So many are remembered. */
const MOST = 8;

/** The recommendations that a user has put away in this browser. */
export async function dismissedBy(
  userId: string,
  { cookies }: Pick<Incoming, "cookies">,
  setup: Pick<Setup, "cookies" | "secrets">,
): Promise<readonly string[]> {
  const whose = await shownFor(userId, setup);
  const values = valuesOf(cookies, setup.cookies.dismissed.name).map((value) => value.split("."));
  return values.find(([user]) => user === whose)?.slice(1) ?? [];
}

/** The form that puts one away. */
export const DISMISSAL: AccountSection<Setup, Overview> = {
  name: "dismissal",
  changes: {
    dismiss: {
      done: "dismissed",
      needsFresh: false,
      async run({ userId }, incoming, setup) {
        const id = incoming.body?.id;
        if (typeof id !== "string" || !/^[a-z\d-]{1,40}$/.test(id)) return "NotFound";
        const before = await dismissedBy(userId, incoming, setup);
        const ids = [...before.filter((each) => each !== id), id].slice(-MOST);
        const { name, options } = setup.cookies.dismissed;
        const value = [await shownFor(userId, setup), ...ids].join(".");
        return [{ name, value, options: { maxAge: MAX_AGE, ...options } }];
      },
    },
  },
};
