/**
 * The code of user names, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import { assertRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { UserNamesOptions, UserNamesRules } from "./options.ts";

const work = once(() => import("./work.ts"));

/** The hooks of user names. */
export const userNames: Capability = {
  name: "userNames",
  options: {
    address: true,
    minLength: true,
    maxLength: true,
    reserved: true,
    renameAfter: true,
  } satisfies Keys<
    UserNamesOptions
  >,
  rules: (options, { store }): UserNamesRules => ({
    ...options as UserNamesOptions,
    store: assertRows(store, "Cannot use `UserNames`", "the names"),
  }),
  tabs: () => ["profile"],
  words: () => import("../../messages/user_names/en.ts"),
  kinds: () => ["userNames"],
  identifiers: async () => (await work()).IDENTIFIERS,
  userFields: async () => (await work()).USER_NAME_FIELD,
  updateUser: later(work, "takeTyped"),
  undoUpdate: later(work, "undoUpdate"),
  account: async () => (await work()).USER_NAME_SECTION,
  notify: later(work, "forgetGuesses"),
  calls: { get: later(work, "get"), change: later(work, "change") },
  outside: { find: later(work, "find"), get: later(work, "getOf"), set: later(work, "setFor") },
};
