/**
 * The code of anonymous users, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { limitsOf } from "../../limits/limits.ts";
import { assertRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { OwnRules } from "./options.ts";

const work = once(() => import("./work.ts"));

/** The hooks of anonymous users. */
export const anonymousUsers: Capability = {
  name: "anonymousUsers",
  options: {},
  rules: (_options, { store }): OwnRules => ({
    store: assertRows(store, "Cannot use `AnonymousUsers`", "the users"),
  }),
  limits: limitsOf,
  kinds: () => ["anonymousUsers"],
  passingUser: later(work, "passingUser"),
  beforeSession: later(work, "beforeSession"),
  calls: { signIn: later(work, "signIn"), isAnonymous: later(work, "isAnonymous") },
  outside: { isAnonymous: later(work, "isAnonymousUser"), remove: later(work, "remove") },
};
