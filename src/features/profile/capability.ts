/**
 * The code of the profile, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import type { FormReader } from "../../http/types.ts";
import { assertStore } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import type { ProfileOptions } from "./options.ts";

const languages = once(() => import("./language.ts"));
const sections = once(() => import("./section.ts"));

/** The hooks of the profile. */
export const profile: Capability = {
  name: "userProfile",
  options: { name: true, fields: true, follow: true, language: true, picture: true } satisfies Keys<
    ProfileOptions
  >,
  rules(options, { store }): ProfileOptions {
    assertStore(store, "Cannot use `UserProfile`", "the profiles");
    return options as ProfileOptions;
  },
  tabs: () => ["profile"],
  readers: (own): Readonly<Record<string, FormReader>> => {
    const { picture } = own as ProfileOptions;
    return picture ? { account: async (sent) => await (await sections()).readForm(sent, picture) } : {};
  },
  words: () => import("../../messages/profile/en.ts"),
  language: later(languages, "chosenLanguage"),
  sessionCookies: later(languages, "signInLanguage"),
  updateUser: later(() => import("./follow.ts"), "followProvider"),
  account: async () => (await sections()).PROFILE_SECTION,
  userFields: async () => (await sections()).USER_FIELDS,
  calls: { change: later(sections, "change") },
};
