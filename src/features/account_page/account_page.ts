/**
 * The feature of the account page.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { accountPages } from "./capability.ts";
import type { AccountPageCalls, AccountPageForms } from "../../shapes/account_page.ts";
import type { AccountPageOptions } from "./options.ts";

/** The feature, with the functions of `auth.accountPage`. */
export interface AccountPageFeature
  extends
    Feature<"accountPage", AccountPageOptions>,
    WithFunctions<"accountPage", AccountPageForms, AccountPageCalls> {}

/**
 * The account page: users manage how they sign in and where they are signed in, at `<basePath>/account`. It works without
 * JavaScript. `GET <basePath>/account-data` answers the same as JSON. What it lists needs an `adapter`.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { AccountPage } from "@latchkey/auth/account-page";
 *
 * const config = { features: [AccountPage()] };
 * console.log(config.features.map(({ name }) => name)); // ["accountPage"]
 * ```
 */
export function AccountPage(options: AccountPageOptions = {}): AccountPageFeature {
  return toFeature("accountPage", options, accountPages);
}
