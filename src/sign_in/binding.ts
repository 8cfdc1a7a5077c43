/**
 * With whom a session in a token ends: the user who signs in, and another one whom `callbacks.jwt` has named.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { SignedIn } from "../model/session.ts";
import type { Store } from "../model/store.ts";
import type { Setup } from "../setup/setup.ts";

/**
 * Returns what decides it. As the user in `sub` the session shows and changes an account, so it ends with them; with the password of
 * the one who has signed in it began, so it ends with them as well. If the database has one of the two only, it ends with that one.
 */
export function bindingOf(
  { user, storedUser, generation }: Pick<SignedIn, "user" | "storedUser" | "generation">,
  { generations, store }: Pick<Setup, "generations" | "store">,
): NonNullable<SignedIn["bind"]> {
  return async (sub) => {
    const signer = String(user.id);
    const named = sub ?? signer;
    const current = async (userId: string) => await generations?.current(userId, { isExact: true }) ?? 0;
    const isStored = storedUser ?? await findUser(signer, store);
    const other = named === signer ? null : await findUser(named, store);
    // A column may equate letters.
    const names = other && String(other.id) !== signer ? named : undefined;
    const userId = isStored ? signer : named;
    return {
      latchkey_stored: isStored || other ? true : undefined,
      gen: ((userId === signer ? generation : undefined) ?? await current(userId)) || undefined,
      gen_sub: userId === sub ? undefined : userId,
      named_gen: names && isStored ? await current(names) : undefined,
      names,
    };
  };
}

/**
 * The user with an id that the application may have found elsewhere; `null` if the database has none. A column of numbers or UUIDs
 * refuses such an id each time.
 *
 * @throws {AdapterError} if the database is away: it answers no other question either.
 */
async function findUser(id: string, store: Store | null): Promise<AdapterUser | null> {
  const find = async () => await store?.getUser(id) ?? null;
  try {
    return await find();
  } catch {
    await store!.getUserByEmail(id);
    return await find().catch(() => null);
  }
}
