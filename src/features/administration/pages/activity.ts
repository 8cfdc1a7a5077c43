/**
 * What a user has done, as the account page shows it to them.
 *
 * @module
 */

import type { Incoming } from "../../../http/types.ts";
import type { Html } from "../../../markup/html.ts";
import type { Setup } from "../../../setup/setup.ts";
import { NO_ACCOUNT_DATA } from "../../../shapes/lists.ts";
import { accountSections } from "../../../sign_in/hooks.ts";
import type { Described } from "../details.ts";
import type { AdminPage } from "./frame.ts";

/** The card of `ActivityLog()`; `null` without one. */
export async function activityCard(
  page: AdminPage,
  { owner, details: { user, activities } }: Described,
  incoming: Incoming,
  setup: Setup,
): Promise<Html | null> {
  const sections = await accountSections(setup);
  const section = sections.find(({ name }) => name === "activityLog");
  const data = {
    user: { name: user.name ?? null, email: user.email, image: user.image ?? null },
    ...{ isFresh: false, mail: null, ...NO_ACCOUNT_DATA, accounts: null, passkeys: null, sessions: null },
    ...{ unavailable: {}, activities },
  };
  const made = await section?.toPart?.({ ...page, data }, { owner, incoming, sections }, setup);
  return made?.cards?.[0]?.html ?? null;
}
