/**
 * The feature of the account page.
 *
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { accounts } from "./capability.ts";

/**
 * The account page: users manage how they sign in and where they are signed in, at `<basePath>/account`. It works without
 * JavaScript. `GET <basePath>/account-data` answers the same as JSON. What it lists needs an `adapter`.
 *
 * @example
 * ```ts
 * import { Account } from "@latchkey/auth/account";
 *
 * const config = { features: [Account()] };
 * console.log(config.features.map(({ name }) => name)); // ["account"]
 * ```
 */
export function Account(): Feature<"account"> {
  return toFeature("account", {}, accounts);
}
