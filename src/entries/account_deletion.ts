/**
 * The deletion of accounts: the feature `AccountDeletion`.
 *
 * @module
 */

export type { Feature, WithFunctions } from "../model/feature.ts";
export type { AdapterUser } from "../adapters/contract/types.ts";
export {
  AccountDeletion,
  type AccountDeletionFeature,
} from "../features/account_deletion/account_deletion.ts";
export type { AccountDeletionOptions } from "../features/account_deletion/options.ts";
export type { DeletedAccounts, OutsideAccountDeletion } from "../shapes/account_deletion.ts";
