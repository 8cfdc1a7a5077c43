/**
 * The code of the profile, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import type { FormReader } from "../../http/types.ts";
import { assertStore } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { entry } from "../../values/typed_map.ts";
import { PROFILE, type ProfileOptions } from "./options.ts";

const languages = once(() => import("./language.ts"));
const sections = once(() => import("./section.ts"));

/** The hooks of the profile. */
export const profile: Capability = {
  name: "userProfile",
  options: { name: true, fields: true, follow: true, language: true, picture: true } satisfies Keys<
    ProfileOptions
  >,
  rules(options, { store }) {
    assertStore(store, "Cannot use `UserProfile`", "the profiles");
    return entry(PROFILE, options as ProfileOptions);
  },
  tabs: () => ["profile"],
  readers(rules) {
    const { picture } = rules.get(PROFILE) ?? {};
    const read: FormReader = async (sent) => await (await sections()).readForm(sent, picture!);
    return picture ? { account: read } as Record<string, FormReader> : {};
  },
  words: async () => ({ profile: (await import("../../messages/profile/en.ts")).profile }),
  language: async (...asked) => (await languages()).chosenLanguage(...asked),
  sessionCookies: async (...began) => await (await languages()).signInLanguage(...began),
  updateUser: async (...signedIn) => await (await import("./follow.ts")).followProvider(...signedIn),
  exported: async (...asked) => await (await sections()).exported(...asked),
  account: async () => (await sections()).PROFILE_SECTION,
  calls: { change: async (...called) => await (await sections()).change(...called) },
};
