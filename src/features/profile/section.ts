/**
 * The profile on the account page and in `GET account-data`, and the function for an application.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { AccessDenied } from "../../errors/errors.ts";
import { toRecord } from "../../http/incoming.ts";
import { forgetTyped, keepTyped, readTyped } from "../../http/typed_fields.ts";
import type { FormReader, Incoming, SentFile } from "../../http/types.ts";
import { currentSession } from "../../session/current.ts";
import type { Messages } from "../../messages/types.ts";
import type { AccountOwner, AccountSection } from "../../setup/account_section.ts";
import type { Call } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AccountProfile } from "../../shapes/profile.ts";
import { changeProfile, type ProfileChange, renamedSession } from "./change.ts";
import { MAX_PICTURE, rulesOf } from "./checks.ts";
import { isFollowed } from "./follow.ts";
import { LANGUAGE, languageCookie } from "./language.ts";
import { formReader } from "./multipart.ts";
import { PROFILE, type ProfilePicture } from "./options.ts";
import { INVALID, profilePart } from "./pages/part.ts";
import { changePicture } from "./picture.ts";
import { isShown } from "./stored_picture.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { fieldsOf, shownValue } from "./values.ts";

export { USER_FIELDS } from "./new_user.ts";

/** The section about the profile. */
export const PROFILE_SECTION: AccountSection<Setup> = {
  name: "userProfile",
  place: "first",
  signalled: ["profile-saved"],
  exported: async (user, setup) => (await toAccountProfile(user, setup)).fields,
  read: async ({ user }, _request, setup) => user ? { profile: await toAccountProfile(user, setup) } : {},
  async toPart(page, { owner: { userId, user }, incoming }, setup) {
    const isInvalid = incoming.query.get("error") === INVALID;
    const kept = isInvalid ? await readTyped(formOf(userId), incoming, setup) : null;
    const { fields, picture } = rulesOf(setup);
    const image = user?.image && isShown(user.image, page.origin, setup) ? user.image : null;
    const error = incoming.query.get("error");
    return profilePart(page, { fields, kept, picture: picture && { ...picture, image, error } });
  },
  changes: {
    "change-profile": {
      done: "profile-saved",
      needsFresh: false,
      past: ({ profile }) => profile.changed,
      async run({ user, userId }, incoming, setup) {
        const change = user &&
          await changeProfile(incoming.body ?? {}, user, { cookies: incoming.cookies, setup });
        if (!change) return "NotAvailable";
        const { problems } = change;
        if (problems) {
          const [of = ""] = Object.keys(problems);
          const names = rulesOf(setup).fields.keys();
          return { error: INVALID, of, cookies: await keepTyped(names, formOf(userId), incoming, setup) };
        }
        return [
          ...await goOn(change, incoming, setup),
          ...languageAfter(incoming.body ?? {}, setup),
          ...await forgetTyped(formOf(userId), incoming, setup),
        ];
      },
    },
    "change-picture": pictureChange(({ files }) => files?.get("picture")),
    "remove-picture": pictureChange(() => null),
  },
};

/** The form of the profile, as it is kept with a mistake. */
const formOf = (userId: string) => ({ userId, purpose: "profile form" }) as const;

function pictureChange(fileOf: (incoming: Incoming) => SentFile | undefined | null) {
  return {
    done: "profile-saved",
    needsFresh: false,
    past: ({ profile }: Messages) => profile.changed,
    async run({ user }: AccountOwner, incoming: Incoming, setup: Setup) {
      if (!user) return "NotAvailable";
      const { origin, cookies } = incoming;
      const change = await changePicture(fileOf(incoming), user, { origin, cookies, setup });
      return typeof change === "string" ? change : await goOn(change, incoming, setup);
    },
  };
}

/** The cookies with which the session of a request goes on. */
async function goOn(change: ProfileChange, incoming: Incoming, setup: Setup): Promise<readonly SetCookie[]> {
  const read = await currentSession(incoming, setup);
  return await renamedSession(change, { read, cookies: incoming.cookies }, setup);
}

/** The cookie of the language that a form has, changed or not: this browser may have that of someone else, or of earlier. */
function languageAfter(sent: Readonly<Record<string, unknown>>, setup: Setup): readonly SetCookie[] {
  if (!Object.hasOwn(sent, LANGUAGE) || !setup.rules.get(PROFILE)?.language) return [];
  const { [LANGUAGE]: language } = sent;
  return [languageCookie(typeof language === "string" && language ? language : null, setup)];
}

/** Reads a form with a picture. */
export async function readForm(
  received: Parameters<FormReader>[0],
  { maxSize = MAX_PICTURE }: ProfilePicture,
): ReturnType<FormReader> {
  return await formReader(maxSize)(received);
}

/** Changes the profile of the user who is signed in. */
export const change: Call<Setup> = async ([sent], { cookies, userId, assertOwn }, setup) => {
  const id = await userId();
  if (id === null) return { lack: "session", cookies: [] };
  assertOwn();
  // A session check may take a while to notice that another process has ended it.
  if (!await setup.sessions.isLive(cookies)) return { lack: "session", cookies: [] };
  const user = await setup.store!.getUser(id);
  const fields = sentIn(Object(sent));
  const changed = user && await changeProfile(fields, user, { cookies, setup });
  if (!changed) {
    throw new AccessDenied("Cannot change the profile: the user may not change one of these fields here");
  }
  if (changed.problems) return { value: changed.problems, cookies: [] };
  const read = "name" in changed.changes ? await setup.sessions.identify(cookies) : null;
  const renamed = await renamedSession(changed, { read, cookies }, setup);
  // `callbacks.jwt` may have renewed it.
  const session = renamed.length > 0 ? renamed : setup.sessions.toCookies(read?.token, cookies);
  return { value: {}, cookies: [...session, ...languageAfter(fields, setup)] };
};

/** The fields of an object, or of a form as the browser has sent it: the last of several equal names counts. */
function sentIn(fields: object): Readonly<Record<string, unknown>> {
  return toRecord<unknown>(Symbol.iterator in fields ? fields as FormData : Object.entries(fields));
}

async function toAccountProfile(user: AdapterUser, setup: Setup): Promise<AccountProfile> {
  const stored = fieldsOf(user);
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
