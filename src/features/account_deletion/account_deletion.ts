/**
 * The feature of the deletion of accounts.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { OutsideAccountDeletion } from "../../shapes/account_deletion.ts";
import { accountDeletion } from "./capability.ts";
import type { AccountDeletionOptions } from "./options.ts";

/** The feature, with the functions of `outside(config).accountDeletion`. */
export interface AccountDeletionFeature
  extends
    Feature<"accountDeletion", AccountDeletionOptions>,
    WithFunctions<"accountDeletion", object, object, OutsideAccountDeletion> {}

/**
 * Users delete their account, on the account page. They're signed out everywhere at once, and can keep the account until a grace
 * period is over; then `outside(config).accountDeletion.run()` deletes it. Needs an `adapter`, and `AccountPage()` for the page.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { AccountDeletion } from "@latchkey/auth/account-deletion";
 *
 * const config = { features: [AccountDeletion({ gracePeriod: 7 * 86_400 })] };
 * console.log(config.features.map(({ name }) => name)); // ["accountDeletion"]
 * ```
 */
export function AccountDeletion(options: AccountDeletionOptions = {}): AccountDeletionFeature {
  return toFeature("accountDeletion", options, accountDeletion);
}
