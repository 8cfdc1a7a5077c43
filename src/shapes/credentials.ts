/**
 * The credentials in the row of a user, for code that handles those of any capability.
 *
 * @module
 */

import type { AdapterSecurity } from "./security.ts";

/** The credentials afterwards: their hash, or `null` without any, and whether they are the ones that were stored. */
interface StoredOutcome {
  readonly hash: string | null;
  readonly isKept?: boolean;
}

/** The row of a user with other credentials, or with those of before, which are proven now. */
export function withCredentials(
  row: AdapterSecurity,
  { hash, isKept = false }: StoredOutcome,
  now: number,
): AdapterSecurity {
  const passwordSetAt = isKept ? row.passwordSetAt : hash === null ? null : new Date(now);
  return { ...row, passwordHash: hash, passwordIsProven: true, passwordSetAt };
}

/** The credentials of a row: their hash, `null` if there are none; and whether they were set with a proof of the mailbox. */
export function credentialsIn(
  { passwordHash: hash, passwordIsProven: isProven }: AdapterSecurity,
): { readonly hash: string | null; readonly isProven: boolean } {
  return { hash, isProven };
}
