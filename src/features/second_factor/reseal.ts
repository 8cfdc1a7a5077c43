/**
 * Seals the secrets of authenticator apps again, after `secret` of the config has changed.
 *
 * @module
 */

import { openTotpSecret, type TotpSecret } from "./prove.ts";
import { rulesOf } from "./rules.ts";
import { batchesOf } from "../../model/batches.ts";
import { type SealedKind, walkSealed } from "../../model/sealed_rows.ts";
import { changeSecondFactor } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import { openStored } from "../../crypto/stored_seal.ts";

/** The secrets of authenticator apps in the database. */
export const SEALED_APPS: SealedKind<Setup> = {
  one: "secret of an authenticator app",
  many: "secrets of authenticator apps",
  lost: "cannot sign in with a code of the app",
  help: "call `outside(config).secondFactor.reset()` for these users",
  count: async (setup) => await walkSealed(rowsOf(setup), { open: (row) => open(row, setup) }),
  reseal: async (setup) =>
    await walkSealed(rowsOf(setup), {
      open: (row) => open(row, setup),
      reseal: (row) => reseal(row, setup),
    }),
};

interface Row {
  readonly userId: string;
  readonly totpSecret: string;
}

async function open({ totpSecret }: Row, setup: Setup) {
  return await openStored<TotpSecret>(totpSecret, "totp secret", setup);
}

async function reseal({ userId }: Row, setup: Setup): Promise<void> {
  await changeSecondFactor(userId, async (row) => {
    if (row.totpSecret === null) return null;
    const { resealed } = await openTotpSecret(row.totpSecret, userId, setup);
    return resealed === null ? null : { totpSecret: resealed };
  }, rulesOf(setup));
}

/** The rows with a secret. */
async function* rowsOf(setup: Setup): AsyncGenerator<Row> {
  const { store } = rulesOf(setup);
  for await (const { userId, totpSecret } of batchesOf("secondFactors", store)) {
    if (totpSecret !== null) yield { userId, totpSecret };
  }
}
