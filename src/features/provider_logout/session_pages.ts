/**
 * Reads the rows of provider sessions a page at a time: a user, or a program that signs in again and again, may have any number,
 * each with an ID token.
 *
 * @module
 */

import type { AdapterProviderSession } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";

/** How many rows are in memory at a time. */
const PAGE = 100;

/** The store of the pages. */
type Listing = Pick<RowStore, "rows">;

/** The rows in pages, none of them empty. @throws {AdapterError} if the database fails. */
export async function* sessionPages(
  of: Readonly<Partial<AdapterProviderSession>>,
  store: Listing,
): AsyncGenerator<readonly AdapterProviderSession[]> {
  let last = null as AdapterProviderSession | null;
  for (;;) {
    const page = { after: last, limit: PAGE };
    const rows: readonly AdapterProviderSession[] = await store.rows.list("providerSessions", of, page);
    if (rows.length) yield rows;
    const next: AdapterProviderSession | null = rows.at(-1) ?? null;
    // A double of the adapter may ignore the page, and return all of them.
    if (rows.length !== PAGE || last?.id === next?.id) return;
    last = next;
  }
}

/** The ids of all sessions of a user that began at providers. Throws as `sessionPages`. */
export async function sessionIdsOf(userId: string, store: Listing): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of sessionPages({ userId }, store)) ids.push(...page.map(({ id }) => id));
  return ids;
}
