/**
 * With whom a session in a token ends: the user who signs in, and another one whom `callbacks.jwt` has named.
 *
 * @module
 */

import type { SignedIn } from "../model/session.ts";
import { findStored } from "../session/current.ts";
import type { Setup } from "../setup/setup.ts";
import type { JWT } from "../values/types.ts";

/**
 * Returns what decides it. As the user in `sub` the session shows and changes an account, so it ends with them; with the password of
 * the one who has signed in it began, so it ends with them as well. If the database has one of the two only, it ends with that one.
 */
export function bindingOf(
  { user, storedUser, generation }: Pick<SignedIn, "user" | "storedUser" | "generation">,
  { generations, storedUsers, store }: Pick<Setup, "generations" | "storedUsers" | "store">,
): NonNullable<SignedIn["bind"]> {
  return async (sub) => {
    const signer = String(user.id);
    const named = sub ?? signer;
    const current = async (userId: string) => await generations?.current(userId, { isExact: true }) ?? 0;
    const isStored = storedUser ??
      await storedUsers?.has(signer, { isExact: true }).catch(() => findStored(signer, store));
    const other = named !== signer && await findStored(named, store);
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
 * That of a session which goes on, and has named another user: it still ends with the one who has signed in, whomever it names now.
 *
 * @param generation That of the user whom it names, if the sign-in knows it: a new password of theirs has raised it.
 */
export function keptBinding(
  { sub, latchkey_stored, gen, gen_sub, named_gen }: JWT,
  bind: NonNullable<SignedIn["bind"]>,
  generation: number | undefined,
): NonNullable<SignedIn["bind"]> {
  if (gen_sub === undefined) return bind;
  const now = named_gen === undefined ? named_gen : generation ?? named_gen;
  return async (named) => ({
    ...named === sub ? { named_gen: now, names: undefined } : await bind(named),
    latchkey_stored,
    gen,
    gen_sub,
  });
}
