/**
 * The feature of the change of an address.
 *
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import { emailChange } from "./capability.ts";
import type { EmailChangeOptions } from "./options.ts";

/**
 * Users change their email address, on the account page: they prove the new one by a link, and the owner of the former one can undo it
 * for seven days. Needs an `adapter`, a provider of email, and `AccountPage()`.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { EmailChange } from "@latchkey/auth/email-change";
 *
 * const config = { features: [EmailChange({ undoFor: 14 * 86_400 })] };
 * console.log(config.features.map(({ name }) => name)); // ["emailChange"]
 * ```
 */
export function EmailChange(options: EmailChangeOptions = {}): Feature<"emailChange", EmailChangeOptions> {
  return toFeature("emailChange", options, emailChange);
}
