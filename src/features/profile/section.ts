/**
 * The profile on the account page and in `GET account-data`, and the function for an application.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied } from "../../errors/errors.ts";
import { toRecord } from "../../http/incoming.ts";
import { currentSession } from "../../session/current.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import type { Call } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AccountProfile } from "../../shapes/profile.ts";
import { changeProfile, renamedSession } from "./change.ts";
import { rulesOf } from "./checks.ts";
import { isFollowed } from "./follow.ts";
import { forgetProfile, keepProfile, readKeptProfile } from "./kept.ts";
import { INVALID, profilePart } from "./pages/part.ts";
import { shownValue } from "./values.ts";

/** The section about the profile. */
export const PROFILE_SECTION: AccountSection<Setup> = {
  name: "profile",
  place: "first",
  read: async ({ user }, _request, setup) => user ? { profile: await toAccountProfile(user, setup) } : {},
  async toPart(page, { owner: { userId }, incoming }, setup) {
    const isInvalid = incoming.query.get("error") === INVALID;
    const kept = isInvalid ? await readKeptProfile(userId, incoming, setup) : null;
    return profilePart(page, { fields: rulesOf(setup).fields, kept });
  },
  changes: {
    "change-profile": {
      done: "profile-saved",
      needsFresh: false,
      async run({ user, userId }, incoming, setup) {
        const change = user && await changeProfile(incoming.body ?? {}, user, setup);
        if (!change) return "NotAvailable";
        const { problems } = change;
        if (problems) {
          const [of = ""] = Object.keys(problems);
          const names = rulesOf(setup).fields.keys();
          return { error: INVALID, of, cookies: await keepProfile(userId, names, incoming, setup) };
        }
        const read = await currentSession(incoming, setup);
        return [
          ...await renamedSession(change, { read, cookies: incoming.cookies }, setup),
          ...await forgetProfile(userId, incoming, setup),
        ];
      },
    },
  },
};

/** Changes the profile of the user who is signed in. */
export const change: Call<Setup> = async ([fields], { cookies, userId, assertOwn }, setup) => {
  const id = await userId();
  if (id === null) return { lack: "session", cookies: [] };
  assertOwn();
  const user = await setup.store!.getUser(id);
  const changed = user && await changeProfile(sentIn(Object(fields)), user, setup);
  if (!changed) {
    throw new AccessDenied("Cannot change the profile: the user may not change one of these fields here");
  }
  if (changed.problems) return { value: changed.problems, cookies: [] };
  const read = "name" in changed.changes ? await setup.sessions.identify(cookies) : null;
  const renamed = await renamedSession(changed, { read, cookies }, setup);
  // `callbacks.jwt` may have renewed it.
  return {
    value: {},
    cookies: renamed.length > 0 ? renamed : setup.sessions.toCookies(read?.token, cookies),
  };
};

/** The fields of an object, or of a form as the browser has sent it: the last of several equal names counts. */
function sentIn(fields: object): Readonly<Record<string, unknown>> {
  return toRecord<unknown>(Symbol.iterator in fields ? fields as FormData : Object.entries(fields));
}

async function toAccountProfile(user: AdapterUser, setup: Setup): Promise<AccountProfile> {
  const stored = user as unknown as Readonly<Record<string, unknown>>;
  const shown = [...rulesOf(setup).fields].map(([name, field]) => [name, shownValue(stored[name], field)]);
  const { name = null, ...fields }: Record<string, AccountProfile["fields"][string]> = Object.fromEntries(
    shown,
  );
  return {
    name: typeof name === "string" ? name : null,
    nameIsEditable: !await isFollowed(user.id, setup),
    fields,
  };
}
