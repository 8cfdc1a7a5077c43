/**
 * What other capabilities know about a user, for staff: such as what the user has done.
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

/** The cards of the sections of the account page that staff may read, in their order. */
export async function staffCards(
  page: AdminPage,
  { owner, details: { user, activities, connections } }: Described,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly Html[]> {
  const sections = await accountSections(setup);
  const data = {
    user: { name: user.name ?? null, email: user.email, image: user.image ?? null },
    ...{ isFresh: false, mail: null, ...NO_ACCOUNT_DATA, accounts: null, passkeys: null, sessions: null },
    ...{ unavailable: {}, activities, connections },
  };
  const request = { owner, incoming, sections };
  const cards = sections.map(({ toStaffCard }) => toStaffCard?.({ ...page, data }, request, setup));
  return (await Promise.all(cards)).flatMap((card) => card ?? []);
}
