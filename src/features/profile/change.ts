/**
 * Changes the profile of a user.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ConfigError, UserChanged } from "../../errors/errors.ts";
import type { Cookies } from "../../http/types.ts";
import type { SessionRead } from "../../model/session.ts";
import type { Setup } from "../../setup/setup.ts";
import type { ProfileProblem } from "../../shapes/profile.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { rulesOf } from "./checks.ts";
import { isFollowed } from "./follow.ts";
import { fieldsOf, readValue, shownValue } from "./values.ts";

/** The result of a change: what is wrong, by the names of the fields, else what was stored. */
export type ProfileChange =
  | { readonly problems: Readonly<Record<string, ProfileProblem>>; readonly changes?: undefined }
  | { readonly problems?: undefined; readonly changes: Readonly<Record<string, unknown>> };

/**
 * Changes the fields that were sent, if all of them are right; no other field of the row is written. `null` if the user may not change
 * one of them.
 *
 * @param sent Any values, by any names: those that are no field of the profile are ignored.
 * @throws {UserChanged} if the session has ended.
 * @throws {ConfigError} if the database does not have a field of the application.
 * @throws {AdapterError} if the database fails.
 */
export async function changeProfile(
  sent: Readonly<Record<string, unknown>>,
  user: AdapterUser,
  changing: Changing,
): Promise<ProfileChange | null> {
  const { setup } = changing;
  const { fields } = rulesOf(setup);
  const wanted = [...fields].filter(([name]) => Object.hasOwn(sent, name));
  if (wanted.some(([, { editable = true }]) => !editable)) return null;
  if (Object.hasOwn(sent, "name") && await isFollowed(user.id, setup)) return null;
  const problems: Record<string, ProfileProblem> = {};
  const changes: Record<string, unknown> = {};
  const stored = fieldsOf(user);
  for (const [name, field] of wanted) {
    const read = readValue(sent[name], field);
    if (typeof read === "string") problems[name] = read;
    else if (read.shown !== shownValue(stored[name], field)) changes[name] = read.value;
  }
  if (Object.keys(problems).length > 0) return { problems };
  return Object.keys(changes).length > 0 ? await writeProfile(user.id, changes, changing) : { changes };
}

/** The request that changes a profile. */
export interface Changing {
  /** Its cookies. */
  readonly cookies: Cookies;
  /** The setup. */
  readonly setup: Setup;
}

/**
 * Writes fields of a user.
 *
 * @throws {UserChanged} if the session has ended: the user may be someone else's by now.
 * @throws {ConfigError} if the database does not have one. @throws {AdapterError} if it fails.
 */
export async function writeProfile(
  id: string,
  changes: Readonly<Record<string, unknown>>,
  { cookies, setup: { sessions, store, emit } }: Changing,
): Promise<ProfileChange> {
  if (!await sessions.isLive(cookies)) {
    throw new UserChanged("Cannot change the profile: the session has ended in the meantime");
  }
  const user = await store!.updateUser({ ...changes, id });
  // An SQL adapter leaves out what it has no column for.
  const lost = Object.keys(changes).find((name) => !Object.hasOwn(Object(user), name));
  if (lost !== undefined) {
    throw new ConfigError(
      `Cannot store the field "${lost}" of \`UserProfile({ fields })\`: the adapter does not have it. Add it to \`userFields\` of the ` +
        "adapter, or a column to its table of users",
    );
  }
  await emit("updateUser", { user });
  return { changes };
}

/**
 * The cookies with which the session of the user goes on who has another name or picture: a session in a token has both in it. A
 * stored one reads them with each request.
 *
 * @param read The session of the request.
 */
export async function renamedSession(
  { changes = {} }: ProfileChange,
  { read, cookies }: { readonly read: SessionRead | null; readonly cookies: Cookies },
  { sessions }: Pick<Setup, "sessions">,
): Promise<readonly SetCookie[]> {
  if (!read?.claims) return [];
  const { claims: { auth_time, amr, aal }, claims, token } = read;
  const described = Object.entries({ name: changes.name, picture: changes.image });
  // `callbacks.jwt` may have taken the name out of the token.
  const changed = described.filter(([name, value]) => value !== undefined && name in claims);
  if (changed.length === 0) return [];
  // The proof stays as it is.
  const kept = { ...Object.fromEntries(changed), auth_time, amr, aal };
  const next = await sessions.raise(cookies, { amr: [], signedInAt: 0 }, token, kept);
  return sessions.toCookies(next, cookies);
}
