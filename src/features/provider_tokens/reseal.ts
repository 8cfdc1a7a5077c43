/**
 * Seals the tokens of providers again, after `secret` of the config has changed.
 *
 * @module
 */

import { findTokens, STORED_PURPOSE, unchanged, writeTokens } from "./rows.ts";
import { tokenStoreOf } from "./rules.ts";
import { batchesOf } from "../../model/batches.ts";
import { type SealedKind, walkSealed } from "../../model/sealed_rows.ts";
import type { Setup } from "../../setup/setup.ts";
import { openStored } from "../../crypto/stored_seal.ts";
import type { AdapterProviderTokens } from "../../adapters/contract/types.ts";

/** The tokens of providers in the database. */
export const SEALED_TOKENS: SealedKind<Setup> = {
  one: "row of tokens of a provider",
  many: "rows of tokens of providers",
  lost: "have no access token",
  help: "these users sign in with the provider again",
  count: async (setup) => await walkSealed(rowsOf(setup), { open: (row) => open(row, setup) }),
  reseal: async (setup) =>
    await walkSealed(rowsOf(setup), {
      open: (row) => open(row, setup),
      reseal: (row) => reseal(row, setup),
    }),
};

async function open({ tokens }: AdapterProviderTokens, setup: Setup) {
  return await openStored(tokens, STORED_PURPOSE, setup);
}

/** Another request that changes the row seals it with the newest secret as well. */
async function reseal(row: AdapterProviderTokens, setup: Setup): Promise<void> {
  const context = { ...setup, store: tokenStoreOf(setup)! };
  const found = await findTokens(row, context);
  if (found) await writeTokens(row, found.row, { change: unchanged(found), table: context });
}

/** None if a cookie keeps the tokens. */
async function* rowsOf(setup: Setup): AsyncGenerator<AdapterProviderTokens> {
  const store = tokenStoreOf(setup);
  if (!store) return;
  yield* batchesOf("providerTokens", store);
}
