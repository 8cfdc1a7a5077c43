/**
 * The code of the change of an address, as a config gets it: its section, which is loaded on demand.
 *
 * @module
 */

import { assertRows } from "../../model/store.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { EmailChangeOptions, EmailChangeRules } from "./options.ts";

/** The section of the account page. */
export const emailChange: Capability = {
  name: "emailChange",
  options: { undoFor: true } satisfies Keys<EmailChangeOptions>,
  rules(options, { store }): EmailChangeRules {
    const owner = assertRows(store, "Cannot use `EmailChange`", "the sessions");
    return { ...options as EmailChangeOptions, store: owner };
  },
  tabs: () => ["email-change"],
  words: () => import("../../messages/email_change/en.ts"),
  kinds: () => ["emailChanges"],
  account: async () => (await import("./account.ts")).EMAIL_SECTION,
};
