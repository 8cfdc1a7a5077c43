/**
 * Seals the secrets of authenticator apps again, after `secret` of the config has changed.
 *
 * @module
 */

import { openStored } from "../crypto/stored_seal.ts";
import { changeSecondFactor } from "../model/second_factor.ts";
import type { FactorSetup } from "./pending.ts";
import { openTotpSecret, type TotpSecret } from "./prove.ts";

/** How many rows are read at once. */
const BATCH = 100;

/** How many rows each kind of secret has sealed. */
export interface SealedRows {
  /** Rows that the newest secret has sealed. */
  readonly newest: number;
  /** Rows that an older secret has sealed. */
  readonly older: number;
  /** Rows that none of the secrets opens. */
  readonly unreadable: number;
}

/** Counts which secrets have sealed what is stored. @throws {AdapterError} if the database fails. */
export async function countSealed(setup: FactorSetup): Promise<SealedRows> {
  const counts = { newest: 0, older: 0, unreadable: 0 };
  for await (const { totpSecret } of sealedRows(setup)) {
    const opened = await openStored<TotpSecret>(totpSecret, "totp secret", setup);
    counts[opened === null ? "unreadable" : opened.isNewest ? "newest" : "older"]++;
  }
  return counts;
}

/**
 * Seals with the newest secret what an older one has sealed.
 *
 * @returns The numbers before: the `older` rows are sealed again.
 * @throws {AdapterError} if the database fails. What is sealed again by then stays so.
 */
export async function resealAll(setup: FactorSetup): Promise<SealedRows> {
  const counts = { newest: 0, older: 0, unreadable: 0 };
  for await (const { userId, totpSecret } of sealedRows(setup)) {
    const opened = await openStored<TotpSecret>(totpSecret, "totp secret", setup);
    counts[opened === null ? "unreadable" : opened.isNewest ? "newest" : "older"]++;
    if (!opened || opened.isNewest) continue;
    await changeSecondFactor(userId, async (row) => {
      if (row.totpSecret === null) return null;
      const { resealed } = await openTotpSecret(row.totpSecret, userId, setup);
      return resealed === null ? null : { totpSecret: resealed };
    }, setup.secondFactor);
  }
  return counts;
}

/** The rows with a secret, one batch after the other. */
async function* sealedRows(
  { secondFactor: { store } }: FactorSetup,
): AsyncGenerator<{ readonly userId: string; readonly totpSecret: string }> {
  let after: string | null = null;
  for (;;) {
    const rows = await store.listSecondFactors(after, BATCH);
    for (const { userId, totpSecret } of rows) if (totpSecret !== null) yield { userId, totpSecret };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.userId;
  }
}
