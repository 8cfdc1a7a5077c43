/**
 * Reads the rows of provider sessions a page at a time: a user, or a program that signs in again and again, may have any number,
 * each with an ID token.
 *
 * @module
 */

import type { AdapterProviderSession, ProviderSessionKey } from "../../adapters/contract/types.ts";
import type { ProviderSessionStore } from "../../model/store.ts";

/** How many rows are in memory at a time. */
const PAGE = 100;

/** The store of the pages. */
type Listing = Pick<ProviderSessionStore, "listProviderSessions">;

/** The rows in pages, none of them empty. @throws {AdapterError} if the database fails. */
export async function* sessionPages(
  of: ProviderSessionKey,
  store: Listing,
): AsyncGenerator<readonly AdapterProviderSession[]> {
  for (let after: string | null = null;;) {
    const rows = await store.listProviderSessions(of, { after, limit: PAGE });
    if (rows.length) yield rows;
    const last: string | null = rows.at(-1)?.id ?? null;
    // A double of the adapter may ignore the page, and return all of them.
    if (rows.length !== PAGE || last === after) return;
    after = last;
  }
}

/** The ids of all sessions of a user that began at providers. Throws as `sessionPages`. */
export async function sessionIdsOf(userId: string, store: Listing): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of sessionPages({ userId }, store)) ids.push(...page.map(({ id }) => id));
  return ids;
}
