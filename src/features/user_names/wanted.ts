/**
 * A name that somebody wants: whether they can have it.
 *
 * @module
 */

import { once } from "../../platform/once.ts";
import type { Setup } from "../../setup/setup.ts";
import type { UserNameProblem } from "../../shapes/user_names.ts";
import { parseUserName, toUserNameKey, type UserName as ParsedName } from "./name.ts";
import { rulesOf } from "./rules.ts";
import { type NameContext, nameOf, take } from "./taken.ts";

const reservedNames = once(() => import("./reserved.ts"));

/** What `taken.ts` needs of a setup. */
export function contextOf(setup: Setup): NameContext {
  const { store, renameAfter } = rulesOf(setup);
  return { store, renameAfter, platform: setup.platform };
}

/** Reads a name that somebody wants to have: the name, or why nobody can have it. */
export async function readWanted(text: string, setup: Setup): Promise<ParsedName | UserNameProblem> {
  const { minLength, maxLength, reserved } = rulesOf(setup);
  const read = parseUserName(text, { minLength, maxLength });
  if ("wrong" in read) return read.wrong;
  // Whoever has the name of a mailbox of the site could pass for it. It isn't said apart: such a list helps only those who want one.
  return (await reservedNames()).isReservedName(read, reserved) ? "taken" : read;
}

/**
 * Gives a user another name, or their first.
 *
 * @returns Why they can't have it; `null` if they have it now.
 * @throws {AdapterError} if the database fails.
 */
export async function rename(
  name: ParsedName,
  userId: string,
  setup: Setup,
): Promise<UserNameProblem | null> {
  const context = contextOf(setup);
  const own = await nameOf(userId, context);
  const isSame = own !== null && toUserNameKey(own.name) === name.key;
  if (own && !isSame && Date.parse(own.changeableAt) > setup.platform.now()) return "tooSoon";
  return await take(name, userId, context) ? null : "taken";
}

/** Bounds of all names that an application may have: those of today may be tighter. */
export const ANY = { minLength: 1, maxLength: 60 };
