/**
 * The code of the account page, as a config gets it: endpoints, whose modules are loaded on demand.
 *
 * @module
 */

import { later, toJsonFailure } from "../../http/route.ts";
import { once } from "../../platform/once.ts";
import { type AccountPageOptions, tabsIn } from "./options.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";

const actions = once(() => import("./actions.ts"));

/** The endpoints of the account page. */
export const accountPages: Capability = {
  name: "accountPage",
  options: { sections: true, recommend: true } satisfies Keys<AccountPageOptions>,
  rules: (options) => options as AccountPageOptions,
  tabs: (own) => tabsIn(own as AccountPageOptions),
  words: () => import("../../messages/account/en.ts"),
  calls: { read: later(actions, "read") },
  routes: {
    "GET account": { run: later(actions, "showAccount") },
    "GET account/:tab": { run: later(actions, "showAccount") },
    "POST account": { run: later(actions, "changeAccount"), csrf: true, page: "account" },
    "GET account-data": { run: later(actions, "accountData"), onFailure: toJsonFailure },
  },
};
