/**
 * The row of an account in the database.
 *
 * @module
 */

import { ACCOUNT_TYPES } from "./account_types.ts";
import type { Identity } from "../model/identity.ts";
import type { Platform } from "../platform/platform.ts";
import type { Store } from "../model/store.ts";
import type { AccountKey, AdapterAccount } from "../adapters/contract/types.ts";

/** An account that is not yet linked to a user. */
type NewAccount = Omit<AdapterAccount, "userId">;

/** Most characters of a label. */
const MAX_LABEL = 320;

/** The key of an account. */
export function toKey({ provider, providerAccountId }: Identity["account"]): AccountKey {
  return { provider, providerAccountId };
}

/** The fields of an account that events receive. */
export function toRow({ account, stored }: Identity): NewAccount {
  return { ...stored, type: account.type, ...toKey(account) };
}

/** The row of a new account, with the time at which it is linked if the adapter stores that. */
export function toNewRow(
  identity: Identity,
  { store, platform }: {
    /** The database. */
    readonly store: Store;
    /** Clock. */
    readonly platform: Pick<Platform, "now">;
  },
): NewAccount {
  const details = store.removeAccount &&
    { ...detailsOf(identity, store), createdAt: new Date(platform.now()) };
  return { ...toRow(identity), ...details };
}

/** The label of an account, by which its user recognizes it. Fields `label` and `createdAt` of a token response are not stored. */
export function detailsOf(
  { user, profile, account }: Identity,
  store: Store,
): Partial<Pick<AdapterAccount, "label" | "createdAt">> {
  if (!store.removeAccount || ACCOUNT_TYPES[account.type].proves !== "account") return {};
  const label = [user.email, profile?.preferred_username, user.name].find((text) =>
    typeof text === "string" && text.trim() !== ""
  );
  // `undefined` keeps what is stored.
  return { label: label ? [...label].slice(0, MAX_LABEL).join("") : undefined, createdAt: undefined };
}
