/**
 * The code of the deletion of accounts, as a config gets it: endpoints and hooks, whose modules are loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { AccountDeletionOptions } from "./options.ts";
import { accountDeletionRules } from "./needs.ts";

const actions = once(() => import("./action.ts"));
const asking = once(() => import("./ask.ts"));
const erasing = once(() => import("./erase.ts"));
const outside = once(() => import("./outside.ts"));

/** The endpoints and hooks of the deletion of accounts. */
export const accountDeletion: Capability = {
  name: "accountDeletion",
  options: { gracePeriod: true, erase: true } satisfies Keys<AccountDeletionOptions>,
  rules: accountDeletionRules,
  tabs: () => ["data"],
  words: () => import("../../messages/deletion/en.ts"),
  routes: {
    "GET account-deletion": { run: later(actions, "showDeletion") },
    "POST account-deletion": { run: later(actions, "keepAccount"), csrf: true },
  },
  kinds: () => ["deletions"],
  beforeWrites: later(asking, "askWhileDeleted"),
  eraseUser: later(erasing, "eraseUser"),
  removeSince: later(asking, "dropSince"),
  account: async () => (await import("./account.ts")).DELETION_SECTION,
  outside: {
    run: later(outside, "run"),
    request: later(outside, "request"),
    cancel: later(outside, "cancel"),
  },
};
