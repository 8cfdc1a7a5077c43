/**
 * Keeps a second factor consistent when a passkey of its user is removed.
 *
 * @module
 */

import type { RemovedWay } from "../../setup/account_section.ts";
import { isOneFactor } from "../../values/one_factor.ts";
import { rulesOf } from "./rules.ts";
import { removeSecondFactors } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AccountKey } from "../../adapters/contract/types.ts";

/** Where the second factor is a passkey, another one must be there when that goes. "LastFactor" if there is none. */
export async function keptBesidePasskey(
  { userId, removed, all }: RemovedWay,
  setup: Setup,
): Promise<AccountKey | "LastFactor" | null> {
  const factors = all.filter(({ authenticator }) => authenticator && !isOneFactor(authenticator));
  if (!factors.includes(removed) || !await isPasskeyAlone(userId, setup)) return null;
  const other = factors.find((each) => each !== removed)?.account;
  return other ? { provider: other.provider, providerAccountId: other.providerAccountId } : "LastFactor";
}

/** Turns a second factor off that is on without any app or passkey. @returns Whether it was. */
export async function dropEmptyFactor(userId: string, setup: Setup): Promise<boolean> {
  if (!await isPasskeyAlone(userId, setup)) return false;
  const left = await setup.store?.listAuthenticatorsByUserId?.(userId) ?? [];
  return left.every(isOneFactor) && await removeSecondFactors(userId, rulesOf(setup));
}

/** Whether the second factor of a user is on, without an app. */
async function isPasskeyAlone(userId: string, setup: Setup): Promise<boolean> {
  const row = await rulesOf(setup).store.rows.find("secondFactors", { userId });
  return Boolean(row?.enabledAt && row.totpSecret === null);
}
