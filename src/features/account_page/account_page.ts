/**
 * The feature of the account page.
 *
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { accountPages } from "./capability.ts";
import type { AccountPageOptions } from "./options.ts";

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
export function AccountPage(options: AccountPageOptions = {}): Feature<"accountPage", AccountPageOptions> {
  return toFeature("accountPage", options, accountPages);
}
