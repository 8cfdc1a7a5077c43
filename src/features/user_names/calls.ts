/**
 * The functions for an application.
 *
 * @module
 */

import { UserNotStored } from "../../errors/errors.ts";
import { freshnessOf } from "../../sign_in/freshness.ts";
import { storedId } from "../../session/stored_id.ts";
import type { Call, OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { parseUserName } from "./name.ts";
import { rulesOf } from "./rules.ts";
import { nameOf, ownerOf, take } from "./taken.ts";
import { ANY, contextOf, readWanted, rename } from "./wanted.ts";

/** Returns the name of the user who is signed in. */
export const get: Call<Setup> = async (_params, { userId }, setup) => {
  const id = await userId();
  if (id === null) return { lack: "session", cookies: [] };
  return { value: await nameOf(id, contextOf(setup)), cookies: [] };
};

/** Gives the user who is signed in another name: a way to sign in, as on the account page. */
export const change: Call<Setup> = async ([name], { cookies, userId, assertOwn }, setup) => {
  const id = await userId();
  if (id === null) return { lack: "session", cookies: [] };
  assertOwn();
  // A session check may take a while to notice that another process has ended it.
  const isLive = await setup.sessions.isLive(cookies);
  // Read again without the callbacks of the application, which have run.
  const session = isLive ? await setup.holders().identify(cookies) : null;
  if (!session) return { lack: "session", cookies: [] };
  const { isFresh, lacksLevel } = await freshnessOf(session, setup);
  if (!isFresh) return { lack: lacksLevel ? "level" : "age", cookies: [] };
  const read = await readWanted(textOf(name), setup);
  return { value: typeof read === "string" ? read : await rename(read, id, setup), cookies: [] };
};

/** Returns the id of the user with a name. */
export const find: OutsideCall<Setup> = async ([name], setup) => {
  const read = parseUserName(textOf(name), ANY);
  return "wrong" in read ? null : await ownerOf(read.key, rulesOf(setup).store);
};

/** Returns the name of any user. */
export const getOf: OutsideCall<Setup> = async ([id], setup) => {
  const userId = await storedId(String(id), rulesOf(setup).store);
  return userId === null ? null : await nameOf(userId, contextOf(setup));
};

/** Gives any user a name, whatever is reserved, and whenever they had the last one. */
export const setFor: OutsideCall<Setup> = async ([id, name], setup) => {
  const userId = await storedId(String(id), rulesOf(setup).store);
  if (userId === null) throw new UserNotStored(`Cannot set the user name: the database has no user "${id}"`);
  const read = parseUserName(textOf(name), ANY);
  if ("wrong" in read) return read.wrong;
  return await take(read, userId, contextOf(setup)) ? null : "taken";
};

/** What an application has passed as a name: the field of a form may be missing, and `null` is no name. */
function textOf(name: unknown): string {
  return typeof name === "string" ? name : "";
}
