/**
 * How sessions began, as far as a section of the account page knows.
 *
 * @module
 */

import type { AdapterSession } from "../../adapters/contract/types.ts";
import type { AccountOwner, SessionBeginning } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import { accountSections } from "../hooks.ts";

/** Nothing is known. */
const UNKNOWN: SessionBeginning = { way: null, location: null };

/** Says it of each session. @throws {AdapterError} if the database fails. */
export async function beginningsOf(
  sessions: readonly AdapterSession[],
  owner: AccountOwner,
  setup: Setup,
): Promise<readonly SessionBeginning[]> {
  const sections = await accountSections(setup);
  const known = await Promise.all(
    sections.map(({ beginnings }) => beginnings?.(sessions, owner, setup) ?? []),
  );
  return sessions.map((_, index) => known.find((each) => each[index])?.[index] ?? UNKNOWN);
}
