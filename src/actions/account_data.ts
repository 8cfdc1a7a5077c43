/**
 * `GET account-data`: what the account page shows, for a page of the application.
 *
 * @module
 */

import { sectionsOf } from "./account_sections.ts";
import { localeOf } from "../pages/locale.ts";
import { readOverview, toAccountData } from "../manage/overview.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";

/** Answers `AccountData`; 401 and `{ error: "SessionRequired" }` if no one is signed in. */
export async function accountData(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const overview = await readOverview(incoming, setup);
  if (!overview) return { status: 401, json: { error: "SessionRequired" } };
  const { messages } = await localeOf(incoming, setup);
  return {
    json: await toAccountData(overview, { sections: await sectionsOf(setup), messages, incoming }, setup),
  };
}
