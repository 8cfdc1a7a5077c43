/**
 * The form that puts a recommendation away: the account page shows it again after some months.
 *
 * @module
 */

import type { AccountSection } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import { dismiss } from "../../sign_in/dismissed.ts";
import type { Overview } from "../../sign_in/ways/overview.ts";

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
        return [await dismiss(id, { userId, incoming }, setup)];
      },
    },
  },
};
