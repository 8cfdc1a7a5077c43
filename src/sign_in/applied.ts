/**
 * What a decision has done to the database, and what each of its writes needs.
 *
 * @module
 */

import { ACCOUNT_TYPES } from "./account_types.ts";
import type { Decision } from "../model/decision.ts";
import { propertyOf } from "../errors/thrown.ts";
import { UserChanged } from "../errors/errors.ts";
import type { Identity } from "../model/identity.ts";
import type { PassingUser } from "../setup/passing_user.ts";
import type { TakeoverContext } from "./takeover.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Awaitable, User } from "../values/types.ts";

/** The result of an applied decision. */
export interface Applied {
  /** The user. */
  readonly user: User & { readonly id: string };
  /** The stored user, with all changes of this sign-in; absent without a database. */
  readonly storedUser?: AdapterUser | undefined;
  /** Whether this sign-in created them. */
  readonly isNewUser: boolean;
  /** Ids of the providers that the user could sign in with before the takeover; absent without one. */
  readonly removed?: readonly string[];
  /** The proven address that another user has again, who had the address of this one; absent without such a user. */
  readonly former?: string;
  /** The generation that a takeover or a password has begun; absent without one, and if the database cannot keep it. */
  readonly generation?: number;
}

/** Dependencies of `applyDecision`. */
export interface AccountContext extends TakeoverContext {
  /** Decides again, from the current state of the database. */
  readonly decideAgain: () => Promise<Decision>;
  /** The user who signs up, if they are in the database already. Default: no one is. */
  readonly passing?: PassingUser | null | undefined;
}

/** The result for a stored user who was there before. */
export function toApplied(user: AdapterUser, generation?: number): Applied {
  return { user, storedUser: user, isNewUser: false, ...(generation !== undefined && { generation }) };
}

/** The error of a write that another request was faster than. */
export function userChanged(): UserChanged {
  return new UserChanged(
    "Cannot verify the address of the user: the user was removed or changed in the meantime",
  );
}

/** Reads a user just before a write. @throws {UserChanged} if the application has removed them, or changed the address. */
export async function unchangedUser(
  { id, email }: Pick<AdapterUser, "id" | "email">,
  { store }: AccountContext,
): Promise<AdapterUser> {
  const stored = await store.getUser(id);
  if (!stored || stored.email !== email) throw userChanged();
  return stored;
}

/** If `make` fails, removes what it has stored, so that the next try can succeed. */
export async function orUndo<T>(
  make: () => PromiseLike<T> | T,
  undo: () => unknown,
  { logger }: Pick<AccountContext, "logger">,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    await (async () => await undo())().catch((failure) => logger.error(failure));
    throw error;
  }
}

/** Writes; if the answer of the database is lost, returns what `find` finds of it: a passkey could not be registered once more. */
export async function orFound<T>(write: () => Awaitable<T>, find: () => Promise<T | null>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    // Any other error is of the library: what is stored is not what should be.
    const isLost = propertyOf(propertyOf(error, "cause"), "err") !== undefined;
    const found = isLost && await find().catch(find).catch(() => null);
    if (found) return found;
    throw error;
  }
}

/** What an identity proves. */
export function proofOf({ account }: Identity) {
  return ACCOUNT_TYPES[account.type].proves;
}
