/**
 * Reads the rows of a kind, a batch at a time: there may be any number.
 *
 * @module
 */

import type { RowName, RowOf } from "../adapters/contract/types.ts";
import type { RowStore } from "./store.ts";

/** How many rows are read at once. */
const BATCH = 100;

/** Yields the rows of a kind. @param by Only those with these values. Default: all. */
export async function* batchesOf<Name extends RowName>(
  kind: Name,
  { rows }: Pick<RowStore, "rows">,
  by: Partial<RowOf<Name>> = {},
): AsyncGenerator<RowOf<Name>> {
  for (let after: RowOf<Name> | null = null;;) {
    const batch: readonly RowOf<Name>[] = await rows.list(kind, by, { after, limit: BATCH });
    const last: RowOf<Name> | null = batch.at(-1) ?? null;
    // A double of the adapter may ignore the page, and return all of them.
    if (JSON.stringify(last) === JSON.stringify(after)) return;
    yield* batch;
    after = last;
    if (batch.length !== BATCH) return;
  }
}
